// Computes CG, DCG and NDCG of the order on the screen. The sums are rounded exactly as in Python, so a number
// does not change when Python's answer arrives.

const ROUNDING = 1 + 1e-9; // a value between 1 and this is shown as 1, as in ndcg_core/metric/score.py

export function scoreOrder({ order, byId, data }) {
  const gains = order.slice(0, data.k).map((id) => byId.get(id).gain);
  const cg = computeSum(gains);
  const dcg = computeSum(gains.map((gain, slot) => gain / data.divisors[slot]));
  return { cg, dcg, ndcg: data.empty === null ? normalizeDcg(dcg, data.idcg) : Number(data.empty) };
}

const computeSum = (values) => computeRunningSums(values).at(-1) ?? 0;

function normalizeDcg(dcg, idcg) {
  const ndcg = dcg / idcg;
  return ndcg > 1 && ndcg <= ROUNDING ? 1 : ndcg;
}

// Return v1, v1 + v2, ...: each one is the exact sum, rounded once, as in Python's `list_running_sums`.
export function computeRunningSums(values) {
  const parts = []; // floats from small to large, without overlapping digits; the exact sum so far is their sum
  return values.map((value) => {
    addExactly(parts, value);
    return roundSum(parts);
  });
}

// Add a value to a sum without a rounding error, as math.fsum does (Shewchuk 1997).
function addExactly(parts, value) {
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

function roundSum(parts) {
  let at = parts.length - 1;
  let sum = parts[at];
  let lost = 0;
  while (at > 0 && !lost) {
    const before = sum;
    sum = before + parts[--at];
    lost = parts[at] - (sum - before);
  }
  // If the sum is halfway between two floats, the sign of the next smaller part decides.
  if (at > 0 && lost && lost < 0 === parts[at - 1] < 0) {
    const other = sum + 2 * lost;
    if (other - sum === 2 * lost) sum = other;
  }
  return sum;
}
