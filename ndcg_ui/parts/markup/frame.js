// What is around a page, whoever sends it: how large it is, and its menu.

import { statusLine } from "./band.js";
import { read, write } from "./storage.js";

// How the page is shown, from its link, for as long as this tab is here: `?embed=1` leaves out the
// navigation, inside a learning management system; `?scale=1.6` makes all of it larger, on a wall.
export function showHow() {
  const KEY = "shown how";
  const LEAST = 1;
  const MOST = 3;
  const READ = 10_000; // ms
  const link = new URLSearchParams(location.search);
  const before = read("sessionStorage", KEY) ?? {};
  const how = { embed: link.get("embed") ?? before.embed, scale: link.get("scale") ?? before.scale };
  const scale = Math.min(MOST, Math.max(LEAST, Number(how.scale) || LEAST));
  document.documentElement.toggleAttribute("data-embed", ["1", "true"].includes(how.embed));
  if (how.scale && scale !== Number(how.scale)) {
    const line = statusLine(`The link’s scale is “${how.scale.slice(0, 20)}”; it can be ${LEAST} to ${MOST}.`);
    setTimeout(() => line.remove(), READ);
    how.scale = String(scale);
  }
  if (scale > LEAST) document.documentElement.style.setProperty("--scale", String(scale));
  document.documentElement.toggleAttribute("data-scaled", scale > LEAST);
  write("sessionStorage", KEY, how);
}

// Escape closes the menu that the navigation is on a narrow screen, and the focus goes back to it.
export function closeMenuByEscape() {
  addEventListener("keydown", ({ key, target }) => {
    const place = /** @type {Element} */ (target).closest?.(".st-key-menu, .menu");
    /** @type {HTMLElement | null} */
    const open = place?.parentElement.querySelector("details[open] > summary");
    if (key !== "Escape" || !open) return;
    open.click();
    open.focus();
  });
}
