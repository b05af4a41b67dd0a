// Before a class: questions of the lessons and of one's own, what phone and wall will show of them,
// plans that this browser keeps, and the start.

import { fill, inForm, refuse, shape } from "./own.js";
import { at, download, escaped, find, get, insist, keep, kept, PREVIEW, say } from "./shared.js";

const LAST = "ndcg-tutor:class-desk";
const PLANS = "ndcg-tutor:class-plans"; // {open: an id, plans: a plan by its id}
const EARLIER = "ndcg-tutor:class-plan"; // the one plan that versions before this one kept
const SETTINGS = ["title", "explain_below", "discuss_to"];
const LINK = "#plan=";
const LONGEST_LINK = 100_000;

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
  if (!tab) return;
  show(tab);
  if (tab === "own") seeForm();
});

// --- Rows that are moved, copied and removed: a plan's questions, a lesson's steps -------------------

const button = (act, place, sign, label) =>
  `<button type="button" data-act="${act}" data-at="${place}" aria-label="${label} ${place + 1}">${sign}</button>`;

const arranging = (place, what) =>
  button("up", place, "Up", `Up: ${what}`) +
  button("down", place, "Down", `Down: ${what}`) +
  button("remove", place, "Remove", `Remove ${what}`);

// What each act does to the rows; it says where the row that was acted on stands then.
const ACTS = {
  up: (rows, place) => moved(rows, place, Math.max(0, place - 1)),
  down: (rows, place) => moved(rows, place, Math.min(rows.length - 1, place + 1)),
  copy: (rows, place) => (rows.splice(place, 0, rows[place]), place + 1),
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

// Draws rows anew, and leaves the focus on the button that had it.
function fillRows(selector, rows) {
  const { act, at: place } = all(`${selector} :focus`)[0]?.dataset ?? {};
  find(selector).innerHTML = rows.join("");
  if (act) focusRow(selector, act, place);
}

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
  const plans = { ...kept(PLANS)?.plans, [open]: parts() };
  keep(PLANS, { open, plans });
  drawPlans(plans);
  if (groups.length) drawChoices();
  find("#add").hidden = !seen || plan.some(({ reference }) => reference === seen.reference);
}

const pick = ({ ask, kind, form }, place, is) =>
  `<button type="button" class="pick" data-act="see" data-at="${place}" aria-pressed="${is}">
    <span>${ask}</span> <small>${kind}${form ? ", your own" : ""}</small></button>`;

function planned(question, place) {
  const what = "question";
  const acts = `<span class="acts">${arranging(place, what)}${button("copy", place, "Duplicate", `Duplicate ${what}`)}
    ${question.form ? button("change", place, "Change", `Change ${what}`) : ""}</span>`;
  return `<li data-testid="planned">${pick(question, place, place === selected)}${place === selected ? acts : ""}</li>`;
}

// Shows a row's question; where there is room for one column only, in its place.
function look(rows, place) {
  see({ reference: rows[place].reference });
  if (matchMedia("(max-width: 900px)").matches) show("preview");
  return place;
}

function add(question) {
  plan.push(question);
  draw(plan.length - 1);
  tell(`It is question ${plan.length} of the plan.`);
}

arranged("#plan", () => plan, draw, {
  see: look,
  change: (rows, place) => {
    editing = place;
    fill(rows[place].form);
    find("#own [type=submit]").textContent = "Change it in the plan";
    find("#cancel").hidden = false;
    show("own");
    seeForm();
    return place;
  },
});
for (const name of SETTINGS) find(`#${name}`).addEventListener("change", () => draw());

// Opens a plan as the server reads it, under an id in this browser; says why where it cannot be one.
async function adopt(message, id = open) {
  const read = await insist("/class/plan", message);
  say(read.say);
  if (read.say) return null;
  [open, plan, editing] = [id, read.questions, -1];
  for (const name of SETTINGS) find(`#${name}`).value = read[name];
  draw();
  return read;
}

function begin() {
  [open, plan, editing] = [fresh(), [], -1];
  find("#title").value = "A class";
  draw(-1);
}

// --- Plans in this browser, in files and in links ----------------------------------------------------

function drawPlans(plans) {
  const option = (value, text) =>
    `<option value="${value}"${value === open ? " selected" : ""}>${escaped(text)}</option>`;
  const own = Object.entries(plans).map(([id, { title }]) => option(escaped(id), title));
  const offered = suggested.map(({ title }, place) => option(place, title));
  find("#plans").innerHTML = `<optgroup label="Your plans">${own.join("")}</optgroup>
    <optgroup label="Suggested, to change as you like">${offered.join("")}</optgroup>`;
}

find("#plans").addEventListener("change", async ({ target: { value } }) => {
  tell("");
  const own = kept(PLANS)?.plans[value];
  if (own?.questions.length) await adopt(own, value);
  else if (own) [(open = value), (plan = []), (find("#title").value = own.title)];
  else await adopt(suggested[value], fresh());
  draw(-1);
});

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).slice(0, 64_001);
}

const FILES = {
  new: begin,
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
    if (read) download("class.toml", read.text);
  },
  link: async () => {
    const read = await adopt(parts());
    if (!read) return;
    const link = `${location.origin}${at("/class")}${LINK}${await packed(read.text)}`;
    await copied(link);
  },
};

async function copied(link) {
  try {
    await navigator.clipboard.writeText(link);
    tell("The link is copied. Whoever opens it gets a plan of their own.");
  } catch {
    prompt("Copy this link:", link); // without TLS a page may not write to the clipboard
  }
}

find("#tab-plan").addEventListener("click", ({ target }) => FILES[target.dataset?.plan]?.());
find("#load").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await adopt({ text: (await file.text()).slice(0, 64_001) }, fresh());
  target.value = "";
});

// --- What there is to choose from --------------------------------------------------------------------

const chosen = () => {
  const { questions } = groups[Number(find("#group").value)];
  const word = find("#word").value.trim().toLowerCase();
  return word ? groups.flatMap((group) => group.questions).filter(({ ask }) => plain(ask).includes(word)) : questions;
};
const plain = (html) => html.replace(/<[^>]*>/g, "").toLowerCase();

function drawChoices() {
  const inPlan = new Set(plan.map(({ reference }) => reference));
  const rows = chosen().map((question, place) => {
    const add = `<button type="button" data-act="add" data-at="${place}"
      aria-label="Add question ${place + 1} of this group">Add</button>`;
    const { reference } = question;
    return `<li>${pick(question, place, reference === seen?.reference)}
      ${inPlan.has(reference) ? "<small>in plan</small>" : add}</li>`;
  });
  fillRows("#choices", rows);
}

for (const [name, event] of Object.entries({ group: "change", word: "input" })) {
  find(`#${name}`).addEventListener(event, drawChoices);
}
arranged("#choices", chosen, drawChoices, {
  see: look,
  add: (rows, place) => (add(rows[place]), place),
});
find("#add").addEventListener("click", () => add(seen));

// --- What the room will see: the pages of wall and phone themselves, told of one question ------------

let newest = 0; // of several that are under way the last one counts

async function see(message) {
  const number = ++newest;
  const answer = await insist("/class/question", message);
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
find("#solved").addEventListener("change", () => {
  for (const { contentWindow } of all("iframe")) project(contentWindow);
});
const scaling = new ResizeObserver(() => {
  for (const frame of all(".frame")) {
    frame.style.setProperty("--scale", frame.clientWidth / frame.firstElementChild.offsetWidth);
  }
});
for (const frame of all(".frame")) scaling.observe(frame);

// --- A question of one's own: shown as learners will see it, refused beside its field ------------------

async function seeForm(field = "") {
  const answer = await see(inForm());
  if (answer) refuse(answer.say && [answer.field, "all"].includes(field) ? answer : { field: "" });
  return answer?.say ? null : answer;
}

find("#own").addEventListener("change", ({ target }) => {
  shape();
  seeForm(target.name);
});
find("#own").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await seeForm("all");
  if (!answer) return find("#own [aria-invalid=true]")?.focus();
  if (editing < 0) add(answer);
  else {
    plan[editing] = answer;
    draw(editing);
  }
  write();
});
find("#cancel").addEventListener("click", write);

// Makes the form ready for another question.
function write() {
  if (editing >= 0) fill({});
  editing = -1;
  find("#own [type=submit]").textContent = "Add to the plan";
  find("#cancel").hidden = true;
}

// --- A lesson of one's own order: nothing but a link ---------------------------------------------------

function drawSteps() {
  const row = ({ group }, place) =>
    `<li><span>${escaped(group)}</span><span class="acts">${arranging(place, "step")}</span></li>`;
  fillRows("#steps", steps.map(row));
  const link = find("#course-link");
  link.hidden = !steps.length;
  link.href = `${at("/")}?path=${steps.map(({ step }) => step).join(",")}`;
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
  const opened = await insist("/class/rooms", { plan: read.text, key: find("#key").value });
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

// The plan that was open, or the one that a link carries; one that cannot be read stays kept.
async function bringBack() {
  const { open: last, plans = {} } = kept(PLANS) ?? {};
  const earlier = kept(EARLIER);
  const carried = location.hash.startsWith(LINK) && location.hash.length < LONGEST_LINK;
  if (carried) {
    const text = await unpacked(location.hash.slice(LINK.length)).catch(() => "");
    history.replaceState(null, "", location.pathname);
    if (await adopt({ text }, fresh())) return tell("This plan came with the link, and is now one of yours.");
  }
  if (plans[last]?.questions.length && (await adopt(plans[last], last))) return;
  if (earlier?.questions?.length && !last && (await adopt(earlier, fresh()))) return keep(EARLIER, null);
  begin();
}

async function lookUp() {
  ({ groups, plans: suggested } = await (await get("/class/questions")).json());
  const options = groups.map(({ group }, place) => `<option value="${place}">${escaped(group)}</option>`).join("");
  for (const name of ["#group", "#step"]) find(name).innerHTML = options;
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
