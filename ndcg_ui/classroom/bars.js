// What a class did, as bars: readable from the last row, and without colours too.

const MARKS = { right: "✓ ", wrong: "", invalid: "? " };
const OUTCOMES = { right: "right", wrong: "not right", invalid: "not readable", missing: "no answer" };
const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const three = (value) => value.toFixed(3).replace("-", "\u2212");

// The groups of each vote, side by side where there were two.
export function results({ votes, flow, crowd }) {
  const numbers = Object.keys(votes).sort();
  const titles = numbers.length > 1 ? ["Before the discussion", "After it"] : ["The answers"];
  const columns = numbers.map((vote, at) => column(titles[at], votes[vote]));
  const moves = flow ? moved(flow) : "";
  return `<div class="votes">${crowd ? ranking(crowd) : columns.join("")}${moves}</div>`;
}

function column(title, groups) {
  const most = Math.max(1, ...groups.map(({ count }) => count));
  const rows = groups.map((group) => bar(group, most)).join("");
  return `<section class="vote"><h3>${title}</h3><ol class="bars" data-testid="groups">${rows}</ol>
    ${groups.length ? "" : "<p>Nobody has answered.</p>"}</section>`;
}

function bar({ key, label, outcome, count, sure, unsure }, most) {
  const said = sure + unsure ? ` <small>${sure} sure, ${unsure} not</small>` : "";
  return `<li data-testid="group" data-group="${escaped(key)}" data-count="${count}"
      data-outcome="${outcome}">
    <span class="what">${MARKS[outcome]}${label}${said}</span>
    <span class="count">${count}</span>
    <i class="bar" style="width:${(100 * count) / most}%"></i></li>`;
}

// The crowd's ranking and the orders that were given most.
function ranking({ cards, ndcg, k, common }) {
  const crowd = cards.map(
    ({ label, grade, mean }) => `<li><b>${escaped(label)}</b> grade ${escaped(grade)}
      <small>mean rank ${mean.toFixed(1)}</small></li>`,
  );
  const orders = common.map(
    ({ order, ndcg: value, count }) => `<tr><td>${escaped(order)}</td>
      <td>${three(value)}</td><td>${count}</td></tr>`,
  );
  return `<section class="vote"><h3>The class's ranking, NDCG@${k} ${three(ndcg)}</h3>
      <ol class="crowd" data-testid="crowd">${crowd.join("")}</ol></section>
    <section class="vote"><h3>The most common orders</h3><table class="orders"><thead><tr>
      <th scope="col">order</th><th scope="col">NDCG@${k}</th><th scope="col">given by</th></tr></thead>
      <tbody>${orders.join("")}</tbody></table></section>`;
}

// Who changed their answer: a row for each way from the first vote to the second.
function moved(flow) {
  const most = Math.max(...flow.map(([, , count]) => count), 1);
  const rows = [...flow]
    .sort((one, other) => other[2] - one[2])
    .map(
      ([before, after, count]) => `<li data-testid="flow" data-from="${before}" data-to="${after}"
        data-count="${count}" data-outcome="${after}">
      <span class="what">${OUTCOMES[before]} → ${OUTCOMES[after]}</span>
      <span class="count">${count}</span>
      <i class="bar" style="width:${(100 * count) / most}%"></i></li>`,
    );
  return `<section class="vote"><h3>Who changed their answer</h3>
    <ol class="bars">${rows.join("")}</ol></section>`;
}
