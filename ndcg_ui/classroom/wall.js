// The wall of a class. It only shows the class, and controls nothing.

import { fill } from "../components/markup/morph.js";
import { fitWall } from "./fit.js";
import { renderOptions, renderQuestion, renderResults, summarizeResults } from "./results.js";
import { followClass, countDown, find, markPhase, PHASES } from "./shared.js";

const LOCKED = "This class is locked, so nobody else can join.";
const TALK = "Some of your answers.";
const COMPARE = "Which of these is yours?"; // while the right answer is secret
const COUNTING = 1200; // ms in which the counts rise
const secret = location.hash.slice(1);
let counted = ""; // the vote whose counts have risen
let counting = 0; // the requested animation frame
let drawn = ""; // the results on the wall

function drawWall(message) {
  const { room, code, joined, answered, title, people, filled, results: found } = message;
  const { question: asked, phase } = room;
  find("#title").textContent = title;
  find("#code").textContent = code;
  find("#joined").innerHTML = `<b>${joined}</b> here`;
  document.body.dataset.kind = asked?.kind ?? "";
  markPhase(room);
  const [moved, aside] = found && !room.step ? summarizeResults(found, joined) : ["", ""]; // a step hides the results
  const comparing = asked?.kind === "text" ? TALK : COMPARE;
  const state = found && phase === "closed" ? comparing : PHASES[phase];
  find("#phase").textContent = moved || (asked ? state : describeWaiting(message));
  find("#answered").innerHTML = aside || (answered === undefined ? "" : `<b>${answered}</b> of ${joined} answered`);
  countDown(room.left);
  const alone = room.alone ? ", on your own" : "";
  find("#place").textContent = asked ? `Question ${room.place} of ${room.count}${alone}` : "";
  const { wall, about, picture = about, story, image } = asked ?? {};
  if (message.svg) find("#qr").innerHTML = message.svg;
  fill(find("#question"), asked ? renderQuestion({ ask: wall, about: filled || picture, story, image }) : "");
  if (drawn !== JSON.stringify(found ?? "")) stopCounting(); // the animation would end with the old counts
  drawn = JSON.stringify(found ?? "");
  const withoutResults = asked?.options ? renderOptions(asked.options) : "";
  fill(find("#results"), found ? renderResults(found) : withoutResults);
  fill(find("#who"), room.vote ? renderRings(people, joined, answered ?? 0) : "");
  fill(find("#solution"), room.solution ? `${renderSolutionTitle(room)}${room.solution}` : "");
  fitWall();
  if (found) animateCounts(`${room.round} ${room.votes}`);
}

// Return the line below the code before the first question.
function describeWaiting({ joining, expires }) {
  if (joining === "locked") return LOCKED;
  const day = new Date(1000 * expires).toLocaleDateString([], { weekday: "long" });
  return `No account and no app. You get a made-up name. All answers are deleted by ${day}.`;
}

// Return a ring for each learner as HTML, filled after the answer, with the made-up name in a small class.
function renderRings(people, joined, answers) {
  const all = people ?? Array.from({ length: joined }, (_, place) => ["", place < answers]);
  const drawn = all.map(([name, voted]) => `<span class="${voted ? "in" : ""}">${voted && name ? name : ""}</span>`);
  document.body.dataset.named = people ? "yes" : "no";
  return drawn.join("");
}

// Let the counts of a vote rise once. The right answer is marked afterwards.
function animateCounts(vote) {
  if (counted === vote) return;
  counted = vote;
  const element = find("#results");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const numbers = [...element.querySelectorAll(".count span")].map((one) => [one, Number(one.textContent)]);
  const began = performance.now();
  element.classList.add("counting");
  const step = (now) => {
    const part = Math.min(1, Math.max(0, now - began) / COUNTING);
    for (const [one, count] of numbers) one.textContent = String(Math.round(count * (1 - (1 - part) ** 3)));
    if (part < 1) counting = requestAnimationFrame(step);
    else element.classList.remove("counting");
  };
  counting = requestAnimationFrame(step);
}

function stopCounting() {
  cancelAnimationFrame(counting);
  find("#results").classList.remove("counting");
}

// Return the heading of the solution, or of the replay's step.
const renderSolutionTitle = ({ step, steps }) =>
  step ? `<p class="place">The solution, step ${step} of ${steps}</p>` : "<h3>The solution</h3>";

await followClass(secret, drawWall);
