// First, back, play, next, last. Where the person goes is an act.

import { hostOf } from "../../exhibit/host.js";
import { treeOf } from "../../exhibit/stage.js";
import { highlight } from "../markup/highlight.js";
import { places } from "../markup/places.js";

const PACE = 1600; // ms a step stays while playing
const players = places(
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
  ...{ PageUp: "back", PageDown: "next" }, // a clicker's two keys
};

export default function ({ parentElement, data, acts }) {
  const player = players.at(parentElement);
  player.receive(data, acts);
  return players.leaving(parentElement);
}

class Player {
  constructor(root) {
    this.root = root;
    root.innerHTML = `${BUTTONS.map(button).join("")}<span class="say" aria-hidden="true"></span>
      <span class="for-screen-readers" role="status"></span>`;
    root.addEventListener("click", ({ target }) => this.act(target.closest("button")?.dataset.go));
    this.onKey = (event) => this.key(event);
    this.tree = treeOf(root);
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

  act(go) {
    if (!go) return;
    if (go === "play") return this.timer ? this.stop() : this.play();
    this.stop();
    const last = this.data.titles.length - 1;
    this.go({ first: 0, back: this.at - 1, next: this.at + 1, last }[go]);
  }

  go(at) {
    if (at < 0 || at >= this.data.titles.length || at === this.at) return;
    this.at = at;
    this.acts.add({ at, replayed: this.data.replayed }, () => true); // only where it leads counts
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

  // The arrow keys turn the pages wherever they mean nothing else; beside other exhibits, in the player.
  key(event) {
    const { target } = event;
    const isOurs = target === document.body && hostOf(this.root).isWholePage;
    const inside = isOurs || this.root.contains(target);
    const go = KEYS[event.key];
    if (!inside || !go || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.act(go);
  }
}

function button([go, text, keys]) {
  return `<button type="button" class="plain-button" data-go="${go}" title="${keys}">${text}</button>`;
}
