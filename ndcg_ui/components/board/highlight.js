// What the pointer or the focus is on, lit on the board and on whatever else shows the document.

export function mountHighlight(board) {
  const { root } = board;
  let pointed = null; // the element that the pointer or the focus is in
  let lit = null; // the place that was announced last

  const announce = () => {
    const doc = pointed?.isConnected ? Number(pointed.dataset.doc) : null;
    if (doc === null && lit === null) return;
    lit = doc;
    const detail = { group: board.data.group, doc };
    document.dispatchEvent(new CustomEvent("ndcg:highlight", { detail }));
  };
  const point = ({ target }) => {
    pointed = target.closest?.("[data-doc]") ?? null;
    announce();
  };
  // The place is announced again when the ranking has changed.
  const refresh = () => {
    if (pointed && lit !== Number(pointed.dataset.doc)) announce();
  };
  const onHighlight = ({ detail }) => {
    if (detail.group !== board.data?.group) return;
    for (const element of root.querySelectorAll("[data-doc]")) {
      element.toggleAttribute("data-lit", element.dataset.doc === String(detail.doc));
    }
  };
  for (const name of ["pointerover", "focusin"]) root.addEventListener(name, point);
  for (const name of ["pointerleave", "focusout"]) {
    root.addEventListener(name, () => point({ target: root }));
  }
  document.addEventListener("ndcg:highlight", onHighlight);
  const unmount = () => document.removeEventListener("ndcg:highlight", onHighlight);
  return { refresh, unmount };
}
