// Draws the board: the cards, the ideal column, the lines between them, the tools.

import { findStage } from "../../exhibit/stage.js";
import { mountHighlight } from "../markup/highlight.js";
import { formatExact, formatNumber } from "../markup/numerals.js";
import { editText, glideAll, sortElements, keepElements, setInnerMarkup, setMarkup, setText } from "./dom.js";
import { renderCard, renderIdealCard, renderRemarks, renderTools, renderUnretrieved } from "./markup.js";
import { followOrder } from "../picture/follow.js";
import { scoreOrder } from "./sums.js";

const POINTED = ":is(.card, .piece, .token):hover, .token:focus-visible";
const PITCH = 56; // px from card to card; board.css has the card's height and gap

let boards = 0;

// Return the document's place in the trace that the other parts show. During a drag, that trace is the server's latest
// preview, otherwise the board's own data.
const findDoc = ({ doc, place }) => String(doc ?? place);

export function mountView(board) {
  const { root } = board;
  const help = `moving-help-${++boards}`;
  root.removeAttribute("aria-hidden"); // the server sends the board without cards, hidden
  root.innerHTML = `
    <div class="columns">
      <div class="whose-line"><h2 class="whose"></h2><p class="unconfirmed" role="status"></p></div>
      <span class="heads" aria-hidden="true"></span><h2>Ideal</h2>
      <ol class="cards" aria-label="The ranking, from rank 1 on"></ol>
      <svg class="lines" aria-hidden="true" preserveAspectRatio="none"></svg>
      <ol class="ideals" aria-label="Ideal order"></ol>
    </div>
    <div class="below"></div>
    <div class="unretrieved" data-testid="unretrieved"></div>
    <div class="tools" data-testid="tools" role="group" aria-label="Change the ranking"></div>
    <div class="remarks" data-testid="remarks"></div>
    <p class="for-screen-readers" id="${help}">Press Space to lift the document, the arrow keys
      to move it, Space to drop it, Escape to put it back.
      The right arrow key leads to the document's other buttons.</p>
    <p class="for-screen-readers" role="status"></p>`;
  const find = (selector) => root.querySelector(selector);
  const [list, ideals, lines] = [find(".cards"), find(".ideals"), find(".lines")];
  const cards = new Map(); // id -> li
  const idealCards = new Map();
  const paths = new Map();
  const highlight = mountHighlight(root, () => board.data?.group, markPointed);
  for (const name of ["pointerover", "pointerleave", "focusin", "focusout"]) root.addEventListener(name, markPointed);

  // areTextsNew: true if the texts around the board are already about the order on the screen
  function paint(areTextsNew = false) {
    const { data, order } = board;
    root.dataset.mode = data.mode;
    root.dataset.look = data.look;
    root.toggleAttribute("data-reasons", Boolean(data.reasons));
    if (data.picture) root.dataset.stage = data.picture.stage;
    setMarkup(find(".heads"), data.picture?.heads ?? "");
    setText(find(".whose"), data.mode === "show" ? "The ranking" : "Your ranking");
    for (const head of root.querySelectorAll("h2")) head.ariaLevel = data.level ?? null;
    paintCards(order);
    const ideal = listIdealOrder();
    paintIdeal(ideal);
    paintLines(order, ideal);
    const unretrieved = data.documents.slice(data.retrieved);
    setMarkup(find(".unretrieved"), renderUnretrieved(unretrieved, data));
    setMarkup(find(".tools"), data.mode === "edit" ? renderTools(data) : "");
    const moved = order.some((id, slot) => board.byId.get(id).place !== slot);
    if (!moved) paintAfter(data);
    find(".remarks").classList.toggle("of-before", moved && !areTextsNew);
    if (data.picture) followOrder(root, board, findDoc);
    previewValues();
    highlight.refresh();
    markPointed();
  }

  // Mark a picture in which something is pointed at. A CSS rule with `:has` would do the same, but the browser would
  // check it again in every frame of a drag.
  function markPointed() {
    const canShow = board.data?.picture && board.lifted === null && !highlight.isResting();
    root.toggleAttribute("data-pointed", Boolean(canShow && root.querySelector(POINTED)));
  }

  function paintAfter({ remarks, picture }) {
    setMarkup(find(".below"), picture?.below ?? "");
    setMarkup(find(".remarks"), renderRemarks(remarks));
  }

  const listIdealOrder = () => board.data.ideal.map((place) => board.data.documents[place].id);

  function paintCards(order) {
    keepElements(cards, order, list, "card");
    order.forEach((id, slot) => {
      const card = cards.get(id);
      const document = board.byId.get(id);
      setMarkup(card, renderCard(document, board.data, help));
      paintRank(card, document, slot);
    });
    glideAll(
      order.filter((id) => id !== board.lifted),
      (id) => [cards.get(id), order.indexOf(id) * PITCH],
    );
    if (board.lifted === null) sortElements(list, order.map((id) => cards.get(id)));
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
      doc: findDoc(document),
      id: document.id,
      rank: slot + 1,
      grade: document.shown,
      label: document.label,
    });
    card.classList.toggle("lifted", board.lifted === document.id);
    card.classList.toggle("beyond", slot >= data.k);
    card.classList.toggle("now", data.now === document.place);
    card.ariaCurrent = data.now === document.place ? "step" : null;
    setText(card.querySelector(".rank"), slot + 1);
    setInnerMarkup(card.querySelector(".divisor"), `<math>${data.works[slot]}</math>`);
    setText(card.querySelector(".term"), formatNumber(term));
    card.querySelector(".term").title = formatExact(term);
    card.querySelector(".bar").style.transform = `scaleX(${slot < data.k ? term / board.biggest : 0})`;
    const grip = card.querySelector(".grip");
    grip?.setAttribute("aria-label", `Move ${document.label}, grade ${document.shown}, rank ${slot + 1}`);
    const [up, down] = [card.querySelector("[data-act=up]"), card.querySelector("[data-act=down]")];
    if (up) up.ariaDisabled = slot === 0 ? "true" : null;
    if (down) down.ariaDisabled = slot === board.order.length - 1 ? "true" : null;
  }

  function paintIdeal(ideal) {
    keepElements(idealCards, ideal, ideals, "ideal-card");
    ideal.forEach((id, slot) => {
      const card = idealCards.get(id);
      const document = board.byId.get(id);
      card.dataset.doc = findDoc(document);
      card.classList.toggle("beyond", slot >= board.data.k);
      card.classList.toggle("absent", document.place >= board.data.retrieved);
      setMarkup(card, renderIdealCard(document, board.data, slot));
    });
    glideAll(ideal, (id) => [idealCards.get(id), ideal.indexOf(id) * PITCH]);
    sortElements(ideals, ideal.map((id) => idealCards.get(id)));
    ideals.style.height = `${ideal.length * PITCH}px`;
  }

  function paintLines(order, ideal) {
    const height = Math.max(order.length, ideal.length) * PITCH;
    lines.style.height = `${height}px`;
    lines.style.setProperty("--glide", board.lifted === null ? "" : "0ms"); // an animation during a drag makes frames late
    lines.setAttribute("viewBox", `0 0 64 ${height}`);
    for (const [id, path] of paths) {
      if (order.includes(id) && ideal.includes(id)) continue;
      path.remove();
      paths.delete(id);
    }
    const slots = new Map(ideal.map((id, slot) => [id, slot]));
    order.forEach((id, slot) => {
      if (slots.has(id)) paintLine(id, slot, slots.get(id));
    });
  }

  function paintLine(id, from, to) {
    if (!paths.has(id)) {
      paths.set(id, lines.appendChild(document.createElementNS(lines.namespaceURI, "path")));
    }
    const path = paths.get(id);
    const [y, z] = [from, to].map((slot) => slot * PITCH + 24);
    const shape = `M 2 ${y} C 32 ${y} 32 ${z} 62 ${z}`;
    path.dataset.doc = findDoc(board.byId.get(id));
    if (path.getAttribute("d") === shape) return; // setting even the same value makes the browser restyle
    path.setAttribute("d", shape);
    path.style.setProperty("d", `path("${shape}")`);
    path.classList.toggle("level", from === to);
  }

  function previewValues() {
    if (!board.data.previews || (board.lifted === null && !board.acts.underWay)) return;
    const detail = { group: board.data.group, values: scoreOrder(board) };
    findStage(root).dispatchEvent(new CustomEvent("ndcg:preview", { detail }));
  }

  function sentence(id) {
    const slot = board.order.indexOf(id);
    const { label } = board.byId.get(id);
    const place = `${label}, rank ${slot + 1} of ${board.order.length}.`;
    return formatValue() ? `${place} ${nameMeasure()} ${formatValue()}.` : place;
  }

  const nameMeasure = () => board.data.speaks.toUpperCase();

  function formatValue() {
    if (board.data.idcg === null) return ""; // a class sees the value later
    return formatNumber(scoreOrder(board)[board.data.speaks]);
  }

  const rename = (id, done) => {
    const card = root.querySelector(`[data-id="${id}"]`);
    if (card) editText(card.querySelector(".label"), board.byId.get(id).label, done);
  };
  const focusSlot = (slot) => {
    const id = board.order[Math.min(slot, board.order.length - 1)];
    cards.get(id)?.querySelector(".grip")?.focus({ preventScroll: true });
  };
  const sayUnconfirmed = (text) => setText(find(".unconfirmed"), text);
  const glide = (id) => glideAll([id], () => [cards.get(id), board.order.indexOf(id) * PITCH]);
  const topOf = (slot) => slot * PITCH;
  const slotAt = (y) => Math.round(y / PITCH);
  const parts = { cards, list, topOf, slotAt, idealOrder: listIdealOrder, sentence, measure: nameMeasure, value: formatValue };
  const { rest, unmount } = highlight;
  return { ...parts, paint, paintAfter, focusSlot, glide, rename, rest, sayUnconfirmed, unmount };
}
