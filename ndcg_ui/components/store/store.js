// Keeps a value in localStorage: reports once to each session of the server what is there, stores what
// Python sends, and reports when another tab has stored something. What Python acknowledges with
// a value counts when that is stored.

import { places } from "../ndcg-tutor.markup/places.js";
import { countStored, Outbox } from "../ndcg-tutor.reconnect/outbox.js";

const PREFIX = "ndcg-tutor:";
const QUIET = 500; // ms without a change after which the component's own value is renewed
const keepers = places(
  () => new Keeper(),
  (keeper) => keeper.unmount(),
);

export default function ({ parentElement, data, setStateValue }) {
  const keeper = keepers.at(parentElement);
  keeper.transmit = (event) => setStateValue("event", event);
  keeper.receive(data);
  return keepers.leaving(parentElement);
}

class Keeper {
  /** @type {(event: object) => void} */
  transmit;

  constructor() {
    this.outbox = new Outbox((event) => this.transmit(event), { write: (kind) => this.write(kind) });
    this.onStorage = ({ key }) => {
      if (key === this.key && read(key) !== this.text) this.report("tab");
    };
    addEventListener("storage", this.onStorage);
  }

  unmount() {
    clearTimeout(this.timer);
    this.outbox.clear();
    removeEventListener("storage", this.onStorage);
  }

  receive(data) {
    const { name, session, value, stored } = data;
    const another = session !== this.session;
    this.key = PREFIX + name;
    this.session = session;
    if (another) this.outbox.clear(); // what it has to report, it reports as an answer to this session
    this.outbox.acknowledge(data);
    this.outbox.proceed();
    if (value !== null) this.store(JSON.stringify(value));
    else if (another || this.text === undefined) this.report("asked");
    countStored(stored);
  }

  store(text) {
    if (text === this.text) return;
    this.text = text;
    write(this.key, text);
    // The browser re-sends this component's value to a restarted server: keep it fresh.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report("echo"), QUIET);
  }

  report(kind) {
    clearTimeout(this.timer);
    this.outbox.add(kind, (other) => other === kind);
  }

  write(kind) {
    this.text = read(this.key) ?? this.text ?? null;
    return { kind, session: this.session, value: parsed(this.text) };
  }
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is full or switched off: the value lasts as long as the page.
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
