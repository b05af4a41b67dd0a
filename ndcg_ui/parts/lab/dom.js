// Small helpers: buttons, numbers, and what this browser keeps.

import { make } from "../markup/make.js";
import { read, write } from "../markup/storage.js";

export const button = (text, onclick, attributes = {}) =>
  make("button", { type: "button", class: "plain-button", onclick, ...attributes }, text);

export function number(value) {
  if (!Number.isFinite(value)) return String(value);
  const huge = Math.abs(value) >= 1e9;
  return (huge ? value.toExponential(3) : value.toFixed(3)).replace("-", "\u2212");
}

// Three decimals, or as many as it takes to tell the two apart.
export function against(value, other) {
  if (!Number.isFinite(value) || value === other || number(value) !== number(other)) {
    return number(value);
  }
  return String(Number(value.toPrecision(12))).replace("-", "\u2212");
}

// --- What the learner typed and passed -------------------------------------------------------

const PREFIX = "ndcg-tutor.code.";
const here = new Map();

export const load = (name) => (here.has(name) ? here.get(name) : read("localStorage", PREFIX + name));

export function save(name, value) {
  here.set(name, value);
  write("localStorage", PREFIX + name, value);
}
