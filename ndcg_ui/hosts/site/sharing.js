// One Python for all pages of ours in somebody else's page.
//
// Frames of one site reach each other as children of the same page, also where browsers deny them a shared worker. They
// run one after the other, so only one of them starts Python. If its page is left, the others ask again, and the first
// of them starts Python anew.

// The answer to requests of which the worker has ended. The page sends them again.
export const GONE = { status: 503, text: "The frame with Python was closed." };

// Offer this page's Python to the other frames. When the page is left, `end` answers all open requests.
export function offerPython(ask, end) {
  globalThis.ndcgPython = ask;
  addEventListener("pagehide", () => {
    globalThis.ndcgPython = null;
    end();
  });
}

// Return the Python of another frame, or null.
export function findSharedPython() {
  for (let at = 0; at < parent.length; at += 1) {
    try {
      const python = /** @type {any} */ (parent[at]).ndcgPython;
      if (python) return python;
    } catch {
      // a frame of another site
    }
  }
  return null;
}
