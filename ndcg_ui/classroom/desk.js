// A teacher's desk: the next step, the answers, a small view of the wall, the learners without an answer, recent joins,
// and the plan.

import { fill } from "../components/markup/morph.js";
import { mirrorPage } from "./frames.js";
import { makeBlankRow, makeOptionRow, renderList, renderOptions as choices } from "./results.js";
import { buildAddress, followClass, countDown, downloadAnswers, find, sendUntilAnswered, markPhase, showNotice } from "./shared.js";

const [code, steering, showing = steering] = location.hash.slice(1).split(".");
const secret = `${code}.${steering}`;
const WAY = ["Ask", "Close the vote", "Show answers", "Discuss", "Solution", "Next question"];
const VERDICTS = "Each phone shows the verdict on its own answer.";
// The next steps: the place in WAY, the heading, the command and label of the button, and a sentence if the server
// gives no advice.
const NEXT = {
  waiting: [0, "Ask the first question", "forward", "First question", "Open the wall on the projector. Learners join with its code."],
  open: [1, "Learners are answering", "forward", "Close the vote", "The wall shows how many have answered, but not their answers."],
  closed: [2, "Show the answers", "show", "Show the answers"],
  choose: [2, "Choose answers for the wall", "forward", "Show the solution"],
  discuss: [3, "Ask learners to discuss", "discuss", "Discuss and vote again"],
  again: [3, "Learners are discussing", "forward", "Close the second vote", "Learners answer again. Their first answers are kept."],
  solve: [4, "Show the solution", "forward", "Show the solution"],
  replay: [4, "The solution", "forward", "Next step", VERDICTS],
  skip: [5, "Withhold the solution", "skip", "Continue without the solution"],
  revealed: [5, "Continue", "forward", "Next question", VERDICTS],
  over: [6, "That was the last question", "", "", "You can print the mistakes so far."],
};
const SIGNS = { ArrowRight: "→", ArrowLeft: "←", ArrowDown: "↓", ArrowUp: "↑" };
const OTHER_KEYS = { " ": "best", PageDown: "best", PageUp: "back", l: "lock" };
const MINUTE = 60;
const STRETCH = 30; // seconds that a command adds to a countdown
const QUIET = 20; // seconds without an answer until the desk reports it
const WARNED = 3600; // seconds before the room is deleted, when a warning appears
const DOTS = 200; // the most learners with a dot each; ten dots stand for a larger class

let latest = null;
let arrived = 0; // the time when the message arrived
let since = ""; // the first minute that the teacher has chosen for “Remove learners”

function drawDesk(message) {
  latest = message;
  arrived = Date.now();
  const { room, code, title, joined, plan } = message;
  markPhase(room);
  countDown(room.left);
  for (const [id, text] of Object.entries({ title, code, joined: `${joined} here` })) find(`#${id}`).textContent = text;
  drawProgress(message);
  drawAnswers(message);
  drawAnswered(message);
  drawJoining();
  drawQuiet();
  drawExpiry();
  const markCurrent = (n) => (n === room.place ? ' aria-current="step"' : "");
  fill(find("#plan"), plan.map((ask, n) => `<li${markCurrent(n + 1)}><span>${ask}</span></li>`).join(""));
  find("#place").textContent = `${room.question ? `question ${room.place} of ` : ""}${plan.length}`;
  find("#plan [aria-current]")?.scrollIntoView({ block: "nearest" });
  project();
}

// --- The next step and all commands -----------------------------------------------------------------

function findNextStep({ room, desk, results_shown: shown }, can) {
  if (isReplaying(room)) return "replay";
  if (room.phase === "revealed") return room.place < room.count ? "revealed" : "over";
  if (isVoteClosed(room) && room.holds && can.skip.able) return "skip";
  if (isVoteClosed(room) && room.question.kind === "text") return "choose";
  if (room.phase === "closed" && !shown) return "closed";
  if (room.phase === "discuss") return "again";
  if (!["closed", "settled"].includes(room.phase)) return room.phase;
  return ["discuss", "skip"].includes(desk?.do) && can[desk.do].able ? desk.do : "solve";
}

const isVoteClosed = ({ phase }) => ["closed", "settled"].includes(phase);

// Return true if a replay has begun and has more steps. Forward then shows the next step.
const isReplaying = ({ step, steps }) => step > 0 && step < steps;

// Return the commands for keys and buttons by name. Each has a key, the button's label, `able` (true if the command is
// possible now), and the server's command with its argument.
function listCommands({ room, results_shown: shown, similar }) {
  const { phase, place, count, step, steps, left, vote } = room;
  const timed = left !== undefined;
  const closed = isVoteClosed(room);
  const chosen = room.question?.kind === "text"; // open texts are shown one by one
  const solved = phase === "revealed";
  const leads = solved || (closed && room.holds); // to the next question
  const on = isReplaying(room);
  /** @param {number | string} argument */
  const makeCommand = (key, label, able, command, argument = "") => ({ key, label, able, command, argument });
  return {
    back: makeCommand("ArrowLeft", "Back", phase !== "waiting", step ? "step" : "back", step ? step - 1 : ""),
    forward: {
      ...makeCommand("ArrowRight", leads ? "Next question" : "Solution", !leads || place < count, "forward"),
      ...(on ? makeCommand("ArrowRight", "Next step", true, "step", step + 1) : {}),
    },
    show: makeCommand("s", shown ? "Hide answers" : "Show answers", closed && !chosen, shown ? "hide" : "show"),
    discuss: makeCommand("d", "Vote again", closed, "discuss"),
    on: makeCommand("ArrowDown", "Step by step", steps > 0 && !step, "step", step + 1),
    off: makeCommand("ArrowUp", "Step back", step > 0, "step", step - 1),
    alone: makeCommand("m", "Ask a similar question", solved && similar, "alone"),
    skip: makeCommand("", on ? "Next question" : "Skip the solution", (closed || on) && place < count, "go", place + 1),
    time: makeCommand("c", timed ? "Add 30 s" : "Start 1 minute", vote > 0, "countdown", timed ? STRETCH : MINUTE),
    untimed: makeCommand("", "Stop the countdown", timed, "countdown", 0),
  };
}

function drawProgress(message) {
  const { room, desk } = message;
  const can = listCommands(message);
  const [at, title, command, label, why = desk?.advice ?? ""] = NEXT[findNextStep(message, can)];
  const steps = WAY.map((step, place) => {
    if (place === at) return `<li aria-current="step">${step}</li>`;
    return place < at ? `<li class="done">${step}</li>` : `<li>${step}</li>`;
  });
  fill(find("#way"), steps.join(""));
  find("#now").textContent = room.step ? `The solution, step ${room.step} of ${room.steps}` : title;
  find("#advice").textContent = why;
  find("#gain").textContent = desk?.gain ?? "";
  find("#best").hidden = !command;
  find("#best span").textContent = label;
  find("#best").dataset.command = command;
  const others = Object.entries(can).filter(([name, { able }]) => name !== command && able);
  const buttons = others.map(([name, { key, label }]) => {
    const sign = key && `<kbd aria-hidden="true">${SIGNS[key] ?? key.toUpperCase()}</kbd>`;
    return `<button type="button" class="row" id="do-${name}" data-command="${name}">${label} ${sign}</button>`;
  });
  const { id } = document.activeElement;
  fill(find("#others"), buttons.join(""));
  if (id.startsWith("do-") && !find(`#${id}`)) find("#desk").focus();
}

async function sendMessage(address, message) {
  const answer = await sendUntilAnswered(address, () => message, secret);
  showNotice(answer.say);
}

function runCommand(name) {
  if (!name) return;
  const { command, argument } = listCommands(latest)[name];
  sendMessage("/class/command", { command, argument, revision: latest.room.revision });
}

const ACTS = {
  answers: () => downloadAnswers(secret),
  end() {
    const question =
      "End the class and delete all its answers now? Print the review and download the answers first. " +
      "Learners keep their own answers.";
    if (confirm(question)) sendMessage("/class/end", {});
  },
  lock() {
    sendMessage("/class/joining", { joining: latest.joining === "locked" ? "open" : "locked" });
  },
  remove() {
    const { value, textContent } = find("#since").selectedOptions[0];
    const [when, count] = textContent.split(" (");
    const again = latest.joining === "locked" ? "" : " They can join again until you lock the class.";
    const question = `Remove learners who joined ${when} (${parseInt(count)}), and their answers?${again}`;
    if (confirm(question)) sendMessage("/class/joining", { since: Number(value) });
  },
};

find("main").addEventListener("click", ({ target }) => {
  const { command, act, choose } = target.closest("button")?.dataset ?? {};
  runCommand(command);
  if (choose) sendMessage("/class/command", { command: "choose", argument: choose, revision: latest.room.revision });
  if (act) ACTS[act]();
});
addEventListener("keydown", (event) => {
  const own = event.key === " " ? "input, select, button" : "input, select"; // Space does not open a link
  const within = /** @type {Element} */ (event.target).closest(own);
  if (!latest || within) return;
  const can = listCommands(latest);
  const name = OTHER_KEYS[event.key] ?? Object.keys(can).find((one) => can[one].key === event.key);
  if (!name) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const { step, steps } = latest.room;
  if ((name === "on" && !steps) || (name === "off" && !step)) return; // the arrow keys scroll the page
  event.preventDefault();
  if (name === "lock") ACTS.lock();
  else runCommand(name === "best" ? find("#best").dataset.command : name);
});

// --- The answers, as only the desk sees them, and the small wall ------------------------------------

function drawAnswers({ room, desk, remark }) {
  const { options = [], kind } = room.question ?? {};
  const groups = [...(desk?.groups ?? [])];
  if (options.length) groups.sort((one, other) => (one.label < other.label ? -1 : 1)); // by their letters
  const rows = groups.map(({ key, label, outcome, count, written }) => {
    if (kind === "text") return { key, count, outcome: "", html: `<span>${label}</span>${renderChooseButton(key, desk.chosen)}` };
    if (kind === "choice") return { ...makeOptionRow(label, {}), key, outcome, count };
    const isText = ["guess", "audit"].includes(kind); // too long for the place of a letter
    const value = outcome && written !== label && key !== written && !isText ? written : "";
    const name = kind === "audit" && label === "right" ? written : label;
    const row = { letter: value, html: ["right", outcome].includes(name) ? "" : name };
    return { ...row, key, outcome, count };
  });
  fill(find("#ask"), room.question?.wall ?? "");
  const drawn = desk?.blanks?.length ? renderList("marked blanks", desk.blanks.map(makeBlankRow), { name: "answer" }) : "";
  const answers = drawn || renderList("choice", rows, { name: "answer" });
  fill(find("#answers"), groups.length ? answers : choices(options));
  const mistakes = groups.filter(({ outcome, key }) => outcome === "wrong" && key !== "unknown"); // one cause each
  mistakes.sort((one, other) => other.count - one.count);
  const wrong = mistakes[0]?.sure ? mistakes[0] : null;
  const sure = wrong ? ` Sure of the most common mistake: ${wrong.sure} of ${wrong.count}.` : "";
  const secretly = room.phase === "revealed" ? sure.trim() : `Only you see which is right.${sure}`;
  const ofAnswers = groups.length && kind !== "text" ? secretly : "";
  const shown = room.question ? ofAnswers : remark;
  if (shown !== undefined) find("#remark").textContent = shown;
}

// Return the button that shows an open text on the wall or hides it.
const renderChooseButton = (key, chosen) => {
  const is = chosen.includes(key);
  return `<button type="button" data-choose="${key}" aria-pressed="${is}">${is ? "On the wall" : "Show on the wall"}</button>`;
};

function drawAnswered({ room, answered: count = 0, joined, silent }) {
  const each = joined > DOTS ? Math.round((10 * count) / joined) : count;
  find("#answered").textContent = room.question ? `${count} of ${joined}` : "";
  const dots = Array.from({ length: joined > DOTS ? 10 : joined }, (_, n) => `<i${n < each ? ' class="done"' : ""}></i>`);
  fill(find("#dots"), room.question ? dots.join("") : "");
  const more = joined - count - (silent?.length ?? 0);
  const names = `${(silent ?? []).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  find("#silent").textContent = silent?.length ? `Not yet: ${names}` : "";
}

const project = mirrorPage(find("#wall"), "/class/wall", () => latest);

// --- Time ----------------------------------------------------------------------------------------

// Show the time without an answer if it is long and some learners have not answered yet.
function drawQuiet() {
  const { quiet, answered, joined, room } = latest;
  const seconds = quiet + (Date.now() - arrived) / 1000;
  const missing = joined - (answered ?? 0);
  const is = room.vote && missing > 0 && seconds >= QUIET;
  find("#quiet").textContent = is
    ? `Nobody has answered for ${Math.floor(seconds / 10) * 10} s. ${missing} of ${joined} have not answered yet.`
    : "";
}

// Show the time when the room is deleted, with a warning if it is soon.
function drawExpiry() {
  const soon = latest.expires - Date.now() / 1000 < WARNED;
  const when = new Date(1000 * latest.expires);
  const day = when.toLocaleDateString([], { weekday: "long" });
  const clock = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  find("#expires").classList.toggle("advice", soon);
  find("#expires").textContent = `This room and its answers are deleted on ${day} at ${clock}.${
    soon ? " Print the review and download the answers before then." : ""
  }`;
}
setInterval(() => latest && drawQuiet(), 1000);

// --- Recent joins --------------------------------------------------------------------------------

// Draw a bar for each minute, and the choice of learners to remove.
function drawJoining() {
  const { joining, joins } = latest;
  const { minutes, last } = joins;
  const most = Math.max(...minutes);
  const all = minutes.reduce((sum, count) => sum + count, 0);
  find("#minute").textContent = `last minute: ${last}`;
  find("#most").textContent = all ? `${most} in the busiest minute` : "";
  const label = `${all} joined in the last ${minutes.length} minutes, ${last} of them in the last one`;
  find("#joins").setAttribute("aria-label", label);
  const bars = minutes.map((count) => `<span style="height:${(100 * count) / (most || 1)}%"></span>`);
  find("#joins").innerHTML = bars.reverse().join("");
  const locked = joining === "locked";
  find("#lock").textContent = locked ? "Unlock the class" : "Lock the class";
  find("#locked").textContent = locked ? "Locked. Nobody else can join. Learners who are here stay." : "";
  drawMoments(latest);
}

// List the minutes in which learners joined, with the number of learners who have joined since. The newest is selected
// unless the teacher has chosen another one.
function drawMoments({ joins, joined }) {
  const select = find("#since");
  const moments = [];
  let sum = 0;
  joins.minutes.forEach((count, ago) => {
    sum += count;
    if (count) moments.push(makeTimeOption(60 * (Math.floor(joins.now / 60) - ago), sum));
  });
  if (joined > sum) moments.push(makeTimeOption(1, joined));
  find("#removal").hidden = !moments.length;
  select.replaceChildren(...moments);
  if (moments.some(({ value }) => value === since)) select.value = since;
}
find("#since").addEventListener("change", ({ target }) => (since = target.value));

function makeTimeOption(since, count) {
  const clock = new Date(since * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return new Option(`${since > 1 ? `since ${clock}` : "at any time"} (${count})`, String(since));
}

find("#review").href = `${buildAddress("/class/review")}#${secret}`;
find("#projector").href = `${buildAddress("/class/wall")}#${code}.${showing}`;
await followClass(secret, drawDesk);
