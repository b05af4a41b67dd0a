// The ranking as text to type over. The board of its group sends it to Python, as it sends a move.

import { places } from "../ndcg-tutor.markup/places.js";

const fields = places((place) => new Field(place.querySelector("input")));

export function field({ parentElement, data }) {
  fields.at(parentElement).receive(data);
  return fields.leaving(parentElement);
}

class Field {
  constructor(input) {
    this.input = input;
    this.written = ""; // the ranking as Python wrote it last
    this.sent = ""; // the text that Python was sent, or has written, last
    input.addEventListener("change", () => this.send(this.sent)); // on leaving the field
    input.addEventListener("keydown", ({ key, isComposing }) => {
      if (key === "Enter" && !isComposing) this.send(this.written); // one that was refused, too
    });
  }

  // What is being typed stays until it is sent, and what was refused until there is another ranking.
  receive({ text, refused, group }) {
    this.group = group;
    this.input.setAttribute("aria-invalid", String(refused));
    if (text === this.written) return;
    const typing = this.input === document.activeElement && this.input.value !== this.sent;
    this.written = this.sent = text;
    if (!typing) this.input.value = text;
  }

  send(known) {
    const text = this.input.value;
    if (text === known) return;
    this.sent = text;
    document.dispatchEvent(new CustomEvent("ndcg:type", { detail: { group: this.group, text } }));
  }
}
