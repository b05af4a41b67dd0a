// Draws a question and the results of a class. The results are readable from the last row and without colours.

import { escapeHtml } from "../exhibit/make.js";
import { findBarWord } from "./outcomes.js";
import { renderImage } from "./pictures.js";

const MISSING = "missing";
const LEAST = 20; // the smallest height of an option in a flow, in percent: its words need this height
const GAP = 4; // between two options in a flow, in percent
const OPTION_WIDTH = 20; // characters in a line of an option next to a flow
const REASON_WIDTH = 38; // characters in a line of a reason next to a flow
const LINE_HEIGHT = 6.5; // of a line next to a flow, in percent

/** @param {any} asked */
export function renderQuestion({ ask, about = "", options, story = "", image = null }) {
  const list = options ? `<ol class="choices">${options.map((o) => `<li>${o}</li>`).join("")}</ol>` : "";
  const whole = story ? `<p class="story">${story}</p>` : "";
  const shown = image ? `<div class="pictured">${renderImage(image)}${about}</div>` : about;
  return `<h2>${ask}</h2>${whole}<div class="about">${shown}</div>${list}`;
}

// Return the options of an open question as HTML, each with an empty track.
export const renderOptions = (all) =>
  renderList("choice", all.map((html, place) => ({ letter: String.fromCharCode(65 + place), html, count: null })));

// Return the groups of the newest vote as HTML with their counts, and with the counts of the first vote if there were
// two. Two marked votes on options become a flow.
export function renderResults(found) {
  const { kind, marked, votes, flow, crowd, ticked, voters, blanks, ranges, reasons = [] } = found;
  const numbers = Object.keys(votes);
  const first = votes[numbers[0]];
  const newest = votes[numbers.at(-1)];
  if (kind === "text") return renderTexts(newest);
  if (!newest.length) return `<p class="nobody">Nobody has answered.</p>`;
  if (kind === "choice") {
    const rows = newest.map(({ label, ...group }, place) => makeOptionRow(label, { ...group, why: reasons[place] }));
    return flow ? renderFlow(rows, first, flow) : renderList("choice", rows);
  }
  const before = Object.fromEntries(first.map(({ key, count }) => [key, count]));
  const countBefore = (key) => (numbers.length > 1 ? (before[key] ?? 0) : null);
  const gone = marked && numbers.length > 1 ? first.filter(({ key }) => !newest.some((g) => g.key === key)) : [];
  const groups = [...newest, ...gone.map((group) => ({ ...group, count: 0, sure: 0, unsure: 0 }))];
  const rows = groups.map((group) => ({ ...group, ...describeGroup(kind, group, marked, crowd), had: countBefore(group.key) }));
  if (ticked) {
    const boxes = ticked.map((one) => makeOptionRow(one.html, { ...one, key: one.html }));
    return renderList("choice", boxes, { name: "ticked", of: voters }) + renderCombinations(rows.filter(({ count }) => count));
  }
  if (blanks) {
    const blankRows = numbers.length > 1 ? makeBlankRows(blanks, numbers) : blanks[numbers[0]].map(makeBlankRow);
    return renderList("marked blanks", blankRows);
  }
  if (ranges) return renderList("marked guess", makeRangeRows(ranges, numbers, marked));
  return (crowd ? renderMeanOrder(crowd, marked) : "") + renderList(`${marked ? "marked" : "plain"} ${kind}`, rows);
}

// Return the open texts that the teacher chose as HTML, or a sentence if there are none.
const renderTexts = (groups) =>
  groups.length
    ? renderList("plain text", groups.map((group) => ({ ...group, outcome: "", html: group.label })))
    : `<p class="nobody">No answer has been chosen yet.</p>`;

// Return the row of a sheet's blank, with the mistakes or the numbers in it.
export const makeBlankRow = ({ label, written, ...group }) => ({ ...group, number: label, html: written });

// Return the rows of the blanks after two votes. A blank that only the first vote used has a row, too.
function makeBlankRows(blanks, numbers) {
  const [first, newest] = numbers.map((vote) => blanks[vote]);
  const countBefore = (key) => first.find((group) => group.key === key)?.count ?? 0;
  const gone = first.filter(({ key }) => !newest.some((group) => group.key === key));
  const all = [...newest, ...gone.map((group) => ({ ...group, count: 0, written: "" }))];
  return all.map((group) => ({ ...makeBlankRow(group), had: countBefore(group.key) }));
}

// Return the rows of all ranges of a slider, including empty ones.
function makeRangeRows(ranges, numbers, marked) {
  const newest = ranges[numbers.at(-1)];
  return newest.map(({ label, count, near, holds }, place) => ({
    key: label,
    number: label,
    count,
    outcome: holds ? "right" : "",
    html: marked && (holds ? near !== count : near) ? `<small>${near} close enough</small>` : "",
    had: numbers.length > 1 ? ranges[numbers[0]][place].count : null,
    word: holds ? "the right value is here" : "",
  }));
}

// Return the row of an option. Its label "A. It rises" is split into a letter and a text.
export const makeOptionRow = (label, group) => ({ ...group, letter: label[0], html: label.slice(3) });

// Return the answer of a group, which comes first in its row, and the cause of the answer.
function describeGroup(kind, { label, written, outcome }, marked, crowd) {
  if (kind === "order") return { number: crowd?.scores?.[written] ?? "", html: renderChips(written) };
  if (!marked) return { number: "", html: written || label };
  const repeatsOutcome = outcome === "right" && label === "right";
  if (kind === "audit") return { number: "", html: repeatsOutcome ? written : label };
  if (label === "not known") return { number: "", html: `${label}: ${written}` };
  return { number: written, html: repeatsOutcome ? "" : label };
}

const renderChips = (order) => {
  const grades = order.split(" ");
  const most = Math.max(3, ...grades.map(Number));
  const computeLevel = (grade) => (grade > 0 ? Math.min(3, Math.ceil(grade / (most / 3))) : 0);
  const all = grades.map((grade) => `<span class="chip" data-level="${computeLevel(Number(grade))}">${grade}</span>`);
  return `<span class="chips">${all.join("")}</span>`;
};

const renderMeanOrder = ({ html, ties, measure, mean }, marked) => {
  const score = marked ? `<b>Mean ${measure}: ${mean}</b>` : "";
  const by = `<span>By mean rank${ties ? " (framed: tied)" : ""}:</span>`;
  return `<div class="averaged" data-testid="crowd">${score}${by}${html}</div>`;
};

const renderCombinations = (rows) =>
  `<p class="together">Together: ${rows.map(({ key, count }) => `<b>${escapeHtml(key)}</b> ${count}`).join(" · ")}</p>`;

const renderSureness = ({ sure = 0, unsure = 0 }) =>
  sure + unsure ? ` <small class="sureness">${sure} sure, ${unsure} not</small>` : "";

// Return rows with bars as HTML. The track of an option stands for all answers, or for `of` learners. A dashed bar is
// the first vote.
/** @param {string} form @param {any[]} rows @param {{name?: string, of?: number}} [options] */
export function renderList(form, rows, { name = "group", of } = {}) {
  const counts = rows.flatMap(({ count, had }) => [count, had ?? 0]);
  const all = of ?? rows.reduce((sum, { count }) => sum + count, 0);
  const longest = Math.max(1, ...(form === "choice" ? [all] : counts));
  const items = rows.map((row) => renderRow(row, form, name, longest));
  return `<ol class="rows ${form}">${items.join("")}</ol>`;
}

// Return a row as HTML. A row without a count is an option of an open question.
function renderRow(row, form, name, longest) {
  const { html, key, count, outcome = "", why } = row;
  const data = `data-testid="${name}" data-group="${escapeHtml(key ?? "")}" data-count="${count}" data-outcome="${outcome}"`;
  const reason = why ? `<small class="why">${why}</small>` : "";
  return `<li ${count === null ? "" : data} class="${findCertaintyClass(row)}">${renderStart(row, form)}
      <span class="what">${renderWord(row)}${html}${renderSureness(row)}${reason}</span>
      <span class="track">${renderBars(row, longest)}</span>${renderCount(row)}</li>`;
}

function findCertaintyClass({ key, label }) {
  if (String(key).startsWith("could be")) return "could";
  return label === "not known" ? "unknown" : "";
}

// Return the letter of an option, the number of a marked row, or "".
function renderStart({ letter, number = "" }, form) {
  if (letter) return `<b class="letter">${letter}</b>`;
  return form.startsWith("marked") ? `<b class="number">${number}</b>` : "";
}

// Return the word for the outcome, or "" if it would repeat the number.
function renderWord({ word, outcome = "", number = "" }) {
  const forOutcome = findBarWord(outcome);
  const shown = word ?? (forOutcome === number ? "" : forOutcome);
  return shown ? `<b class="word">${shown}</b> ` : "";
}

function renderBars({ count, had = null }, longest) {
  const formatShare = (part) => `${(100 * part) / longest}%`;
  const bar = count ? `<i class="bar" style="width:${formatShare(count)}"></i>` : "";
  if (!had) return bar;
  return `${bar}<i class="before ${had > count ? "more" : ""}" style="width:${formatShare(had)}"></i>`;
}

function renderCount({ count, had = null }) {
  if (count === null) return "";
  const before = had === null ? "" : `<small>${had} → </small>`;
  return `<b class="count">${before}<span>${count}</span></b>`;
}

// --- Between two votes ---------------------------------------------------------------------------

const countLines = (html, width) => Math.ceil(html.replace(/<[^>]*>/g, "").length / width);

// Return the smallest height of each option in a flow, in percent. Long texts get more of it.
function computeLeastHeights(rows) {
  const free = 100 - GAP * (rows.length - 1);
  const lines = rows.map(({ html, why = "", outcome }) =>
    Math.max(countLines(html, OPTION_WIDTH), countLines(why, REASON_WIDTH) + (outcome === "right" ? 1 : 0)),
  );
  const least = Math.min(LEAST, 80 / rows.length);
  const heights = lines.map((count) => Math.max(least, count * LINE_HEIGHT));
  const part = Math.min(1, (0.95 * free) / heights.reduce((sum, height) => sum + height, 0));
  return heights.map((height) => part * height);
}

// Place blocks below each other, and return the middle of each in percent of the height, with the height of a learner.
// The height of a block is proportional to its count, but at least as high as its words.
function stackBlocks(counts, least) {
  const free = 100 - GAP * (counts.length - 1);
  const scaleHeights = (unit) => counts.map((count, n) => Math.max(least[n], count * unit));
  const sumHeights = (unit) => scaleHeights(unit).reduce((sum, height) => sum + height, 0);
  let low = 0;
  let unit = free / Math.max(1, ...counts);
  for (let n = 0; n < 20; n += 1) {
    const middle = (low + unit) / 2;
    if (sumHeights(middle) > free) unit = middle;
    else low = middle;
  }
  let top = 0;
  return scaleHeights(low).map((height) => {
    top += height + GAP;
    return { middle: top - GAP - height / 2, scale: low };
  });
}

// Return the flow between two votes as HTML: ribbons from option to option, as high as the number of learners in them.
function renderFlow(rows, first, flow) {
  const counts = rows.map(({ key }) => first.find((group) => group.key === key)?.count ?? 0);
  const least = computeLeastHeights(rows);
  const from = stackBlocks(counts, least);
  const to = stackBlocks(rows.map(({ count }) => count), least);
  const scale = Math.min(from[0].scale, to[0].scale);
  const starts = from.map(({ middle }, n) => middle - (counts[n] * scale) / 2);
  const ends = to.map(({ middle }, n) => middle - (rows[n].count * scale) / 2);
  const renderBlock = (top, count, css) => `<rect class="${css}" y="${top}" width="2" height="${Math.max(count * scale, 0.4)}"/>`;
  const blocks = [
    ...starts.map((top, n) => renderBlock(top, counts[n], "")),
    ...ends.map((top, n) => `<g transform="translate(98)">${renderBlock(top, rows[n].count, rows[n].outcome)}</g>`),
  ];
  const findRow = (key) => rows.findIndex((row) => row.key === key);
  const ways = flow
    .map(([before, after, count]) => ({ i: findRow(before), j: findRow(after), count }))
    .filter(({ i, j }) => i >= 0 && j >= 0)
    .sort((one, other) => one.j - other.j || one.i - other.i);
  const ribbons = ways.map(({ i, j, count }) => {
    const high = count * scale;
    const a = starts[i];
    const b = ends[j];
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
      data-group="${escapeHtml(key)}" data-count="${count}" data-outcome="${outcome}"><b class="count"><span>${count}</span></b>
      <span class="what">${findBarWord(outcome) ? `<b class="word">${findBarWord(outcome)}</b> ` : ""}<b class="letter">${letter}</b>
      <small class="why">${why ?? ""}</small></span></li>`,
  );
  return `<div class="flow"><p>first vote</p><p></p><p>after the discussion</p><ol class="from">${left.join("")}</ol>
    <div class="ways"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${ribbons.map((r) => r.path).join("")}
    ${blocks.join("")}</svg>${ribbons.map((r) => r.number).join("")}</div><ol class="to">${right.join("")}</ol></div>`;
}

// Return a sentence about the results, and a key or a count for the line next to it. Either can be "".
/** @param {any} found @param {number} joined @returns {[string, string]} */
export function summarizeResults(found, joined) {
  const { votes, flow = [], marked, kind } = found;
  const numbers = Object.keys(votes);
  const all = numbers.map((vote) => votes[vote]);
  const filterRight = (groups) => groups.filter(({ outcome }) => outcome === "right");
  const counted = all.map((groups) => filterRight(groups).reduce((sum, { count }) => sum + count, 0));
  if (!marked || kind === "text") return ["", ""];
  const of = all.at(-1).reduce((sum, { count }) => sum + count, 0);
  const near = found.within ? ` close enough, within ${found.within}` : " right";
  if (numbers.length < 2) {
    const is = counted[0] === 1 ? "is" : "are";
    return [of ? `${counted[0]} of ${of} ${is}${near}.` : "", ""];
  }
  if (kind !== "choice") {
    const was = counted[0] === 1 ? "was" : "were";
    const enough = found.within ? "close enough" : "right";
    const sentence = `${counted[0]} ${was} ${enough} at first, ${counted[1]} after the discussion.`;
    return [sentence, "dashed: first vote · solid: second vote"];
  }
  const keys = new Set(filterRight(all[1]).map(({ key }) => key));
  const both = flow.filter(([before, after]) => before !== MISSING && after !== MISSING);
  const countMoves = (is) => both.filter(([b, a]) => is(keys.has(b), keys.has(a))).reduce((sum, [, , n]) => sum + n, 0);
  const came = countMoves((before, after) => !before && after);
  const left = countMoves((before, after) => before && !after);
  return [`${came} changed to a right answer, ${left} changed away from one.`, `${countMoves(() => true)} of ${joined} answered both times`];
}
