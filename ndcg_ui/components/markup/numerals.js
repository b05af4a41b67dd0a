// Writes numbers exactly as Python does (ndcg_core/metric/numbers.py).

const HUGE = 1e15; // numbers from here on are written with a power of ten
const ALL_DIGITS = 100; // more digits than any number here has

/** Format a number with a fixed number of decimals, as nc.number does. @param {number} value */
export function formatNumber(value, digits = 3) {
  if (Number.isNaN(value)) return "undefined";
  const huge = Math.abs(value) >= HUGE;
  const text = roundEvenly((n) => (huge ? value.toExponential(n) : value.toFixed(n)), digits);
  return (/[1-9]/.test(text) ? text : text.replace("-", "")).replaceAll("-", "\u2212");
}

/** Format a number with up to 17 significant digits, as nc.exact does. @param {number} value */
export function formatExact(value) {
  if (Number.isNaN(value)) return "nan";
  if (!value) return "0";
  const [mantissa, power] = roundEvenly((n) => value.toExponential(n), 16).split("e");
  if (power >= -4 && power < 17) return stripZeros(roundEvenly((n) => value.toFixed(n), 16 - Number(power)));
  return `${stripZeros(mantissa)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

const stripZeros = (text) => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);

// Return a number as text, with halfway cases rounded to the even digit, as in Python. JavaScript rounds them away
// from 0.
function roundEvenly(write, digits) {
  const [more, power] = write(digits + 1).split("e");
  const kept = more.slice(0, -1);
  const halfway = more.endsWith("5") && /^0*$/.test(write(ALL_DIGITS).split("e")[0].slice(more.length));
  if (!halfway || !/[02468]\.?$/.test(kept)) return write(digits);
  return power ? `${kept}e${power}` : kept;
}
