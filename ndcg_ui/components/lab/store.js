// What the learner typed and passed, kept in this browser only; where it keeps nothing, until the
// page is left.

const PREFIX = "ndcg-tutor.code.";
const here = new Map();

export function load(name, otherwise = null) {
  if (here.has(name)) return here.get(name);
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function save(name, value) {
  here.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // full, or forbidden
  }
}
