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

// Call figure.later() once pointer, keys and page have rested.
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
const ready = new Set();

// Plotly if it is there; otherwise null, and `then` is called when it has come.
export function loadPlotly(url, then) {
  if (globalThis.Plotly) return globalThis.Plotly;
  if (!ready.size) onceThePageIsThere(() => whenIdle(() => addScript(url), { timeout: 500 }));
  ready.add(then);
  return null;
}

// Behind the server's first screen the board is being built: that comes before any chart.
function onceThePageIsThere(work) {
  if (document.getElementById("first-screen")) requestAnimationFrame(() => onceThePageIsThere(work));
  else work();
}

function addScript(url) {
  const script = document.createElement("script");
  script.src = url;
  script.onload = settle;
  // The sentences stand; the next change of a figure asks for the script again.
  script.onerror = () => {
    script.remove();
    ready.clear();
  };
  document.head.append(script);
}

function settle() {
  const callbacks = [...ready];
  ready.clear();
  for (const callback of callbacks) callback();
}
