// Finds the surroundings of a part: its exhibit, and its document or shadow root.

// Return the element for events between the parts of one exhibit. The events do not bubble. Parts outside an exhibit,
// on /evaluate and on class pages, use the document.
/** @param {Element} element @returns {Document} an element of an exhibit takes the same events */
export const findStage = (element) => /** @type {any} */ (element.closest(".exhibit") ?? document);

// Return the document or the shadow root around an element, because only there an event shows its real target. A
// notebook may detach a shadow root for a while.
/** @param {Element} element @returns {Document | ShadowRoot} */
export function findTree(element) {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}

// Return the focused element in the tree of `element`.
/** @param {Element} element @returns {HTMLElement | null} */
export const findFocus = (element) => /** @type {any} */ (findTree(element).activeElement);

// Return true if nothing has the focus. In that case, a document reports its body, and a shadow root reports null.
/** @param {Element} element */
export const isFocusFree = (element) => [null, document.body].includes(findFocus(element));

// Return true if a part's slot is off-screen. A slot close to the screen counts as visible.
export const isLeftOut = ({ dataset }) => dataset.out !== undefined;
