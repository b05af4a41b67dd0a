// The buttons of a replay: first, back, play, next, last. Each change of the step is sent as an act.

import { findHost } from "../../exhibit/host.js";
import { findTree } from "../../exhibit/stage.js";
import { highlight } from "../markup/highlight.js";
import { keepByPlace } from "../markup/places.js";

const PACE = 1600; // ms for each step while playing
const players = keepByPlace(
  (place) => new Player(place.querySelector(".player")),
  (player) => player.unmount(),
);

/** @type {[string, string, string][]} */
const BUTTONS = [
  ["first", "First", "Home"],
  ["back", "Back", "Left arrow"],
  ["play", "Play", "Space"],
  ["next", "Next", "Right arrow"],
  ["last", "Last", "End"],
];
const KEYS = {
  ...{ ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" },
  ...{ PageUp: "back", PageDown: "next" }, // the keys of a presenter's clicker
};

export default function ({ parentElement, data, acts }) {
  const player = players.at(parentElement);
  player.receive(data, acts);
  return players.cleanup(parentElement);
}

class Player {
  constructor(root) {
    this.root = root;
    root.innerHTML = `${BUTTONS.map(renderButton).join("")}<span class="say" aria-hidden="true"></span>
      <span class="for-screen-readers" role="status"></span>`;
    root.addEventListener("click", ({ target }) => this.press(target.closest("button")?.dataset.go));
    this.onKey = (event) => this.onKeyDown(event);
    this.tree = findTree(root);
    this.tree.addEventListener("keydown", this.onKey);
  }

  unmount() {
    this.stop();
    this.tree.removeEventListener("keydown", this.onKey);
  }

  receive(data, acts) {
    if (this.data && data.replayed !== this.data.replayed) this.stop();
    this.data = data;
    this.acts = acts;
    if (acts.idle) this.at = data.at;
    this.paint();
  }

  paint() {
    const last = this.data.titles.length - 1;
    for (const element of this.root.querySelectorAll("button")) {
      const { go } = element.dataset;
      const idle = ["first", "back"].includes(go) ? this.at === 0 : this.at === last;
      element.ariaDisabled = idle && go !== "play" ? "true" : null;
      if (go === "play") element.textContent = this.timer ? "Pause" : "Play";
    }
    const [seen, heard] = this.root.querySelectorAll("span");
    const text = `${this.data.titles[this.at]} · step ${this.at + 1} of ${last + 1}`;
    if (seen.textContent !== text) seen.textContent = text;
    const said = `${text}. ${this.data.says}`;
    if (this.data.at === this.at && heard.textContent !== said) heard.textContent = said;
    this.root.dataset.at = this.at;
    this.root.ariaBusy = String(this.data.at !== this.at);
    if (this.data.at === this.at) highlight(this.root, this.data.group, this.data.doc);
  }

  press(go) {
    if (!go) return;
    if (go === "play") {
      if (this.timer) this.stop();
      else this.play();
      return;
    }
    this.stop();
    const last = this.data.titles.length - 1;
    this.go({ first: 0, back: this.at - 1, next: this.at + 1, last }[go]);
  }

  go(at) {
    if (at < 0 || at >= this.data.titles.length || at === this.at) return;
    this.at = at;
    this.acts.add({ at, replayed: this.data.replayed }, () => true); // a newer step replaces a waiting one
    this.paint();
  }

  play() {
    if (this.at === this.data.titles.length - 1) this.go(0);
    else this.go(this.at + 1);
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.data.titles.length - 1) this.stop();
    }, PACE);
    this.paint();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.data) this.paint();
  }

  // Handle the arrow keys. On our own page they work wherever nothing has the focus. A click on blank space gives the
  // focus to <main>. In somebody else's page they work only inside the player.
  onKeyDown(event) {
    const { target } = event;
    const isOurs = target.matches("body, main") && findHost(this.root).isWholePage;
    const inside = isOurs || this.root.contains(target);
    const go = KEYS[event.key];
    if (!inside || !go || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.press(go);
  }
}

function renderButton([go, text, keys]) {
  return `<button type="button" class="plain-button" data-go="${go}" title="${keys}">${text}</button>`;
}
