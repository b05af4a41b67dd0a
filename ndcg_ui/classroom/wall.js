// The wall of a class: it shows, and steers nothing.

import { fit } from "./fit.js";
import { question, results } from "./results.js";
import { at, countDown, find, follow, get, markPhase, PHASES, set, showConnection } from "./shared.js";

const JOIN = "Join now: scan the code, or open the address and enter the letters.";
const LOCKED = "This class is locked: nobody new can join.";
const secret = location.hash.slice(1);

function draw(message) {
  const { room, code, joined, answered, title } = message;
  const votes = Object.values(answered ?? {});
  find("#title").textContent = title;
  find("#code").textContent = code;
  find("#joined").textContent = `${joined} here`;
  document.body.dataset.revision = room.revision;
  markPhase(room);
  const waiting = message.joining === "locked" ? LOCKED : JOIN;
  find("#phase").textContent = room.question ? PHASES[room.phase] : waiting;
  find("#answered").textContent = votes.length ? `${votes.at(-1)} of ${joined} answered` : "";
  countDown(room.left);
  find("#place").textContent = room.question
    ? `Question ${room.place} of ${room.count}${room.alone ? ", alone" : ""}`
    : "";
  set("#question", room.question ? question(room.question) : "");
  set("#results", message.results ? results(message.results) : "");
  set("#solution", room.solution ? `${solutionTitle(room)}${room.solution}` : "");
  fit();
}

// A step of the replay brings its own title.
const solutionTitle = ({ step, steps }) =>
  step ? `<p class="place">The solution, step ${step} of ${steps}</p>` : "<h3>The solution</h3>";

// --- The way in ----------------------------------------------------------------------------------

async function drawAddress() {
  const top = encodeURIComponent(at("/"));
  const answer = await get(`/class/address?top=${top}`, secret);
  if (!answer) return;
  find("#address").textContent = answer.address.replace(/#.*/, "");
  set("#qr", answer.svg);
  fit();
}

const end = await follow("/class/events", secret, draw, (word) => {
  showConnection(word);
  if (word === "here") drawAddress();
});
find("main").hidden = true;
find("#over").hidden = false;
find("#over").textContent = end || "This class is over. All its answers are deleted.";
