// Delays work on charts: plotly.js is loaded once and late, and drawing waits until the page has painted.

const waiting = new Set();
let isDrawing = false;

// Call figure.draw() after the browser has painted the rest of the change, so that the board and the numbers
// appear first. Each figure has a task of its own, so that many charts do not block the page.
export function drawWhenPainted(figure) {
  waiting.add(figure);
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => setTimeout(drawNext));
}

function drawNext() {
  const [figure] = waiting;
  waiting.delete(figure);
  try {
    figure.draw();
  } finally {
    isDrawing = waiting.size > 0;
    if (isDrawing) setTimeout(drawNext);
  }
}

// Plotly takes longer than a frame to draw. So a preview during a drag is drawn only when nothing has moved for
// REST. After a drop, the server's answer usually arrives first and replaces the preview.

const REST = 150; // ms
const MOVES = ["pointermove", "pointerup", "keydown", "scroll"];
const resting = new Set();
let timer;
for (const name of MOVES) document.addEventListener(name, () => resting.size && restartTimer(), true);

export function drawAtRest(figure) {
  resting.add(figure);
  restartTimer();
}

function restartTimer() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const figures = [...resting];
    resting.clear();
    for (const figure of figures) figure.scheduleDraw();
  }, REST);
}

const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));
let loading = null;

// Return a promise that resolves once Plotly is loaded. A failed load is repeated.
/** @param {string} url @param {import("../../exhibit/host.js").Host} host */
export function loadPlotly(url, host) {
  loading ??= waitForPage()
    .then(() => new Promise((go) => whenIdle(go, { timeout: 500 })))
    .then(() => host.loadScript(url));
  return loading;
}

// The page's other files are loaded before Plotly, unless one of them takes longer than PATIENCE.
const PATIENCE = 15_000; // ms
async function waitForPage() {
  const isLoading = () => document.readyState !== "complete" && performance.now() < PATIENCE;
  while (isLoading()) await new Promise(requestAnimationFrame);
}
