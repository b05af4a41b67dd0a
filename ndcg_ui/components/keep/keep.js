// Reads a value from localStorage once, says what it found, and stores what Python sends.

import { places } from "../ndcg-tutor.markup/places.js";

const stores = places(() => ({}));
const PREFIX = "ndcg-tutor:";

export default function ({ parentElement, data, setStateValue }) {
  const kept = stores.at(parentElement);
  const text = JSON.stringify(data.value);
  if (data.value === null && kept.text === undefined) {
    const value = read(data.name);
    kept.text = JSON.stringify(value);
    setStateValue("found", { value });
  } else if (data.value !== null && text !== kept.text) {
    kept.text = text;
    write(data.name, text);
    setStateValue("found", { value: data.value }); // a restarted server is told this, not the first
  }
  return stores.leaving(parentElement);
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

function write(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // Storage is full or switched off: the value lasts as long as the page.
  }
}
