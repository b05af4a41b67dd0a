// What the order shown is worth, from the gains and divisors that Python sent: the numbers to the
// last bit that Python will send for it.

import { runningSums } from "./sums.js";

const ROUNDING = 1 + 1e-9; // up to here more than 1 is 1, as in ndcg_core/metric/score.py

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
