// A learner's page: joins the room in the link, follows it, and answers.

import { Following, post } from "./follow.js";
import { formOf } from "./forms.js";

const find = (selector) => /** @type {any} */ (document.querySelector(selector));
const KEPT = "ndcg-tutor:class:";
const RETRY = 1500; // ms
const PHASES = {
  waiting: "The first question comes soon.",
  open: "Answer for yourself.",
  closed: "The vote is closed.",
  discuss: "Talk about it with your neighbours, then answer again.",
  settled: "The second vote is closed.",
  revealed: "The solution",
};

let code = "";
let own = null; // {token, name} of this room
let following = null;
let shown = { form: null, key: "" };
let latest = null;
let sending = null; // the answer that is on its way
let drawing = Promise.resolve();

// --- The room ------------------------------------------------------------------------------------

const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};
const write = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or switched off: a reload joins the room anew.
  }
};

async function enter(text) {
  code = text.toUpperCase().replace(/[\s.-]/g, "");
  if (!code) return ask();
  own = read(KEPT + code);
  while (!own) {
    find("#room").textContent = "Joining the room.";
    const joined = await post("/join/enter", { code });
    if (joined.token) write(KEPT + code, (own = joined));
    else if (!joined.again) return ask(joined.say);
    else await new Promise((go) => setTimeout(go, RETRY * (0.5 + Math.random())));
  }
  code = own.code;
  sending = read(`${KEPT}${code}:answer`);
  history.replaceState(null, "", `#${code}`);
  find("#enter").hidden = true;
  follow();
}

function follow() {
  following?.end();
  following = new Following("/join/events", own.token, {
    told: (message) => {
      latest = message;
      drawing = drawing.then(() => draw(message));
      if (sending) deliver();
    },
    state: (word) => {
      document.body.dataset.connection = word;
      find("#away").hidden = word === "here";
    },
    refused: (status, say) => leave(say),
    over: () => leave("This class is over. Thank you for being here."),
  });
}

function leave(say) {
  write(KEPT + code, null);
  write(`${KEPT}${code}:answer`, null);
  own = latest = sending = null;
  shown = { form: null, key: "" };
  for (const part of ["#asked", "#form", "#told"]) find(part).innerHTML = "";
  for (const part of ["#question", "#away", "#wait"]) find(part).hidden = true;
  history.replaceState(null, "", location.pathname);
  ask(say);
}

function ask(say = "") {
  find("#enter").hidden = false;
  find("#room").textContent = "";
  find("#refusal").textContent = say;
}

// --- What is shown -------------------------------------------------------------------------------

async function draw({ room, mine }) {
  find("#room").innerHTML = "";
  find("#room").append(mine.name);
  const asked = room.phase !== "waiting";
  document.body.dataset.phase = room.phase;
  find("#question").hidden = !asked;
  find("#wait").hidden = asked;
  find("#wait").textContent = PHASES.waiting;
  if (!asked) return;
  const alone = room.alone ? " One more of the same kind, on your own." : "";
  find("#place").textContent = `Question ${room.place} of ${room.count}.${alone}`;
  find("#phase").textContent = PHASES[room.phase];
  await drawForm(room, mine);
  tell(room, mine);
}

// The form is made once for each question; what is written in it stays while the phases change.
async function drawForm(room, mine) {
  const key = `${code} ${room.round}`;
  if (shown.key !== key) {
    find("#asked").innerHTML = room.question.ask;
    const form = await formOf(room.question, room.round, () => send());
    find("#form").replaceChildren(form.root);
    shown = { key, form, vote: 0, sure: "" };
  }
  const open = room.vote > 0;
  if (shown.vote !== room.vote || !open) {
    const kept = newest(mine.ballots);
    if (kept && !(sending && sending.round === room.round)) {
      shown.form.set(kept.answer);
      shown.sure = kept.sure;
    }
  }
  shown.vote = room.vote;
  shown.form.open(open);
  find("#sure").hidden = !open;
  drawSure();
}

const newest = (byVote) => byVote[2] ?? byVote[1];

function drawSure() {
  for (const button of document.querySelectorAll("#sure button")) {
    const { sure } = /** @type {HTMLElement} */ (button).dataset;
    button.setAttribute("aria-pressed", String(sure === shown.sure));
  }
}

// Whether the answer is kept; and, once the solution is shown, what became of it.
function tell(room, mine) {
  const kept = mine.ballots[room.vote || room.votes];
  const word = sending ? "sending" : kept ? "kept" : "";
  document.body.dataset.answer = word;
  find("#kept").textContent = sending
    ? "Your answer is on its way."
    : kept
      ? `Your answer is kept.${room.vote ? " You can change it." : ""}`
      : room.vote
        ? ""
        : "You gave no answer to this vote.";
  const verdict = newest(mine.verdicts);
  const badge = verdict
    ? `<p class="judged"><span class="verdict" data-testid="verdict"
        data-verdict="${verdict.outcome}">${WORDS[verdict.outcome]}</span> ${verdict.message}</p>`
    : "";
  const solution = room.solution ? `<div class="solution">${room.solution}</div>` : "";
  find("#told").innerHTML = badge + solution;
}

const WORDS = { right: "right", wrong: "not right", invalid: "not readable" };

// --- Answering -----------------------------------------------------------------------------------

function send() {
  const { room } = latest;
  const answer = shown.form.value();
  if (!room.vote) return;
  if (answer === null) return say("Nothing is chosen or written yet.");
  const { number: last = 0 } = newest(latest.mine.ballots) ?? {};
  const number = Math.max(Date.now(), last + 1, (sending?.number ?? 0) + 1);
  sending = { round: room.round, vote: room.vote, answer, sure: shown.sure, number };
  write(`${KEPT}${code}:answer`, sending);
  say("");
  tell(room, latest.mine);
  deliver();
}

let delivering = false;

// Sends the newest answer until it is kept or refused; one at a time.
async function deliver() {
  if (delivering) return;
  delivering = true;
  for (let message = sending; message; message = sending) {
    if (!own) break;
    const answer = await post("/join/answer", message, own.token);
    if (answer.kept === undefined && answer.again) {
      await new Promise((go) => setTimeout(go, RETRY * (0.5 + Math.random())));
    } else if (message === sending) {
      settle(message, answer);
    }
  }
  delivering = false;
}

function settle(message, answer) {
  sending = null;
  write(`${KEPT}${code}:answer`, null);
  if (answer.kept !== undefined && latest.room.round === message.round) {
    const { vote, number, sure } = message;
    latest.mine.ballots[vote] = { answer: message.answer, sure, number };
  }
  say(answer.kept === undefined ? answer.say : "");
  tell(latest.room, latest.mine);
}

const say = (text) => {
  find("#said").textContent = text;
};

find("#sure").addEventListener("click", ({ target }) => {
  const { sure } = target.dataset;
  if (!sure) return;
  shown.sure = shown.sure === sure ? "" : sure;
  drawSure();
  if (latest.mine.ballots[latest.room.vote] || sending) send();
});
find("#enter").addEventListener("submit", (event) => {
  event.preventDefault();
  enter(find("#code").value);
});
addEventListener("hashchange", () => {
  const other = location.hash.slice(1);
  if (other && other !== code) location.reload();
});
enter(location.hash.slice(1));
