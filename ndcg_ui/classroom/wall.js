// The wall of a class, and the teacher's desk: the same page; the secret in the link says which.

import { drawDesk } from "./desk.js";
import { fit } from "./fit.js";
import { at, escaped, find, follow, get, markPhase, PHASES, set } from "./shared.js";

const JOIN = "Join now: scan the code, or open the address and enter the letters.";
const LOCKED = "This class is locked: nobody new can join.";
const MARKS = { right: "✓ ", wrong: "", invalid: "? ", "": "" };
const OUTCOMES = { right: "right", wrong: "not right", invalid: "not marked", missing: "no answer" };
const secret = location.hash.slice(1);

function draw(message) {
  const { room, code, joined, answered, title, role } = message;
  const votes = Object.values(answered ?? {});
  find("#title").textContent = title;
  find("#code").textContent = code;
  find("#joined").textContent = `${joined} here`;
  document.body.dataset.revision = room.revision;
  document.body.dataset.role = role;
  markPhase(room);
  const waiting = message.joining === "locked" ? LOCKED : JOIN;
  find("#phase").textContent = room.question ? PHASES[room.phase] : waiting;
  find("#answered").textContent = votes.length ? `${votes.at(-1)} of ${joined} answered` : "";
  find("#place").textContent = room.question
    ? `Question ${room.place} of ${room.count}${room.alone ? ", alone" : ""}`
    : "";
  set("#question", room.question ? question(room.question) : "");
  set("#results", message.results ? results(message.results) : "");
  set("#solution", room.solution ? `${solutionTitle(room)}${room.solution}` : "");
  find("#desk").hidden = role !== "steering";
  if (role === "steering") drawDesk(message);
  fit();
}

function question({ ask, about = "", options, board }) {
  const list = options ? `<ol class="choices">${options.map((o) => `<li>${o}</li>`).join("")}</ol>` : "";
  const cards = board?.documents.map(({ label, shown }) => `<li><b>${label}</b> grade ${shown}</li>`);
  return `<h2>${ask}</h2><div class="about">${about}</div>${list}${cards ? `<ol class="crowd">${cards.join("")}</ol>` : ""}`;
}

// A step of the replay brings its own title.
const solutionTitle = ({ step, steps }) =>
  step ? `<p class="place">The solution, step ${step} of ${steps}</p>` : "<h3>The solution</h3>";

// --- What the class did: readable from the last row, and without colours too -----------------------

// The groups of each vote, side by side where there were two.
function results({ votes, flow, crowd }) {
  const numbers = Object.keys(votes).sort();
  const titles = numbers.length > 1 ? ["Before the discussion", "After it"] : ["The answers"];
  const columns = numbers.map((vote, at) => section(titles[at], groups(votes[vote])));
  const moves = flow ? section("Who changed their answer", changes(flow)) : "";
  return `<div class="votes">${crowd ? ranking(crowd) : columns.join("")}${moves}</div>`;
}

const section = (title, html) => `<section><h3>${title}</h3>${html}</section>`;

function groups(all) {
  const rows = all.map(({ key, label, outcome, count, sure, unsure, written }) => {
    const howSure = sure + unsure ? ` <small>${sure} sure, ${unsure} not</small>` : "";
    const number = outcome && written !== label && key !== written ? `<b>${written}</b> ` : "";
    return { key, outcome, count, html: `${MARKS[outcome]}${number}${label}${howSure}` };
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
function ranking({ cards, ndcg, measure, common }) {
  const three = (value) => value.toFixed(3).replace("-", "\u2212");
  const crowd = cards.map(
    ({ label, grade, mean }) => `<li><b>${escaped(label)}</b> grade ${escaped(grade)}
      <small>mean rank ${mean.toFixed(1)}</small></li>`,
  );
  const orders = common.map(
    ({ order, ndcg: value, count }) => `<tr><td>${escaped(order)}</td>
      ${measure ? `<td>${three(value)}</td>` : ""}<td>${count}</td></tr>`,
  );
  const list = `<ol class="crowd" data-testid="crowd">${crowd.join("")}</ol>`;
  const table = `<table class="printed"><thead><tr><th scope="col">order</th>
    ${measure ? `<th scope="col">${measure}</th>` : ""}<th scope="col">given by</th></tr></thead>
    <tbody>${orders.join("")}</tbody></table>`;
  const title = measure ? `The class's ranking, ${measure} ${three(ndcg)}` : "The class's ranking";
  return section(title, list) + section("The most common orders", table);
}

// --- The way in ----------------------------------------------------------------------------------

async function drawAddress() {
  const top = encodeURIComponent(at("/"));
  const answer = await get(`/class/address?top=${top}`, secret);
  if (!answer) return;
  const { address, svg, remark } = await answer.json();
  find("#address").textContent = address.replace(/#.*/, "");
  set("#qr", svg);
  fit();
  find("#reach").textContent = remark;
}

const end = await follow("/class/events", secret, draw, (word) => {
  document.body.dataset.connection = word;
  find("#away").hidden = word !== "away";
  if (word === "here") drawAddress();
});
find("main").innerHTML = `<p class="over" role="status"></p>`;
find(".over").textContent = end || "This class is over. All its answers are deleted.";
