// What remains of a class, to be printed: for its teacher, whose link has the room's secret, and for a
// learner, whose link has their answers, so that it can be read when the room is long deleted. A page that was
// saved as a file has its content in it, and needs no server.

import { escaped, save } from "../exhibit/make.js";
import { embedImages } from "./images.js";
import { question, results } from "./results.js";
import { at, downloadAnswers, find, get, insist, judged, say } from "./shared.js";
import { zip } from "./zip.js";

const HOLDER = "content"; // the element in a saved page that has its content
const hash = location.hash.slice(1);
const saved = JSON.parse(document.getElementById(HOLDER)?.textContent ?? "null");
const isTeachers = location.pathname.endsWith("/class/review");

async function load() {
  if (saved) return saved;
  if (isTeachers) return get("/class/results", hash);
  let answers = {}; // which are refused with a sentence
  try {
    answers = JSON.parse(decodeURIComponent(hash));
  } catch {
    // no link of ours
  }
  return insist("/join/solutions", () => answers);
}

// Where to practise: at the address that the plan names, else here.
let practiceAt = (link) => at(link);
const onSite = (site) => (link) => `${site.replace(/\/?$/, "/")}${link.slice(1).replace(/^(\w+)\?/, "$1/?")}`;
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

// One question: what the class answered, or what one learner did.
function reviewed(one, at) {
  const time = new Date(1000 * one.asked).toLocaleTimeString([], { timeStyle: "short" });
  const own = one.own?.map(
    ({ vote, answer, ...verdict }) =>
      `<p>Your answer${one.own.length > 1 ? ` ${vote}` : ""}: <b>${escaped(answer)}</b> ${judged(verdict)}</p>`,
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

// This page as it came.
const fetchShell = async () => (await fetch(location.pathname)).text();

// A page with its content in it: one file that needs nothing else.
function fileOf(shell, content) {
  const whole = new DOMParser().parseFromString(shell, "text/html");
  const holder = whole.createElement("script");
  Object.assign(holder, { type: "application/json", id: HOLDER });
  holder.textContent = JSON.stringify({ ...content, base: location.origin + at("") }).replaceAll("<", "\\u003c");
  whole.title = content.title;
  whole.head.append(holder);
  return `<!doctype html>\n${whole.documentElement.outerHTML}`;
}

const nameOf = (title) => title.replace(/[^\w-]+/gu, "-").replace(/^-|-$/g, "") || "class";

async function savePage() {
  const questions = await embedImages(page.questions);
  save(`${nameOf(page.title)}.html`, fileOf(await fetchShell(), { ...page, questions }), "text/html");
}

// A file for each learner, by their made-up names.
async function savePages() {
  const all = await get("/class/take-home", hash);
  if (!all) return;
  const { title, site, learners } = all;
  const questions = await embedImages(all.questions);
  if (!learners.length) return say("Nobody has answered a question whose solution was shown.");
  const shell = await fetchShell();
  const files = learners.map(({ name, about, answers }) => {
    const own = questions.map((one, n) => ({ ...one, ...answers[n] }));
    const content = { title: `${title}: ${name}`, about, site, questions: own };
    return /** @type {[string, string]} */ ([`${nameOf(name)}.html`, fileOf(shell, content)]);
  });
  save(`${nameOf(title)}.zip`, await zip(files), "application/zip");
}

const ACTS = { print: () => print(), answers: () => downloadAnswers(hash), pages: savePages, file: savePage };
find("#acts").addEventListener("click", ({ target }) => ACTS[target.dataset.act]?.());

addEventListener("hashchange", () => location.reload()); // another link of this page was opened

const page = await load();
if (page?.questions) draw(page);
else if (page) say(page.say);
find("#review").setAttribute("aria-busy", "false");
