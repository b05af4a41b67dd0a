// A learner's page: joins the room in the link, follows it, and answers.

import { Refused } from "../exhibit/asking.js";
import { fill } from "../components/markup/morph.js";
import { makeForm } from "./forms.js";
import { findOutcomeWord } from "./outcomes.js";
import { buildAddress, countDown, find, followStream, sendUntilAnswered, renderVerdict, markPhase, PHASES } from "./shared.js";
import { PREVIEW, showNotice } from "./shared.js";
import { read, write } from "../exhibit/storage.js";
import { reloadOnlyIf } from "../exhibit/version.js";

const OVER = "This class is over. Thank you for being here.";
const LONG = 62; // characters; a longer question has more than two lines
const FIRST_PHASES = ["waiting", "open"]; // the fonts are loaded after these phases of the first question

let code = "";
let own = null; // this learner's {token, name} in the room
let shown = { form: null, key: "" };
let latest = null;
let home = read("joined", "home"); // this learner's answers in the class, or in the last one, to take home
let onItsWay = null; // the newest answer, until the server has stored or refused it
let delivering = false;

// Return the value of the second vote, otherwise that of the first.
const findNewestVote = (byVote) => byVote[2] ?? byVote[1];
// Return true if the answer on its way is one to the question and the vote that the phone shows.
const isSending = (room) => onItsWay?.round === room.round && onItsWay.vote === (room.vote || room.votes);

// --- The room ------------------------------------------------------------------------------------

async function enterRoom(text) {
  code = text.toUpperCase().replace(/[\s.-]/g, "");
  if (!code) return askForCode();
  own = text === PREVIEW ? { token: text, code: text } : read("joined", code);
  find("h1").focus();
  find("#enter").hidden = true; // a learner must not join twice during repeated requests
  find("#room").textContent = "Joining the room…";
  if (!own) {
    const joined = await sendUntilAnswered("/join/enter", () => ({ code }), "", (why) => {
      find("#room").textContent = `${why} This page tries again by itself.`;
    });
    if (!joined.token) return askForCode(joined.say);
    write("joined", (own = joined), code);
  }
  code = own.code;
  onItsWay = read("joined", `${code}:answer`);
  history.replaceState(null, "", `#${code}`);
  const end = await followStream("/join/events", own.token, receiveMessage);
  leaveRoom(end || OVER);
}

function receiveMessage(message) {
  latest = message;
  if (code !== PREVIEW) rememberSolved(message); // a preview is not a class
  drawRoom(message);
  deliverAnswer();
}

// Store the solved questions with this learner's answers in this browser. The link to take home contains them, so it
// still works after the class.
function rememberSolved({ room, mine }) {
  const { answers, solved } = home?.code === code ? home : { answers: {}, solved: {} };
  Object.assign(solved, Object.fromEntries(room.solved.map(([id, ...asked]) => [id, asked])));
  if (room.round !== undefined) answers[room.round] = { ...answers[room.round], ...mine.ballots };
  const day = new Date().toLocaleDateString([], { dateStyle: "long" });
  home = { code, answers, solved, title: `${room.title}, ${day}`, site: room.site };
  write("joined", home, "home");
  drawHome();
}

function drawHome() {
  const { answers, solved, title, site } = home ?? { answers: {}, solved: {} };
  const listAnswers = (id) => [1, 2].map((vote) => answers[id]?.[vote]?.answer ?? null);
  const asked = Object.entries(solved).map(([id, one], place) => {
    const [reference, number = place + 1] = [one].flat(); // older versions stored a text
    return { id, reference, number };
  });
  asked.sort((one, other) => one.number - other.number); // a similar question has a late id
  const all = asked.map(({ id, reference }) => [reference, ...listAnswers(id)]);
  const numbers = asked.map(({ number }) => number);
  find("#home").hidden = !all.length;
  const packed = encodeURIComponent(JSON.stringify({ title, answers: all, numbers, site: site || undefined }));
  find("#home a").href = `${buildAddress("/join/review")}#${packed}`;
}

function leaveRoom(why) {
  write("joined", null, code);
  holdAnswer(null);
  own = latest = null;
  delete document.body.dataset.phase;
  shown = { form: null, key: "" };
  for (const part of ["#asked", "#form", "#told"]) find(part).innerHTML = "";
  for (const part of ["#question", "#wait"]) find(part).hidden = true;
  history.replaceState(null, "", location.pathname);
  askForCode(why);
}

function askForCode(why = "") {
  find("#enter").hidden = false;
  drawHome();
  find("#room").textContent = "";
  find("#refusal").textContent = why;
  find("#refusal").classList.toggle("refusal", why !== OVER);
  if (why) find("#code").focus();
}

// --- Drawing -------------------------------------------------------------------------------------

function drawRoom({ room, mine }) {
  find("#room").textContent = mine.name;
  const asked = room.phase !== "waiting";
  markPhase(room);
  if (room.place > 1 || !FIRST_PHASES.includes(room.phase)) document.body.dataset.fonts = "here";
  find("#question").hidden = !asked;
  find("#wait").hidden = asked;
  find("#wait").textContent = PHASES.waiting;
  if (!asked) return;
  const alone = room.alone ? ". One more of the same kind, on your own" : "";
  find("#place").textContent = `Question ${room.place} of ${room.count}${alone}`;
  find("#phase").textContent = PHASES[room.phase];
  countDown(room.left);
  drawForm(room, mine);
  drawOutcome(room, mine);
}

// Draw the form once for each question, so that typed text stays while the phases change.
function drawForm(room, mine) {
  const key = `${code} ${room.round}`;
  if (shown.key !== key) {
    const { wall, ask } = room.question;
    find("#asked").innerHTML = wall;
    find("#asked").dataset.long = String(find("#asked").textContent.length > LONG);
    find("#whole").innerHTML = ask;
    find("#story").hidden = wall === ask;
    const form = makeForm(room.question, room.round, sendAnswer);
    find("#form").replaceChildren(form.root);
    shown = { key, form, vote: 0, sure: "" };
    find("#asked").focus();
  }
  const open = room.vote > 0;
  if (!open && find("#form").contains(document.activeElement)) find("#asked").focus({ preventScroll: true });
  if (shown.vote !== room.vote || !open) {
    const ballot = findNewestVote(mine.ballots);
    if (ballot && onItsWay?.round !== room.round) shown.form.set(ballot.answer);
    shown.sure = mine.ballots[room.vote || room.votes]?.sure ?? ""; // the second vote asks again
  }
  shown.vote = room.vote;
  shown.form.open(open);
}

function drawSure() {
  const { room, mine } = latest;
  find("#sure").hidden = !room.vote || !(isSending(room) || mine.ballots[room.vote]);
  for (const button of find("#sure").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.sure === shown.sure));
  }
}

// Show the state of the answer, and the solution if it is public.
function drawOutcome(room, mine) {
  const [word, sentence] = describeAnswer(room, mine);
  document.body.dataset.answer = word;
  drawSure();
  find("#kept").textContent = sentence;
  drawOptions(room, mine, word);
  const verdict = findNewestVote(mine.verdicts);
  const badge = verdict ? `<p class="judged">${renderVerdict(verdict, room.solution)}</p>` : "";
  const step = room.step ? `<p class="place">Step ${room.step} of ${room.steps}</p>` : "";
  const solution = room.solution ? `<div class="solution">${room.solution}</div>` : "";
  fill(find("#told"), badge + step + solution);
}

// Mark each option: the learner's choice, sent or stored, and its verdict if the solution is public.
function drawOptions({ right = [] }, mine, word) {
  const outcome = findNewestVote(mine.verdicts)?.outcome;
  const own = { sending: "not sent yet", kept: "your answer" }[word] ?? "";
  for (const [place, option] of [...find("#form").querySelectorAll(".option")].entries()) {
    const pressed = option.ariaPressed === "true";
    const verdict = right.includes(place) ? "right" : (pressed && outcome) || "";
    option.dataset.outcome = verdict;
    option.dataset.state = findOutcomeWord(verdict) || (pressed ? own : "");
  }
}

// Return the state of the answer as a word and as a sentence. Both can be "".
function describeAnswer(room, mine) {
  if (isSending(room)) return ["sending", "Your answer is on its way."];
  if (mine.ballots[room.vote || room.votes]) {
    return ["kept", `Your answer is kept.${room.vote ? " You can change it." : ""}`];
  }
  if (room.vote) return ["", ""];
  const first = findNewestVote(mine.ballots) ? " Your first answer is kept." : "";
  return ["", `You did not answer in ${first ? "the second" : "this"} vote.${first}`];
}

// --- Answering -----------------------------------------------------------------------------------

function sendAnswer() {
  const { room, mine } = latest;
  const answer = shown.form.value();
  if (!room.vote) return;
  if (answer === null) return showNotice("There is no answer yet. Choose or write one.");
  showNotice();
  // The server takes the answer with the highest number as the newest. The clock may have been set back, so the
  // number is always greater than the one before.
  const before = Math.max(findNewestVote(mine.ballots)?.number ?? 0, onItsWay?.number ?? 0);
  const number = Math.max(Date.now(), before + 1);
  holdAnswer({ round: room.round, vote: room.vote, answer, sure: shown.sure, number });
  deliverAnswer();
  drawOutcome(room, mine);
}

// Store the answer in the browser, so that it survives a reload.
function holdAnswer(message) {
  onItsWay = message;
  write("joined", message, `${code}:answer`);
}

// Send the newest answer until the server has stored or refused it.
async function deliverAnswer() {
  if (delivering) return;
  delivering = true;
  while (onItsWay) {
    let message;
    const send = () => {
      message = onItsWay;
      if (!message) throw new Refused("This phone has left the room.");
      return message;
    };
    const answer = await sendUntilAnswered("/join/answer", send, own.token, () => {});
    if (!message || message !== onItsWay) continue; // the learner left the room, or there is a newer answer
    holdAnswer(null);
    settleAnswer(message, answer);
  }
  delivering = false;
}

function settleAnswer({ round, vote, answer, sure, number }, { kept, say: why }) {
  const { room, mine } = latest;
  if (kept !== undefined && room.round === round) {
    mine.ballots[vote] = { answer, sure, number };
    rememberSolved(latest);
  }
  showNotice(kept === undefined ? why : "");
  drawOutcome(room, mine);
}

find("#sure").addEventListener("click", ({ target }) => {
  const { sure } = target.dataset;
  if (!sure) return;
  shown.sure = shown.sure === sure ? "" : sure;
  drawSure();
  if (latest.mine.ballots[latest.room.vote] || isSending(latest.room)) sendAnswer();
});
find("#enter").addEventListener("submit", (event) => {
  event.preventDefault();
  enterRoom(find("#code").value);
});
// A reload would lose an answer that is not sent yet. An answer on its way is stored.
reloadOnlyIf(() => !latest?.room.vote || !isAnswerBegun());

function isAnswerBegun() {
  const answer = shown.form?.value() ?? null;
  const ballot = isSending(latest.room) ? onItsWay : findNewestVote(latest.mine.ballots);
  return answer !== null && JSON.stringify(answer) !== JSON.stringify(ballot?.answer);
}

addEventListener("hashchange", () => {
  const other = location.hash.slice(1);
  if (other && other !== code) location.reload();
});
enterRoom(location.hash.slice(1));
