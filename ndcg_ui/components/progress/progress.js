// Keeps the learner's progress in localStorage: answers each asker once, stores what Python sends,
// and tells Python when another tab has stored something.

import { places } from "../ndcg-tutor.markup/places.js";
import { tellAnswers } from "../ndcg-tutor.reconnect/answers.js";
import { connected } from "../ndcg-tutor.reconnect/connected.js";

const NAME = "ndcg-tutor:progress";
const QUIET = 500; // ms without a change after which the component's own value is renewed
const keepers = places(
  () => new Keeper(),
  (keeper) => keeper.unmount(),
);

export default function ({ parentElement, data, setStateValue }) {
  const keeper = keepers.at(parentElement);
  keeper.send = (value) => setStateValue("stored", value);
  keeper.receive(data);
  return keepers.leaving(parentElement);
}

class Keeper {
  constructor() {
    this.sent = 0;
    connected();
    this.onStorage = ({ key }) => {
      if (key === NAME && read() !== this.text) this.tell("tab");
    };
    addEventListener("storage", this.onStorage);
  }

  unmount() {
    clearTimeout(this.timer);
    removeEventListener("storage", this.onStorage);
  }

  receive({ answers, ...data }) {
    this.keep(data);
    tellAnswers(answers);
  }

  keep({ asker, value }) {
    const another = asker !== this.asker;
    this.asker = asker;
    if (value === null) {
      if (another || this.text === undefined) this.tell("asked");
      return;
    }
    const text = JSON.stringify(value);
    if (text === this.text) return;
    this.text = text;
    write(text);
    // The browser re-sends this component's value to a restarted server: keep it fresh.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell("echo"), QUIET);
  }

  tell(kind) {
    clearTimeout(this.timer);
    if (kind !== "asked" && !connected()) {
      this.timer = setTimeout(() => this.tell(kind), QUIET);
      return;
    }
    this.text = read() ?? this.text ?? null;
    const seq = `${Date.now().toString(36)}-${++this.sent}`;
    this.send({ asker: this.asker, kind, seq, value: parsed(this.text) });
  }
}

function read() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function write(text) {
  try {
    localStorage.setItem(NAME, text);
  } catch {
    // Storage is full or switched off: progress lasts as long as the page.
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
