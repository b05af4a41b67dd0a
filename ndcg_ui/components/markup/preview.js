// What would be if the card under the pointer were dropped now, put into what stands on the page: the
// numbers, and the formulas that these stand in. The tables are Python's alone: they are written when
// the move is confirmed.

const three = (value) => value.toFixed(3).replace("-", "\u2212");
const short = (value) => three(value).replace(/\.?0+$/, ""); // as Python's nc.short

// `values`: cg, dcg and ndcg; `rows`: by rank the document, its term and the sum down to it.
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
    numbers(math, [three(values.dcg), null, three(values.ndcg)]);
  }
}

function tell(element, value) {
  write(element, three(value));
  if (element.dataset.value !== undefined) element.dataset.value = String(value);
  element.title = String(value);
}

// Writes the numbers of a formula anew, in their order; null stays.
function numbers(math, texts) {
  const places = math.querySelectorAll("mn");
  if (places.length !== texts.length) return; // another formula, such as that of nothing relevant
  texts.forEach((text, place) => text !== null && write(places[place], text));
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
