// What buttons and sliders in HTML from Python do by themselves.

import { hostOf } from "../../exhibit/host.js";

// Copies the page's link, or the one that it names, for a button with `data-copy-link`; the text of one
// with `data-copy-text`.
/** @param {any} event */
export async function copyLink({ target }) {
  const button = target.closest?.("[data-copy-link], [data-copy-text]");
  if (!button) return;
  const { copyLink, copyText } = button.dataset;
  const status = button.parentElement.querySelector("[role=status]");
  try {
    const host = hostOf(button);
    const link = copyLink ? host.addressOf(copyLink) : host.address;
    await navigator.clipboard.writeText(copyText ?? link);
    status.textContent = "Copied";
  } catch {
    const instead = copyText ? "select and copy it by hand" : "copy it from the address bar";
    status.textContent = `Not allowed here: ${instead}`;
  }
  clearAtNextAct(status);
}

// What was copied may soon be another link than the page's: the note goes with the next act.
function clearAtNextAct(status) {
  const listening = new AbortController();
  const clear = () => {
    status.textContent = "";
    listening.abort();
  };
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, clear, { capture: true, signal: listening.signal });
  }
}

// Prints a part of the page, for a button with `data-print`: it names the part to the style, which
// leaves out the others, until it has been printed.
/** @param {any} event */
export function printPart({ target }) {
  const part = target.closest?.("[data-print]")?.dataset.print;
  if (!part) return;
  const page = hostOf(target).frame;
  page.dataset.printing = part;
  addEventListener("afterprint", () => delete page.dataset.printing, { once: true });
  window.print();
}

// One Tab stop a table: the arrow keys, Home and End lead through its rows, or a button of each.
/** @param {any} event */
export function walk(event) {
  const { target, key } = event;
  if (!target.matches("tbody [tabindex]")) return;
  const all = [...target.closest("tbody").querySelectorAll("[tabindex]")];
  const at = all.indexOf(target);
  const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) }[key];
  if (!next) return;
  event.preventDefault();
  [target.tabIndex, next.tabIndex] = [-1, 0];
  next.focus();
}

// Shows the value of a slider, or of a field with `data-echo`, in the output of its form.
export function echo(field) {
  const output = field.closest?.("[data-form]")?.querySelector("output");
  const isSlider = field.type === "range";
  if (!output || !(isSlider || "echo" in field.dataset)) return;
  const text = isSlider ? Number(field.value).toFixed(Number(field.dataset.digits)) : field.value;
  if (output.textContent !== text) output.textContent = text;
}
