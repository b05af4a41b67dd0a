// The scale, the links to other pages and the fonts of a page, for every host.

import { addStatusLine } from "./band.js";
import { read, write } from "../../exhibit/storage.js";

// Apply the display options of the link, and keep them for this tab: `?embed=1` hides the navigation, for a
// learning management system, and `?scale=1.6` enlarges the page, for a wall.
export function applyDisplayOptions() {
  const LEAST = 1;
  const MOST = 3;
  const READING_TIME = 10_000; // ms
  const link = new URLSearchParams(location.search);
  const before = read("display") ?? {};
  const how = { embed: link.get("embed") ?? before.embed, scale: link.get("scale") ?? before.scale };
  const scale = Math.min(MOST, Math.max(LEAST, Number(how.scale) || LEAST));
  document.documentElement.toggleAttribute("data-embed", ["1", "true"].includes(how.embed));
  if (how.scale && scale !== Number(how.scale)) {
    const line = addStatusLine(`The link’s scale is “${how.scale.slice(0, 20)}”. It must be from ${LEAST} to ${MOST}.`);
    setTimeout(() => line.remove(), READING_TIME);
    how.scale = String(scale);
  }
  if (scale > LEAST) document.documentElement.style.setProperty("--scale", String(scale));
  document.documentElement.toggleAttribute("data-scaled", scale > LEAST);
  write("display", how);
}

// Make the menu return to the state that each other page had in this tab.
export function rememberPlaces() {
  const readPlaces = () => read("places") ?? {};
  const updateLinks = () => {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("header nav a"))) {
      if (link.pathname !== location.pathname) link.search = readPlaces()[link.pathname] ?? "";
    }
  };
  addEventListener("pagehide", () => write("places", { ...readPlaces(), [location.pathname]: location.search }));
  for (const event of ["DOMContentLoaded", "pageshow"]) addEventListener(event, updateLinks);
}

// Load our fonts, which are large, after everything that the page needs to work.
export function fetchFonts() {
  const { dataset } = document.documentElement;
  const loadFonts = () => {
    dataset.fonts = "coming";
    document.fonts.ready.then(() => {
      dataset.fonts = "here";
      write("fonts", true);
    });
  };
  if (read("fonts")) loadFonts();
  else addEventListener("load", loadFonts);
}
