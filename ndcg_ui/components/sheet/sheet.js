// A sheet to fill in. The fields are the browser's while a person writes; Python marks them.

import { places } from "../ndcg-tutor.markup/places.js";
import { Outbox } from "../ndcg-tutor.reconnect/outbox.js";
import { draft, drafted } from "./drafts.js";

const sheets = places(
  (place) => new Sheet(place.querySelector(".sheet")),
  (sheet) => sheet.leave(),
);

export default function ({ parentElement, data, setStateValue }) {
  const sheet = sheets.at(parentElement);
  sheet.transmit = (entry) => setStateValue("event", entry);
  sheet.receive(data);
  return sheets.leaving(parentElement);
}

class Sheet {
  /** @type {(event: object) => void} */
  transmit;

  constructor(root) {
    this.root = root;
    this.outbox = new Outbox((entry) => this.transmit(entry), {
      write: (entry) => this.write(entry),
      acknowledged: () => this.receive(this.data),
    });
    root.addEventListener("focusout", ({ target }) => this.left(target));
    root.addEventListener("focusin", ({ target }) => this.entered(target));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("input", ({ target }) => this.changed(target));
    root.addEventListener("click", ({ target }) => this.act(target.closest("button")));
  }

  // --- Data from Python ----------------------------------------------------------------------

  receive(data) {
    const another = data.form !== this.data?.form;
    const before = another ? {} : this.marked;
    if (another) this.leave();
    this.data = data;
    this.root.dataset.form = data.form;
    this.outbox.acknowledge(data);
    if (!this.outbox.underWay) this.marked = data.marks;
    if (another) this.start();
    if (another) this.resume();
    if (data.state === "closed") this.fill();
    this.outbox.proceed();
    this.paint();
    if (!another) this.tell(before);
  }

  // The page is drawn anew, or shows another form for a while: a restarted server does not know at
  // once where the learner is.
  leave() {
    if (this.data) this.outbox.leave(this.name);
  }

  resume() {
    const { outbox } = this;
    outbox.resume(this.name);
    outbox.acknowledge(this.data);
    if (this.data.state !== "open") outbox.clear();
    if (!outbox.underWay) return;
    for (const field of this.fields) {
      field.value = field.dataset.sent = outbox.underWay.texts[field.dataset.cell];
    }
  }

  get name() {
    return `${this.data.place} ${this.data.form}`;
  }

  // Says each new verdict in words to a screen reader.
  tell(before) {
    const told = this.fields
      .map((field) => ({ field, mark: this.marked[field.dataset.cell] }))
      .filter(({ field, mark }) => mark && mark.verdict !== before[field.dataset.cell]?.verdict)
      .map(({ field, mark }) => `${field.ariaLabel}: ${mark.verdict}. ${mark.message}`);
    if (told.length) this.root.querySelector("[role=status]").textContent = told.join(" ");
  }

  start() {
    this.marked = this.data.marks;
    this.at = undefined;
    this.root.innerHTML = `${this.data.html}
      <div class="sheet-acts">
        <button type="button" class="plain-button strong" data-act="check">Check</button>
        <button type="button" class="plain-button" data-act="hint">Hint</button>
      </div>
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

  fill() {
    for (const field of this.fields) {
      field.value = field.dataset.sent = this.data.texts[field.dataset.cell] ?? "";
    }
  }

  paint() {
    const closed = this.data.state === "closed";
    for (const field of this.fields) {
      field.readOnly = closed;
      this.paintVerdict(field, this.current(field) ? this.marked[field.dataset.cell] : undefined);
    }
    for (const button of this.root.querySelectorAll(".sheet-acts button")) {
      button.disabled = closed;
    }
    for (const row of this.root.querySelectorAll("tr.message")) this.paintMessage(row);
    this.root.dataset.acknowledged = this.data.acknowledged ?? "";
  }

  // A verdict belongs to the text that was marked; it goes when the text is changed.
  current(field) {
    return field.value === field.dataset.sent;
  }

  paintVerdict(field, mark) {
    const place = field.parentElement.querySelector(".verdict-at");
    const verdict = mark?.verdict ?? "";
    if (place.dataset.shown === verdict) return;
    place.dataset.shown = verdict;
    field.classList.toggle("is-wrong", verdict === "wrong");
    field.setAttribute("aria-invalid", String(verdict === "wrong" || verdict === "invalid"));
    place.innerHTML = verdict
      ? `<span class="verdict" data-testid="verdict" data-cell="${field.dataset.cell}"
          data-verdict="${verdict}">${verdict}</span>`
      : "";
  }

  paintMessage(row) {
    const fields = row.previousElementSibling.querySelectorAll("input[data-cell]");
    const said = [...fields]
      .filter((field) => this.current(field))
      .map((field) => ({ field, text: this.marked[field.dataset.cell]?.message }))
      .filter(({ text }) => text);
    // Two cells of one row are told apart by their columns.
    const named = ({ field, text }) => (said.length > 1 ? `${this.column(field)}: ${text}` : text);
    const text = said.map(named).join(" ");
    if (row.firstElementChild.textContent !== text) row.firstElementChild.textContent = text;
    row.hidden = !text;
    tie(row.firstElementChild, fields, said.map(({ field }) => field));
  }

  column(field) {
    const { cellIndex } = field.closest("td");
    const head = field.closest("table").tHead.rows[0].cells[cellIndex].textContent;
    return head[0].toUpperCase() + head.slice(1);
  }

  // --- What the person does ------------------------------------------------------------------

  entered(target) {
    if (target.dataset.cell) this.at = target.dataset.cell;
  }

  changed(field) {
    if (!field.dataset.cell) return;
    draft(this.data.place, this.data.form, this.texts);
    this.paintVerdict(field, undefined);
    this.paintMessage(field.closest("tr").nextElementSibling);
  }

  left(field) {
    const changed = field.dataset.cell && field.value !== field.dataset.sent;
    if (changed && this.data.state === "open") this.send("left", field.dataset.cell);
  }

  act(button) {
    if (!button || button.disabled) return;
    if (button.dataset.act === "check") this.send("check");
    else this.send("hint", this.at ?? this.firstOpen());
  }

  firstOpen() {
    const open = ({ dataset }) => !["right", "carried"].includes(this.marked[dataset.cell]?.verdict);
    return (this.fields.find(open) ?? this.fields[0]).dataset.cell;
  }

  // What a field was left with is part of whatever is sent after it.
  send(why, cell = null) {
    this.outbox.add({ why, cell }, (entry) => entry.why === "left");
  }

  get texts() {
    return Object.fromEntries(this.fields.map(({ dataset, value }) => [dataset.cell, value]));
  }

  write(entry) {
    for (const field of this.fields) field.dataset.sent = field.value;
    return { ...entry, form: this.data.form, texts: this.texts };
  }

  // Enter goes to the next field, and checks from the last; the arrows go up and down a column.
  key(event) {
    const { target } = event;
    if (!target.dataset.cell) return;
    const at = this.fields.indexOf(target);
    if (event.key === "Enter") {
      event.preventDefault();
      if (at + 1 < this.fields.length) this.fields[at + 1].focus();
      else this.send("check");
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by) {
      event.preventDefault();
      this.neighbour(target, by)?.focus();
    }
  }

  neighbour(field, by) {
    const column = (cell) => cell.replace(/\.\d+$/, "");
    const mates = this.fields.filter(
      ({ dataset }) => column(dataset.cell) === column(field.dataset.cell),
    );
    const mate = mates[mates.indexOf(field) + by];
    return mate ?? this.fields[this.fields.indexOf(field) + by];
  }
}

let messages = 0;

// A field that something is said of names where that stands.
function tie(message, fields, about) {
  message.id ||= `sheet-message-${++messages}`;
  for (const field of fields) {
    if (about.includes(field)) field.setAttribute("aria-describedby", message.id);
    else field.removeAttribute("aria-describedby");
  }
}
