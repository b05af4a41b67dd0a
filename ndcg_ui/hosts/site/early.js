// The first screen of a link for which the site has no file, before Python has loaded.
//
// On the playground, the board adds and divides gains and divisors of a table that Python has written (tables.py), as
// it does during a drag. The other parts follow with Python's answer. A link that this script cannot read waits for
// that answer.

import { scoreOrder } from "../../components/board/sums.js";
import { isNear } from "./prepared.js";

const NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/;
const LABEL = /^\p{L}[\p{L}\p{N} ._-]*$/u;
const SECTIONS = ["formulas", "steps", "ideal", "downloads"]; // of the part "steps"
const BEFORE_Z = 26;

// Return {link, rows, values} for a link, or null. `values` are the sums that the parts show.
/** @param {any} message @param {Record<string, string>} link @param {() => Promise<any>} readTables */
export async function findEarly(message, link, readTables) {
  if (isNear(message.query, link)) return { link, rows: message.rows, values: null };
  if (message.page !== "playground") return null;
  const tables = await readTables();
  const board = tables && readBoard(link, tables);
  return board && showEarly(message, link, board);
}

// --- Reading a link --------------------------------------------------------------------------------

function readBoard(link, tables) {
  const { gain = "linear", discount = "log2(i+1)", base = "2", ideal = "judged", k } = link;
  const name = discount === "logb(i)" ? `${discount} ${Number(base)}` : discount;
  const [gains, divisors] = [tables.gains[gain], tables.discounts[name]];
  const ranking = readRanking(link.r ?? "3,2,3,0,1");
  const pool = link.judged ? readRanking(link.judged) : ranking;
  const isKnown = gains && divisors && ["judged", "grades"].includes(ideal) && (k === undefined || /^[1-9]\d{0,5}$/.test(k));
  if (!isKnown || !ranking || !pool || pool.length > tables.longest) return null;
  // A link of ours lists the documents of the ranking first, then those that were not retrieved.
  if (ranking.some(({ label, grade }, at) => pool[at]?.label !== label || pool[at].grade !== grade)) return null;
  const highest = String(Math.max(3, ...pool.map(({ grade }) => Number(grade))));
  const documents = pool.map(({ label, grade }, place) => {
    const [worth, gainMarkup] = gains[grade] ?? [];
    const level = tables.levels[highest]?.[grade];
    return { id: place, place, label, grade: Number(grade), shown: tables.grades[grade], level, gain: worth, gainMarkup };
  });
  if (documents.some(({ gain, level }) => gain === undefined || level === undefined)) return null;
  if (new Set(documents.map(({ label }) => label)).size < documents.length) return null;
  if (documents.some(({ label }) => label.length > tables.longestLabel)) return null;
  const candidates = ideal === "grades" ? documents.slice(0, ranking.length) : documents;
  const best = [...candidates].sort((one, other) => other.gain - one.gain).map(({ place }) => place);
  const ranks = ranking.length;
  return {
    documents,
    retrieved: ranks,
    ideal: best,
    divisors: divisors.divisors.slice(0, ranks),
    works: divisors.works.slice(0, ranks),
    idealDivisors: divisors.divisors,
    k: k === undefined ? ranks : Math.min(Number(k), Math.max(ranks, best.length)),
  };
}

// Return the documents of a ranking that is written as in our links: "3,2,0" or "First:3,Second:2". Return null for any
// other text, which only Python can read.
function readRanking(text) {
  const documents = text.split(",").map((item, place) => {
    const [grade, label = makeLabel(place), ...more] = item.trim().split(":").reverse();
    if (!NUMBER.test(grade) || !LABEL.test(label) || more.length) return null;
    return { label, grade: String(Number(grade)) };
  });
  return documents.includes(null) ? null : documents;
}

// Return the default name of the document at a place: A, B, ..., Z, AA, AB, ...
function makeLabel(place) {
  const letter = String.fromCharCode(65 + (place % BEFORE_Z));
  return place < BEFORE_Z ? letter : makeLabel(Math.floor(place / BEFORE_Z) - 1) + letter;
}

// --- Showing it ------------------------------------------------------------------------------------

function showEarly(message, link, { idealDivisors, ...board }) {
  const hidden = (link.hide ?? "").split(",");
  const before = message.rows.flat(2).find(({ kind }) => kind === "board").data;
  const data = { ...before, ...board, remarks: [], mode: hidden.includes("tools") ? "move" : "edit", link };
  const byId = new Map(board.documents.map((document) => [document.id, document]));
  const best = scoreOrder({ order: board.ideal, byId, data: { ...data, divisors: idealDivisors, empty: null } });
  if (!best.dcg) return null; // the convention says the value
  Object.assign(data, { idcg: best.dcg, empty: null });
  const order = board.documents.slice(0, board.retrieved).map(({ id }) => id);
  const values = { ...scoreOrder({ order, byId, data }), idcg: best.dcg };

  function fill(part) {
    if (part.kind === "board") return { ...part, data };
    if (part.name === "problems") return part;
    const { html } = part.data;
    const give = (html) => ({ ...part, data: { ...part.data, html } });
    if (part.name === "fraction") return give(html.replaceAll(`@${before.k}`, `@${data.k}`));
    if (part.name !== "title") return { ...part, data: { later: true } };
    return give(hidden.includes("title") ? html.replace("<div>", '<div class="for-screen-readers">') : html);
  }
  const isShown = ({ kind, name }) =>
    !(kind === "figure" && hidden.includes("charts")) &&
    !(kind === "controls" && hidden.includes("controls")) &&
    !(name === "steps" && SECTIONS.every((section) => hidden.includes(section)));
  const rows = message.rows
    .map((row) => row.map((column) => column.filter(isShown).map(fill)).filter((column) => column.length))
    .filter((row) => row.length);
  return { link, rows, values };
}
