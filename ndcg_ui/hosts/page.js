// The script of a page from our server or the static site. It starts the exhibits in the page's HTML.

import { DRAW } from "../components/draw.js";
import { same } from "../exhibit/actions.js";
import { begin } from "../exhibit/exhibit.js";
import { Host } from "../exhibit/host.js";
import { SiteHost } from "./site/host.js";

async function start(place) {
  const askWorker = globalThis.ndcgSite; // set by the static site's shell
  const message = JSON.parse(place.querySelector("script").textContent);
  if (!askWorker) return begin(place, message, new Host(), DRAW);
  const host = new SiteHost(askWorker);
  if (same(host.link, message.query)) return begin(place, message, host, DRAW);
  // A static file has the first screen of only one link. For another link, the page is asked for again.
  const { page, state } = message;
  const answer = await host.send(page, { link: host.link, state, act: {} });
  begin(place, { ...message, ...answer }, host, DRAW);
  document.documentElement.toggleAttribute("data-elsewhere", false);
}

for (const place of document.querySelectorAll(".exhibit-place:has(> script)")) start(place);
