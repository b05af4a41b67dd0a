// The status line of every page. It reports a lost connection, a busy server, or a request that has
// no answer yet (asking.js). Otherwise it reports a new version of the app (version.js). It is part of the first
// script, so it also works if other scripts do not load.

const WAITS = new Map([
  ["lost", "No connection. Trying again…"],
  ["busy", "The server is busy. Trying again…"],
  ["slow", "Still waiting for an answer…"],
]); // the most urgent first

// Add a status line with a text to the page, and return it.
export function addStatusLine(text = "") {
  const line = Object.assign(document.createElement("p"), { className: "away", role: "status" });
  document.addEventListener("readystatechange", () => document.body.append(line), { once: true });
  line.textContent = text;
  return line;
}

/** @param {string} [sentence] what to show during a wait on a page that needs no connection */
export function mountBand(sentence) {
  const line = addStatusLine();
  const waits = new Map(); // the wait of each cause
  let news = "";
  const show = () => {
    const now = [...waits.values()];
    const worst = [...WAITS.keys()].find((wait) => now.includes(wait));
    line.textContent = worst ? (sentence ?? WAITS.get(worst)) : news;
  };
  const setWait = (cause, wait) => {
    if (wait) waits.set(cause, wait);
    else waits.delete(cause);
    show();
  };
  const reportConnection = () => setWait("offline", navigator.onLine ? "" : "lost");
  document.addEventListener("ndcg:wait", ({ detail: { cause, wait } }) => setWait(cause, wait));
  document.addEventListener("ndcg:news", ({ detail }) => {
    news = detail;
    show();
  });
  if (sentence) return;
  for (const name of ["offline", "online"]) addEventListener(name, reportConnection);
  reportConnection();
}
