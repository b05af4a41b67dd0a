// Finds the frame of a SCORM package around a page (scorm.js).

// Returns null on an ordinary site, and inside a page from elsewhere.
export function frameAround() {
  try {
    return /** @type {any} */ (parent).ndcgFrame ?? null;
  } catch {
    return null;
  }
}
