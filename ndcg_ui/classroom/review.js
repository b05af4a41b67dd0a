// The review of a class, to read or print. A teacher's link has the secret of the room. A learner's link has their
// answers, so it works after the room is deleted. A page that was saved as a file contains its data and needs no
// server.

import { escapeHtml, saveFile } from "../exhibit/make.js";
import { embedImages } from "./images.js";
import { renderQuestion, renderResults } from "./results.js";
import { buildAddress, downloadAnswers, find, fetchUntilAnswered, sendUntilAnswered, renderVerdict, showNotice } from "./shared.js";
import { zipFiles } from "./zip.js";

const HOLDER = "content"; // the id of the element with the data in a saved page
const shell = document.documentElement.outerHTML; // this page without data, which a saved page begins with
const hash = location.hash.slice(1);
const saved = JSON.parse(document.getElementById(HOLDER)?.textContent ?? "null");
const isTeachers = location.pathname.endsWith("/class/review");

async function loadReview() {
  if (saved) return saved;
  if (isTeachers) return fetchUntilAnswered("/class/results", hash);
  let answers = {};
  try {
    answers = JSON.parse(decodeURIComponent(hash));
  } catch {
    // The server refuses {} with a sentence about incomplete links.
  }
  return sendUntilAnswered("/join/solutions", () => answers);
}

// Return the address of an exercise: on the plan's site, or else on this server.
let practiceAt = (link) => buildAddress(link);
const makeSiteAddress = (site) => (link) => `${site.replace(/\/?$/, "/")}${link.slice(1).replace(/^\w+/, "$&/")}`;
const makeServerAddress = (base) => (link) => base + link;
const renderPracticeLink = ({ title, link }) => `<a href="${escapeHtml(practiceAt(link))}">${title}</a>`;

function renderMistakes(all) {
  const rows = all.map(
    ({ name, counts, title, link }) => `<tr data-testid="misunderstood">
      <td>${escapeHtml(name)}</td>${Object.values(counts).map((count) => `<td>${count ?? "–"}</td>`).join("")}
      <td>${renderPracticeLink({ title, link })}</td></tr>`,
  );
  const heads = ["Mistake", ...Object.keys(all[0]?.counts ?? {}), "Exercise"].map(
    (head) => `<th scope="col">${escapeHtml(head)}</th>`,
  );
  return rows.length
    ? `<table class="printed"><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`
    : "<p>Nobody made a known mistake.</p>";
}

// Return a question as HTML, with the results of the class or with one learner's answers.
function renderReviewedQuestion(one, at) {
  const time = new Date(1000 * one.asked).toLocaleTimeString([], { timeStyle: "short" });
  const own = one.own?.map(
    ({ vote, answer, ...verdict }) =>
      `<p>Your answer${one.own.length > 1 ? ` ${vote}` : ""}: <b>${escapeHtml(answer)}</b> ${renderVerdict(verdict, one.solution)}</p>`,
  );
  const missed = one.exercise ? `<p>Where to practise: ${renderPracticeLink(one.exercise)}</p>` : "";
  return `<section class="reviewed" data-testid="reviewed"><p class="place">Question ${one.number ?? at + 1}${one.asked ? `, asked at ${time}` : ""}</p>
    ${renderQuestion({ ...one, story: "" })}${one.results ? renderResults({ ...one.results, crowd: null }) : ""}
    ${own ? own.join("") || "<p>You did not answer.</p>" : ""}
    <div class="solution">${one.solution}</div>${missed}</section>`;
}

function drawReview(page) {
  const { title, about, misunderstood, learned = [], questions, site, base } = page;
  if (site) practiceAt = makeSiteAddress(site);
  else if (base) practiceAt = makeServerAddress(base);
  find("#title").textContent = document.title = title;
  const gains = learned.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("");
  find("#review").innerHTML = `<p data-testid="about">${about}</p>
    ${misunderstood ? `<h2>Mistakes</h2>${renderMistakes(misunderstood)}` : ""}
    ${gains && `<h2>Learning gain</h2>${gains}`}${questions.map(renderReviewedQuestion).join("")}`;
  find("#acts").hidden = false;
  for (const act of ["answers", "pages"]) find(`[data-act=${act}]`).hidden = !isTeachers;
  find("[data-act=file]").hidden = isTeachers || Boolean(saved);
}

// --- Pages as files ----------------------------------------------------------------------------------

// Return a page that contains its data, as one file.
function renderSavedPage(content) {
  const whole = new DOMParser().parseFromString(shell, "text/html");
  const holder = whole.createElement("script");
  Object.assign(holder, { type: "application/json", id: HOLDER });
  holder.textContent = JSON.stringify({ ...content, base: location.origin + buildAddress("") }).replaceAll("<", "\\u003c");
  whole.title = content.title;
  whole.head.append(holder);
  return `<!doctype html>\n${whole.documentElement.outerHTML}`;
}

const makeFileName = (title) => title.replace(/[^\p{L}\p{N}-]+/gu, "-").replace(/^-|-$/g, "") || "class";

async function savePage() {
  saveFile(`${makeFileName(page.title)}.html`, renderSavedPage({ ...page, questions: await complete }), "text/html");
}

// Save a ZIP with a page for each learner, named by the made-up name. Show a notice if nobody has answered.
async function savePages() {
  showNotice();
  const all = await fetchUntilAnswered("/class/take-home", hash);
  if (!all) return;
  const { title, site, learners } = all;
  const questions = await embedImages(all.questions);
  if (!learners.length) return showNotice("Nobody has answered a question whose solution was shown.");
  const files = learners.map(({ name, about, answers }) => {
    const own = questions.map((one, n) => ({ ...one, ...answers[n] }));
    const content = { title: `${title}: ${name}`, about, site, questions: own };
    return /** @type {[string, string]} */ ([`${makeFileName(name)}.html`, renderSavedPage(content)]);
  });
  saveFile(`${makeFileName(title)}.zip`, await zipFiles(files), "application/zip");
}

const ACTS = { print: () => print(), answers: () => downloadAnswers(hash), pages: savePages, file: savePage };
find("#acts").addEventListener("click", ({ target }) => ACTS[target.dataset.act]?.());

addEventListener("hashchange", () => location.reload()); // a link to other data was opened

const page = await loadReview();
if (page?.questions) drawReview(page);
else if (page) showNotice(page.say);
// The questions with their images. They are fetched now, because the room may be deleted before the page is saved.
const complete = isTeachers || saved ? null : embedImages(page?.questions ?? []);
find("#review").setAttribute("aria-busy", "false");
