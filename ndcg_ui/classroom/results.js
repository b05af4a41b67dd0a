// A question, and what a class did with it: readable from the last row, and without colours too.

import { escaped } from "../parts/markup/make.js";
import { number } from "../parts/markup/numerals.js";

const MARKS = { right: "✓ ", wrong: "", invalid: "? ", "": "" };
const OUTCOMES = { right: "right", wrong: "not right", invalid: "not marked", missing: "no answer" };

export function question({ ask, about = "", options, board }) {
  const list = options ? `<ol class="choices">${options.map((o) => `<li>${o}</li>`).join("")}</ol>` : "";
  const left = (place) => `<span class="term-value">${Math.round(100 / board.divisors[place])} of 100 readers</span>`;
  const cards = board?.documents.map(
    ({ label, shown }, place) => `<li><b>${label}</b> grade ${shown} ${board.readers ? left(place) : ""}</li>`,
  );
  return `<h2>${ask}</h2><div class="about">${about}</div>${list}${cards ? `<ol class="crowd">${cards.join("")}</ol>` : ""}`;
}

// The groups of each vote, side by side where there were two.
export function results({ votes, flow, crowd, ticked }) {
  const numbers = Object.keys(votes).sort();
  const titles = numbers.length > 1 ? ["Before the discussion", "After it"] : ["The answers"];
  const columns = numbers.map((vote, at) => section(titles[at], groups(votes[vote])));
  const moves = flow ? section("Who changed their answer", changes(flow)) : "";
  const options = ticked?.map((one) => ({ ...one, key: one.html, html: MARKS[one.outcome] + one.html }));
  const each = options ? section("Each option", bars("ticked", options)) : "";
  return `<div class="votes">${crowd ? ranking(crowd) : each + columns.join("")}${moves}</div>`;
}

const howSure = (sure, unsure) => (sure + unsure ? `<small>${sure} sure, ${unsure} not</small>` : "");
const section = (title, html) => `<section><h3>${title}</h3>${html}</section>`;

function groups(all) {
  const rows = all.map(({ key, label, outcome, count, sure, unsure, written }) => {
    const number = outcome && written !== label && key !== written ? `<b>${written}</b> ` : "";
    return { key, outcome, count, html: `${MARKS[outcome]}${number}${label} ${howSure(sure, unsure)}` };
  });
  return rows.length ? bars("group", rows) : "<p>Nobody has answered.</p>";
}

// A row for each way from the first vote to the second.
function changes(flow) {
  const rows = flow.map(([before, after, count]) => {
    const html = `${OUTCOMES[before]} → ${OUTCOMES[after]}`;
    return { key: before, outcome: after, count, html };
  });
  rows.sort((one, other) => other.count - one.count);
  return bars("flow", rows);
}

function bars(name, rows) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const items = rows.map(
    ({ key, outcome, count, html }) => `<li data-testid="${name}" data-group="${escaped(key)}"
        data-count="${count}" data-outcome="${outcome}">
      <span class="what">${html}</span> <span class="count">${count}</span>
      <i class="bar" style="width:${(100 * count) / most}%"></i></li>`,
  );
  return `<ol class="bars">${items.join("")}</ol>`;
}

// The crowd's ranking and the orders that were given most.
function ranking({ cards, score, measure, common }) {
  const crowd = cards.map(
    ({ label, grade, mean }) => `<li><b>${escaped(label)}</b> grade ${escaped(grade)}
      <small>mean rank ${mean.toFixed(1)}</small></li>`,
  );
  const orders = common.map(
    ({ order, score: value, right, count, sure, unsure }) => `<tr><td>${right ? "✓ " : ""}${escaped(order)}</td>
      ${measure ? `<td>${number(value)}</td>` : ""}<td>${count}</td><td>${howSure(sure, unsure)}</td></tr>`,
  );
  const list = `<ol class="crowd" data-testid="crowd">${crowd.join("")}</ol>`;
  const table = `<table class="printed"><thead><tr><th scope="col">order</th>
    ${measure ? `<th scope="col">${measure}</th>` : ""}<th scope="col">given by</th><th scope="col">of them</th></tr></thead>
    <tbody>${orders.join("")}</tbody></table>`;
  const title = measure ? `The class's ranking, ${measure} ${number(score)}` : "The class's ranking";
  return section(title, list) + section("The most common orders", table);
}
