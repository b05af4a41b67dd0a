// When to work: plotly.js comes once a page and late, and drawing waits until the page has painted.

const waiting = new Set();
let pumping = false;

// Call figure.draw() once the browser has painted what came with the same change: the board and
// the numbers first. One figure per task, so that a long page never blocks for all its charts.
export function whenPainted(figure) {
  waiting.add(figure);
  if (pumping) return;
  pumping = true;
  requestAnimationFrame(() => setTimeout(pump));
}

function pump() {
  const [figure] = waiting;
  waiting.delete(figure);
  try {
    figure.draw();
  } finally {
    pumping = waiting.size > 0;
    if (pumping) setTimeout(pump);
  }
}

// A drawing of Plotly's takes longer than a frame: during a drag it waits until nothing moves, and
// after a drop for the server's answer, which is drawn at once, so that it need not be drawn before.

const REST = 150; // ms
const MOVES = ["pointermove", "pointerup", "keydown", "scroll"];
const resting = new Set();
let timer;
for (const name of MOVES) document.addEventListener(name, () => resting.size && wait(), true);

export function onceAtRest(figure) {
  resting.add(figure);
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const figures = [...resting];
    resting.clear();
    for (const figure of figures) figure.later();
  }, REST);
}

const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));
let coming = null;

// Resolves once Plotly is there; what was lost on the way is asked for again.
/** @param {string} url @param {import("../../exhibit/host.js").Host} host */
export function plotlyFrom(url, host) {
  coming ??= pageIsThere()
    .then(() => new Promise((go) => whenIdle(go, { timeout: 500 })))
    .then(() => host.loadScript(url));
  return coming;
}

// What a page needs to work comes before any chart, but for what does not come.
const PATIENCE = 15_000; // ms
async function pageIsThere() {
  const waits = () => document.readyState !== "complete" && performance.now() < PATIENCE;
  while (waits()) await new Promise(requestAnimationFrame);
}
