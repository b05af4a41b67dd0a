// What Python has heard, by the name of who said it, where it tells that with what the browser keeps
// (confirming.py): only what is kept counts as heard, and what is shown must take account of it.

const heard = new Map();
const listeners = new Set();

// Whether `name`, who was told `data`, need not say again what it said as `seq`.
export const isHeard = (name, seq, { answered, kept }) =>
  answered === seq && (kept !== "later" || heard.get(name) === seq);

export function tellAnswers(answers) {
  for (const [name, seq] of Object.entries(answers)) heard.set(name, seq);
  for (const listener of [...listeners]) listener();
}

// Calls `listener` each time something was told; returns how to stop that.
export function onAnswers(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
