// What the board looks like: cards, the ideal column, the lines between them, the tools.

import { edit, glideAll, inOrder, keepOnly, setMarkup, setText } from "./dom.js";
import { cardMarkup, idealMarkup, saidMarkup, toolsMarkup, unretrievedMarkup } from "./markup.js";

const PITCH = 56; // px from card to card; board.css has the card's height and gap

export const three = (value) => value.toFixed(3).replace("-", "\u2212");

let boards = 0;

export function mountView(board) {
  const { root } = board;
  const help = `moving-help-${++boards}`;
  root.innerHTML = `
    <div class="columns">
      <div class="whose-line"><h2 class="whose"></h2><p class="unconfirmed" role="status"></p></div>
      <span></span><h2>Ideal</h2>
      <ol class="cards" aria-label="The ranking, best place first"></ol>
      <svg class="lines" aria-hidden="true" preserveAspectRatio="none"></svg>
      <ol class="ideals" aria-label="Ideal order"></ol>
    </div>
    <div class="unretrieved" data-testid="unretrieved"></div>
    <div class="tools" role="group" aria-label="Change the ranking"></div>
    <div class="said"></div>
    <p class="for-screen-readers" id="${help}">Press Space to lift the document, the arrow keys
      to move it, Space to drop it, Escape to put it back.
      The right arrow key leads to the document's other buttons.</p>
    <p class="for-screen-readers" role="status"></p>`;
  const find = (selector) => root.querySelector(selector);
  const [list, ideals, lines] = [find(".cards"), find(".ideals"), find(".lines")];
  const cards = new Map(); // id -> li
  const idealCards = new Map();
  const paths = new Map();

  function paint() {
    const { data, order } = board;
    root.dataset.mode = data.mode;
    setText(find(".whose"), data.mode === "show" ? "The ranking" : "Your ranking");
    paintCards(order);
    const ideal = idealOrder();
    paintIdeal(ideal);
    paintLines(order, ideal);
    const rest = data.documents.slice(data.retrieved);
    setMarkup(find(".unretrieved"), unretrievedMarkup(rest, data));
    setMarkup(find(".tools"), data.mode === "edit" ? toolsMarkup(data) : "");
    setMarkup(find(".said"), saidMarkup(data.said));
    announceValues();
    if (pointed && told !== Number(pointed.dataset.doc)) tell();
  }

  const idealOrder = () => board.data.ideal.map((place) => board.data.documents[place].doc);

  function paintCards(order) {
    keepOnly(cards, order, list, "card");
    order.forEach((doc, slot) => {
      const card = cards.get(doc);
      const document = board.byId.get(doc);
      setMarkup(card, cardMarkup(document, board.data, help));
      paintRank(card, document, slot);
    });
    glideAll(
      order.filter((doc) => doc !== board.lifted),
      (doc) => [cards.get(doc), order.indexOf(doc) * PITCH],
    );
    if (board.lifted === null) inOrder(list, order.map((doc) => cards.get(doc)));
    const height = order.length * PITCH;
    list.style.height = `${height}px`;
    list.style.setProperty("--cut", `${board.data.k * PITCH - 5}px`);
    list.classList.toggle("is-cut", board.data.k < order.length);
  }

  function paintRank(card, document, slot) {
    const { data } = board;
    const divisor = data.divisors[slot];
    const term = document.gain / divisor;
    Object.assign(card.dataset, {
      doc: document.place,
      id: document.doc,
      rank: slot + 1,
      grade: document.shown,
      label: document.label,
    });
    card.classList.toggle("lifted", board.lifted === document.doc);
    card.classList.toggle("beyond", slot >= data.k);
    card.classList.toggle("now", data.now === document.place);
    setText(card.querySelector(".rank"), slot + 1);
    setMarkup(card.querySelector(".divisor"), `<math>${data.works[slot]}</math>`);
    setText(card.querySelector(".term"), three(term));
    card.querySelector(".term").title = term;
    card.querySelector(".bar").style.transform = `scaleX(${slot < data.k ? term / board.biggest : 0})`;
    const grip = card.querySelector(".grip");
    grip?.setAttribute("aria-label", `Move ${document.label}, rank ${slot + 1}`);
    const [up, down] = [card.querySelector("[data-act=up]"), card.querySelector("[data-act=down]")];
    if (up) up.ariaDisabled = slot === 0 ? "true" : null;
    if (down) down.ariaDisabled = slot === board.order.length - 1 ? "true" : null;
  }

  function paintIdeal(ideal) {
    keepOnly(idealCards, ideal, ideals, "ideal-card");
    ideal.forEach((doc, slot) => {
      const card = idealCards.get(doc);
      const document = board.byId.get(doc);
      card.dataset.doc = document.place;
      card.classList.toggle("beyond", slot >= board.data.k);
      card.classList.toggle("absent", document.place >= board.data.retrieved);
      setMarkup(card, idealMarkup(document, board.data));
    });
    glideAll(ideal, (doc) => [idealCards.get(doc), ideal.indexOf(doc) * PITCH]);
    inOrder(ideals, ideal.map((doc) => idealCards.get(doc)));
    ideals.style.height = `${ideal.length * PITCH}px`;
  }

  function paintLines(order, ideal) {
    const height = Math.max(order.length, ideal.length) * PITCH;
    lines.style.height = `${height}px`;
    lines.setAttribute("viewBox", `0 0 64 ${height}`);
    for (const [doc, path] of paths) {
      if (!order.includes(doc) || !ideal.includes(doc)) [path.remove(), paths.delete(doc)];
    }
    const slots = new Map(ideal.map((doc, slot) => [doc, slot]));
    order.forEach((doc, slot) => {
      if (slots.has(doc)) paintLine(doc, slot, slots.get(doc));
    });
  }

  function paintLine(doc, from, to) {
    if (!paths.has(doc)) {
      paths.set(doc, lines.appendChild(document.createElementNS(lines.namespaceURI, "path")));
    }
    const path = paths.get(doc);
    const [y, z] = [from, to].map((slot) => slot * PITCH + 24);
    const shape = `M 2 ${y} C 32 ${y} 32 ${z} 62 ${z}`;
    path.setAttribute("d", shape);
    path.style.setProperty("d", `path("${shape}")`);
    path.classList.toggle("level", from === to);
    path.dataset.doc = board.byId.get(doc).place;
  }

  // Tells the fraction, tables and whoever else follows what this order is worth.
  function announceValues() {
    const values = worth(board);
    if (board.lifted === null && !board.outbox.underWay) return;
    const rows = board.lifted === null ? rowsOf(board) : null;
    const detail = { group: board.data.group, values, rows };
    document.dispatchEvent(new CustomEvent("ndcg:preview", { detail }));
  }

  function sentence(doc) {
    const slot = board.order.indexOf(doc);
    const { label } = board.byId.get(doc);
    const place = `${label}, rank ${slot + 1} of ${board.order.length}.`;
    if (board.data.idcg === null) return place; // a class is not told yet what an order is worth
    const { ndcg: value } = worth(board);
    const ndcg = Number.isNaN(value) ? "undefined" : three(value);
    return `${place} NDCG ${ndcg}.`;
  }

  const onHighlight = ({ detail }) => {
    if (detail.group !== board.data?.group) return;
    for (const element of root.querySelectorAll("[data-doc]")) {
      element.classList.toggle("same-document", element.dataset.doc === String(detail.doc));
    }
  };
  // What the pointer or the focus is on; its place is told again when the ranking has changed.
  let pointed = null;
  const point = ({ target }) => {
    pointed = target.closest?.("[data-doc]") ?? null;
    tell();
  };
  let told = null;
  const tell = () => {
    const doc = pointed?.isConnected ? Number(pointed.dataset.doc) : null;
    if (doc === null && told === null) return;
    told = doc;
    const detail = { group: board.data.group, doc };
    document.dispatchEvent(new CustomEvent("ndcg:highlight", { detail }));
  };
  for (const name of ["pointerover", "focusin"]) root.addEventListener(name, point);
  for (const name of ["pointerleave", "focusout"]) {
    root.addEventListener(name, () => point({ target: root }));
  }
  document.addEventListener("ndcg:highlight", onHighlight);
  const unmount = () => document.removeEventListener("ndcg:highlight", onHighlight);

  const rename = (doc, done) => {
    const card = root.querySelector(`[data-id="${doc}"]`);
    if (card) edit(card.querySelector(".label"), board.byId.get(doc).label, done);
  };
  const focusSlot = (slot) => {
    const doc = board.order[Math.min(slot, board.order.length - 1)];
    cards.get(doc)?.querySelector(".grip")?.focus({ preventScroll: true });
  };
  const sayUnconfirmed = (text) => setText(find(".unconfirmed"), text);
  const glide = (doc) => glideAll([doc], () => [cards.get(doc), board.order.indexOf(doc) * PITCH]);
  const shown = { cards, list, PITCH, idealOrder, sentence };
  return { ...shown, paint, paintRank, focusSlot, glide, rename, sayUnconfirmed, unmount };
}

// By rank of the order shown: whose place it is, its term and the sum down to it.
function rowsOf({ order, byId, data }) {
  const documents = order.map((doc) => byId.get(doc));
  const terms = documents.map(({ gain }, slot) => gain / data.divisors[slot]);
  let sum = 0;
  const sums = terms.map((term, slot) => (slot < data.k ? (sum += term) : sum));
  return { docs: documents.map(({ place }) => place), terms, sums };
}

// cg, dcg and ndcg of the order shown, from the gains and divisors that Python sent.
function worth({ order, byId, data }) {
  const gains = order.slice(0, data.k).map((doc) => byId.get(doc).gain);
  const cg = gains.reduce((sum, gain) => sum + gain, 0);
  const dcg = gains.reduce((sum, gain, slot) => sum + gain / data.divisors[slot], 0);
  return { cg, dcg, ndcg: data.empty === null ? dcg / data.idcg : Number(data.empty) };
}
