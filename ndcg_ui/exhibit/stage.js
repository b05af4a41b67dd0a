// Where a part stands: the exhibit around it, and the document or shadow root that it lives in.

// The element on which the parts of one exhibit talk to each other, by events that do not bubble. Parts
// that stand alone, on /evaluate and on the pages of a class, talk on the document.
/** @param {Element} element @returns {Document} an element of an exhibit takes the same events */
export const stageOf = (element) => /** @type {any} */ (element.closest(".exhibit") ?? document);

// The document or the shadow root around an element: an event's target is seen exactly there. A notebook may
// take a shadow root off the page for a while.
/** @param {Element} element @returns {Document | ShadowRoot} */
export function treeOf(element) {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}

// The element that has the focus, as seen from where `element` is.
/** @param {Element} element @returns {HTMLElement | null} */
export const focusIn = (element) => /** @type {any} */ (treeOf(element).activeElement);

// Whether nothing has the focus: then the document says that its body has it, a shadow root says null.
/** @param {Element} element */
export const isFocusFree = (element) => [null, document.body].includes(focusIn(element));

// Whether a part's slot is off-screen, by more than the distance at which charts are drawn early.
export const isOut = ({ dataset }) => dataset.out !== undefined;
