// A teacher's desk, below the wall: what can be done now, by buttons and keys, and who joined lately.

import { at, downloadAnswers, find, insist, say } from "./shared.js";

const secret = location.hash.slice(1);
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
  c: "time",
};
const MINUTE = 60;
const STRETCH = 30; // seconds
const QUIET = 20; // seconds without an answer of which the desk speaks
const WARNED = 3600; // seconds before the room is deleted

find("#review").href = `${at("/class/review")}#${secret}`;
let latest = null;
let came = 0; // when it did

export function drawDesk(message) {
  latest = message;
  came = Date.now();
  const { room, desk, results_shown: shown } = message;
  const { phase } = room;
  const closed = ["closed", "settled"].includes(phase);
  const last = phase === "revealed" && room.place === room.count && !replaying(room);
  const able = {
    forward: !last,
    back: phase !== "waiting",
    discuss: closed,
    show: closed,
    alone: phase === "revealed",
    on: room.steps > 0 && !room.step,
    off: room.step > 0,
    skip: (closed || replaying(room)) && room.place < room.count,
    time: room.vote > 0,
    untimed: room.left !== undefined,
  };
  const best = closed && ["discuss", "skip"].includes(desk?.do) ? desk.do : "forward";
  for (const [command, is] of Object.entries(able)) {
    const button = find(`[data-command=${command}]`);
    if (!is && button === document.activeElement) find("#desk").focus();
    button.hidden = !is;
    button.classList.toggle("send", command === best);
  }
  find("[data-command=forward]").textContent = replaying(room) ? "Next step" : NEXT[phase];
  find("[data-command=skip]").textContent = closed ? "Go on without the solution" : "Next question";
  find("[data-command=show]").textContent = shown ? "Hide the answers" : "Show the answers";
  find("[data-command=time]").textContent = room.left === undefined ? "Count down 1 minute" : "30 s more";
  find("#advice").textContent = desk?.advice ?? "";
  find("#gain").textContent = desk?.gain ?? "";
  drawJoining();
  drawQuiet();
  drawExpiry();
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
  if (name === "skip") return ["go", room.place + 1];
  if (name === "time") return ["countdown", room.left === undefined ? MINUTE : STRETCH];
  if (name === "untimed") return ["countdown", 0];
  return [name];
}

async function send(address, message) {
  const answer = await insist(address, () => message, secret);
  say(answer.say);
}

function steer(name) {
  const [command, argument = ""] = meant(name);
  send("/class/command", { command, argument, revision: latest.room.revision });
}

// Asks whether it is meant, with two buttons, and does it if so. Only a click on "yes" counts: the
// dialog's "close" event is late enough to end the question after it.
function confirm(question, no, yes, act) {
  const dialog = find("#sure");
  for (const [place, text] of [question, no, yes].entries()) {
    dialog.querySelectorAll("p, button")[place].textContent = text;
  }
  dialog.querySelector("[value=yes]").onclick = act;
  dialog.showModal();
}

const ACTS = {
  answers: () => downloadAnswers(secret),
  end() {
    const question =
      "End the class and delete all its answers now? The review and the answers can be had until then; " +
      "learners keep their own.";
    confirm(question, "Go on", "End and delete", () => send("/class/end", {}));
  },
  lock() {
    send("/class/joining", { joining: latest.joining === "locked" ? "open" : "locked" });
  },
  remove() {
    const { value, dataset, textContent } = find("#since").selectedOptions[0];
    const when = textContent.replace(/ \(.*/, "");
    const again = latest.joining === "locked" ? "" : " They can join again until you lock the class.";
    const question = `Remove the ${dataset.count} who joined ${when}, with their answers?${again}`;
    confirm(question, "Keep them", "Remove them", () => {
      send("/class/joining", { since: Number(value) });
    });
  },
};

find("#desk").addEventListener("click", ({ target }) => {
  const { command, act } = target.closest("button")?.dataset ?? {};
  if (command) steer(command);
  if (act) ACTS[act]();
});
addEventListener("keydown", (event) => {
  const own = event.key === " " ? "dialog, input, select, button, a" : "dialog, input, select";
  const within = /** @type {Element} */ (event.target).closest(own);
  const name = KEYS[event.key];
  if (!latest || !name || within) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const { step, steps } = latest.room;
  if ((name === "on" && !steps) || (name === "off" && !step)) return; // they scroll
  event.preventDefault();
  if (name === "lock") ACTS.lock();
  else steer(name);
});

// --- Time ----------------------------------------------------------------------------------------

const passed = () => (Date.now() - came) / 1000; // seconds without news

// How long nobody has answered, while some still could.
function drawQuiet() {
  const { quiet, answered, joined, room } = latest;
  const seconds = quiet + passed();
  const missing = joined - (answered?.[room.vote] ?? 0);
  const is = room.vote && missing > 0 && seconds >= QUIET;
  find("#quiet").textContent = is
    ? `Nobody has answered for ${Math.floor(seconds / 10) * 10} s; ${missing} of ${joined} have not yet.`
    : "";
}

// When the room is deleted, and that it is soon.
function drawExpiry() {
  const soon = latest.expires - Date.now() / 1000 < WARNED;
  const when = new Date(1000 * latest.expires);
  const clock = when.toLocaleString([], { weekday: "long", hour: "2-digit", minute: "2-digit" });
  find("#expires").classList.toggle("advice", soon);
  find("#expires").textContent = `This room and its answers are deleted on ${clock}.${
    soon ? " Print the review and download the answers before." : ""
  }`;
}
setInterval(() => latest && drawQuiet(), 1000);
setInterval(() => latest && (drawJoining(), drawExpiry()), 10_000); // a minute passes where nobody joins, too

// --- Who joined lately ---------------------------------------------------------------------------

// A bar for each minute, and who can be removed.
function drawJoining() {
  const { joins, joining } = latest;
  const empty = Math.floor((joins.now + passed()) / 60) - Math.floor(joins.now / 60);
  const minutes = [...Array(empty).fill(0), ...joins.minutes].slice(0, joins.minutes.length);
  const most = Math.max(...minutes);
  const all = minutes.reduce((sum, count) => sum + count, 0);
  const last = passed() < 60 ? joins.last : 0;
  find("#minute").textContent = `last minute: ${last}`;
  find("#most").textContent = all ? `${most} in the fullest minute` : "";
  const label = `${all} joined in the last ${minutes.length} minutes, ${last} of them in the last one`;
  find("#joins").setAttribute("aria-label", label);
  const bars = minutes.map((count) => `<span style="height:${(100 * count) / (most || 1)}%"></span>`);
  find("#joins").innerHTML = bars.reverse().join("");
  const locked = joining === "locked";
  find("#lock").textContent = locked ? "Unlock" : "Lock";
  find("#locked").textContent = locked ? "Locked: nobody new can join. Who is here stays." : "";
  drawMoments(latest);
}

// The minutes since when somebody joined, each with how many that are; what is chosen stays chosen
// while more join.
function drawMoments({ joins, joined }) {
  const select = find("#since");
  const chosen = select.value;
  const moments = [];
  let sum = 0;
  joins.minutes.forEach((count, ago) => {
    sum += count;
    if (count) moments.push(moment(60 * (Math.floor(joins.now / 60) - ago), sum));
  });
  if (joined > sum) moments.push(moment(1, joined));
  find("#removal").hidden = !moments.length;
  select.replaceChildren(...moments);
  if (moments.some(({ value }) => value === chosen)) select.value = chosen;
}

function moment(since, count) {
  const clock = new Date(since * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const when = since > 1 ? `since ${clock}` : "at any time";
  const option = new Option(`${when} (${count})`, String(since));
  option.dataset.count = String(count);
  return option;
}
