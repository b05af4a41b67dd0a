// Runs first on each page from the server. It is part of the page's HTML, so it cannot fail to load.

import { pause } from "../../exhibit/asking.js";
import { mountBand } from "../../components/markup/band.js";
import { fetchFonts, rememberPlaces, applyDisplayOptions } from "../../components/markup/frame.js";
import { mountMenu } from "../../components/menu/menu.js";
import { mountEmbedded } from "../embed/embedded.js";

const { scripts, until } = document.currentScript.dataset;

// Tells Streamlit's page the app's address. Links to other pages load the complete document. Links within the
// page replace the address, so that Back leads to the page before. The heading covers the page until Streamlit
// shows something, or an error.
if (until !== undefined) {
  window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
  history.pushState = (state, unused, url) => {
    const there = new URL(url ?? location.href, location.href);
    if (there.pathname === location.pathname) history.replaceState(state, unused, url);
    else location.assign(there);
  };
  const ANY = "[data-testid=stElementContainer] > :not([data-testid=stSkeleton])";
  const FAILED = "[data-testid=stException], [data-testid=stAlert]";
  const removeCoverWhenReady = () => {
    if (document.querySelector(`#root :is(${until || ANY}, ${FAILED})`)) document.getElementById("cover").remove();
    else requestAnimationFrame(removeCoverWhenReady);
  };
  removeCoverWhenReady();
}

// The browser paints nothing before the style sheet has loaded. If that fails, it is requested once more in a
// way that does not block the page.
{
  const PATIENCE = 4000; // ms
  setTimeout(() => {
    for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
      if (!(/** @type {HTMLLinkElement} */ (link).sheet)) link.replaceWith(link.cloneNode());
    }
  }, PATIENCE);
}

// Requests failed scripts again. Streamlit loads our scripts only when they are needed, and shows a permanent
// error if the server cannot be reached at that moment. So all of them are loaded in advance.
{
  const PAUSE = 1000; // ms
  const fetchScript = (script) => import(script).catch(() => pause(PAUSE).then(() => fetchScript(script)));
  const fetchAll = () => scripts.split(" ").forEach((script) => fetchScript(new URL(`.${script}`, location.href).href));
  addEventListener("load", () => setTimeout(fetchAll, PAUSE));
}

mountBand();
applyDisplayOptions();
globalThis.ndcgEmbedder = mountEmbedded();
rememberPlaces();
fetchFonts();
mountMenu();
