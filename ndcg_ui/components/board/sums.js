// What the order shown is worth, from the gains and divisors that Python sent: the numbers to the last
// bit that Python will send for it.

const ROUNDING = 1 + 1e-9; // up to here more than 1 is 1, as in ndcg_core/metric/score.py

export function worth({ order, byId, data }) {
  const gains = order.slice(0, data.k).map((id) => byId.get(id).gain);
  const cg = sum(gains);
  const dcg = sum(gains.map((gain, slot) => gain / data.divisors[slot]));
  return { cg, dcg, ndcg: data.empty === null ? share(dcg, data.idcg) : Number(data.empty) };
}

const sum = (values) => runningSums(values).at(-1) ?? 0;

function share(dcg, idcg) {
  const ndcg = dcg / idcg;
  return ndcg > 1 && ndcg <= ROUNDING ? 1 : ndcg;
}

// v1, v1 + v2, ...: each the exact sum, rounded once, as Python's `running_sums`.
export function runningSums(values) {
  const parts = []; // their exact sum is the sum so far; from small to large, none overlaps another
  return values.map((value) => {
    add(parts, value);
    return rounded(parts);
  });
}

// Shewchuk 1997; as math.fsum does it.
function add(parts, value) {
  let count = 0;
  for (const part of parts) {
    const [small, large] = Math.abs(value) < Math.abs(part) ? [value, part] : [part, value];
    value = large + small;
    const lost = small - (value - large);
    if (lost) parts[count++] = lost;
  }
  parts.length = count;
  parts.push(value);
}

function rounded(parts) {
  let at = parts.length - 1;
  let sum = parts[at];
  let lost = 0;
  while (at > 0 && !lost) {
    const before = sum;
    sum = before + parts[--at];
    lost = parts[at] - (sum - before);
  }
  // Halfway between two numbers, what is smaller still decides.
  if (at > 0 && lost && lost < 0 === parts[at - 1] < 0) {
    const other = sum + 2 * lost;
    if (other - sum === 2 * lost) sum = other;
  }
  return sum;
}
