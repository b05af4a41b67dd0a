// Highlights the document under the pointer or the focus wherever the page shows it. An element of a document has
// the document's place in the trace as `data-doc`.

import { findStage } from "../../exhibit/stage.js";

const HIGHLIGHT = "ndcg:highlight";
const STILL = 3; // px that a hand at rest moves

/** @param {Element} root @param {string} group @param {number | null} doc */
export function highlight(root, group, doc) {
  findStage(root).dispatchEvent(new CustomEvent(HIGHLIGHT, { detail: { group, doc } }));
}

// Call `light(doc)` for every highlight of a group in the exhibit around `root`. Return a function that stops that.
/** @param {Element} root @param {() => string | undefined} groupOf @param {(doc: number | null) => void} light */
export function onHighlight(root, groupOf, light) {
  const stage = findStage(root);
  const onEvent = ({ detail }) => detail.group === groupOf() && light(detail.doc);
  stage.addEventListener(HIGHLIGHT, onEvent);
  return () => stage.removeEventListener(HIGHLIGHT, onEvent);
}

// Highlight documents in `root`, and announce the one that is pointed at. Call `refresh()` after `root` has changed,
// because documents may have moved to other elements. Call `rest()` after the pointer has moved a document. Then
// nothing is highlighted until the pointer moves on, which calls `wake()`.
/** @param {HTMLElement} root @param {() => string | undefined} groupOf @param {() => void} [wake] */
export function mountHighlight(root, groupOf, wake = () => {}) {
  let at = { x: 0, y: 0 }; // where the pointer was last
  let resting = null; // where it is at rest
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
  const rest = () => {
    resting = at;
    leave();
  };
  const isResting = () => resting !== null;
  const follow = (event) => {
    at = { x: event.clientX, y: event.clientY };
    const rests = resting && Math.hypot(at.x - resting.x, at.y - resting.y) <= STILL;
    if (rests || (event.type === "pointermove" && !resting)) return;
    const wakes = isResting();
    resting = null;
    if (event.type === "pointerleave") leave();
    else point(event);
    if (wakes) wake();
  };
  const focus = (event) => {
    if (isResting() && !event.target.matches(":focus-visible")) return; // the pointer's press brought it
    resting = null;
    point(event);
  };
  const refresh = () => {
    if (pointed && announced !== Number(pointed.dataset.doc)) announce();
    else mark();
  };
  const unmount = onHighlight(root, groupOf, (doc) => {
    lit = doc;
    mark();
  });
  for (const name of ["pointerover", "pointermove", "pointerleave"]) root.addEventListener(name, follow);
  root.addEventListener("focusin", focus);
  root.addEventListener("focusout", leave);
  return { refresh, rest, isResting, unmount };
}
