// A drawing of Plotly's takes longer than a frame: during a drag it waits until nothing moves, and
// after a drop for the server's answer, which is drawn at once, so that it need not be drawn before.

const REST = 150; // ms
const MOVES = ["pointermove", "pointerup", "keydown", "scroll"];
const waiting = new Set();
let timer;

// Call figure.later() once pointer, keys and page have rested.
export function onceAtRest(figure) {
  if (!waiting.size) for (const name of MOVES) document.addEventListener(name, stillMoving, true);
  waiting.add(figure);
  stillMoving();
}

function stillMoving() {
  clearTimeout(timer);
  timer = setTimeout(atRest, REST);
}

function atRest() {
  for (const name of MOVES) document.removeEventListener(name, stillMoving, true);
  const figures = [...waiting];
  waiting.clear();
  for (const figure of figures) figure.later();
}
