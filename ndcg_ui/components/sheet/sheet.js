// A sheet to fill in. The fields are the browser's while a person writes; Python marks them.

import { focusIn } from "../../exhibit/stage.js";
import { places } from "../markup/places.js";
import { whenReleased } from "../markup/press.js";
import { draft, drafted } from "./drafts.js";
import { announce, paintMessage, paintVerdict } from "./marks.js";

const sheets = places((place) => new Sheet(place.querySelector(".sheet")));

export default function ({ parentElement, data, acts }) {
  const sheet = sheets.at(parentElement);
  sheet.receive(data, acts);
  return sheets.leaving(parentElement);
}

class Sheet {
  constructor(root) {
    this.root = root;
    root.addEventListener("focusout", ({ target }) => this.left(target));
    root.addEventListener("focusin", ({ target }) => this.entered(target));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("input", ({ target }) => this.changed(target));
    root.addEventListener("click", ({ target }) => this.act(target.closest("button")));
  }

  // --- Data from Python ----------------------------------------------------------------------

  receive(data, acts) {
    const another = data.form !== this.data?.form;
    const before = another ? {} : this.marked;
    this.data = data;
    this.acts = acts;
    this.root.dataset.form = data.form;
    this.root.setAttribute("aria-labelledby", `asks-${data.form}`);
    if (acts.idle) this.marked = data.marks;
    if (another) this.start();
    if (data.state === "closed") this.fill();
    else if (acts.idle) this.fill(this.fields.filter(({ value }) => !value));
    this.paint();
    if (!another) announce(this.root, this.fields, this.marked, before);
  }

  start() {
    this.marked = this.data.marks;
    this.at = undefined;
    const acts = Object.entries(this.data.acts ?? { check: "Check", hint: "Hint" });
    const css = (act) => (act === "check" ? "plain-button strong" : "plain-button");
    const button = ([act, text]) => `<button type="button" class="${css(act)}" data-act="${act}">${text}</button>`;
    this.root.innerHTML = `${this.data.html}
      <div class="sheet-acts">${acts.map(button).join(" ")}</div>
      <p class="for-screen-readers" role="status"></p>`;
    this.fields = [...this.root.querySelectorAll("input[data-cell]")];
    this.fill();
    if (this.data.state === "open") this.restore();
  }

  // What was written before the page was left, and had not been sent.
  restore() {
    const texts = drafted(this.data.place, this.data.form);
    for (const field of this.fields) {
      const text = texts[field.dataset.cell];
      if (typeof text === "string") field.value = text;
    }
  }

  // What comes into the field that somebody is about to write in is selected: writing replaces it.
  fill(fields = this.fields) {
    for (const field of fields) {
      field.value = field.dataset.sent = this.data.texts[field.dataset.cell] ?? "";
      if (field === focusIn(field)) field.select();
    }
  }

  paint() {
    const closed = this.data.state === "closed";
    for (const field of this.fields) {
      field.readOnly = closed;
      paintVerdict(field, this.markOf(field));
    }
    for (const button of this.root.querySelectorAll(".sheet-acts button")) {
      button.disabled = closed;
    }
    for (const row of this.root.querySelectorAll("tr.message")) {
      paintMessage(row, (field) => this.markOf(field));
    }
    this.root.dataset.marked = String(this.acts.idle);
  }

  // A verdict belongs to the text that was marked; it goes when the text is changed.
  current(field) {
    return field.value === field.dataset.sent;
  }

  markOf(field) {
    return this.current(field) ? this.marked[field.dataset.cell] : undefined;
  }

  // --- What the person does ------------------------------------------------------------------

  entered(target) {
    if (target.dataset.cell) this.at = target.dataset.cell;
  }

  changed(field) {
    if (!field.dataset.cell) return;
    draft(this.data.place, this.data.form, this.texts);
    paintVerdict(field, undefined);
    paintMessage(field.closest("tr").nextElementSibling, (other) => this.markOf(other));
  }

  async left(field) {
    if (!field.dataset.cell) return;
    await whenReleased();
    const changed = field.isConnected && field.value !== field.dataset.sent;
    if (changed && this.data.state === "open") this.send("left", field.dataset.cell);
  }

  act(button) {
    if (!button || button.disabled) return;
    const { act } = button.dataset;
    this.send(act, act === "check" ? null : (this.at ?? this.firstOpen()));
  }

  firstOpen() {
    const open = ({ dataset }) => !["right", "carried"].includes(this.marked[dataset.cell]?.verdict);
    return (this.fields.find(open) ?? this.fields[0]).dataset.cell;
  }

  // What a field was left with is part of whatever is sent after it.
  send(why, cell = null) {
    for (const field of this.fields) field.dataset.sent = field.value;
    this.root.dataset.marked = "false";
    const { form } = this.data;
    this.acts.add({ why, cell, form, texts: this.texts }, (entry) => entry.why === "left");
  }

  get texts() {
    return Object.fromEntries(this.fields.map(({ dataset, value }) => [dataset.cell, value]));
  }

  // Enter goes to the next field, and checks from the last; the arrows go up and down a column, and on
  // from its end.
  key(event) {
    const { target, key } = event;
    const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[key];
    if (!target.dataset.cell || !by) return;
    event.preventDefault();
    const column = ({ dataset }) => key === "Enter" || dataset.cell.replace(/\.\d+$/, "");
    const mates = this.fields.filter((field) => column(field) === column(target));
    const [next] = [mates, this.fields].flatMap((fields) => fields[fields.indexOf(target) + by] ?? []);
    if (next) next.focus();
    else if (key === "Enter") this.send("check");
  }
}
