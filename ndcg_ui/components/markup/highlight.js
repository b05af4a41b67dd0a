// The document that the pointer or the focus is on, lit wherever the page shows it. An element that
// stands for a document has its place among those of the trace as `data-doc`.

import { stageOf } from "../../exhibit/stage.js";

const HIGHLIGHT = "ndcg:highlight";

/** @param {Element} root @param {string} group @param {number | null} doc */
export function highlight(root, group, doc) {
  stageOf(root).dispatchEvent(new CustomEvent(HIGHLIGHT, { detail: { group, doc } }));
}

// Calls `light(doc)` for every highlight of a group in the exhibit around `root`; what is returned ends that.
/** @param {Element} root @param {() => string | undefined} groupOf @param {(doc: number | null) => void} light */
export function onHighlight(root, groupOf, light) {
  const stage = stageOf(root);
  const heard = ({ detail }) => detail.group === groupOf() && light(detail.doc);
  stage.addEventListener(HIGHLIGHT, heard);
  return () => stage.removeEventListener(HIGHLIGHT, heard);
}

// Lights documents in `root`, and tells the others which of them is pointed at here. `refresh()` after
// `root` was written anew: documents may have gone to other elements.
/** @param {HTMLElement} root @param {() => string | undefined} groupOf */
export function mountHighlight(root, groupOf) {
  let pointed = null; // the element that the pointer or the focus is in
  let announced = null; // the document that was announced last
  let lit = null; // the document that is lit

  const mark = () => {
    const elements = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-doc]"));
    for (const element of elements) {
      element.toggleAttribute("data-lit", element.dataset.doc === String(lit));
    }
  };
  const announce = () => {
    const doc = pointed?.isConnected ? Number(pointed.dataset.doc) : null;
    if (doc === null && announced === null) return;
    announced = doc;
    highlight(root, groupOf(), doc);
  };
  const point = ({ target }) => {
    pointed = target.closest?.("[data-doc]") ?? null;
    announce();
  };
  const leave = () => point({ target: root });
  const refresh = () => {
    if (pointed && announced !== Number(pointed.dataset.doc)) announce();
    else mark();
  };
  const unmount = onHighlight(root, groupOf, (doc) => {
    lit = doc;
    mark();
  });
  for (const name of ["pointerover", "focusin"]) root.addEventListener(name, point);
  for (const name of ["pointerleave", "focusout"]) root.addEventListener(name, leave);
  return { refresh, unmount };
}
