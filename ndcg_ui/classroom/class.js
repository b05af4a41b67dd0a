// The page that prepares a class: the choice of questions, their preview on phone and wall, own questions, the plans in
// this browser, and the start of the class.

import { glideAll, inOrder, keepOnly, setMarkup } from "../components/board/dom.js";
import { mountMoving } from "../components/board/moving.js";
import { escaped, make, save } from "../exhibit/make.js";
import { fill } from "../components/markup/morph.js";
import { mountMenu } from "../components/menu/menu.js";
import { mirror } from "./frames.js";
import { countImages, findImage, forgetImages, keepImages, withImages } from "./images.js";
import { fillIn, inForm, refuse } from "./own.js";
import { pictureOf } from "./pictures.js";
import { at, find, get, insist, keep, kept, say } from "./shared.js";
import { reloadOnlyIf } from "../exhibit/version.js";

const LAST = "ndcg-tutor:class-desk";
const PLANS = "ndcg-tutor:class-plans"; // {open: an id, plans: a plan by its id}
const SETTINGS = ["title", "explain_below", "discuss_to", "site"];
const ALL = "All kinds";
const NO_QUESTION = `<p class="say">Write a question to see it here.</p>`;
const narrow = matchMedia("screen and (max-width: 900px)");

let open = ""; // the id of the open plan
let plan = []; // its questions: {id, reference, kind, ask, form}
let rows = 0; // the id of the newest row
let selected = -1;
let editing = 0; // the id of the row that the form will replace; 0 if it adds one
let seen = null; // the question in the preview
let groups = [];
let suggested = [];
reloadOnlyIf(null); // a reload would lose a question in the form

/** @param {string} selector @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
const tell = (text) => (find("#done").textContent = text);
const fresh = () => crypto.getRandomValues(new Uint32Array(2)).join("-");
const row = (question) => ({ ...question, id: ++rows });
const placeOf = (id) => plan.findIndex((one) => one.id === id);

function show(tab) {
  document.body.dataset.tab = tab;
  for (const one of all(".tabs button")) one.ariaPressed = String(one.dataset.tab === tab);
}

find(".tabs").addEventListener("click", ({ target }) => {
  const { tab } = target.closest("button")?.dataset ?? {};
  if (tab) show(tab);
});

// --- Buttons that move, copy and remove rows -----------------------------------------------------------

const acts = (names, place) => {
  const buttons = names.map((name) => {
    const label = `${name}: question ${place + 1}`;
    return `<button type="button" data-act="${name.toLowerCase()}" data-at="${place}" aria-label="${label}">${name}</button>`;
  });
  return `<span class="row">${buttons.join("")}</span>`;
};

// Each act changes the rows, and returns the new place of its row.
const ACTS = {
  up: (rows, place) => moved(rows, place, Math.max(0, place - 1)),
  down: (rows, place) => moved(rows, place, Math.min(rows.length - 1, place + 1)),
  duplicate(rows, place) {
    rows.splice(place + 1, 0, row(rows[place]));
    return place + 1;
  },
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
    const same = find(`${selector} [data-act=${act}][data-at="${there}"]`);
    (same ?? find(`${selector} [data-at="${there}"]`))?.focus(); // the same button may be gone
  });
}

// --- The plan, whose rows are dragged like the cards of a board ----------------------------------------

const cards = new Map(); // the rows of the page by id
const list = find("#plan");
const height = (id) => cards.get(id).offsetHeight;
const sum = (ids) => ids.reduce((sum, id) => sum + height(id), 0);
const topOf = (slot) => sum(hand.order.slice(0, slot));
const hand = {
  root: find("#chosen"),
  data: { mode: "edit" },
  order: [],
  lifted: null,
  peek: () => {},
  settle: () => paint(),
  arrange(order) {
    plan = order.map((id) => plan.find((one) => one.id === id));
    draw();
  },
  view: {
    cards,
    list,
    topOf,
    paint,
    rest: () => {}, // only boards highlight the card under the pointer
    glide: (id) => glideAll([id], () => [cards.get(id), topOf(hand.order.indexOf(id))]),
    sentence: (id) => `Question ${hand.order.indexOf(id) + 1} of ${plan.length}.`,
    slotAt(y) {
      const others = hand.order.filter((id) => id !== hand.lifted);
      return others.filter((id, slot) => sum(others.slice(0, slot)) + height(id) / 2 < y).length;
    },
  },
};
mountMoving(hand);
new ResizeObserver(() => paint()).observe(list);

// Draws the rows below each other. The height of a row depends on its words.
function paint() {
  const { order, lifted } = hand;
  keepOnly(cards, order, list, "card planned");
  for (const [place, id] of order.entries()) {
    const card = cards.get(id);
    Object.assign(card.dataset, { id, testid: "planned" });
    setMarkup(card, planned(plan.find((one) => one.id === id), place));
    card.classList.toggle("on", plan[selected]?.id === id);
    card.classList.toggle("lifted", id === lifted);
  }
  glideAll(order.filter((id) => id !== lifted), (id) => [cards.get(id), topOf(order.indexOf(id))]);
  if (lifted === null) inOrder(list, order.map((id) => cards.get(id)));
  list.style.height = `${sum(order)}px`;
}

const parts = () => ({
  title: find("#title").value,
  site: find("#site").value.trim(),
  explain_below: Number(find("#explain_below").value),
  discuss_to: Number(find("#discuss_to").value),
  questions: plan.map(({ reference }) => reference),
});

// Draws the plan and selects the row at `place`; by default the selection stays.
function draw(place = plan.findIndex(({ id }) => id === hand.order[selected])) {
  selected = place;
  hand.order = plan.map(({ id }) => id);
  paint();
  const { length } = plan;
  const { explain_below: below, discuss_to: to } = parts();
  find("#empty").hidden = length > 0;
  find("#count").textContent = `, ${length}`;
  find("#planned").textContent = `Plan: ${length} ${length === 1 ? "question" : "questions"}`;
  const steps = [...new Set(plan.map(({ step }) => step))].filter(Boolean);
  find("#course").hidden = !steps.length;
  find("#course").href = `${at("/")}?path=${steps.join(",")}`;
  find("#thresholds").textContent = `Discuss from ${below}% to ${to}% right. Explain below ${below}%.`;
  find("#add").hidden = plan.some(({ reference }) => reference === seen?.reference);
  const plans = { ...kept(PLANS)?.plans, [open]: parts() };
  keep(PLANS, { open, plans });
  drawPlans(plans);
  if (groups.length) drawChoices();
}

const pick = ({ ask, kind, form }, place, is) =>
  `<button type="button" class="pick" data-act="see" data-at="${place}" aria-pressed="${is}">
    <span>${ask}</span> <small>${form ? "your own " : ""}${kind}</small></button>`;

function planned(question, place) {
  const is = plan[selected]?.id === question.id;
  const names = ["Up", "Down", "Duplicate", "Remove", ...(question.form ? ["Change"] : [])];
  const grip = `<button type="button" class="grip" aria-label="Move question ${place + 1}">⠿</button>`;
  return `<span>${place + 1}</span>${grip}${pick(question, place, is)}${is ? acts(names, place) : ""}`;
}

function look(rows, place) {
  see({ reference: rows[place].reference });
  return place;
}

function add(question) {
  plan.push(row(question));
  draw(plan.length - 1);
  if (seen?.reference !== question.reference) see({ reference: question.reference });
  tell(`Added as question ${plan.length} of the plan.`);
}

// Sets the row that the form will replace.
function edit(id) {
  editing = id;
  find("#own [type=submit]").textContent = id ? "Save the change" : "Add to the plan";
  find("#cancel").hidden = !id;
}

function change(rows, place) {
  edit(rows[place].id);
  fillIn(rows[place].form);
  show("own");
  find("#own").scrollIntoView();
  seeForm();
  return place;
}

// Removes a question, and offers to undo it. The preview moves to another question.
function remove(rows, place) {
  const [removed] = rows.splice(place, 1);
  const next = rows[Math.min(place, rows.length - 1)];
  const other = next ?? (groups.length ? (offered()[0] ?? groups[0].questions[0]) : null);
  if (other && seen?.reference === removed.reference) see({ reference: other.reference });
  const undo = () => {
    plan.splice(Math.min(place, plan.length), 0, removed);
    draw(place);
    see({ reference: removed.reference });
    tell("The question is back in the plan.");
  };
  queueMicrotask(() => {
    tell(`Question ${place + 1} was removed. `);
    find("#done").append(make("button", { type: "button", onclick: undo }, "Undo"));
  });
  return Math.min(place, rows.length - 1);
}

arranged("#plan", () => plan, draw, { see: look, change, remove });
for (const name of SETTINGS) find(`#${name}`).addEventListener("change", () => draw());

// Opens a plan after the server has read it, and stores it under an id. Shows the reason if it is not a plan.
async function adopt(message, id = open) {
  const read = await insist("/class/plan", () => message);
  say(read.say);
  if (read.say) return null;
  await keepImages(read.images);
  const edited = id === open ? placeOf(editing) : -1;
  if (id !== open) tell(""); // an offer to undo belongs to the plan before
  open = id;
  plan = read.questions.map(row);
  edit(plan[edited]?.id ?? 0);
  for (const name of SETTINGS) find(`#${name}`).value = read[name] ?? "";
  draw(-1);
  say(read.remark);
  return read;
}

// Opens a plan without questions, which the server would refuse.
function begin(id = fresh(), title = "A class") {
  tell("");
  open = id;
  plan = [];
  edit(0);
  find("#title").value = title;
  find("#site").value = "";
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
  if (!own) await adopt({ text: suggested[value].text }, fresh());
  else if (own.questions.length) await adopt(own, value);
  else begin(value, own.title);
});

const FILES = {
  new: () => begin(),
  load: () => find("#load").click(),
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
    const name = read?.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    if (read) save(`${name || "class"}.toml`, await withImages(read.text));
  },
  link: async () => {
    const read = await adopt(parts());
    if (!read) return;
    const link = `${location.origin}${at("/class")}#plan=${encodeURIComponent(read.text)}`;
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(); // only with TLS
    const lacks = countImages(read.text) ? " It leaves out the images. Save the plan as a file to keep them." : "";
    const done = () => tell(`The link with the plan is copied.${lacks}`);
    await copied.then(done, () => prompt("Copy this link:", link));
  },
};

find("#chosen").addEventListener("click", ({ target }) => FILES[target.dataset?.plan]?.());
find("#load").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await adopt({ text: await file.text() }, fresh());
  target.value = "";
});

// --- The choice of questions -------------------------------------------------------------------------

// Returns the questions of the group, or of all groups if there is a search word.
function offered() {
  const kind = find("#kind").value;
  const word = find("#word").value.trim().toLowerCase();
  const from = word ? groups.flatMap(({ questions }) => questions) : groups[Number(find("#group").value)].questions;
  const text = (ask) => ask.replace(/<[^>]*>/g, "").toLowerCase();
  return from.filter((one) => (kind === ALL || one.kind === kind) && text(one.ask).includes(word));
}

function drawChoices() {
  const inPlan = new Set(plan.map(({ reference }) => reference));
  const questions = offered();
  const rows = questions.map((question, place) => {
    const add = `<button type="button" data-act="add" data-at="${place}"
      aria-label="Add question ${place + 1} of this group">Add</button>`;
    const { reference } = question;
    const is = reference === seen?.reference;
    return `<li class="${is ? "on" : ""}">${pick(question, place, is)}
      ${inPlan.has(reference) ? "<b>in plan</b>" : add}</li>`;
  });
  move(find("#preview"), find("#room"));
  fill(find("#choices"), rows.join(""));
  const row = narrow.matches && find("#choices .on");
  if (row) move(find("#preview"), row);
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  find("#looking").textContent = `${questions.length} questions here, ${count} in all.`;
}

// Moves an element. moveBefore() keeps the pages in its frames, but some browsers lack it.
const move = (element, to) => element.parentElement === to || (to.moveBefore ?? to.insertBefore).call(to, element, null);

for (const id of ["group", "kind"]) find(`#${id}`).addEventListener("change", seeFirst);
find("#word").addEventListener("input", drawChoices);
find("#add").addEventListener("click", () => coming.then(() => add(seen)));
narrow.addEventListener("change", drawChoices);
arranged("#choices", offered, drawChoices, { see: look, add: addOffered });

function addOffered(rows, place) {
  add(rows[place]);
  return place;
}

function seeFirst() {
  const [first] = offered();
  if (first) see(first);
  else drawChoices();
}

// --- The preview: the real pages of wall and phone, with one question --------------------------------

let newest = 0; // the number of the newest request; answers to older requests are ignored
/** @type {Promise<any>} */
let coming = Promise.resolve();
const see = (message) => (coming = ask(message));

async function ask(message) {
  const number = ++newest;
  const answer = await insist("/class/question", () => message);
  if (number !== newest || answer.say) return answer.say ? answer : null;
  const { image } = answer.question;
  if (image && message.image?.startsWith("data:")) await keepImages({ [image.name]: message.image });
  if (image) image.src = await findImage(image.name);
  seen = answer;
  find("#worked").innerHTML = answer.worked;
  const apart = answer.apart.map(([number, name, outcome]) => `<dt data-outcome="${outcome}">${number}</dt><dd>${name}</dd>`);
  find("#apart").innerHTML = apart.length
    ? `<p>Answers that the wall names</p><dl>${apart.join("")}</dl><p class="say">Each has its own bar on the wall.</p>`
    : "";
  project();
  draw();
  return answer;
}

function shown() {
  if (!seen) return null;
  const solution = find("#solved").checked ? seen.solution : "";
  const place = plan.findIndex(({ reference }) => reference === seen.reference);
  const nth = place < 0 ? plan.length : place; // a question outside the plan comes after it
  const room = {
    round: newest,
    place: nth + 1,
    count: Math.max(nth + 1, plan.length),
    alone: false,
    phase: solution ? "revealed" : "open",
    vote: solution ? 0 : 1,
    votes: 1,
    question: seen.question,
    solution,
    step: 0,
    steps: 0,
  };
  const mine = { name: "", ballots: {}, verdicts: {} };
  return { room, mine, title: find("#title").value, code: "ABCDE", joined: 0 };
}

const previews = [mirror(find("#wall"), "/class/wall", shown), mirror(find("#phone"), "/join", shown)];
const project = () => previews.forEach((tell) => tell());
find("#solved").addEventListener("change", project);

// --- Own questions: the preview of the form, and errors at its fields ----------------------------------

async function seeForm(field = "") {
  const answer = await see(inForm());
  if (answer) refuse(answer.say && [answer.field, "all"].includes(field) ? answer : {});
  if (!answer || answer.say) return null;
  print(answer);
  return answer;
}

function print({ question, worked }) {
  const options = question.options?.map((option) => `<li>${option}</li>`).join("");
  find("#paper").innerHTML = `<h3>${question.ask}</h3>${pictureOf(question.image)}${question.about ?? ""}
    ${options ? `<ol class="choices">${options}</ol>` : ""}<p>${worked}</p>`;
}

// Empties the form for another question of the same kind. A list stays, because the next list is often similar. The
// form also stays if it changed while the server read the question.
function write(sent = "") {
  const now = inForm();
  const typing = sent && sent !== JSON.stringify(now);
  if (!typing && (editing || now.kind !== "list")) {
    fillIn({ kind: now.kind });
    find("#paper").innerHTML = NO_QUESTION;
  }
  edit(0);
}

find("#own").addEventListener("change", ({ target }) => seeForm(target.name));
find("#own").addEventListener("submit", async (event) => {
  event.preventDefault();
  const sent = JSON.stringify(inForm());
  const answer = await seeForm("all");
  if (!answer) return find("#own [aria-invalid=true]")?.focus();
  const place = placeOf(editing); // the row may have moved, or may be gone
  if (place < 0) add(answer);
  else plan[place] = row(answer);
  draw(place < 0 ? selected : place);
  write(sent);
});
find("#cancel").addEventListener("click", () => write());

// --- The start -----------------------------------------------------------------------------------------

const deskOf = ({ code, steering, showing = steering }) => at(`/class/desk#${code}.${steering}.${showing}`);

async function start(questions) {
  const read = await insist("/class/plan", () => ({ ...parts(), questions }));
  const opening = { plan: read.say ? "" : await withImages(read.text), key: find("#key").value };
  const opened = read.say ? read : await insist("/class/rooms", () => opening);
  say(opened.say);
  if (opened.say) return find("#said").scrollIntoView({ block: "center" });
  const { code, steering, showing } = opened;
  find("#code").textContent = code;
  find("#steering").href = deskOf(opened);
  find("#showing").href = at(`/class/wall#${code}.${showing}`);
  find("#started").hidden = false;
  keep(LAST, { code, steering, showing });
  find("#steering").focus();
}

for (const button of all(".send")) button.addEventListener("click", () => start(parts().questions));
find("#now").addEventListener("click", () => coming.then(() => start([seen.reference])));

const last = kept(LAST);
find("#last").hidden = !last;
if (last) Object.assign(find("#last a"), { textContent: last.code, href: deskOf(last) });

// Opens the plan in the link, or the last open one. A plan that cannot be read stays stored.
async function bringBack() {
  const { open: last = fresh(), plans = {} } = kept(PLANS) ?? {};
  const carried = new URLSearchParams(location.hash.slice(1)).get("plan");
  if (carried) history.replaceState(null, "", location.pathname);
  if (carried && (await adopt({ text: carried }, fresh()))) return tell("This is the plan from the link.");
  if (!plans[last]?.questions?.length) begin(last, plans[last]?.title);
  else if (!(await adopt(plans[last], last))) begin();
}

// Shows whether phones can join, and the commands that help if they cannot.
async function checkReach() {
  const found = await get(`/class/reach?top=${encodeURIComponent(location.origin + at("/"))}`);
  if (!found) return;
  const { problem, command, firewall, address, svg } = found;
  find("#reach summary").textContent = problem ? "Phones cannot join yet" : "Test whether phones can join";
  find("#problem").textContent = problem;
  for (const [id, text] of Object.entries({ command, firewall })) {
    find(`#${id}`).textContent = text;
    find(`#${id}`).closest("p, li").hidden = !text;
  }
  Object.assign(find("#reach-link"), { href: address, textContent: address });
  find("#reach-qr").innerHTML = svg;
  find("#reach").open = Boolean(problem);
  find("#reach").hidden = false;
}

async function lookUp() {
  const { key, ...found } = await get("/class/questions");
  ({ groups, plans: suggested } = found);
  const option = (text, value) => `<option value="${value}">${escaped(text)}</option>`;
  const options = groups.map(({ group }, place) => option(group, place));
  const kinds = new Set(groups.flatMap(({ questions }) => questions.map(({ kind }) => kind)));
  find("#group").innerHTML = options.join("");
  find("#kind").innerHTML = [ALL, ...kinds].map((kind) => option(kind, kind)).join("");
  find("#key-field").hidden = !key;
  find("#group").disabled = false;
  find("#choices").setAttribute("aria-busy", "false");
  seeFirst();
}

mountMenu();
show("questions");
await bringBack();
forgetImages(JSON.stringify(kept(PLANS) ?? {}));
await lookUp();
checkReach();
print(await insist("/class/question", inForm));
