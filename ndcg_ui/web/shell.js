// Runs before Streamlit's own script.

// Says where the app is, which this script knows from its own address: so a page opened from a link
// need not try its own path first.
window.__streamlit = {
  BACKEND_BASE_URL: new URL("..", /** @type {HTMLScriptElement} */ (document.currentScript).src).href,
};

// While the server is away, Streamlit asks for it after ever longer pauses, of up to four seconds.
// Here its question waits for the answer instead: it is asked again every half second, until the
// server is there or Streamlit withdraws it.
{
  const QUESTIONS = ["health", "host-config"].map(
    (name) => `${window.__streamlit.BACKEND_BASE_URL}_stcore/${name}`,
  );
  const PAUSE = 250; // ms, and up to twice that: not all pages ask at the same moment
  const ask = window.fetch.bind(window);
  const pause = () => new Promise((go) => setTimeout(go, PAUSE * (1 + Math.random())));
  const patiently = async (question, how) => {
    for (;;) {
      try {
        const answer = await ask(question, how);
        if (answer.status < 500) return answer;
      } catch (error) {
        if (how?.signal?.aborted) throw error;
      }
      await pause();
    }
  };
  window.fetch = (question, how) =>
    (QUESTIONS.includes(String(question)) && how?.signal ? patiently : ask)(question, how);
}

// The app's own scripts wait in a template until the first screen is painted, or would be: in a tab
// that nobody sees no frame comes. Where it has a board, that comes first.
{
  const PATIENCE = 500; // ms
  const PATIENCE_FOR_A_BOARD = 8000;
  const start = () => {
    const app = /** @type {HTMLTemplateElement | null} */ (document.getElementById("app"));
    app?.remove();
    for (const part of [...(app?.content.children ?? [])]) document.head.append(part);
  };
  addEventListener("DOMContentLoaded", () => {
    const exhibited = document.querySelector("#first-screen .exhibit-place");
    if (exhibited) document.addEventListener("ndcg:exhibited", start, { once: true });
    else requestAnimationFrame(() => setTimeout(start));
    setTimeout(start, exhibited ? PATIENCE_FOR_A_BOARD : document.hidden ? 0 : PATIENCE);
  });
}

// The server's first screen covers the page, in the colours that were chosen, until the app shows as
// much and has come to rest. Where the app cannot say it is given up after a while; where there is no
// app at all, what the server sent is better than nothing.
{
  const RESTING = 3; // frames without a change of the page's height,
  const RESTING_ANYHOW = 90; // and as many where what was waited for does not come
  const PATIENCE = 15_000; // ms
  const FAILED = "[data-testid=stException], [data-testid=stAlert], [role=dialog]";
  const PAGE = "[data-testid=stMainBlockContainer]";
  const YET_TO_COME = "[data-testid=stSkeleton]"; // a field whose script is not there yet
  try {
    const chosen = localStorage.getItem(`stActiveTheme-${location.pathname}-v2`);
    document.documentElement.dataset.theme = JSON.parse(chosen) ?? "System";
  } catch {
    // nothing is kept for a page inside another one: the system's colours, then
  }

  const here = location.pathname;
  let resting = 0;
  let height = 0;
  const look = () => {
    const cover = document.getElementById("first-screen");
    if (!cover) return;
    const page = document.querySelector(PAGE);
    const given = location.pathname !== here || performance.now() > PATIENCE;
    const shown = document.querySelector(FAILED) || (page && (given || isThere(page, cover)));
    if (shown) takeOver(cover);
    else requestAnimationFrame(look);
  };
  const isThere = (page, cover) => {
    if (cover.querySelector(".lifted")) return false; // a card is in the air
    const before = height;
    const awaited = page.querySelector(cover.dataset.until);
    const begun = (awaited || page.querySelector("h1")) && !page.querySelector(YET_TO_COME);
    height = begun ? page.scrollHeight : 0;
    resting = height && height === before ? resting + 1 : 0;
    return resting >= (awaited ? RESTING : RESTING_ANYHOW);
  };
  const takeOver = (cover) => {
    const main = document.querySelector("[data-testid=stMain]");
    document.dispatchEvent(new Event("ndcg:takeover")); // what is alive in the cover moves over
    if (main && cover.scrollTop) main.scrollTop = cover.scrollTop;
    cover.remove();
  };
  addEventListener("DOMContentLoaded", look);
}

// Streamlit fetches a component's script when it is first shown, and shows an error for good where
// the server is away just then. So all of them are fetched once the page is there, until they are.
{
  const scripts = document.currentScript.dataset.scripts
    .split(" ")
    .map((script) => new URL(`.${script}`, window.__streamlit.BACKEND_BASE_URL).href);
  const PAUSE = 1000; // ms
  const PATIENCE = 15_000; // ms: in a tab that nobody sees the first screen stays
  const fetched = (script) => import(script).catch(() => setTimeout(fetched, PAUSE, script));
  const rest = () => {
    const comes = document.getElementById("first-screen") && performance.now() < PATIENCE;
    if (comes) setTimeout(rest, PAUSE);
    else scripts.forEach(fetched);
  };
  addEventListener("load", () => setTimeout(rest, PAUSE));
}

// How the page is shown, from its link, for as long as this tab is here: `?embed=1` leaves out the
// navigation, inside a learning management system; `?scale=1.6` makes all of it larger, on a wall.
{
  const KEPT = "shown how";
  const LEAST = 1;
  const MOST = 3;
  const given = new URLSearchParams(location.search);
  let kept = {};
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
  } catch {
    // nothing is kept for a page inside another one
  }
  const how = { embed: given.get("embed") ?? kept.embed, scale: given.get("scale") ?? kept.scale };
  const scale = Math.min(MOST, Math.max(LEAST, Number(how.scale) || LEAST));
  document.documentElement.toggleAttribute("data-embed", how.embed === "1");
  if (scale > LEAST) document.documentElement.style.setProperty("--scale", String(scale));
  document.documentElement.toggleAttribute("data-scaled", scale > LEAST);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(how));
  } catch {
    // as above
  }
}

// Escape closes the menu that the navigation is on a narrow screen, and the focus goes back to it.
{
  const MENU = "[data-testid=stSidebar][data-collapsed=false]";
  const CLOSES = `${MENU} button[aria-expanded=true]`;
  const OPENS = "[data-testid=stExpandSidebarButton]";
  /** @type {(selector: string) => HTMLElement | null} */
  const find = (selector) => document.querySelector(selector);
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || innerWidth >= 768 || !find(MENU)) return;
    find(CLOSES)?.click();
    requestAnimationFrame(() => find(OPENS)?.focus());
  });
}

// Streamlit has its icons loaded at once, 375 kB that most pages show none of. An icon that is shown
// has them loaded all the same.
{
  const ICONS = "Material Symbols";
  const load = document.fonts.load.bind(document.fonts);
  document.fonts.load = (font, text) => (font.includes(ICONS) ? Promise.resolve([]) : load(font, text));
}
