// What the order shown is worth, from the gains and divisors that Python sent.

export const three = (value) => value.toFixed(3).replace("-", "\u2212");

// By rank of the order shown: whose place it is, its term, and the sum down to it: as far as the
// cutoff, and in all.
export function rowsOf({ order, byId, data }) {
  const documents = order.map((id) => byId.get(id));
  const terms = documents.map(({ gain }, slot) => gain / data.divisors[slot]);
  let total = 0;
  const totals = terms.map((term) => (total += term));
  const counted = Math.min(data.k, terms.length);
  const sums = totals.map((sum, slot) => (slot < counted ? sum : totals[counted - 1]));
  return { docs: documents.map(({ place }) => place), terms, sums, totals, counted };
}

// cg, dcg and ndcg of the order shown.
export function worth({ order, byId, data }) {
  const gains = order.slice(0, data.k).map((id) => byId.get(id).gain);
  const cg = gains.reduce((sum, gain) => sum + gain, 0);
  const dcg = gains.reduce((sum, gain, slot) => sum + gain / data.divisors[slot], 0);
  return { cg, dcg, ndcg: data.empty === null ? dcg / data.idcg : Number(data.empty) };
}
