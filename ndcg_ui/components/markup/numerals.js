// Numbers as Python writes them (ndcg_core/metric/numbers.py): the same number, the same text.

const HUGE = 1e15; // from here on a number has a power of ten
const ALL = 100; // digits, of which no number here has more

/** With exactly so many decimals, as nc.number. @param {number} value */
export function number(value, digits = 3) {
  if (Number.isNaN(value)) return "undefined";
  const huge = Math.abs(value) >= HUGE;
  const text = evenly((n) => (huge ? value.toExponential(n) : value.toFixed(n)), digits);
  return (/[1-9]/.test(text) ? text : text.replace("-", "")).replaceAll("-", "\u2212");
}

/** To 17 significant digits, as nc.exact. @param {number} value */
export function exact(value) {
  if (Number.isNaN(value)) return "nan";
  if (!value) return "0";
  const [mantissa, power] = evenly((n) => value.toExponential(n), 16).split("e");
  if (power >= -4 && power < 17) return bare(evenly((n) => value.toFixed(n), 16 - Number(power)));
  return `${bare(mantissa)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

const bare = (text) => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);

// Halfway between two texts Python takes the even one, and JavaScript the one farther from 0.
function evenly(write, digits) {
  const [more, power] = write(digits + 1).split("e");
  const kept = more.slice(0, -1);
  const halfway = more.endsWith("5") && /^0*$/.test(write(ALL).split("e")[0].slice(more.length));
  if (!halfway || !/[02468]\.?$/.test(kept)) return write(digits);
  return power ? `${kept}e${power}` : kept;
}
