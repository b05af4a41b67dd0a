// The heat map of swaps for another order of the documents: what ndcg_ui/figures/swaps.py will draw
// of it, by the formula of ndcg_core's delta_ndcg.

import { number, rounded } from "../ndcg-tutor.markup/numerals.js";

const EDGE = 1 / 3; // neither colour spans less than this part of the other's range
const NOTHING = 1e-12; // a change smaller than this is rounding

export const isMap = ({ type, meta }) => type === "heatmap" && Boolean(meta?.labels);

export function swapped(trace, rows) {
  const count = trace.z.length + 1;
  if (rows.docs.length < 2) return trace; // one document has nothing to swap with
  const label = (doc) => trace.meta.labels[doc];
  const names = rows.docs.slice(0, count).map((doc, at) => `rank ${at + 1} (${label(doc)})`);
  const z = changes(rows, count);
  const drawn = { ...trace, x: names.slice(1), y: names.slice(0, -1), z, ...colours(trace, z.flat()) };
  if (trace.text) drawn.text = z.map((line) => line.map(signed));
  return drawn;
}

// (g(r_j) - g(r_i)) * (1/d(i) - 1/d(j)) / IDCG, with 1/d = 0 below the cutoff, in Python's order.
function changes({ gains, divisors, counted, idcg }, count) {
  const ranks = gains.slice(0, count).map((gain, at) => ({
    gain: idcg ? gain / idcg : 0,
    weight: at < counted ? 1 / divisors[at] : 0,
  }));
  const change = (one, other) => rounded((other.gain - one.gain) * (one.weight - other.weight));
  return ranks
    .slice(0, -1)
    .map((one, i) => ranks.slice(1).map((other, j) => (j < i ? null : change(one, other))));
}

function colours({ colorscale }, cells) {
  const known = cells.filter((cell) => cell !== null);
  const [losing, gaining] = [-Math.min(...known), Math.max(...known)];
  const loss = Math.max(losing, gaining * EDGE) || 1;
  const gain = Math.max(gaining, losing * EDGE) || 1;
  const [lowest, [, neutral], highest] = colorscale;
  const scale = [lowest, [loss / (loss + gain), neutral], highest];
  return { zmin: -loss, zmax: gain, colorscale: scale };
}

function signed(change) {
  if (change === null) return "";
  if (Math.abs(change) < NOTHING) return "0";
  return (change > 0 ? "+" : "") + number(change);
}
