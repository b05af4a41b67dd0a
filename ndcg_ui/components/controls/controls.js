// The settings of a board, and its ranking as text to type over: what is chosen or typed is an act.

import { focusIn } from "../../exhibit/stage.js";
import { echo } from "../markup/buttons.js";
import { fill } from "../markup/morph.js";
import { places } from "../markup/places.js";
import { whenReleased } from "../markup/press.js";

const RANKING = "r"; // the field with the ranking
const all = places((place) => new Controls(place.querySelector(".controls-place")));

export function controls({ parentElement, data, acts }) {
  all.at(parentElement).receive(data, acts);
}

class Controls {
  constructor(root) {
    this.root = root;
    this.written = {}; // the values as Python wrote them last
    this.sent = {}; // the texts that Python was sent, or has written, last
    root.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("input", ({ target }) => echo(target));
    root.addEventListener("change", async ({ target }) => {
      await whenReleased(); // it may have been leaving a field
      this.send(target, this.sent);
    });
    root.addEventListener("keydown", ({ key, target, isComposing }) => {
      if (key === "Enter" && !isComposing) this.send(target, this.written); // one that was refused, too
    });
  }

  // What is being typed stays until it is sent, and what was refused until something else is there.
  receive({ html, values, refused }, acts) {
    const first = !this.acts;
    if (acts) this.acts = acts; // else it shows what an order would come to
    const early = first ? this.fields().filter(differs) : []; // chosen before this script was there
    fill(this.root, html);
    const news = Object.keys(values).filter((name) => values[name] !== this.written[name]);
    for (const field of this.fields()) {
      const { name } = field;
      if (chosen(field)) field.checked = field.value === values[name];
      else field.setAttribute("aria-invalid", String(refused === name));
      const typing = field === focusIn(field) && field.value !== this.sent[name];
      if (!news.includes(name) || chosen(field) || early.includes(field)) continue;
      if (first || !typing) field.value = values[name];
    }
    for (const field of this.fields()) echo(field);
    for (const name of news) this.sent[name] = values[name];
    this.written = values;
    for (const field of early) if (field !== focusIn(field)) this.send(field, this.sent);
  }

  fields() {
    const form = /** @type {HTMLFormElement | null} */ (this.root.querySelector("form"));
    return /** @type {HTMLInputElement[]} */ ([...(form?.elements ?? [])]).filter(({ name }) => name);
  }

  send(field, before) {
    const { name, value, validity } = field;
    const off = field.type === "checkbox" && !field.checked;
    const text = validity.badInput ? "not a number" : off ? "" : value;
    if (!name || text === before[name]) return;
    this.sent[name] = text;
    this.acts.add(name === RANKING ? { do: "type", text } : { do: "set", name, value: text });
    if (!this.acts.idle) field.closest(".control, label").ariaBusy = "true"; // until the answer is drawn
  }
}

const chosen = ({ type }) => type === "radio" || type === "checkbox";

// Whether it shows something else than what the server wrote into it.
function differs(field) {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return !field.options[field.selectedIndex]?.defaultSelected;
  return field.value !== field.defaultValue;
}
