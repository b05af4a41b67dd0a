// Small helpers: buttons, numbers, and what this browser keeps.

import { make } from "../../exhibit/make.js";
import { number as rounded } from "../markup/numerals.js";
import { read, write } from "../../exhibit/storage.js";

export const button = (text, onclick, attributes = {}) =>
  make("button", { type: "button", class: "plain-button", onclick, ...attributes }, text);

const signed = (text) => text.replace("-", "\u2212");

/** As everywhere on the page; what is no number as JavaScript has it. @param {number} value */
export const number = (value) => (Number.isFinite(value) ? rounded(value) : signed(String(value)));

// Three decimals, or as many as it takes to tell the two apart.
export function against(value, other) {
  if (!Number.isFinite(value) || value === other || number(value) !== number(other)) {
    return number(value);
  }
  return signed(String(Number(value.toPrecision(12))));
}

// --- What the learner typed and passed -------------------------------------------------------

const PREFIX = "ndcg-tutor.code.";
const here = new Map();

export const load = (name) => (here.has(name) ? here.get(name) : read("localStorage", PREFIX + name));

export function save(name, value) {
  here.set(name, value);
  write("localStorage", PREFIX + name, value);
}
