// A status line at the foot of every page. It reports a lost connection, if the browser is offline or a request
// has no answer (asking.js). Otherwise it reports a new version of the app (version.js). It is part of the first
// script, so it also works if other scripts do not load.

const AWAY = "No connection. Trying again…";

// Adds a line with a text at the foot of the page.
export function addStatusLine(text = "") {
  const line = Object.assign(document.createElement("p"), { className: "away", role: "status" });
  document.addEventListener("readystatechange", () => document.body.append(line), { once: true });
  line.textContent = text;
  return line;
}

/** @param {string} [sentence] what to show during a wait on a page that needs no connection */
export function mountBand(sentence) {
  const line = addStatusLine();
  const causes = new Set();
  let news = "";
  const show = () => (line.textContent = causes.size ? (sentence ?? AWAY) : news);
  const tell = (cause, away) => {
    if (away) causes.add(cause);
    else causes.delete(cause);
    show();
  };
  const look = () => tell("offline", !navigator.onLine);
  document.addEventListener("ndcg:away", ({ detail: { cause, away } }) => tell(cause, away));
  document.addEventListener("ndcg:news", ({ detail }) => {
    news = detail;
    show();
  });
  if (sentence) return;
  for (const name of ["offline", "online"]) addEventListener(name, look);
  look();
}
