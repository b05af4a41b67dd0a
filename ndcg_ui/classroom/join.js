// A learner's page: joins the room in the link, follows it, and answers.

import { Delivery, soon } from "./delivery.js";
import { Following, post } from "./follow.js";
import { formOf } from "./forms.js";
import { keep, kept } from "./storage.js";
import { answerState, markStep, newest, outcome, PHASES } from "./telling.js";

const find = (selector) => /** @type {any} */ (document.querySelector(selector));
const KEPT = "ndcg-tutor:class:";

let code = "";
let own = null; // {token, name} of this room
let following = null;
let shown = { form: null, key: "" };
let latest = null;
let delivery = null; // of the answer that is on its way
let drawing = Promise.resolve();

// --- The room ------------------------------------------------------------------------------------

async function enter(text) {
  code = text.toUpperCase().replace(/[\s.-]/g, "");
  if (!code) return ask();
  own = kept(KEPT + code);
  find("#enter").hidden = true; // nobody joins twice while it is tried again
  find("#room").textContent = "Joining the room.";
  while (!own) {
    const joined = await post("/join/enter", { code });
    if (joined.token) keep(KEPT + code, (own = joined));
    else if (!joined.again) return ask(joined.say);
    else {
      find("#room").textContent = `${joined.say} This page tries again by itself.`;
      await soon();
    }
  }
  code = own.code;
  delivery = new Delivery(`${KEPT}${code}:answer`, own.token, settle);
  history.replaceState(null, "", `#${code}`);
  follow();
}

function follow() {
  following?.end();
  following = new Following("/join/events", own.token, {
    received: (message) => {
      latest = message;
      drawing = drawing.then(() => draw(message));
      delivery.deliver();
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
  keep(KEPT + code, null);
  delivery.drop();
  own = latest = null;
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
  markStep(room);
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
    const ballot = newest(mine.ballots);
    if (ballot && delivery.message?.round !== room.round) {
      shown.form.set(ballot.answer);
      shown.sure = ballot.sure;
    }
  }
  shown.vote = room.vote;
  shown.form.open(open);
  find("#sure").hidden = !open;
  drawSure();
}

function drawSure() {
  for (const button of document.querySelectorAll("#sure button")) {
    const { sure } = /** @type {HTMLElement} */ (button).dataset;
    button.setAttribute("aria-pressed", String(sure === shown.sure));
  }
}

function tell(room, mine) {
  const [word, sentence] = answerState(room, mine, delivery.message);
  document.body.dataset.answer = word;
  find("#kept").textContent = sentence;
  find("#told").innerHTML = outcome(room, mine);
}

// --- Answering -----------------------------------------------------------------------------------

function send() {
  const { room } = latest;
  const answer = shown.form.value();
  if (!room.vote) return;
  if (answer === null) return say("Nothing is chosen or written yet.");
  const { number: last = 0 } = newest(latest.mine.ballots) ?? {};
  const number = Math.max(Date.now(), last + 1, (delivery.message?.number ?? 0) + 1);
  say("");
  delivery.send({ round: room.round, vote: room.vote, answer, sure: shown.sure, number });
  tell(room, latest.mine);
}

function settle(message, answer) {
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
  if (latest.mine.ballots[latest.room.vote] || delivery.message) send();
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
