// What Python has heard, by the name of who said it, where it tells that with what the browser keeps
// (confirming.py): only what is kept counts as heard.

const heard = new Map();
const listeners = new Set();

// The last thing that `name` said and Python has heard, as far as it was told in this way.
export const answeredTo = (name) => heard.get(name);

export function tellAnswers(answers) {
  for (const [name, seq] of Object.entries(answers)) heard.set(name, seq);
  for (const listener of [...listeners]) listener();
}

// Calls `listener` each time something was told; returns how to stop that.
export function onAnswers(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
