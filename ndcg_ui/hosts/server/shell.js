// Runs first on each page that the server sends, as a part of it: so it cannot be lost.

import { pause } from "../../exhibit/asking.js";
import { mountBand } from "../../components/markup/band.js";
import { fetchFonts, rememberPlaces, showHow } from "../../components/markup/frame.js";
import { mountMenu } from "../../components/menu/menu.js";

const { scripts, until } = document.currentScript.dataset;

// Streamlit's page is told where the app is. A link of its own to another page is followed by the browser,
// which gets the whole document; within the page Back leads to the one before. The heading covers it until
// it shows something, or says why it cannot.
if (until !== undefined) {
  window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };
  history.pushState = (state, unused, url) => {
    const there = new URL(url ?? location.href, location.href);
    if (there.pathname === location.pathname) history.replaceState(state, unused, url);
    else location.assign(there);
  };
  const ANY = "[data-testid=stElementContainer] > :not([data-testid=stSkeleton])";
  const FAILED = "[data-testid=stException], [data-testid=stAlert]";
  const look = () => {
    if (document.querySelector(`#root :is(${until || ANY}, ${FAILED})`)) document.getElementById("cover").remove();
    else requestAnimationFrame(look);
  };
  look();
}

// Nothing is painted before the page's style sheet is there. One that does not come is asked for once
// more, in a way that lets the page go on without it.
{
  const PATIENCE = 4000; // ms
  setTimeout(() => {
    for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
      if (!(/** @type {HTMLLinkElement} */ (link).sheet)) link.replaceWith(link.cloneNode());
    }
  }, PATIENCE);
}

// What was lost on the way is asked for again. Streamlit fetches a script of ours when it is first needed,
// and shows an error for good where the server is away just then: so all of them are fetched before.
{
  const PAUSE = 1000; // ms
  const fetched = (script) => import(script).catch(() => pause(PAUSE).then(() => fetched(script)));
  const fetchAll = () => scripts.split(" ").forEach((script) => fetched(new URL(`.${script}`, location.href).href));
  addEventListener("load", () => setTimeout(fetchAll, PAUSE));
}

mountBand();
showHow();
rememberPlaces();
fetchFonts();
mountMenu();
