// Shows the parts of a page. Each part has a slot, in which the component of its kind draws it. An act in a part
// becomes a request. The state is the page's link (actions.js), or the link and the learner's record in this browser
// (learner.js).

import { Linked, areEqual } from "./actions.js";
import { readLink } from "./host.js";
import { Learner } from "./learner.js";
import { makeElement } from "./make.js";
import { findFocus, findTree, isLeftOut } from "./stage.js";
import { drawIfSameVersion, reloadOnlyIf } from "./version.js";

const LAST = "board"; // drawn last, so that its revision says that all visible parts are up to date
const FORGETS = "This browser does not store your progress. It is lost when you close this page.";
const PATIENCE = 5000; // ms; a link to another page waits this long for unanswered acts
const BUSY = ".lifted, .lab[data-engine=running]"; // a card in the air, or a program that runs
const QUIET = 500; // ms without an act before off-screen parts are fetched

// An exhibit in an element. `draw` has the function that draws each kind of part. `host` is the exhibit's host.
export class Exhibit {
  constructor({ page, state }, root, host, draw) {
    this.root = root;
    this.host = host;
    this.drawing = draw;
    this.line = null; // the line above all parts
    this.slots = new Map(); // name -> {element, remove}
    this.rows = new Map(); // the names of a row's parts -> the row's element
    this.watch = new IntersectionObserver((seen) => this.onSight(seen), { rootMargin: "160px" });
    const view = {
      show: (answer, forgets) => this.show(answer, forgets),
      ahead: (answer, order, name) => this.showAhead(answer, order, name),
      refused: (sentence) => this.say(sentence, "problem"),
      follow: (link, how) => this.follow(link, how),
      unseen: () => this.listNames(isLeftOut),
    };
    /** @type {any} */
    this.owner = state ? new Learner(page, view, host) : new Linked(page, view, host);
    host.onVisit(() => this.visit());
    root.addEventListener("click", (event) => this.followOwnLink(event));
    host.onClick((event) => this.delayLeaving(event));
    reloadOnlyIf(() => this.owner.idle && !this.root.querySelector(BUSY));
  }

  // --- Its link ----------------------------------------------------------------------------------

  // Write a link into the address. Within a lesson it replaces the address, so that Back leaves the lesson at once.
  follow(link, how = "pushState") {
    const before = this.host.link;
    if (!areEqual(link, before)) this.host.follow(link, link.lesson === before.lesson ? "replaceState" : how);
  }

  // Show the address's link after Back or Forward.
  visit() {
    const { link } = this.host;
    if (!areEqual(link, this.owner.link)) this.owner.visit(link);
  }

  // Delay a link to another page until all acts here are answered.
  delayLeaving(event) {
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

  // Follow a link with `data-here`, to the page itself, without the browser loading the page again.
  followOwnLink(event) {
    const link = event.target.closest("a[data-here]");
    if (!link || isForAnotherTab(event)) return;
    event.preventDefault();
    this.follow(readLink(link.search));
    this.visit();
  }

  // --- Drawing -----------------------------------------------------------------------------------

  show({ rows, look = "" }, forgets = false) {
    const parts = rows.flat(2);
    this.root.dataset.look = look;
    this.keepSlots(new Set(parts.map(({ name }) => name)));
    this.arrange(rows);
    parts.sort((one, other) => Number(one.kind === LAST) - Number(other.kind === LAST));
    for (const part of parts) this.draw(part);
    this.complete();
    this.say(forgets ? FORGETS : "", "say");
    this.updateTitle();
    if (forgets) this.host.frame.toggleAttribute("data-forgets", true);
    this.root.dataset.revision = String(Number(this.root.dataset.revision ?? 0) + 1);
  }

  // Set the title from the page's heading, on the playground with the NDCG before it.
  updateTitle() {
    const sum = this.root.dataset.look ? null : this.root.querySelector(".fraction.hero");
    const number = sum && `N${sum.querySelector(".over").textContent.split(" ")[0]} = ${sum.querySelector(".ndcg").textContent}`;
    const heading = this.root.querySelector("h1")?.textContent;
    if (heading) this.host.setTitle([number, heading].filter(Boolean).join(" · "));
  }

  // Show a preview in the visible parts. Controls follow only if they are `ahead`, and the board shows only the
  // preview's sentences.
  showAhead({ rows }, order, name = "board") {
    const parts = rows.flat(2).filter((part) => this.slots.has(part.name));
    const now = parts.find((part) => part.name === name);
    if (!now) return; // the board was removed during the drag
    for (const part of parts) {
      const { data, element } = this.slots.get(part.name);
      const kind = part.kind === "markup" || part.kind === "figure" || part.data.ahead;
      const follows = kind && !(order && (part.data.later || isLeftOut(element)));
      if (follows && part.data !== data) this.draw(part, true);
    }
    const parentElement = this.slots.get(name).element;
    this.drawing.board({ parentElement, data: now.data, ahead: { order } });
    if (!order) this.complete();
  }

  // --- Off-screen parts --------------------------------------------------------------------------

  onSight(entries) {
    for (const { target, isIntersecting } of entries) target.toggleAttribute("data-out", !isIntersecting);
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.owner.renewPeek();
    this.complete();
  }

  listNames(test) {
    return [...this.slots].filter(([, { element }]) => test(element)).map(([name]) => name);
  }

  // Fetch the parts that the answer left out: at once if one is in sight, otherwise after a pause without acts.
  complete() {
    clearTimeout(this.pause);
    const late = [...this.slots.values()].filter(({ element }) => isLate(element));
    const isSeen = late.some(({ element }) => !isLeftOut(element));
    if (late.length) this.pause = setTimeout(() => this.askForRest(), isSeen ? 0 : QUIET);
  }

  async askForRest() {
    const rest = await this.owner.fetchRest(this.listNames((element) => !isLate(element)));
    for (const part of rest) if (isLate(this.slots.get(part.name).element)) this.draw(part);
    this.updateTitle();
  }

  say(sentence, css) {
    this.line ??= makeElement("div", { class: "markup exhibit-says" });
    this.line.innerHTML = sentence ? `<p class="${css}" role="${css === "problem" ? "alert" : "status"}"></p>` : "";
    if (sentence) this.line.firstElementChild.textContent = sentence;
    if (sentence) this.root.prepend(this.line);
    else this.line.remove();
  }

  keepSlots(names) {
    for (const [name, { element, remove }] of this.slots) {
      if (names.has(name)) continue;
      this.watch.unobserve(element);
      element.remove();
      remove();
      this.slots.delete(name);
    }
  }

  // Arrange the slots in rows. A row of the same parts is not touched, because an element that is moved loses the
  // focus and ends a drag in it. If another row takes the focused element over, the element gets the focus back.
  arrange(rows) {
    const shapes = rows.map((row) => JSON.stringify(row.map((column) => column.map(({ name }) => name))));
    if (areEqual(shapes, [...this.rows.keys()])) return;
    if (!this.rows.size && this.adoptSlots(rows.flat(2))) {
      this.rows = new Map(shapes.map((shape, at) => [shape, this.root.children[at]]));
      return;
    }
    const focused = findFocus(this.root);
    const wanted = rows.map((row, at) => this.rows.get(shapes[at]) ?? this.makeRow(row));
    this.rows = new Map(shapes.map((shape, at) => [shape, wanted[at]]));
    for (const row of [...this.root.children]) if (!wanted.includes(row)) row.remove();
    for (const [at, row] of wanted.entries()) {
      if (this.root.children[at] !== row) this.root.insertBefore(row, this.root.children[at] ?? null);
    }
    if (this.root.contains(focused)) focused.focus({ preventScroll: true });
  }

  makeRow(row) {
    const columns = row.map((column) =>
      makeElement("div", { class: "exhibit-column" }, ...column.map((part) => this.findSlot(part))),
    );
    return makeElement("div", { class: "exhibit-row" }, ...columns);
  }

  // Adopt the slots in the server's HTML. Return false if they are not those of the parts.
  adoptSlots(parts) {
    const slots = new Map(
      [.../** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-part]"))].map((slot) => [
        slot.dataset.part,
        slot,
      ]),
    );
    if (slots.size !== parts.length || !parts.every(({ name }) => slots.has(name))) return false;
    for (const [name, element] of slots) this.addSlot(name, element);
    return true;
  }

  findSlot({ kind, name }) {
    if (!this.slots.has(name)) {
      const element = makeElement("div", { class: "exhibit-part", "data-part": name, html: findTemplate(this.root, kind) });
      this.addSlot(name, element);
    }
    return this.slots.get(name).element;
  }

  addSlot(name, element) {
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
    slot.remove = drawIfSameVersion(draw) ?? (() => {});
  }
}

const isLate = ({ ariaBusy }) => Boolean(ariaBusy);
const isForAnotherTab = (event) => event.ctrlKey || event.metaKey || event.shiftKey;

// Return the first HTML of a part from the page's template for its kind, or "" for a kind that is newer than the page.
const findTemplate = (root, kind) => findTree(root).querySelector(`template[data-kind=${kind}]`)?.innerHTML ?? "";

// Start an exhibit from its first message, and return it. If the page has the first screen as HTML, that is kept.
export function beginExhibit(place, message, host, draw) {
  place.ndcgHost = host; // on the element, so that scripts of other bundles find it
  const exhibit = new Exhibit(message, place.querySelector(".exhibit"), host, draw);
  exhibit.owner.begin(message);
  return exhibit;
}
