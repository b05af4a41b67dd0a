// Small helpers: buttons, numbers, and the learner's drafts in this browser.

import { makeElement } from "../../exhibit/make.js";
import { formatNumber as rounded } from "../markup/numerals.js";
import { onForget, read, write } from "../../exhibit/storage.js";

export const makeButton = (text, onclick, attributes = {}) =>
  makeElement("button", { type: "button", class: "plain-button", onclick, ...attributes }, text);

const useMinusSign = (text) => text.replace("-", "\u2212");

/** Format a number as the rest of the page does, and NaN or an infinity as JavaScript does. @param {number} value */
export const formatLabNumber = (value) => (Number.isFinite(value) ? rounded(value) : useMinusSign(String(value)));

// Format a value with three decimals, or with more if it would look equal to `other` without being equal.
export function formatToCompare(value, other) {
  if (!Number.isFinite(value) || value === other || formatLabNumber(value) !== formatLabNumber(other)) {
    return formatLabNumber(value);
  }
  return useMinusSign(String(Number(value.toPrecision(12))));
}

// --- The learner's drafts and passed steps ---------------------------------------------------

const values = new Map(); // the values that the browser does not store
onForget(() => values.clear());

export const loadValue = (name) => (values.has(name) ? values.get(name) : read("program", name));

export function saveValue(name, value) {
  if (write("program", value, name)) values.delete(name);
  else values.set(name, value);
}
