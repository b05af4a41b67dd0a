// Several parts as one component: a part is what the component of its kind draws, in a slot. What a
// person does in one is a request; its state is the page's link (actions.js), or the link and what this
// browser keeps (learner.js).

import { Linked, same } from "./actions.js";
import { linkOf } from "./host.js";
import { Learner } from "./learner.js";
import { make } from "./make.js";
import { isOut, treeOf } from "./stage.js";
import { drawIfKnown, reloadOnlyIf } from "./version.js";

const LAST = "board"; // its revision says that all parts in sight are up to date
const FORGETS = "This browser keeps nothing for this page: what you do here is forgotten when you close it.";
const PATIENCE = 5000; // ms that who leaves a page waits for what was done on it
const BUSY = ".lifted, .lab[data-engine=running]"; // a card in the air, a program that runs
const QUIET = 500; // ms without an act after which what is out of sight is asked for, too

// An exhibit in an element. `draw` has what draws each kind of part, `host` is where the exhibit is shown.
export class Exhibit {
  constructor({ page, state }, root, host, draw) {
    this.root = root;
    this.host = host;
    this.drawing = draw;
    this.line = null; // what is said above all parts
    this.slots = new Map(); // name -> {element, remove}
    this.rows = new Map(); // the names of its parts -> element
    this.watch = new IntersectionObserver((seen) => this.look(seen), { rootMargin: "160px" });
    const view = {
      show: (answer, forgets) => this.show(answer, forgets),
      ahead: (answer, order, name) => this.showAhead(answer, order, name),
      refused: (sentence) => this.say(sentence, "problem"),
      follow: (link, how) => this.follow(link, how),
      unseen: () => this.named(isOut),
    };
    /** @type {any} */
    this.owner = state ? new Learner(page, view, host) : new Linked(page, view, host);
    host.onVisit(() => this.visit());
    root.addEventListener("click", (event) => this.lead(event));
    host.onClick((event) => this.leave(event));
    reloadOnlyIf(() => this.owner.idle && !this.root.querySelector(BUSY));
  }

  // --- Its link ----------------------------------------------------------------------------------

  // Back leads to the page or the lesson that one came from: what changes within one replaces its address.
  follow(link, how = "pushState") {
    const before = this.host.link;
    if (!same(link, before)) this.host.follow(link, link.lesson === before.lesson ? "replaceState" : how);
  }

  // Back and Forward lead to a link.
  visit() {
    const { link } = this.host;
    if (!same(link, this.owner.link)) this.owner.visit(link);
  }

  // A link to another page waits for what was done here.
  leave(event) {
    const link = event.target.closest("a[href]");
    const stays = !link || link.target || link.hasAttribute("download") || !this.host.isElsewhere(link);
    if (stays || this.owner.idle || event.defaultPrevented || isForAnotherTab(event)) return;
    event.preventDefault();
    const latest = performance.now() + PATIENCE;
    const go = () => {
      if (this.owner.idle || performance.now() > latest) this.host.go(link);
      else setTimeout(go, 20);
    };
    go();
  }

  // A link of the page to itself, with `data-here`: the browser would load the page anew.
  lead(event) {
    const link = event.target.closest("a[data-here]");
    if (!link || isForAnotherTab(event)) return;
    event.preventDefault();
    this.follow(linkOf(link.search));
    this.visit();
  }

  // --- What it shows -----------------------------------------------------------------------------

  show({ rows, look = "" }, forgets = false) {
    const parts = rows.flat(2);
    this.root.dataset.look = look;
    this.keepOnly(new Set(parts.map(({ name }) => name)));
    this.arrange(rows);
    parts.sort((one, other) => Number(one.kind === LAST) - Number(other.kind === LAST));
    for (const part of parts) this.draw(part);
    this.complete();
    this.say(forgets ? FORGETS : "", "say");
    this.entitle();
    if (forgets) this.host.frame.toggleAttribute("data-forgets", true);
    this.root.dataset.revision = String(Number(this.root.dataset.revision ?? 0) + 1);
  }

  // The page's title names the lesson, the calculation, or the number of the playground.
  entitle() {
    const sum = this.root.dataset.look ? null : this.root.querySelector(".fraction.hero");
    const number = sum && `N${sum.querySelector(".over").textContent.split(" ")[0]} = ${sum.querySelector(".ndcg").textContent}`;
    const heading = this.root.querySelector("h1")?.textContent;
    if (heading) this.host.entitle([number, heading].filter(Boolean).join(" · "));
  }

  // What an order would come to that is not dropped yet, as far as it is in sight: all but controls that
  // are not `ahead`, and of the board its sentences.
  showAhead({ rows }, order, name = "board") {
    const parts = rows.flat(2).filter((part) => this.slots.has(part.name));
    const now = parts.find((part) => part.name === name);
    if (!now) return; // the board has gone while its card was in the air
    for (const part of parts) {
      const { data, element } = this.slots.get(part.name);
      const kind = part.kind === "markup" || part.kind === "figure" || part.data.ahead;
      const follows = kind && !(order && (part.data.later || isOut(element)));
      if (follows && part.data !== data) this.draw(part, true);
    }
    const parentElement = this.slots.get(name).element;
    this.drawing.board({ parentElement, data: now.data, ahead: { order } });
    if (!order) this.complete();
  }

  // --- What is out of sight ----------------------------------------------------------------------

  look(entries) {
    for (const { target, isIntersecting } of entries) target.toggleAttribute("data-out", !isIntersecting);
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.owner.seen();
    this.complete();
  }

  named(test) {
    return [...this.slots].filter(([, { element }]) => test(element)).map(([name]) => name);
  }

  // Asks for what the answer left out: at once where it is in sight, else after a while without an act.
  complete() {
    clearTimeout(this.pause);
    const late = [...this.slots.values()].filter(({ element }) => isLate(element));
    const isSeen = late.some(({ element }) => !isOut(element));
    if (late.length) this.pause = setTimeout(() => this.askForRest(), isSeen ? 0 : QUIET);
  }

  async askForRest() {
    const rest = await this.owner.rest(this.named((element) => !isLate(element)));
    for (const part of rest) if (isLate(this.slots.get(part.name).element)) this.draw(part);
    this.entitle();
  }

  say(sentence, css) {
    if (!this.line && !sentence) return;
    this.line ??= make("div", { class: "markup exhibit-says" });
    this.line.innerHTML = sentence ? `<p class="${css}" role="${css === "problem" ? "alert" : "status"}"></p>` : "";
    if (sentence) this.line.firstElementChild.textContent = sentence;
    if (sentence) this.root.prepend(this.line);
    else this.line.remove();
  }

  keepOnly(names) {
    for (const [name, { element, remove }] of this.slots) {
      if (names.has(name)) continue;
      this.watch.unobserve(element);
      element.remove();
      remove();
      this.slots.delete(name);
    }
  }

  // Slots move only where what is shown has changed: a card may be under way in one of them, and what
  // is moved loses the focus. A row of the same parts stays as it is.
  arrange(rows) {
    const shapes = rows.map((row) => JSON.stringify(row.map((column) => column.map(({ name }) => name))));
    if (same(shapes, [...this.rows.keys()])) return;
    if (!this.rows.size && this.takeHold(rows.flat(2))) {
      this.rows = new Map(shapes.map((shape, at) => [shape, this.root.children[at]]));
      return;
    }
    const wanted = rows.map((row, at) => this.rows.get(shapes[at]) ?? this.row(row));
    this.rows = new Map(shapes.map((shape, at) => [shape, wanted[at]]));
    for (const row of [...this.root.children]) if (!wanted.includes(row)) row.remove();
    for (const [at, row] of wanted.entries()) {
      if (this.root.children[at] !== row) this.root.insertBefore(row, this.root.children[at] ?? null);
    }
  }

  row(row) {
    const columns = row.map((column) =>
      make("div", { class: "exhibit-column" }, ...column.map((part) => this.slot(part))),
    );
    return make("div", { class: "exhibit-row" }, ...columns);
  }

  // The server's own HTML has a slot for each part.
  takeHold(parts) {
    const slots = new Map(
      [.../** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-part]"))].map((slot) => [
        slot.dataset.part,
        slot,
      ]),
    );
    if (slots.size !== parts.length || !parts.every(({ name }) => slots.has(name))) return false;
    for (const [name, element] of slots) this.keep(name, element);
    return true;
  }

  slot({ kind, name }) {
    if (!this.slots.has(name)) {
      const element = make("div", { class: "exhibit-part", "data-part": name, html: templateOf(this.root, kind) });
      this.keep(name, element);
    }
    return this.slots.get(name).element;
  }

  keep(name, element) {
    this.slots.set(name, { element, remove: () => {} });
    this.watch.observe(element);
  }

  draw({ kind, name, data }, ahead = false) {
    const slot = this.slots.get(name);
    slot.element.ariaBusy = data.later ? "true" : null;
    if (data.later) return;
    slot.data = data;
    const acts = ahead ? null : this.owner.part(name, data);
    const draw = () => this.drawing[kind]({ parentElement: slot.element, data, acts, ahead });
    slot.remove = drawIfKnown(draw) ?? (() => {});
  }
}

const isLate = ({ ariaBusy }) => Boolean(ariaBusy);
const isForAnotherTab = (event) => event.ctrlKey || event.metaKey || event.shiftKey;

// The HTML that a part of a kind begins with; what is sent first brings a template of each kind.
// A kind that is newer than the page has none.
const templateOf = (root, kind) => treeOf(root).querySelector(`template[data-kind=${kind}]`)?.innerHTML ?? "";

// Brings an exhibit to life from the message that it begins with. Where its first screen is there as HTML,
// the script takes hold of that.
export function begin(place, message, host, draw) {
  place.ndcgHost = host; // on the element, where the scripts of other bundles find it too
  const exhibit = new Exhibit(message, place.querySelector(".exhibit"), host, draw);
  exhibit.owner.begin(message);
  return exhibit;
}
