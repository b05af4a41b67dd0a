// Before a class: questions of the lessons and of one's own, what phone and wall will show of them,
// plans that this browser keeps, and the start.

import { escaped, save } from "../parts/markup/make.js";
import { fill } from "../parts/markup/morph.js";
import { fillIn, inForm, refuse, shape } from "./own.js";
import { at, find, get, insist, keep, kept, PREVIEW, say } from "./shared.js";

const LAST = "ndcg-tutor:class-desk";
const PLANS = "ndcg-tutor:class-plans"; // {open: an id, plans: a plan by its id}
const EARLIER = "ndcg-tutor:class-plan"; // the one plan that was kept before there were several
const SETTINGS = ["title", "explain_below", "discuss_to"];

let open = ""; // the id of the plan that is on the page
let plan = []; // its questions: {reference, kind, ask, form}
let selected = -1;
let editing = -1; // the question that the form is about to replace
let seen = null; // the question that is shown as the room will see it
let groups = [];
let suggested = [];
const steps = []; // of a lesson of one's own order: {step, group}

/** @param {string} selector @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
const tell = (text) => (find("#done").textContent = text);
const fresh = () => crypto.getRandomValues(new Uint32Array(2)).join("-");

function show(tab) {
  document.body.dataset.tab = tab;
  for (const one of all(".tabs button")) one.ariaPressed = String(one.dataset.tab === tab);
}

find(".tabs").addEventListener("click", ({ target }) => {
  const { tab } = target.closest("button")?.dataset ?? {};
  if (tab) show(tab);
  if (tab === "own") seeForm();
});

// --- Rows that are moved, copied and removed: a plan's questions, a lesson's steps -------------------

const button = (act, place, sign, label) =>
  `<button type="button" data-act="${act}" data-at="${place}" aria-label="${label} ${place + 1}">${sign}</button>`;

const acts = (names, place, what) =>
  `<span class="acts">${names.map((name) => button(name.toLowerCase(), place, name, `${name}: ${what}`)).join("")}</span>`;

// What each act does to the rows; it says where the row that was acted on stands then.
const ACTS = {
  up: (rows, place) => moved(rows, place, Math.max(0, place - 1)),
  down: (rows, place) => moved(rows, place, Math.min(rows.length - 1, place + 1)),
  duplicate: (rows, place) => (rows.splice(place, 0, rows[place]), place + 1),
  remove: (rows, place) => (rows.splice(place, 1), place),
};

function moved(rows, from, to) {
  rows.splice(to, 0, ...rows.splice(from, 1));
  return to;
}

function arranged(selector, rows, redraw, more = {}) {
  find(selector).addEventListener("click", ({ target }) => {
    const { act, at: place } = target.closest("[data-act]")?.dataset ?? {};
    if (!act) return;
    const there = { ...ACTS, ...more }[act](rows(), Number(place));
    redraw(there);
    focusRow(selector, act, there);
  });
}

const fillRows = (selector, rows) => fill(find(selector), rows.join(""));

function focusRow(selector, act, place) {
  const same = find(`${selector} [data-act=${act}][data-at="${place}"]`);
  (same ?? find(`${selector} [data-at="${place}"]`))?.focus(); // there may be no such button any more
}

// --- The plan --------------------------------------------------------------------------------------

const parts = () => ({
  title: find("#title").value,
  explain_below: Number(find("#explain_below").value),
  discuss_to: Number(find("#discuss_to").value),
  questions: plan.map(({ reference }) => reference),
});

function draw(place = selected) {
  selected = place;
  fillRows("#plan", plan.map(planned));
  find("#empty").hidden = plan.length > 0;
  find("#count").textContent = `, ${plan.length}`;
  find("#add").hidden = plan.some(({ reference }) => reference === seen?.reference);
  const plans = { ...kept(PLANS)?.plans, [open]: parts() };
  keep(PLANS, { open, plans });
  drawPlans(plans);
  if (groups.length) drawChoices();
}

const pick = ({ ask, kind, form }, place, is) =>
  `<button type="button" class="pick" data-act="see" data-at="${place}" aria-pressed="${is}">
    <span>${ask}</span> <small>${kind}${form ? ", your own" : ""}</small></button>`;

function planned(question, place) {
  const is = place === selected;
  const names = ["Up", "Down", "Duplicate", "Remove", ...(question.form ? ["Change"] : [])];
  return `<li data-testid="planned">${pick(question, place, is)}${is ? acts(names, place, "question") : ""}</li>`;
}

// Shows a row's question; where there is room for one column only, in its place.
function look(rows, place) {
  see({ reference: rows[place].reference });
  if (matchMedia("(max-width: 900px)").matches) {
    show("preview");
    find(".tabs [data-tab=preview]").focus();
  }
  return place;
}

function add(question) {
  plan.push(question);
  draw(plan.length - 1);
  tell(`It is question ${plan.length} of the plan.`);
}

function change(rows, place) {
  editing = place;
  fillIn(rows[place].form);
  find("#own [type=submit]").textContent = "Change it in the plan";
  find("#cancel").hidden = false;
  show("own");
  seeForm();
  return place;
}

arranged("#plan", () => plan, draw, { see: look, change });
for (const name of SETTINGS) find(`#${name}`).addEventListener("change", () => draw());

// Opens a plan as the server reads it, under an id in this browser; says why where it cannot be one.
async function adopt(message, id = open) {
  const read = await insist("/class/plan", () => message);
  say(read.say);
  if (read.say) return null;
  [open, plan, editing] = [id, read.questions, -1];
  for (const name of SETTINGS) find(`#${name}`).value = read[name];
  draw();
  return read;
}

// Opens one without questions, which is no plan for the server yet.
function begin(id = fresh(), title = "A class") {
  [open, plan, editing] = [id, [], -1];
  find("#title").value = title;
  draw(-1);
}

// --- Plans in this browser, in files and in links ----------------------------------------------------

function drawPlans(plans) {
  const option = (value, text) =>
    `<option value="${escaped(value)}"${value === open ? " selected" : ""}>${escaped(text)}</option>`;
  const own = Object.entries(plans).map(([id, { title }]) => option(id, title));
  const offered = suggested.map(({ title }, place) => option(place, title));
  find("#plans").innerHTML = `<optgroup label="Your plans">${own.join("")}</optgroup>
    <optgroup label="Suggested, to change as you like">${offered.join("")}</optgroup>`;
}

find("#plans").addEventListener("change", async ({ target: { value } }) => {
  const own = kept(PLANS)?.plans[value];
  if (own && !own.questions.length) begin(value, own.title);
  else await (own ? adopt(own, value) : adopt({ text: suggested[value].text }, fresh()));
  draw(-1);
});

const FILES = {
  new: () => begin(),
  copy: () => {
    open = fresh();
    find("#title").value = `Copy of ${find("#title").value}`.slice(0, 100);
    draw();
  },
  remove: () => {
    if (!confirm(`Delete “${find("#title").value}” from this browser?`)) return;
    const { [open]: _, ...plans } = kept(PLANS)?.plans ?? {};
    keep(PLANS, { plans });
    begin();
  },
  save: async () => {
    const read = await adopt(parts());
    if (read) save("class.toml", read.text);
  },
  link: async () => {
    const read = await adopt(parts());
    if (!read) return;
    const link = `${location.origin}${at("/class")}#plan=${encodeURIComponent(read.text)}`;
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(); // only with TLS
    await copied.then(() => tell("The link is copied; it holds the plan."), () => prompt("Copy this link:", link));
  },
};

find("#tab-plan").addEventListener("click", ({ target }) => FILES[target.dataset?.plan]?.());
find("#load").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await adopt({ text: (await file.text()).slice(0, 64_001) }, fresh());
  target.value = "";
});

// --- What there is to choose from --------------------------------------------------------------------

const offered = () => groups[Number(find("#group").value)].questions;

function drawChoices() {
  const inPlan = new Set(plan.map(({ reference }) => reference));
  const rows = offered().map((question, place) => {
    const add = `<button type="button" data-act="add" data-at="${place}"
      aria-label="Add question ${place + 1} of this group">Add</button>`;
    const { reference } = question;
    return `<li>${pick(question, place, reference === seen?.reference)}
      ${inPlan.has(reference) ? "<small>in plan</small>" : add}</li>`;
  });
  fillRows("#choices", rows);
}

find("#group").addEventListener("change", drawChoices);
find("#add").addEventListener("click", () => add(seen));
arranged("#choices", offered, drawChoices, { see: look, add: (rows, place) => (add(rows[place]), place) });

// --- What the room will see: the pages of wall and phone themselves, told of one question ------------

let newest = 0; // of several that are under way the last one counts

async function see(message) {
  const number = ++newest;
  const answer = await insist("/class/question", () => message);
  if (number !== newest) return null;
  find("#unseen").hidden = !answer.say;
  find("#preview").hidden = Boolean(answer.say);
  if (answer.say) return answer;
  seen = answer;
  find("#worked").innerHTML = answer.worked;
  for (const [id, page] of Object.entries({ wall: "/class/wall", phone: "/join" })) {
    const frame = find(`#${id}`);
    if (frame.src) project(frame.contentWindow);
    else frame.src = `${at(page)}#${PREVIEW}`;
  }
  draw();
  return answer;
}

function project(page) {
  const solution = find("#solved").checked ? seen.solution : "";
  const room = {
    ...{ revision: 0, round: newest, place: 1, count: Math.max(1, plan.length), alone: false },
    ...{ phase: solution ? "revealed" : "open", vote: solution ? 0 : 1, votes: 1 },
    ...{ question: seen.question, solution, step: 0, steps: 0 },
  };
  const wall = { title: find("#title").value, code: "ABCDE", joined: 0, answered: {}, joining: "open" };
  const mine = { name: "", ballots: {}, verdicts: {} };
  page.postMessage({ room, mine, ...wall, role: "showing" }, location.origin);
}

addEventListener("message", ({ origin, source, data }) => {
  if (origin === location.origin && data === PREVIEW && seen) project(source);
});
find("#solved").addEventListener("change", () => all("iframe").forEach((frame) => project(frame.contentWindow)));
const scaling = new ResizeObserver(() => {
  for (const frame of all(".frame")) {
    frame.style.setProperty("--scale", frame.clientWidth / frame.firstElementChild.offsetWidth);
  }
});
for (const frame of all(".frame")) scaling.observe(frame);

// --- A question of one's own: shown as learners will see it, refused beside its field ------------------

async function seeForm(field = "") {
  const answer = await see(inForm());
  if (answer) refuse(answer.say && [answer.field, "all"].includes(field) ? answer : {});
  return answer?.say ? null : answer;
}

// Makes the form ready for another question of the same kind; a list stays, to be changed a little,
// and so does what was written while the one before was read.
function write(sent = "") {
  const now = inForm();
  const typing = sent && sent !== JSON.stringify(now);
  if (!typing && (editing >= 0 || now.kind !== "list")) fillIn({ kind: now.kind });
  editing = -1;
  find("#own [type=submit]").textContent = "Add to the plan";
  find("#cancel").hidden = true;
}

find("#own").addEventListener("change", ({ target }) => {
  shape();
  seeForm(target.name);
});
find("#own").addEventListener("submit", async (event) => {
  event.preventDefault();
  const sent = JSON.stringify(inForm());
  const answer = await seeForm("all");
  if (!answer) return find("#own [aria-invalid=true]")?.focus();
  if (editing < 0) add(answer);
  else plan[editing] = answer;
  draw();
  write(sent);
});
find("#cancel").addEventListener("click", () => write());

// --- A lesson of one's own order: nothing but a link ---------------------------------------------------

function drawSteps() {
  const row = ({ group }, place) =>
    `<li><span>${escaped(group)}</span>${acts(["Up", "Down", "Remove"], place, "step")}</li>`;
  fillRows("#steps", steps.map(row));
  find("#course-link").hidden = !steps.length;
  find("#course-link").href = `${at("/")}?path=${steps.map(({ step }) => step).join(",")}`;
}

arranged("#steps", () => steps, drawSteps);
find("#add-step").addEventListener("click", () => {
  steps.push(groups[Number(find("#step").value)]);
  drawSteps();
});

// --- The start -----------------------------------------------------------------------------------------

find("#start").addEventListener("click", async () => {
  const read = await adopt(parts());
  if (!read) return;
  const opening = { plan: read.text, key: find("#key").value };
  const opened = await insist("/class/rooms", () => opening);
  say(opened.say);
  if (opened.say) return;
  const { code, steering, showing } = opened;
  find("#code").textContent = code;
  find("#steering").href = at(`/class/wall#${code}.${steering}`);
  find("#showing").href = at(`/class/wall#${code}.${showing}`);
  find("#started").hidden = false;
  keep(LAST, { code, steering });
  find("#steering").focus();
});

function showLast() {
  const last = kept(LAST);
  if (!last) return;
  find("#last").hidden = false;
  find("#last").innerHTML = "Your last class: <a></a>";
  find("#last a").textContent = last.code;
  find("#last a").href = at(`/class/wall#${last.code}.${last.steering}`);
}

// The plan that a link carries, or the one that was open; one that cannot be read stays kept.
async function bringBack() {
  const { open: last = fresh(), plans = { [last]: kept(EARLIER) ?? {} } } = kept(PLANS) ?? {};
  const carried = new URLSearchParams(location.hash.slice(1)).get("plan");
  if (carried) history.replaceState(null, "", location.pathname);
  if (carried && (await adopt({ text: carried }, fresh()))) return tell("This plan came with the link.");
  if (!plans[last]?.questions?.length) begin(last, plans[last]?.title);
  else if (!(await adopt(plans[last], last))) begin();
}

async function lookUp() {
  ({ groups, plans: suggested } = await get("/class/questions"));
  const options = groups.map(({ group }, place) => `<option value="${place}">${escaped(group)}</option>`);
  find("#group").innerHTML = options.join("");
  find("#step").innerHTML = options.filter((_, place) => groups[place].step).join("");
  find("#group").disabled = false;
  find("#looking").hidden = true;
  find("#choices").setAttribute("aria-busy", "false");
  draw();
}

show("questions");
showLast();
shape();
await bringBack();
await lookUp();
