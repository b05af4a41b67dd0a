// The script of a page from our server or the static site. It starts the exhibits in the page's HTML.

import { DRAW } from "../components/draw.js";
import { areEqual } from "../exhibit/actions.js";
import { beginExhibit } from "../exhibit/exhibit.js";
import { Host } from "../exhibit/host.js";
import { followForgetting } from "../exhibit/storage.js";
import { findEarly } from "./site/early.js";
import { SiteHost } from "./site/host.js";

async function startExhibit(place) {
  const askWorker = globalThis.ndcgSite; // set by the static site's shell
  const message = JSON.parse(place.querySelector("script").textContent);
  const host = askWorker ? new SiteHost(askWorker) : new Host();
  const embedder = globalThis.ndcgEmbedder; // set by the shell of a page in a frame of embed.js
  if (embedder) host.around = await embedder.ready;
  host.isWholePage = !embedder;
  host.around?.begin?.(message.page);
  if (!askWorker) return beginExhibit(place, message, host, DRAW);
  if (areEqual(host.link, message.query)) return beginExhibit(place, message, host, DRAW);
  // A static file has the first screen of only one link. For another link, the page is requested again. Until Python
  // has loaded, a page shows what it can show without it.
  const { link } = host;
  const { page, state } = message;
  const asked = host.send(page, { link, state, act: {} });
  const early = await findEarly(message, link, async () => globalThis.ndcgTables);
  const exhibit = early && beginEarly(place, { ...message, ...early }, host);
  const answer = await asked;
  if (!exhibit) beginExhibit(place, { ...message, ...answer }, host, DRAW);
  else if (!state && exhibit.owner.idle && areEqual(exhibit.owner.link, link)) exhibit.owner.begin({ ...message, ...answer });
  document.documentElement.toggleAttribute("data-elsewhere", false);
}

// Begin an exhibit with the parts and the sums that are known before Python has loaded.
function beginEarly(place, message, host) {
  const exhibit = beginExhibit(place, message, host, DRAW);
  const { values } = message;
  const { group } = message.rows[0][0][0].data;
  if (values) exhibit.root.dispatchEvent(new CustomEvent("ndcg:preview", { detail: { group, values } }));
  exhibit.updateTitle();
  return exhibit;
}

followForgetting(() => location.reload());
const isLeaving = "leaves" in document.documentElement.dataset; // the shell has found another file for the link
for (const place of document.querySelectorAll(".exhibit-place:has(> script)")) if (!isLeaving) startExhibit(place);
