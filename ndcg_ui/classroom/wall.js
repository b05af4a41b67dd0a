// The wall of a class, and the teacher's desk: the same page; the secret in the link says which.

import { results } from "./bars.js";
import { at, Following, post } from "./follow.js";
import { drawJoining, removal } from "./joining.js";
import { markStep, PHASES } from "./telling.js";

const find = (selector) => /** @type {any} */ (document.querySelector(selector));
const secret = location.hash.slice(1);
const headers = { Authorization: `Bearer ${secret}` };
const JOIN = "Join now: scan the code, or open the address and enter the letters.";
const LOCKED = "This class is locked: nobody new can join.";
const NEXT = {
  waiting: "First question",
  open: "Close the vote",
  closed: "Show the solution",
  discuss: "Close the second vote",
  settled: "Show the solution",
  revealed: "Next question",
};
const KEYS = {
  ArrowRight: "forward",
  PageDown: "forward",
  " ": "forward",
  ArrowLeft: "back",
  PageUp: "back",
  d: "discuss",
  s: "show",
  ArrowDown: "on",
  ArrowUp: "off",
  l: "lock",
};

let latest = null;
let written = "";

function set(selector, html) {
  const element = find(selector);
  if (element.dataset.html === html) return;
  element.dataset.html = html;
  element.innerHTML = html;
}

// --- What is shown -------------------------------------------------------------------------------

function draw(message) {
  latest = message;
  const { room, code, joined, answered, title } = message;
  const votes = Object.values(answered ?? {});
  find("#title").textContent = title;
  find("#code").textContent = code;
  find("#joined").textContent = `${joined} here`;
  document.body.dataset.phase = room.phase;
  document.body.dataset.revision = room.revision;
  document.body.dataset.role = message.role;
  markStep(room);
  find("#phase").textContent = room.question ? PHASES[room.phase] : waiting(message);
  find("#answered").textContent = votes.length ? `${votes.at(-1)} of ${joined} answered` : "";
  find("#place").textContent = room.question
    ? `Question ${room.place} of ${room.count}${room.alone ? ", alone" : ""}`
    : "";
  set("#question", room.question ? asked(room.question) : "");
  set("#results", message.results ? results(message.results) : "");
  set("#solution", room.solution ? `${solutionTitle(room)}${room.solution}` : "");
  find("#desk").hidden = message.role !== "steering";
  if (message.role === "steering") drawDesk(message);
}

const waiting = ({ joining }) => (joining === "locked" ? LOCKED : JOIN);

function asked({ ask, about = "", options, board }) {
  const list = options ? `<ul class="choices">${options.map((o) => `<li>${o}</li>`).join("")}</ul>` : "";
  const cards = board
    ? `<ol class="crowd">${board.documents
        .map(({ label, shown }) => `<li><b>${label}</b> grade ${shown}</li>`)
        .join("")}</ol>`
    : "";
  return `<h2>${ask}</h2>${about}${list}${cards}`;
}

// A step of the replay brings its own title.
const solutionTitle = ({ step, steps }) =>
  step ? `<p class="place">The solution, step ${step} of ${steps}</p>` : "<h3>The solution</h3>";

function drawDesk(message) {
  const { room, desk, results_shown: shown } = message;
  const { phase } = room;
  drawJoining(message);
  const last = phase === "revealed" && room.place === room.count && !replaying(room);
  const able = {
    forward: !last,
    back: phase !== "waiting",
    discuss: ["closed", "settled"].includes(phase),
    show: ["closed", "settled"].includes(phase),
    alone: phase === "revealed",
    on: room.steps > 0 && !room.step,
    off: room.step > 0,
  };
  const best = desk?.do === "discuss" && able.discuss ? "discuss" : "forward";
  for (const button of document.querySelectorAll("#desk [data-command]")) {
    const { command } = /** @type {HTMLElement} */ (button).dataset;
    /** @type {HTMLButtonElement} */ (button).disabled = !able[command];
    button.classList.toggle("send", command === best);
  }
  find("[data-command=forward]").textContent = replaying(room) ? "Next step" : NEXT[phase];
  find("[data-command=show]").textContent = shown ? "Hide the answers" : "Show the answers";
  find("#advice").textContent = desk?.advice ?? "";
  find("#advice").dataset.do = desk?.do ?? "";
}

// --- Steering ------------------------------------------------------------------------------------

// Whether a replay was begun and is not at its end: then forward is its next step.
const replaying = ({ step, steps }) => step > 0 && step < steps;

// What a key or a button comes to just now: a command, and what it needs besides.
function meant(name) {
  const { room, results_shown: shown } = latest;
  if (name === "show" && shown) return ["hide"];
  if (name === "on" || (name === "forward" && replaying(room))) return ["step", room.step + 1];
  if (name === "off" || (name === "back" && room.step)) return ["step", room.step - 1];
  return [name];
}

async function command(name) {
  if (!latest || latest.role !== "steering") return;
  const [given, argument = ""] = meant(name);
  const message = { command: given, argument, revision: latest.room.revision };
  const answer = await post("/class/command", message, secret);
  find("#said").textContent = answer.say ?? "";
}

const ACTS = {
  async answers() {
    const answer = await fetch(at("/class/answers"), { headers });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `class-${latest.code}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
  async session() {
    const { mistakes } = await (await fetch(at("/class/session"), { headers })).json();
    const rows = mistakes.map(
      ({ title, count, link }) => `<li>${title}: ${count} <a href="${at(link)}">practise</a></li>`,
    );
    set("#session", rows.length ? `<ol>${rows.join("")}</ol>` : "<p>No known mistake so far.</p>");
  },
  end() {
    find("#sure").showModal();
  },
  async lock() {
    const joining = latest.joining === "locked" ? "open" : "locked";
    const answer = await post("/class/joining", { joining }, secret);
    find("#said").textContent = answer.say ?? "";
  },
  remove() {
    const { question, since } = removal();
    find("#removing-who").textContent = question;
    find("#removing").dataset.since = since;
    find("#removing").returnValue = "";
    find("#removing").showModal();
  },
};

find("#desk").addEventListener("click", ({ target }) => {
  const { command: name, act } = target.closest("button")?.dataset ?? {};
  if (name) command(name);
  if (act) ACTS[act]();
});
find("#sure").addEventListener("close", () => {
  if (find("#sure").returnValue === "end") post("/class/end", {}, secret);
});
find("#removing").addEventListener("close", async () => {
  const { returnValue, dataset } = find("#removing");
  if (returnValue !== "remove") return;
  const answer = await post("/class/joining", { since: Number(dataset.since) }, secret);
  find("#said").textContent = answer.say ?? "";
});
addEventListener("keydown", (event) => {
  const within = /** @type {Element} */ (event.target).closest("button, a, dialog, input, select");
  const name = KEYS[event.key];
  const steps = name === "on" || name === "off";
  if (steps && !(latest?.room.steps && (name === "on" || latest.room.step))) return;
  if (!name || within || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (name === "lock" && latest?.role !== "steering") return;
  event.preventDefault();
  if (name === "lock") ACTS.lock();
  else command(name);
});

// --- The room ------------------------------------------------------------------------------------

async function drawAddress() {
  const answer = await fetch(at(`/class/address?top=${encodeURIComponent(at("/"))}`), { headers }).catch(() => null);
  if (!answer?.ok) return;
  const { address, svg, remark } = await answer.json();
  if (written === address) return;
  written = address;
  find("#address").textContent = address.replace(/#.*/, "");
  find("#qr").innerHTML = svg;
  find("#reach").textContent = remark;
}

new Following("/class/events", secret, {
  received: draw,
  state: (word) => {
    document.body.dataset.connection = word;
    find("#away").hidden = word === "here";
    if (word === "here") drawAddress();
  },
  refused: (status, say) => finish(say),
  over: () => finish("This class is over. All its answers are deleted."),
});

function finish(say) {
  find("main").innerHTML = `<p class="over" role="status"></p>`;
  find(".over").textContent = say;
}
