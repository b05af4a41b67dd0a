// Several parts as one component: a part is what the component of its kind draws, in a slot. The state
// is the link, and the browser has it: what a person does is a request (acts.js).
//
// An exhibit begins in the server's first screen, before Streamlit has arrived, and then moves to the
// place that Streamlit has for it, as it is. It stays in this tab when its page is left.

import board, { boardAt } from "../ndcg-tutor.board/board.js";
import figure from "../ndcg-tutor.figure/figure.js";
import markup from "../ndcg-tutor.markup/markup.js";
import { Acts, partOf, same } from "./acts.js";
import { controls } from "./controls.js";

const DRAW = { board, controls, figure, markup };
const LAST = "board"; // its revision says that the parts, too, are up to date
const TEXT = new TextDecoder();
const COVER = "#first-screen";
const SHOWN_HOW = ["embed", "embed_options", "scale"]; // of a link, beside what it shows
// Two copies of this script may run in a tab, one for each address that it came from.
/** @type {Map<string, Exhibit>} */
const exhibits = (globalThis.ndcgExhibits ??= new Map()); // by page

export default function ({ parentElement, data }) {
  const message = JSON.parse(TEXT.decode(data));
  if (!exhibits.has(message.page)) exhibits.set(message.page, new Exhibit(message.page));
  const exhibit = exhibits.get(message.page);
  exhibit.comeTo(parentElement.querySelector(".exhibit-place"));
  exhibit.begin(message);
  return () => {}; // it stays in this tab
}

class Exhibit {
  constructor(page, root = block("exhibit", [])) {
    this.root = root;
    this.slots = new Map(); // name -> {element, remove}
    this.acts = new Acts(page, {
      show: (rows) => this.show(rows),
      ahead: (rows, order) => this.showAhead(rows, order),
      refused: (sentence) => this.refuse(sentence),
      follow: (link) => this.follow(link),
    });
    addEventListener("popstate", () => this.visit());
    document.addEventListener("ndcg:takeover", () => this.takeOver());
  }

  // --- Its place on the page ---------------------------------------------------------------------

  // While the first screen stands, Streamlit's place only keeps room.
  comeTo(place) {
    this.place = place;
    if (this.root.closest(COVER)) {
      place.style.minHeight = `${this.root.offsetHeight}px`;
    } else if (this.root.parentElement !== place) this.moveTo(place);
    place.toggleAttribute("data-ready", true);
  }

  takeOver() {
    if (!this.place || this.root.parentElement === this.place) return;
    this.moveTo(this.place);
    this.place.style.minHeight = "";
  }

  // A browser that can, moves it with the focus and all.
  moveTo(place) {
    const activeElement = /** @type {HTMLElement | null} */ (document.activeElement);
    if (place.moveBefore && this.root.isConnected && place.isConnected) place.moveBefore(this.root, null);
    else place.append(this.root);
    if (this.root.contains(activeElement)) activeElement.focus({ preventScroll: true });
    this.path = location.pathname;
  }

  // --- Its link ----------------------------------------------------------------------------------

  // Where a link leads that was not followed yet; a link that names nothing leads to what is here.
  // query: the link as the server read it. It may be on its way while Back or Forward have already
  // led to another one.
  begin({ link, rows, query }) {
    this.linked = this.acts.page !== "learn";
    const begun = this.begun;
    this.begun = link;
    if (!begun) return this.acts.begin({ link, rows });
    const named = Object.keys(query).length > 0;
    const overtaken = this.linked && !same(linkOf(Object.entries(query)), addressed());
    const leads = named && !overtaken && this.acts.idle && !same(link, begun) && !same(link, this.acts.now.link);
    if (leads) return this.acts.begin({ link, rows });
    if (!named && !overtaken) this.follow(this.acts.now.link, "replaceState");
    if (this.acts.idle) this.show(this.acts.rows); // the theme may be another one
  }

  follow(link, how = "pushState") {
    const kept = [...new URLSearchParams(location.search)].filter(([name]) => SHOWN_HOW.includes(name));
    const query = `?${new URLSearchParams([...Object.entries(link), ...kept])}`;
    if (!this.linked || location.search === query) return;
    try {
      history[how](history.state, "", query);
    } catch {
      // some browsers count, and refuse more than a hundred in half a minute
    }
  }

  // Back and Forward lead to a link.
  visit() {
    if (!this.linked || !this.root.isConnected || location.pathname !== this.path) return;
    const link = addressed();
    if (!same(link, this.acts.now.link)) this.acts.add({ do: "visit", link });
  }

  // --- What it shows -----------------------------------------------------------------------------

  show(rows) {
    const parts = rows.flat(2);
    this.keepOnly(new Set(parts.map(({ name }) => name)));
    this.arrange(rows);
    parts.sort((one, other) => Number(one.kind === LAST) - Number(other.kind === LAST));
    for (const part of parts) this.draw(part);
  }

  // What an order would come to that is not dropped yet: all but the controls, and of the board its
  // sentences.
  showAhead(rows, order) {
    for (const part of rows.flat(2)) {
      if (part.kind === "markup" || part.kind === "figure") this.draw(part, true);
    }
    boardAt(this.slots.get("board").element).showAhead(partOf(rows, "board"), order);
  }

  refuse(sentence) {
    const said = block("markup", []);
    said.innerHTML = `<p class="problem" role="alert"></p>`;
    said.firstElementChild.textContent = sentence;
    const slot = this.slots.get("problems")?.element;
    slot?.querySelector(".markup")?.replaceChildren(said.firstElementChild);
    slot?.querySelector(".markup")?.removeAttribute("data-empty");
  }

  keepOnly(names) {
    for (const [name, { element }] of this.slots) {
      if (names.has(name)) continue;
      element.remove();
      this.slots.get(name).remove();
      this.slots.delete(name);
    }
  }

  // Slots move only where what is shown has changed: a card may be under way in one of them.
  arrange(rows) {
    const shape = JSON.stringify(rows.map((row) => row.map((column) => column.map(({ name }) => name))));
    if (shape === this.shape) return;
    const taken = !this.shape && this.takeHold(rows.flat(2));
    this.shape = shape;
    if (taken) return;
    const built = rows.map((row) =>
      block("exhibit-row", row.map((column) => block("exhibit-column", column.map((part) => this.slot(part))))),
    );
    this.root.replaceChildren(...built);
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
    for (const [name, element] of slots) this.slots.set(name, { element, remove: () => {} });
    return true;
  }

  slot({ kind, name }) {
    if (!this.slots.has(name)) {
      const element = block("exhibit-part", []);
      element.innerHTML = document.querySelector(`template[data-kind=${kind}]`).innerHTML;
      this.slots.set(name, { element, remove: () => {} });
    }
    return this.slots.get(name).element;
  }

  draw({ kind, name, data }, ahead = false) {
    const slot = this.slots.get(name);
    const drawn = DRAW[kind]({ parentElement: slot.element, data, acts: this.acts, ahead });
    slot.remove = drawn ?? (() => {});
  }
}

const linkOf = (pairs) => Object.fromEntries(pairs.filter(([name]) => !SHOWN_HOW.includes(name)));
const addressed = () => linkOf([...new URLSearchParams(location.search)]);

function block(name, children) {
  const made = document.createElement("div");
  made.className = name;
  made.append(...children);
  return made;
}

// --- The first screen ----------------------------------------------------------------------------

for (const place of document.querySelectorAll(`${COVER} .exhibit-place`)) {
  const message = JSON.parse(place.querySelector("script").textContent);
  if (exhibits.has(message.page)) continue;
  const exhibit = new Exhibit(message.page, place.querySelector(".exhibit"));
  exhibits.set(message.page, exhibit);
  exhibit.path = location.pathname;
  exhibit.begin(message);
  setTimeout(() => document.dispatchEvent(new Event("ndcg:exhibited")));
}
