// Several parts as one component: a part is what the component of its kind draws, in a slot. What a
// person does in one is a request; its state is the page's link (acts.js), or the link and what this
// browser keeps (learner.js).

import ask from "../components/questions/questions.js";
import board, { boardAt } from "../components/board/board.js";
import figure from "../components/figure/figure.js";
import { pause } from "../components/markup/asking.js";
import { make } from "../components/markup/make.js";
import markup, { isOut } from "../components/markup/markup.js";
import player from "../components/player/player.js";
import sheet from "../components/sheet/sheet.js";
import { Linked, post, same } from "./actions.js";
import { controls } from "../components/controls/controls.js";
import { Learner } from "./learner.js";

const DRAW = { ask, board, controls, figure, lab, markup, player, sheet };
const LAST = "board"; // its revision says that all parts in sight are up to date
const SHOWN_HOW = ["embed", "embed_options", "scale"]; // of a link, beside what it shows
const PRODUCT = "NDCG, step by step";
const FORGETS = "This browser keeps nothing for this page: what you do here is forgotten when you close it.";
const PATIENCE = 5000; // ms that who leaves a page waits for what was done on it
const QUIET = 500; // ms without an act after which what is out of sight is asked for, too

// One part by itself, on a page that Streamlit draws.
export default function ({ parentElement, data: { kind, data }, setTriggerValue }) {
  const place = parentElement.querySelector(".exhibit-place");
  place.innerHTML ||= templateOf(kind);
  return DRAW[kind]({ parentElement: place, data, setTriggerValue });
}

const templateOf = (kind) => document.querySelector(`template[data-kind=${kind}]`).innerHTML;

// The lab's script is large, and one lesson has it; what was lost on the way is asked for again.
const LAB = "../ndcg-tutor.lab/lab.js";
const fetchLab = () => import(LAB).catch(() => pause(1000).then(fetchLab));
function lab({ parentElement, data, acts }) {
  fetchLab().then(({ default: draw }) => draw({ parentElement, data, acts }));
}

class Exhibit {
  constructor({ page, state }, root) {
    this.root = root;
    this.line = null; // what is said above all parts
    this.slots = new Map(); // name -> {element, remove}
    this.rows = new Map(); // the names of its parts -> element
    this.watch = new IntersectionObserver((seen) => this.look(seen), { rootMargin: "160px" });
    const Owner = state ? Learner : Linked;
    /** @type {any} */
    this.owner = new Owner(page, {
      show: (answer, forgets) => this.show(answer, forgets),
      ahead: (answer, order, name) => this.showAhead(answer, order, name),
      refused: (sentence) => this.say(sentence, "problem"),
      follow: (link, how) => this.follow(link, how),
      unseen: () => this.named(isOut),
    });
    addEventListener("popstate", () => this.visit());
    root.addEventListener("click", (event) => this.lead(event));
    document.addEventListener("click", (event) => this.leave(event));
  }

  // --- Its link ----------------------------------------------------------------------------------

  // Back leads to the page or the lesson that one came from: what changes within one replaces its address.
  follow(link, how = "pushState") {
    const before = addressed();
    if (same(link, before)) return;
    const kept = [...new URLSearchParams(location.search)].filter(([name]) => SHOWN_HOW.includes(name));
    const query = new URLSearchParams([...Object.entries(link), ...kept]).toString();
    try {
      history[link.lesson === before.lesson ? "replaceState" : how](history.state, "", location.pathname + (query && `?${query}`));
    } catch {
      // some browsers count, and refuse more than a hundred in half a minute
    }
  }

  // Back and Forward lead to a link.
  visit() {
    const link = addressed();
    if (!same(link, this.owner.link)) this.owner.visit(link);
  }

  // A link to another page waits for what was done here.
  leave(event) {
    const link = event.target.closest("a[href]");
    const stays = !link || link.target || link.hasAttribute("download") || link.pathname === location.pathname;
    if (stays || this.owner.idle || event.defaultPrevented || isForAnotherTab(event)) return;
    event.preventDefault();
    const latest = performance.now() + PATIENCE;
    const go = () => {
      if (this.owner.idle || performance.now() > latest) location.assign(link.href);
      else setTimeout(go, 20);
    };
    go();
  }

  // A link of the page to itself, with `data-here`: the browser would load the page anew.
  lead(event) {
    const link = event.target.closest("a[data-here]");
    if (!link || isForAnotherTab(event)) return;
    event.preventDefault();
    this.follow(linkOf([...new URLSearchParams(link.search)]));
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
    if (forgets) document.documentElement.toggleAttribute("data-forgets", true);
    this.root.dataset.revision = String(Number(this.root.dataset.revision ?? 0) + 1);
  }

  // The browser's title names the lesson, the calculation, or the number of the playground.
  entitle() {
    const sum = this.root.dataset.look ? null : this.root.querySelector(".fraction.hero");
    const number = sum && `N${sum.querySelector(".over").textContent.split(" ")[0]} = ${sum.querySelector(".ndcg").textContent}`;
    const heading = this.root.querySelector("h1")?.textContent;
    if (heading) document.title = [number, heading, PRODUCT].filter(Boolean).join(" · ");
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
    boardAt(this.slots.get(name).element).showAhead(now.data, order);
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
      const element = make("div", { class: "exhibit-part", "data-part": name, html: templateOf(kind) });
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
    slot.remove = DRAW[kind]({ parentElement: slot.element, data, acts, ahead }) ?? (() => {});
  }
}

const isLate = ({ ariaBusy }) => Boolean(ariaBusy);
const linkOf = (pairs) => Object.fromEntries(pairs.filter(([name]) => !SHOWN_HOW.includes(name)));
const addressed = () => linkOf([...new URLSearchParams(location.search)]);
const isForAnotherTab = (event) => event.ctrlKey || event.metaKey || event.shiftKey;

// --- The page's exhibit, as the server sent it -----------------------------------------------------

async function begin(place) {
  const message = JSON.parse(place.querySelector("script").textContent);
  const exhibit = new Exhibit(message, place.querySelector(".exhibit"));
  const query = addressed();
  if (!globalThis.ndcgSite || same(query, message.query)) return exhibit.owner.begin(message);
  // A file is the same for every link: what another link leads to is asked for.
  const { page, state } = message;
  exhibit.owner.begin({ ...message, ...(await post(`acts/${page}`, { link: query, state, act: {} })) });
  document.documentElement.toggleAttribute("data-elsewhere", false);
}

for (const place of document.querySelectorAll(".exhibit-place:has(> script)")) begin(place);
