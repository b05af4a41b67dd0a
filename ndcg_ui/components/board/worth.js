// What the order shown is worth, from the gains and divisors that Python sent: the numbers to the
// last bit that Python will send for it.

import { runningSums } from "./sums.js";

const ROUNDING = 1 + 1e-9; // up to here more than 1 is 1, as in ndcg_core/metric/score.py

// By rank of the order shown: whose place it is, gain, divisor and term, and the sum down to it: as
// far as the cutoff, and in all.
export function rowsOf({ order, byId, data }) {
  const documents = order.map((id) => byId.get(id));
  const gains = documents.map(({ gain }) => gain);
  const { divisors, idcg } = data;
  const terms = gains.map((gain, slot) => gain / divisors[slot]);
  const totals = runningSums(terms);
  const counted = Math.min(data.k, terms.length);
  const sums = totals.map((sum, slot) => (slot < counted ? sum : totals[counted - 1]));
  const docs = documents.map(({ place }) => place);
  return { docs, gains, divisors, terms, sums, totals, counted, idcg };
}

// cg, dcg and ndcg of the order shown.
export function worth({ order, byId, data }) {
  const gains = order.slice(0, data.k).map((id) => byId.get(id).gain);
  const cg = sum(gains);
  const dcg = sum(gains.map((gain, slot) => gain / data.divisors[slot]));
  return { cg, dcg, ndcg: data.empty === null ? share(dcg, data.idcg) : Number(data.empty) };
}

const sum = (values) => runningSums(values).at(-1) ?? 0;

function share(dcg, idcg) {
  const found = dcg / idcg;
  return found > 1 && found <= ROUNDING ? 1 : found;
}
