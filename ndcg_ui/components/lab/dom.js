// Small helpers: buttons, numbers, and the learner's drafts in this browser.

import { make } from "../../exhibit/make.js";
import { number as rounded } from "../markup/numerals.js";
import { read, write } from "../../exhibit/storage.js";

export const button = (text, onclick, attributes = {}) =>
  make("button", { type: "button", class: "plain-button", onclick, ...attributes }, text);

const useMinusSign = (text) => text.replace("-", "\u2212");

/** Writes a number as the rest of the page does, and NaN or an infinity as JavaScript does. @param {number} value */
export const number = (value) => (Number.isFinite(value) ? rounded(value) : useMinusSign(String(value)));

// Writes a value with three decimals, or with more if it would look equal to `other` without being equal.
export function writeToCompare(value, other) {
  if (!Number.isFinite(value) || value === other || number(value) !== number(other)) {
    return number(value);
  }
  return useMinusSign(String(Number(value.toPrecision(12))));
}

// --- The learner's drafts and passed steps ---------------------------------------------------

const PREFIX = "ndcg-tutor.code.";
const values = new Map(); // also keeps them where the browser stores nothing

export const load = (name) => (values.has(name) ? values.get(name) : read("localStorage", PREFIX + name));

export function save(name, value) {
  values.set(name, value);
  write("localStorage", PREFIX + name, value);
}
