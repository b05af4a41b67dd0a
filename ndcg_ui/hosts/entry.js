// The script of every page that has exhibits, whoever is their host: a page of our server or of the static
// site, which has exhibits as HTML, or Streamlit, which mounts them as components.

import { DRAW } from "../components/draw.js";
import { same } from "../exhibit/actions.js";
import { begin } from "../exhibit/exhibit.js";
import { Host } from "../exhibit/host.js";
import { SiteHost } from "./site/host.js";
import { mountInStreamlit } from "./streamlit/host.js";

export default function (component) {
  return mountInStreamlit(component, DRAW);
}

async function start(place) {
  const askWorker = globalThis.ndcgSite; // what the static site's shell has started
  const message = JSON.parse(place.querySelector("script").textContent);
  if (!askWorker) return begin(place, message, new Host(), DRAW);
  const host = new SiteHost(askWorker);
  if (same(host.link, message.query)) return begin(place, message, host, DRAW);
  // A file is the same for every link: what another link leads to is asked for.
  const { page, state } = message;
  const answer = await host.send(page, { link: host.link, state, act: {} });
  begin(place, { ...message, ...answer }, host, DRAW);
  document.documentElement.toggleAttribute("data-elsewhere", false);
}

for (const place of document.querySelectorAll(".exhibit-place:has(> script)")) start(place);
