// Small helpers: buttons, numbers, and the learner's drafts in this browser.

import { makeElement } from "../../exhibit/make.js";
import { formatNumber as rounded } from "../markup/numerals.js";
import { onForget, read, write } from "../../exhibit/storage.js";

export const makeButton = (text, onclick, attributes = {}) =>
  makeElement("button", { type: "button", class: "plain-button", onclick, ...attributes }, text);

const useMinusSign = (text) => text.replace("-", "\u2212");

/** Format a number as the rest of the page does, and NaN or an infinity as JavaScript does. @param {number} value */
export const formatLabNumber = (value) => (Number.isFinite(value) ? rounded(value) : useMinusSign(String(value)));

// Return true if a value is right, apart from rounding.
export const isEqual = (value, exact) => Math.abs(value - exact) < 1e-9 * Math.max(1, Math.abs(exact));

// Format a value and the exact one with three decimals, or with as many more as tell a wrong value from the exact one.
/** @param {number} value @param {number} exact @returns {string[]} */
export function formatToCompare(value, exact) {
  const both = (digits) => [value, exact].map((one) => (Number.isFinite(one) ? rounded(one, digits) : formatLabNumber(one)));
  let digits = 3;
  if (!isEqual(value, exact)) while (digits < 12 && both(digits)[0] === both(digits)[1]) digits += 1;
  return both(digits);
}

// --- The learner's drafts and passed steps ---------------------------------------------------

const values = new Map(); // the values that the browser does not store
onForget(() => values.clear());

export const loadValue = (name) => (values.has(name) ? values.get(name) : read("program", name));

export function saveValue(name, value) {
  if (write("program", value, name)) values.delete(name);
  else values.set(name, value);
}
