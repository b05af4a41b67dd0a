// The review of a class, to read or print. A teacher's link has the secret of the room. A learner's link has their
// answers, so it works after the room is deleted. A page that was saved as a file contains its data and needs no server.

import { escaped, save } from "../exhibit/make.js";
import { embedImages } from "./images.js";
import { question, results } from "./results.js";
import { at, downloadAnswers, find, get, insist, judged, say } from "./shared.js";
import { zip } from "./zip.js";

const HOLDER = "content"; // the id of the element with the data in a saved page
const shell = document.documentElement.outerHTML; // this page without data, which a saved page begins with
const hash = location.hash.slice(1);
const saved = JSON.parse(document.getElementById(HOLDER)?.textContent ?? "null");
const isTeachers = location.pathname.endsWith("/class/review");

async function load() {
  if (saved) return saved;
  if (isTeachers) return get("/class/results", hash);
  let answers = {};
  try {
    answers = JSON.parse(decodeURIComponent(hash));
  } catch {
    // The server refuses {} with a sentence about incomplete links.
  }
  return insist("/join/solutions", () => answers);
}

// Returns the address of an exercise: on the plan's site, or else on this server.
let practiceAt = (link) => at(link);
const onSite = (site) => (link) => `${site.replace(/\/?$/, "/")}${link.slice(1).replace(/^\w+/, "$&/")}`;
const onServer = (base) => (link) => base + link;
const practise = ({ title, link }) => `<a href="${escaped(practiceAt(link))}">${title}</a>`;

function mistakes(all) {
  const rows = all.map(
    ({ name, counts, title, link }) => `<tr data-testid="misunderstood">
      <td>${escaped(name)}</td>${Object.values(counts).map((count) => `<td>${count ?? "–"}</td>`).join("")}
      <td>${practise({ title, link })}</td></tr>`,
  );
  const heads = ["Mistake", ...Object.keys(all[0]?.counts ?? {}), "Exercise"].map(
    (head) => `<th scope="col">${escaped(head)}</th>`,
  );
  return rows.length
    ? `<table class="printed"><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`
    : "<p>Nobody made a known mistake.</p>";
}

// Draws a question with the results of the class, or with one learner's answers.
function reviewed(one, at) {
  const time = new Date(1000 * one.asked).toLocaleTimeString([], { timeStyle: "short" });
  const own = one.own?.map(
    ({ vote, answer, ...verdict }) =>
      `<p>Your answer${one.own.length > 1 ? ` ${vote}` : ""}: <b>${escaped(answer)}</b> ${judged(verdict, one.solution)}</p>`,
  );
  const missed = one.exercise ? `<p>Practise it: ${practise(one.exercise)}</p>` : "";
  return `<section class="reviewed" data-testid="reviewed"><p class="place">Question ${one.number ?? at + 1}${one.asked ? `, asked at ${time}` : ""}</p>
    ${question({ ...one, story: "" })}${one.results ? results({ ...one.results, crowd: null }) : ""}
    ${own ? own.join("") || "<p>You did not answer.</p>" : ""}
    <div class="solution">${one.solution}</div>${missed}</section>`;
}

function draw(page) {
  const { title, about, misunderstood, learned = [], questions, site, base } = page;
  if (site) practiceAt = onSite(site);
  else if (base) practiceAt = onServer(base);
  find("#title").textContent = document.title = title;
  const gains = learned.map((sentence) => `<p>${escaped(sentence)}</p>`).join("");
  find("#review").innerHTML = `<p data-testid="about">${about}</p>
    ${misunderstood ? `<h2>Mistakes</h2>${mistakes(misunderstood)}` : ""}
    ${gains && `<h2>Learning gain</h2>${gains}`}${questions.map(reviewed).join("")}`;
  find("#acts").hidden = false;
  for (const act of ["answers", "pages"]) find(`[data-act=${act}]`).hidden = !isTeachers || Boolean(saved);
  find("[data-act=file]").hidden = isTeachers || Boolean(saved);
}

// --- Pages as files ----------------------------------------------------------------------------------

// Returns a page that contains its data, as one file.
function fileOf(content) {
  const whole = new DOMParser().parseFromString(shell, "text/html");
  const holder = whole.createElement("script");
  Object.assign(holder, { type: "application/json", id: HOLDER });
  holder.textContent = JSON.stringify({ ...content, base: location.origin + at("") }).replaceAll("<", "\\u003c");
  whole.title = content.title;
  whole.head.append(holder);
  return `<!doctype html>\n${whole.documentElement.outerHTML}`;
}

const nameOf = (title) => title.replace(/[^\p{L}\p{N}-]+/gu, "-").replace(/^-|-$/g, "") || "class";

async function savePage() {
  save(`${nameOf(page.title)}.html`, fileOf({ ...page, questions: await complete }), "text/html");
}

// Saves a file for each learner, named by the made-up name.
async function savePages() {
  const all = await get("/class/take-home", hash);
  if (!all) return;
  const { title, site, learners } = all;
  const questions = await embedImages(all.questions);
  if (!learners.length) return say("Nobody has answered a question whose solution was shown.");
  const files = learners.map(({ name, about, answers }) => {
    const own = questions.map((one, n) => ({ ...one, ...answers[n] }));
    const content = { title: `${title}: ${name}`, about, site, questions: own };
    return /** @type {[string, string]} */ ([`${nameOf(name)}.html`, fileOf(content)]);
  });
  save(`${nameOf(title)}.zip`, await zip(files), "application/zip");
}

const ACTS = { print: () => print(), answers: () => downloadAnswers(hash), pages: savePages, file: savePage };
find("#acts").addEventListener("click", ({ target }) => ACTS[target.dataset.act]?.());

addEventListener("hashchange", () => location.reload()); // a link to other data was opened

const page = await load();
if (page?.questions) draw(page);
else if (page) say(page.say);
// The questions with their images. They are fetched now, because the room may be deleted before the page is saved.
const complete = isTeachers || saved ? null : embedImages(page?.questions ?? []);
find("#review").setAttribute("aria-busy", "false");
