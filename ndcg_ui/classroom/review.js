// What remains of a class, to be printed: for its teacher, whose link has the room's secret, and for a
// learner, whose link has their answers, so that it can be read when the room is long deleted.

import { escaped } from "../exhibit/make.js";
import { question, results } from "./results.js";
import { at, downloadAnswers, find, get, insist, judged, say } from "./shared.js";

const hash = location.hash.slice(1);
const isTeachers = location.pathname.endsWith("/class/review");

async function load() {
  if (isTeachers) return get("/class/results", hash);
  let answers = {}; // which are refused with a sentence
  try {
    answers = JSON.parse(decodeURIComponent(hash));
  } catch {
    // no link of ours
  }
  return insist("/join/solutions", () => answers);
}

const practise = ({ title, link }) => `<a href="${at(link)}">${title}</a>`;

function mistakes(all) {
  const rows = all.map(
    ({ name, counts, title, link }) => `<tr data-testid="misunderstood">
      <td>${escaped(name)}</td>${Object.values(counts).map((count) => `<td>${count ?? "–"}</td>`).join("")}
      <td>${practise({ title, link })}</td></tr>`,
  );
  const heads = ["They", ...Object.keys(all[0]?.counts ?? {}), "To practise"].map(
    (head) => `<th scope="col">${escaped(head)}</th>`,
  );
  return rows.length
    ? `<table class="printed"><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`
    : "<p>No known mistake was made.</p>";
}

// One question: what the class answered, or what one learner did.
function reviewed(one, at) {
  const time = new Date(1000 * one.asked).toLocaleTimeString([], { timeStyle: "short" });
  const own = one.own?.map(
    ({ vote, answer, ...verdict }) =>
      `<p>Your answer${one.own.length > 1 ? ` ${vote}` : ""}: <b>${escaped(answer)}</b> ${judged(verdict)}</p>`,
  );
  const missed = one.exercise ? `<p>To practise: ${practise(one.exercise)}</p>` : "";
  return `<section class="reviewed" data-testid="reviewed"><p class="place">Question ${at + 1}${one.asked ? `, asked at ${time}` : ""}</p>
    ${question({ ...one, story: "" })}${one.results ? results({ ...one.results, crowd: null }) : ""}
    ${own ? own.join("") || "<p>You gave no answer.</p>" : ""}
    <div class="solution">${one.solution}</div>${missed}</section>`;
}

function draw({ title, about, misunderstood, learned = [], questions }) {
  find("#title").textContent = document.title = title;
  const gains = learned.map((sentence) => `<p>${escaped(sentence)}</p>`).join("");
  find("#review").innerHTML = `<p data-testid="about">${about}</p>
    ${misunderstood ? `<h2>What was misunderstood</h2>${mistakes(misunderstood)}` : ""}
    ${gains && `<h2>What was learned</h2>${gains}`}${questions.map(reviewed).join("")}`;
  find("#acts").hidden = false;
  find("[data-act=answers]").hidden = !isTeachers;
}

const ACTS = { print: () => print(), answers: () => downloadAnswers(hash) };
find("#acts").addEventListener("click", ({ target }) => ACTS[target.dataset.act]?.());

addEventListener("hashchange", () => location.reload()); // another link of this page was opened

const page = await load();
if (page?.questions) draw(page);
else if (page) say(page.say);
find("#review").setAttribute("aria-busy", "false");
