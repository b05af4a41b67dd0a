// A sheet to fill in. The browser owns the texts of the fields, and Python marks them.

import { findFocus } from "../../exhibit/stage.js";
import { fill } from "../markup/morph.js";
import { keepByPlace } from "../markup/places.js";
import { whenReleased } from "../markup/press.js";
import { readDraft, saveDraft } from "./drafts.js";
import { announce, isRight, paintMessage, paintVerdict } from "./marks.js";

const sheets = keepByPlace((place) => new Sheet(place.querySelector(".sheet")));

export default function ({ parentElement, data, acts }) {
  const sheet = sheets.at(parentElement);
  sheet.receive(data, acts);
  return sheets.cleanup(parentElement);
}

class Sheet {
  constructor(root) {
    this.root = root;
    root.addEventListener("focusout", ({ target }) => this.onLeave(target));
    root.addEventListener("focusin", ({ target }) => this.onEnter(target));
    root.addEventListener("keydown", (event) => this.onKeyDown(event));
    root.addEventListener("input", ({ target }) => this.onInput(target));
    root.addEventListener("click", ({ target }) => this.press(target.closest("button")));
  }

  // --- Data from Python ----------------------------------------------------------------------

  receive(data, acts) {
    const another = data.form !== this.data?.form;
    this.data = data;
    this.acts = acts;
    this.root.dataset.form = data.form;
    this.root.setAttribute("aria-labelledby", `asks-${data.form}`);
    if (acts.idle) this.marked = data.marks;
    if (another) this.start();
    if (data.state === "closed") this.fill();
    else if (acts.idle) this.fill(this.fields.filter(({ value }) => !value));
    this.paint();
    if (acts.idle) this.announce();
  }

  start() {
    this.marked = this.data.marks;
    this.at = undefined;
    const acts = Object.entries(this.data.acts ?? { check: "Check", hint: "Hint" });
    const css = (act) => (act === "check" ? "plain-button strong" : "plain-button");
    const button = ([act, text]) => `<button type="button" class="${css(act)}" data-act="${act}">${text}</button>`;
    const html = `${this.data.html}
      <div class="sheet-acts">${acts.map(button).join(" ")}</div>
      <p class="for-screen-readers" role="status"></p>`;
    const isFirst = !this.fields; // the visitor may have typed before this script was loaded
    if (isFirst) fill(this.root, html);
    else this.root.innerHTML = html;
    this.status = this.root.querySelector("[role=status]");
    this.fields = /** @type {HTMLInputElement[]} */ ([...this.root.querySelectorAll("input[data-cell]")]);
    const early = isFirst ? this.fields.map(({ value }) => value) : [];
    this.fill();
    this.restore();
    for (const [at, text] of early.entries()) if (text) this.fields[at].value = text;
    this.announced = null; // the marks of a new sheet are not news
    this.announce();
  }

  // Put the texts back that were typed but not sent before the page was left.
  restore() {
    const texts = readDraft(this.data.place, this.data.form);
    for (const field of this.fields) {
      const text = texts[field.dataset.cell];
      if (typeof text === "string") field.value = text;
    }
  }

  // Fill fields with Python's texts. The text in the focused field is selected, so that typing replaces it.
  fill(fields = this.fields) {
    for (const field of fields) {
      field.value = field.dataset.sent = this.data.texts[field.dataset.cell] ?? "";
      if (field === findFocus(field)) field.select();
    }
  }

  paint() {
    const closed = this.data.state === "closed";
    for (const field of this.fields) {
      field.readOnly = closed;
      paintVerdict(field, this.findMark(field));
    }
    for (const button of this.root.querySelectorAll(".sheet-acts button")) {
      button.disabled = closed;
    }
    for (const row of this.root.querySelectorAll("tr.message")) {
      paintMessage(row, (field) => this.findMark(field));
    }
    this.root.dataset.marked = String(this.acts.idle);
  }

  announce() {
    this.announced = announce(this.status, this.fields, this.marked, this.announced, this.isChecking);
    this.isChecking = false;
  }

  // Return true if a field has the text that was marked. A changed text has no verdict.
  isCurrent(field) {
    return field.value === field.dataset.sent;
  }

  findMark(field) {
    return this.isCurrent(field) ? this.marked[field.dataset.cell] : undefined;
  }

  // --- Events --------------------------------------------------------------------------------

  onEnter(target) {
    if (target.dataset.cell) this.at = target.dataset.cell;
  }

  onInput(field) {
    if (!field.dataset.cell) return;
    saveDraft(this.data.place, this.data.form, this.texts);
    paintVerdict(field, undefined);
    paintMessage(field.closest("tr").nextElementSibling, (other) => this.findMark(other));
  }

  async onLeave(field) {
    if (!field.dataset.cell) return;
    await whenReleased();
    const changed = field.isConnected && field.value !== field.dataset.sent;
    if (changed && this.data.state === "open") this.send("left", field.dataset.cell);
  }

  press(button) {
    if (!button || button.disabled) return;
    const { act } = button.dataset;
    this.send(act, act === "check" ? null : (this.at ?? this.findOpenCell()));
  }

  findOpenCell() {
    const open = ({ dataset }) => !isRight(this.marked[dataset.cell]);
    return (this.fields.find(open) ?? this.fields[0]).dataset.cell;
  }

  // Send all texts. A waiting message about a field that was left is dropped, because this one includes it.
  send(why, cell = null) {
    for (const field of this.fields) field.dataset.sent = field.value;
    this.root.dataset.marked = "false";
    this.status.textContent = ""; // a screen reader says nothing about a text that stays the same
    this.isChecking ||= why === "check";
    const { form } = this.data;
    this.acts.add({ why, cell, form, texts: this.texts }, (entry) => entry.why === "left");
  }

  get texts() {
    return Object.fromEntries(this.fields.map(({ dataset, value }) => [dataset.cell, value]));
  }

  // Move the focus. Enter moves to the next field, and after the last one it checks the sheet. The arrow keys move
  // along a column, and from its end to the next column.
  onKeyDown(event) {
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
