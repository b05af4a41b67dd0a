// Finds the frame of a SCORM package around a page (scorm.js).

// Return the frame, or null on an ordinary site and inside a page from another origin.
export function findFrameAround() {
  try {
    return /** @type {any} */ (parent).ndcgFrame ?? null;
  } catch {
    return null;
  }
}
