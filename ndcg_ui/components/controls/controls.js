// The settings of a board, and its ranking as an editable text. Each change of a field is sent as an act.

import { findFocus } from "../../exhibit/stage.js";
import { fill } from "../markup/morph.js";
import { keepByPlace } from "../markup/places.js";
import { whenReleased } from "../markup/press.js";

const RANKING = "r"; // the field with the ranking
const all = keepByPlace((place) => new Controls(place.querySelector(".controls-place")));

export function mountControls({ parentElement, data, acts }) {
  all.at(parentElement).receive(data, acts);
}

class Controls {
  constructor(root) {
    this.root = root;
    this.serverValues = {}; // the latest values from Python
    this.sent = {}; // the latest value of each field that was sent to Python or came from it
    root.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("change", async ({ target }) => {
      await whenReleased(); // a press elsewhere may have ended the edit (press.js)
      this.send(target, this.sent);
    });
    root.addEventListener("keydown", ({ key, target, isComposing }) => {
      if (key === "Enter" && !isComposing) this.send(target, this.serverValues); // also repeats a refused value
    });
  }

  // Show new settings. A text that is being typed stays until it is sent, and a refused text stays until
  // Python sends another value.
  receive({ html, values, refused = "" }, acts) {
    const first = !this.acts;
    if (acts) this.acts = acts; // a preview has none
    const early = first ? this.listFields().filter(isChanged) : []; // changed before this script was loaded
    fill(this.root, html);
    const news = Object.keys(values).filter((name) => values[name] !== this.serverValues[name]);
    for (const field of this.listFields()) {
      const { name } = field;
      if (isChoice(field)) field.checked = field.value === values[name];
      else field.setAttribute("aria-invalid", String(refused.split(" ").includes(name)));
      const typing = field === findFocus(field) && field.value !== this.sent[name];
      if (!news.includes(name) || isChoice(field) || early.includes(field)) continue;
      if (first || !typing) field.value = values[name];
    }
    for (const name of news) this.sent[name] = values[name];
    this.serverValues = values;
    for (const field of early) if (field !== findFocus(field)) this.send(field, this.sent);
  }

  listFields() {
    const form = /** @type {HTMLFormElement | null} */ (this.root.querySelector("form"));
    return /** @type {HTMLInputElement[]} */ ([...(form?.elements ?? [])]).filter(({ name }) => name);
  }

  send(field, before) {
    const { name, value, validity } = field;
    const off = field.type === "checkbox" && !field.checked;
    let text = off ? "" : value;
    if (validity.badInput) text = "not a number";
    if (!name || text === before[name]) return;
    this.sent[name] = text;
    this.acts.add(name === RANKING ? { do: "type", text } : { do: "set", name, value: text });
    if (!this.acts.idle) field.closest(".control, label").ariaBusy = "true"; // until the answer is shown
  }
}

const isChoice = ({ type }) => type === "radio" || type === "checkbox";

// Return true if a field differs from the value in the server's HTML.
function isChanged(field) {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return !field.options[field.selectedIndex]?.defaultSelected;
  return field.value !== field.defaultValue;
}
