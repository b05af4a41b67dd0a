// What is around a page, whoever sends it: how large it is, its links to other pages, its fonts.

import { statusLine } from "./band.js";
import { read, write } from "../../exhibit/storage.js";

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

// In this tab the navigation leads to where one was on each page, as long as it leads elsewhere.
export function rememberPlaces() {
  const KEY = "places";
  const places = () => read("sessionStorage", KEY) ?? {};
  const lead = () => {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("header nav a"))) {
      if (link.pathname !== location.pathname) link.search = places()[link.pathname] ?? "";
    }
  };
  addEventListener("pagehide", () => write("sessionStorage", KEY, { ...places(), [location.pathname]: location.search }));
  for (const event of ["DOMContentLoaded", "pageshow"]) addEventListener(event, lead);
}

// The fonts of the house, which are large, come after all that a page needs to work.
export function fetchFonts() {
  const KEY = "fonts";
  const { dataset } = document.documentElement;
  const fetched = () => {
    dataset.fonts = "coming";
    document.fonts.ready.then(() => ((dataset.fonts = "here"), write("sessionStorage", KEY, true)));
  };
  if (read("sessionStorage", KEY)) fetched();
  else addEventListener("load", fetched);
}
