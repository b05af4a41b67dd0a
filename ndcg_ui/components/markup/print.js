// A button with `data-print` prints a part of the page: it names the part to the style, which leaves
// out the others, until it has been printed.

/** @param {any} event */
export function printPart({ target }) {
  const part = target.closest?.("[data-print]")?.dataset.print;
  if (!part) return;
  const page = document.documentElement;
  page.dataset.printing = part;
  addEventListener("afterprint", () => delete page.dataset.printing, { once: true });
  window.print();
}
