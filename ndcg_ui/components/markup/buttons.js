// Buttons and table rows in HTML from Python that work without asking Python.

import { findHost } from "../../exhibit/host.js";

// Copy the page's link or the link in `data-copy-link`, or the text in `data-copy-text`.
/** @param {any} event */
export async function copyLink({ target }) {
  const button = target.closest?.("[data-copy-link], [data-copy-text]");
  if (!button) return;
  const { copyLink, copyText } = button.dataset;
  const status = button.parentElement.querySelector("[role=status]");
  try {
    const host = findHost(button);
    const link = copyLink ? host.addressOf(copyLink) : host.address;
    await navigator.clipboard.writeText(copyText ?? link);
    status.textContent = "Copied";
  } catch {
    const instead = copyText ? "Select the text and copy it." : "Copy the link from the address bar.";
    status.textContent = `This browser does not allow copying here. ${instead}`;
  }
  clearAtNextAct(status);
}

// Remove the note at the next key or press, because the page's link may change then.
function clearAtNextAct(status) {
  const listening = new AbortController();
  const clearStatus = () => {
    status.textContent = "";
    listening.abort();
  };
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, clearStatus, { capture: true, signal: listening.signal });
  }
}

// Print one part of the page, for a button with `data-print`. The style sheet hides the other parts while the
// attribute data-printing is set.
/** @param {any} event */
export function printSection({ target }) {
  const part = target.closest?.("[data-print]")?.dataset.print;
  if (!part) return;
  const page = findHost(target).frame;
  page.dataset.printing = part;
  addEventListener("afterprint", () => delete page.dataset.printing, { once: true });
  window.print();
}

// Move the focus through a table's rows with the arrow keys, Home and End. So the table is one Tab stop.
/** @param {any} event */
export function moveFocus(event) {
  const { target, key } = event;
  if (!target.matches("tbody [tabindex]")) return;
  const all = [...target.closest("tbody").querySelectorAll("[tabindex]")];
  const at = all.indexOf(target);
  const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) }[key];
  if (!next) return;
  event.preventDefault();
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
