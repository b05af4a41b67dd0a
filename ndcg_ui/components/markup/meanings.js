// Opens a term's meaning under the term and within the screen. By default, a popover opens in the centre. A popover
// does not scroll with the page, so it closes when something scrolls.

import { findTree } from "../../exhibit/stage.js";

const MARGIN = 12; // px to the edge of the screen

/** @type {HTMLElement | null} */
let opened = null;
document.addEventListener("scroll", () => opened?.hidePopover(), true);

/** @param {HTMLElement} root */
export function mountMeanings(root) {
  root.addEventListener("toggle", placeMeaning, true); // the event does not bubble
}

function placeMeaning({ target, newState }) {
  if (!target.matches?.(".meaning")) return;
  opened = newState === "open" ? target : null;
  if (!opened) return;
  const term = findTree(target).querySelector(`[popovertarget="${CSS.escape(target.id)}"]`);
  const from = term.getBoundingClientRect();
  const box = target.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(from.left, innerWidth - box.width - MARGIN));
  const below = from.bottom + 6;
  const top = below + box.height > innerHeight - MARGIN ? from.top - box.height - 6 : below;
  Object.assign(target.style, { left: `${left}px`, top: `${top}px` });
}
