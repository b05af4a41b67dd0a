// A question, and what a class did with it: readable from the last row, and without colours too.

import { escaped } from "../exhibit/make.js";
import { wordBesideBar } from "./outcomes.js";
import { pictureOf } from "./pictures.js";

const MISSING = "missing";
const LEAST = 20; // percent of a flow's height, of an option that few chose: its words need as much

/** @param {any} asked */
export function question({ ask, about = "", options, story = "", image = null }) {
  const list = options ? `<ol class="choices">${options.map((o) => `<li>${o}</li>`).join("")}</ol>` : "";
  const whole = story ? `<p class="story">${story}</p>` : "";
  const shown = image ? `<div class="pictured">${pictureOf(image)}${about}</div>` : about;
  return `<h2>${ask}</h2>${whole}<div class="about">${shown}</div>${list}`;
}

// The options from the first second, each with an empty track.
export const options = (all) =>
  list("choice", all.map((html, place) => ({ letter: String.fromCharCode(65 + place), html, count: null })));

// The groups of the newest vote, each with what it had in the first one; between two votes on the same
// options, who went where.
export function results(found) {
  const { kind, marked, votes, flow, crowd, ticked, voters, blanks, ranges, reasons = [] } = found;
  const numbers = Object.keys(votes).sort();
  const [first, newest] = [votes[numbers[0]], votes[numbers.at(-1)]];
  if (kind === "text") return texts(newest);
  if (!newest.length) return `<p class="nobody">Nobody has answered.</p>`;
  if (kind === "choice") {
    const rows = newest.map(({ label, ...group }, place) => choice(label, { ...group, why: reasons[place] }));
    return flow ? flowing(rows, first, flow) : list("choice", rows);
  }
  const before = Object.fromEntries(first.map(({ key, count }) => [key, count]));
  const had = (key) => (numbers.length > 1 ? (before[key] ?? 0) : null);
  const gone = marked && numbers.length > 1 ? first.filter(({ key }) => !newest.some((g) => g.key === key)) : [];
  const groups = [...newest, ...gone.map((group) => ({ ...group, count: 0, sure: 0, unsure: 0 }))];
  const rows = groups.map((group) => ({ ...group, ...wording(kind, group, marked, crowd), had: had(group.key) }));
  if (ticked) {
    const boxes = ticked.map((one) => choice(one.html, { ...one, key: one.html }));
    return list("choice", boxes, { name: "ticked", of: voters }) + together(rows);
  }
  if (blanks) return list("marked blanks", numbers.length > 1 ? joined(blanks, numbers) : blanks[numbers[0]].map(blank));
  if (ranges) return list("marked guess", histogram(ranges, numbers, marked));
  return (crowd ? averaged(crowd, marked) : "") + list(`${marked ? "marked" : "plain"} ${kind}`, rows);
}

// The open texts that the teacher chose.
const texts = (groups) =>
  groups.length
    ? list("plain text", groups.map((group) => ({ ...group, outcome: "", html: group.label })))
    : `<p class="nobody">No answer has been chosen yet.</p>`;

// A blank of a sheet with the mistakes that came in there, or with what was written into it.
export const blank = ({ label, written, ...group }) => ({ ...group, number: label, html: written });

// The blanks of two votes; one that is empty by now is still a row.
function joined(blanks, numbers) {
  const [first, newest] = numbers.map((vote) => blanks[vote]);
  const had = (key) => first.find((group) => group.key === key)?.count ?? 0;
  const gone = first.filter(({ key }) => !newest.some((group) => group.key === key));
  const all = [...newest, ...gone.map((group) => ({ ...group, count: 0, written: "" }))];
  return all.map((group) => ({ ...blank(group), had: had(group.key) }));
}

// All ranges of a slider, the empty ones too.
function histogram(ranges, numbers, marked) {
  const newest = ranges[numbers.at(-1)];
  return newest.map(({ label, count, near, holds }, place) => ({
    ...{ key: label, number: label, count, outcome: holds ? "right" : "" },
    html: marked && near && !holds ? `<small>${near} close enough</small>` : "",
    had: numbers.length > 1 ? ranges[numbers[0]][place].count : null,
    word: holds ? "the right value is here" : "",
  }));
}

// "A. It rises" is a letter and a text.
export const choice = (label, group) => ({ ...group, letter: label[0], html: label.slice(3) });

// What stands first in a row, which is what people recognise, and what it comes from.
function wording(kind, { label, written, outcome }, marked, crowd) {
  if (kind === "order") return { number: crowd?.scores?.[written] ?? "", html: chips(written) };
  if (!marked || ["guess", "audit"].includes(kind)) return { number: "", html: marked ? label : written || label };
  const said = outcome === "right" && label === "right" ? "" : label;
  if (label === "not known") return { number: "", html: `${label}: ${written}` };
  return { number: written, html: said };
}

const chips = (order) => {
  const grades = order.split(" ");
  const most = Math.max(3, ...grades.map(Number));
  const level = (grade) => (grade > 0 ? Math.min(3, Math.ceil(grade / (most / 3))) : 0);
  const all = grades.map((grade) => `<span class="chip" data-level="${level(Number(grade))}">${grade}</span>`);
  return `<span class="chips">${all.join("")}</span>`;
};

const averaged = ({ html, ties, measure, mean }, marked) => {
  const score = marked ? `<b>Mean ${measure}: ${mean}</b>` : "";
  const by = `<span>By mean rank${ties ? " (framed: tied)" : ""}:</span>`;
  return `<div class="averaged" data-testid="crowd">${score}${by}${html}</div>`;
};

const together = (rows) =>
  `<p class="together">Together: ${rows.map(({ key, count }) => `<b>${escaped(key)}</b> ${count}`).join(" · ")}</p>`;

const howSure = ({ sure = 0, unsure = 0 }) =>
  sure + unsure ? ` <small class="sureness">${sure} sure, ${unsure} not</small>` : "";

// Each row with its bar on a track that is all answers, or `of` learners; the dashed one is the vote before.
/** @param {string} form @param {any[]} rows @param {{name?: string, of?: number}} [how] */
export function list(form, rows, { name = "group", of = rows.reduce((sum, { count }) => sum + count, 0) } = {}) {
  const most = Math.max(1, ...(form === "choice" ? [of] : rows.flatMap(({ count, had }) => [count, had ?? 0])));
  const share = (count) => `${(100 * count) / most}%`;
  const items = rows.map((row) => {
    const { letter, number = "", html, key, count, had = null, outcome = "", label, why } = row;
    const could = String(key).startsWith("could be") ? "could" : label === "not known" ? "unknown" : "";
    const first = letter ? `<b class="letter">${letter}</b>` : form.startsWith("marked") ? `<b class="number">${number}</b>` : "";
    const said = row.word ?? (wordBesideBar(outcome) === number ? "" : wordBesideBar(outcome));
    const word = said ? `<b class="word">${said}</b> ` : "";
    const bars = !count ? "" : `<i class="bar" style="width:${share(count)}"></i>`;
    const dashed = had === null ? "" : `<i class="before ${had > count ? "more" : ""}" style="width:${share(had)}"></i>`;
    const counted = count === null ? "" : `<b class="count">${had === null ? "" : `<small>${had} → </small>`}<span>${count}</span></b>`;
    const about = `data-testid="${name}" data-group="${escaped(key ?? "")}" data-count="${count}" data-outcome="${outcome}"`;
    return `<li ${count === null ? "" : about} class="${could}">${first}
      <span class="what">${word}${html}${howSure(row)}${why ? `<small class="why">${why}</small>` : ""}</span>
      <span class="track">${bars}${dashed}</span>${counted}</li>`;
  });
  return `<ol class="rows ${form}">${items.join("")}</ol>`;
}

// --- Between two votes ---------------------------------------------------------------------------

// Where each of some counts stands, in percent of the height: each as high as it is large, where its
// words have room.
function stacked(counts) {
  const gap = 4;
  const least = Math.min(LEAST, 80 / counts.length);
  const free = 100 - gap * (counts.length - 1);
  const whole = (unit) => counts.reduce((sum, count) => sum + Math.max(least, count * unit), 0);
  let [low, unit] = [0, free / Math.max(1, ...counts)];
  for (let n = 0; n < 20; n += 1) {
    const middle = (low + unit) / 2;
    if (whole(middle) > free) unit = middle;
    else low = middle;
  }
  let top = 0;
  return counts.map((count) => {
    const height = Math.max(least, count * low);
    top += height + gap;
    return { middle: top - gap - height / 2, scale: low };
  });
}

// A ribbon for each way from an option to an option, as high as those who went it are many.
function flowing(rows, first, flow) {
  const counts = rows.map(({ key }) => first.find((group) => group.key === key)?.count ?? 0);
  const [from, to] = [stacked(counts), stacked(rows.map(({ count }) => count))];
  const scale = Math.min(from[0].scale, to[0].scale);
  const starts = from.map(({ middle }, n) => middle - (counts[n] * scale) / 2);
  const ends = to.map(({ middle }, n) => middle - (rows[n].count * scale) / 2);
  const block = (top, count, css) => `<rect class="${css}" y="${top}" width="2" height="${Math.max(count * scale, 0.4)}"/>`;
  const blocks = [
    ...starts.map((top, n) => block(top, counts[n], "")),
    ...ends.map((top, n) => `<g transform="translate(98)">${block(top, rows[n].count, rows[n].outcome)}</g>`),
  ];
  const place = (key) => rows.findIndex((row) => row.key === key);
  const ways = flow
    .map(([before, after, count]) => ({ i: place(before), j: place(after), count }))
    .filter(({ i, j }) => i >= 0 && j >= 0)
    .sort((one, other) => one.j - other.j || one.i - other.i);
  const ribbons = ways.map(({ i, j, count }) => {
    const high = count * scale;
    const [a, b] = [starts[i], ends[j]];
    starts[i] += high;
    ends[j] += high;
    const d = `M2,${a}C50,${a} 50,${b} 98,${b}V${b + high}C50,${b + high} 50,${a + high} 2,${a + high}Z`;
    const css = `${rows[j].outcome} ${i === j ? "stays" : ""}`;
    const number = count > 1 ? `<b style="top:${a + high / 2}%">${count}</b>` : "";
    return { path: `<path class="${css}" d="${d}"/>`, number };
  });
  const left = rows.map(
    ({ letter, html }, n) => `<li style="top:${from[n].middle}%"><b class="letter">${letter}</b>
      <span class="what">${html}</span><b class="count"><span>${counts[n]}</span></b></li>`,
  );
  const right = rows.map(
    ({ letter, outcome, key, count, why }, n) => `<li style="top:${to[n].middle}%" data-testid="group"
      data-group="${escaped(key)}" data-count="${count}" data-outcome="${outcome}"><b class="count"><span>${count}</span></b>
      <span class="what">${wordBesideBar(outcome) ? `<b class="word">${wordBesideBar(outcome)}</b> ` : ""}<b class="letter">${letter}</b>
      <small class="why">${why ?? ""}</small></span></li>`,
  );
  return `<div class="flow"><p>first vote</p><p></p><p>after the discussion</p><ol class="from">${left.join("")}</ol>
    <div class="ways"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${ribbons.map((r) => r.path).join("")}
    ${blocks.join("")}</svg>${ribbons.map((r) => r.number).join("")}</div><ol class="to">${right.join("")}</ol></div>`;
}

// The movement in one sentence, and what the marks of the rows mean.
/** @param {any} found @param {number} joined @returns {[string, string]} */
export function summary(found, joined) {
  const { votes, flow = [], marked, kind } = found;
  const numbers = Object.keys(votes).sort();
  const all = numbers.map((vote) => votes[vote]);
  const right = (groups) => groups.filter(({ outcome }) => outcome === "right");
  const counted = all.map((groups) => right(groups).reduce((sum, { count }) => sum + count, 0));
  if (!marked || kind === "text") return ["", ""];
  const of = all.at(-1).reduce((sum, { count }) => sum + count, 0);
  const near = found.within ? ` close enough, within ${found.within}` : " right";
  if (numbers.length < 2) return [of ? `${counted[0]} of ${of} ${counted[0] === 1 ? "is" : "are"}${near}.` : "", ""];
  if (kind !== "choice") return [`${counted[0]} ${counted[0] === 1 ? "was" : "were"} right at first, ${counted[1]} after the discussion.`, "dashed: first vote · filled: second vote"];
  const keys = new Set(right(all[1]).map(({ key }) => key));
  const both = flow.filter(([before, after]) => before !== MISSING && after !== MISSING);
  const moved = (is) => both.filter(([b, a]) => is(keys.has(b), keys.has(a))).reduce((sum, [, , n]) => sum + n, 0);
  const came = moved((before, after) => !before && after);
  const left = moved((before, after) => before && !after);
  return [`${came} changed to a right answer, ${left} changed away from one.`, `${moved(() => true)} of ${joined} answered both times`];
}
