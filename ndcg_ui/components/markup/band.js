// A line on every page, and the band that it is while there is no connection: the browser knows of it, or
// somebody waits for an answer (asking.js). Else it says what is new (version.js). It is there before any
// script that has to be fetched.

const AWAY = "No connection just now. It comes back by itself.";

// A line that says something, at the foot of the page.
export function statusLine(text = "") {
  const line = Object.assign(document.createElement("p"), { className: "away", role: "status" });
  document.addEventListener("readystatechange", () => document.body.append(line), { once: true });
  line.textContent = text;
  return line;
}

/** @param {string} [sentence] where nothing needs a connection: what is said while somebody waits */
export function mountBand(sentence) {
  const line = statusLine();
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
