// Asks for a whole run each time the connection has come back, until the page has been run.

import { places } from "../ndcg-tutor.markup/places.js";
import { inSession, onReturn, settled } from "./connected.js";

const RETRY = 10_000; // ms without the run after which it is asked for again: asking cuts it off
const watchers = places(
  () => new Watcher(),
  (watcher) => watcher.end(),
);

export default function ({ parentElement, data, setStateValue }) {
  const watcher = watchers.at(parentElement);
  watcher.send = (asked) => setStateValue("asked", asked);
  watcher.receive(data);
  return watchers.leaving(parentElement);
}

class Watcher {
  /** @type {(asked: string) => void} */
  send;

  constructor() {
    this.times = 0;
    this.stop = onReturn(() => this.ask(`${Date.now()}-${++this.times}`));
  }

  ask(asked) {
    clearTimeout(this.timer);
    this.asked = asked;
    this.send(asked);
    this.timer = setTimeout(() => this.ask(asked), RETRY);
  }

  receive({ acknowledged, session }) {
    const another = session !== this.session;
    this.session = session;
    inSession(session);
    if (this.asked && (another || acknowledged === this.asked)) this.acknowledge();
  }

  acknowledge() {
    clearTimeout(this.timer);
    this.asked = null;
    settled();
  }

  end() {
    clearTimeout(this.timer);
    this.stop();
    settled();
  }
}
