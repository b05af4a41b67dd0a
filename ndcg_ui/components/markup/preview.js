// What would be if the card under the pointer were dropped now, put into what stands on the page: the
// numbers, the formulas that these stand in, and the steps. Python will write the same once the move
// is confirmed.

import { exact, number, short } from "./numerals.js";

// `values`: cg, dcg and ndcg; `rows`: by rank the document, its gain, divisor and term, and the sum
// down to it.
export function preview(root, values, rows) {
  for (const element of root.querySelectorAll("[data-live]")) {
    const value = values[element.dataset.live];
    if (value !== undefined) tell(element, value);
  }
  if (!rows) return;
  for (const math of root.querySelectorAll("[data-follows=sum]")) {
    numbers(math, [...rows.terms.slice(0, rows.counted), values.dcg].map(short));
  }
  for (const math of root.querySelectorAll("[data-follows=ratio]")) {
    numbers(math, [number(values.dcg), null, number(values.ndcg)]);
  }
  for (const table of root.querySelectorAll("[data-follows=steps]")) steps(table, values, rows);
}

function tell(element, value) {
  write(element, number(value));
  if (element.dataset.value !== undefined) element.dataset.value = exact(value);
  entitle(element, value);
}

// Writes the numbers of a formula anew, in their order; null stays.
function numbers(math, texts) {
  const places = math.querySelectorAll("mn");
  if (places.length !== texts.length) return; // another formula, such as that of nothing relevant
  texts.forEach((text, place) => text !== null && write(places[place], text));
}

// --- The steps -----------------------------------------------------------------------------------

function steps(table, values, rows) {
  const lines = [...table.tBodies[0].rows];
  if (!carry(lines, rows.docs)) return;
  lines.forEach((line, slot) => work(line, slot, rows));
  const total = table.tFoot.rows[0].lastElementChild;
  write(total, number(values.dcg));
  entitle(total, values.dcg);
}

// Name, grade and gain go with their document; rank and divisor stay where they are.
function carry(lines, docs) {
  const own = new Map(lines.map(({ dataset, cells }) => [Number(dataset.doc), [...cells].slice(1, 4)]));
  if (docs.length !== lines.length || !docs.every((doc) => own.has(doc))) return false;
  const moved = lines.filter((line, slot) => Number(line.dataset.doc) !== docs[slot]);
  for (const line of moved) {
    const doc = docs[lines.indexOf(line)];
    line.dataset.doc = doc;
    line.cells[0].after(...own.get(doc));
  }
  return true;
}

// Term and running sum: what a row's document earns at its rank.
function work(line, slot, { gains, divisors, terms, sums }) {
  const [term, sum] = [...line.cells].slice(-2);
  const value = term.querySelector("b"); // below the cutoff there is none: it is not counted
  if (value) {
    write(term.firstChild, `${short(gains[slot])} / ${number(divisors[slot])} = `);
    write(value, number(terms[slot]));
  }
  entitle(term, terms[slot]);
  write(sum, number(sums[slot]));
  entitle(sum, sums[slot]);
}

function entitle(element, value) {
  const title = exact(value);
  if (element.title !== title) element.title = title;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
