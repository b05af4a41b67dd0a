// The wall of a class: it shows, and steers nothing.

import { fill } from "../components/markup/morph.js";
import { fit } from "./fit.js";
import { options, question, results, summary } from "./results.js";
import { attend, countDown, find, markPhase, PHASES } from "./shared.js";

const LOCKED = "This class is locked, so nobody new can join.";
const TALK = "Some of your answers.";
const COMPARE = "Which of these is yours?"; // while nothing tells which is right
const COUNTING = 1200; // ms in which a result counts up
const secret = location.hash.slice(1);
let counted = ""; // the vote whose counts have been seen to rise
let counting = 0; // the next frame of counts that rise
let drawn = ""; // the results on the wall

function draw(message) {
  const { room, code, joined, answered, title, people, filled, results: found } = message;
  const { question: asked, phase } = room;
  find("#title").textContent = title;
  find("#code").textContent = code;
  find("#joined").innerHTML = `<b>${joined}</b> here`;
  document.body.dataset.kind = asked?.kind ?? "";
  markPhase(room);
  const [moved, aside] = found ? summary(found, joined) : ["", ""];
  const closed = found && phase === "closed" ? (asked?.kind === "text" ? TALK : COMPARE) : PHASES[phase];
  find("#phase").textContent = moved || (asked ? closed : waiting(message));
  find("#answered").innerHTML = aside || (answered === undefined ? "" : `<b>${answered}</b> of ${joined} answered`);
  countDown(room.left);
  const alone = room.alone ? ", alone" : "";
  find("#place").textContent = asked ? `Question ${room.place} of ${room.count}${alone}` : "";
  const { wall, about, picture = about, story, image } = asked ?? {};
  if (message.svg) find("#qr").innerHTML = message.svg;
  fill(find("#question"), asked ? question({ ask: wall, about: filled || picture, story, image }) : "");
  if (drawn !== JSON.stringify(found ?? "")) stopCounting(); // or it would go on to the counts of before
  drawn = JSON.stringify(found ?? "");
  fill(find("#results"), found ? results(found) : asked?.options ? options(asked.options) : "");
  fill(find("#who"), room.vote ? rings(people, joined, answered ?? 0) : "");
  fill(find("#solution"), room.solution ? `${solutionTitle(room)}${room.solution}` : "");
  fit();
  if (found) countUp(`${room.round} ${room.votes}`);
}

// What stands below the code while people come.
function waiting({ joining, expires }) {
  if (joining === "locked") return LOCKED;
  const day = new Date(1000 * expires).toLocaleDateString([], { weekday: "long" });
  return `No account and no app. You get a made-up name. All answers are deleted by ${day}.`;
}

// A ring for each person, filled once the answer is there; with the made-up name where there is room.
function rings(people, joined, answers) {
  const all = people ?? Array.from({ length: joined }, (_, place) => ["", place < answers]);
  const drawn = all.map(([name, voted]) => `<span class="${voted ? "in" : ""}">${voted && name ? name : ""}</span>`);
  document.body.dataset.named = people ? "yes" : "no";
  return drawn.join("");
}

// The counts of a vote rise together, once; then what is right is marked.
function countUp(vote) {
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

// A step of the replay brings its own title.
const solutionTitle = ({ step, steps }) =>
  step ? `<p class="place">The solution, step ${step} of ${steps}</p>` : "<h3>The solution</h3>";

await attend(secret, draw);
