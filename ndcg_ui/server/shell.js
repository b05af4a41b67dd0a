// Runs before Streamlit's own scripts, as a part of the page: so it cannot be lost.

import { pause } from "../parts/markup/asking.js";
import { mountBand } from "../parts/markup/band.js";
import { closeMenuByEscape, showHow } from "../parts/markup/frame.js";

// Says where the app is, so that a page opened from a link need not try its own path first: all pages
// lie at the app's top.
window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };

// Back leads to the page or the lesson that one came from: what changes within one replaces its address.
{
  const { pushState, replaceState } = history;
  const place = ({ pathname, searchParams }) => `${pathname} ${searchParams.get("lesson")}`;
  history.pushState = (state, title, address) => {
    const here = new URL(location.href);
    const within = place(new URL(address ?? "", here)) === place(here);
    (within ? replaceState : pushState).call(history, state, title, address);
  };
}

// Streamlit's page waits in a template until the first screen is painted, or would be: in a tab that
// nobody sees no frame comes. What acts on the first screen has run by then, or does not come.
{
  const PATIENCE = 500; // ms
  const LONGEST = 8000; // ms that it waits for a script
  const start = () => {
    const app = /** @type {HTMLTemplateElement | null} */ (document.getElementById("app"));
    app?.remove();
    for (const part of [...(app?.content.children ?? [])]) {
      (part.matches("link, meta, script, style") ? document.head : document.body).append(part);
    }
  };
  addEventListener("DOMContentLoaded", () => {
    requestAnimationFrame(() => setTimeout(start));
    setTimeout(start, document.hidden ? 0 : PATIENCE);
  });
  document.addEventListener("readystatechange", () => setTimeout(start, LONGEST), { once: true });
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

// The server's first screen covers the page until the app shows as much, in its fonts, and has come to
// rest. What can be used in it is removed by nobody: it moves when its place in the app stands, however
// late. Of a page that Streamlit draws, the heading stays until something stands under it.
{
  const RESTING = 3; // frames without a change of the page's height,
  const RESTING_ANYHOW = 90; // and as many where what was waited for does not come
  const PATIENCE = 15_000; // ms for fonts and fields; then the app is taken as it is
  const FAILED = "[data-testid=stException], [data-testid=stAlert]";
  const PAGE = "[data-testid=stMainBlockContainer]";
  const ELEMENT = "[data-testid=stElementContainer]";
  const YET_TO_COME = "[data-testid=stSkeleton]"; // a field whose script is not there yet
  const LATE = {
    true: "The rest of the app has not come yet. What you see works. If nothing more comes, reload the page.",
    false: "The rest of this page has not come yet. If nothing more comes, reload it.",
  };
  const here = location.pathname;
  let resting = 0;
  let height = 0;
  const look = () => {
    const cover = document.getElementById("first-screen");
    if (!cover) return;
    const page = document.querySelector(PAGE);
    const late = performance.now() > PATIENCE;
    if (late) say(cover.querySelector(".coming"), LATE[Boolean(cover.querySelector(".exhibit[data-revision]"))]);
    if (page && (isLeft() || isThere(page, cover, late))) takeOver(cover);
    requestAnimationFrame(look);
  };
  const isLeft = () => location.pathname !== here; // by Back, to a page before
  const say = (line, text) => line.textContent === text || (line.textContent = text);
  const isThere = (page, cover, late) => {
    if (cover.querySelector(".lifted, :active")) return false; // in the air, or pressed: a click would be lost
    const exhibit = cover.querySelector(".exhibit");
    if (!exhibit && page.querySelector(FAILED)) return true;
    const before = height;
    const awaited = page.querySelector(cover.dataset.until);
    const begun = awaited || (!exhibit && isHeaded(page));
    const whole = late || (document.fonts.status === "loaded" && !page.querySelector(YET_TO_COME));
    height = begun && whole ? page.scrollHeight : 0;
    resting = height && height === before ? resting + 1 : 0;
    return resting >= (awaited ? RESTING : RESTING_ANYHOW);
  };
  const isHeaded = (page) => {
    const end = page.querySelector("h1")?.getBoundingClientRect().bottom;
    return [...page.querySelectorAll(ELEMENT)].some(
      (element) => element.offsetHeight && element.getBoundingClientRect().top >= end && !element.querySelector(YET_TO_COME),
    );
  };
  const takeOver = (cover) => {
    const main = document.querySelector("[data-testid=stMain]");
    document.dispatchEvent(new Event("ndcg:takeover")); // what is alive in the cover moves over
    if (cover.querySelector(".exhibit") && !isLeft()) return; // not yet
    if (main && cover.scrollTop) main.scrollTop = cover.scrollTop;
    cover.remove();
  };
  document.addEventListener("readystatechange", look, { once: true }); // scripts may still be on their way
}

// The first screen wears the colours that the page had when it was left, where somebody has chosen
// others than the system's.
{
  const KEY = `colours of ${location.pathname}`;
  const here = location.pathname;
  try {
    document.documentElement.style.setProperty("--colours", localStorage.getItem(KEY));
    addEventListener("pagehide", () => {
      const page = document.querySelector("#root .markup");
      if (!page || location.pathname !== here) return;
      const { colorScheme } = getComputedStyle(page);
      const systems = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      if (colorScheme === systems) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, colorScheme);
    });
  } catch {
    document.documentElement.toggleAttribute("data-forgets", true); // nothing is kept here, colours neither
  }
}

mountBand();

// Streamlit fetches a component's script when it is first shown, and shows an error for good where
// the server is away just then. So all of them are fetched once the page is there, until they are.
{
  const scripts = document.currentScript.dataset.scripts
    .split(" ")
    .map((script) => new URL(`.${script}`, window.__streamlit.BACKEND_BASE_URL).href);
  const PAUSE = 1000; // ms
  const PATIENCE = 15_000; // ms: in a tab that nobody sees the first screen stays
  const fetched = (script) => import(script).catch(() => pause(PAUSE).then(() => fetched(script)));
  const fetchAll = () => {
    const comes = document.getElementById("first-screen") && performance.now() < PATIENCE;
    if (comes) setTimeout(fetchAll, PAUSE);
    else scripts.forEach(fetched);
  };
  addEventListener("load", () => setTimeout(fetchAll, PAUSE));
}

showHow();

// The page of a class is none of Streamlit's, whose navigation must not take the click.
addEventListener(
  "click",
  (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a");
    if (link?.pathname.endsWith("/class")) event.stopImmediatePropagation();
  },
  true,
);

closeMenuByEscape();
