// The page that prepares a class: the choice of questions, their preview on phone and wall, own questions, the plans in
// this browser, and the start of the class.

import { glideAll, sortElements, keepElements, setMarkup } from "../components/board/dom.js";
import { mountMoving } from "../components/board/moving.js";
import { escapeHtml, makeElement, saveFile } from "../exhibit/make.js";
import { fill } from "../components/markup/morph.js";
import { whenReleased } from "../components/markup/press.js";
import { mountMenu } from "../components/menu/menu.js";
import { mirrorPage } from "./frames.js";
import { countImages, findImage, forgetImages, keepImages, insertImages } from "./images.js";
import { fillForm, readForm, showError } from "./own.js";
import { renderImage } from "./pictures.js";
import { buildAddress, find, fetchUntilAnswered, sendUntilAnswered, showNotice } from "./shared.js";
import { read, write } from "../exhibit/storage.js";
import { reloadOnlyIf } from "../exhibit/version.js";

const SETTINGS = ["title", "explain_below", "discuss_to", "site"];
const ALL = "All kinds";
const KIND_NAMES = { several: "choice", guess: "prediction", predict: "prediction" }; // other kinds are shown as they are
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
const findAll = (selector) => [...document.querySelectorAll(selector)];
const showStatus = (text) => (find("#done").textContent = text);
const makeId = () => crypto.getRandomValues(new Uint32Array(2)).join("-");
const makeRow = (question) => ({ ...question, id: ++rows });
const findPosition = (id) => plan.findIndex((one) => one.id === id);

function showTab(tab) {
  document.body.dataset.tab = tab;
  for (const one of findAll(".tabs button")) one.ariaPressed = String(one.dataset.tab === tab);
}

find(".tabs").addEventListener("click", ({ target }) => {
  const { tab } = target.closest("button")?.dataset ?? {};
  if (tab) showTab(tab);
});

// --- Buttons that move, copy and remove rows -----------------------------------------------------------

const renderActButtons = (names, place) => {
  const buttons = names.map((name) => {
    const label = `${name}: question ${place + 1}`;
    return `<button type="button" data-act="${name.toLowerCase()}" data-at="${place}" aria-label="${label}">${name}</button>`;
  });
  return `<span class="row">${buttons.join("")}</span>`;
};

// Each act changes the rows, and returns the new place of its row.
const ACTS = {
  up: (rows, place) => moveRow(rows, place, Math.max(0, place - 1)),
  down: (rows, place) => moveRow(rows, place, Math.min(rows.length - 1, place + 1)),
  duplicate(rows, place) {
    rows.splice(place + 1, 0, makeRow(rows[place]));
    showStatus(`The copy is question ${place + 2} of the plan.`);
    return place + 1;
  },
};

function moveRow(rows, from, to) {
  rows.splice(to, 0, ...rows.splice(from, 1));
  return to;
}

function mountRowButtons(selector, rows, redraw, more = {}) {
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
const measureHeight = (id) => cards.get(id).offsetHeight;
const sumHeights = (ids) => ids.reduce((sum, id) => sum + measureHeight(id), 0);
const topOf = (slot) => sumHeights(hand.order.slice(0, slot));
const hand = {
  root: find("#chosen"),
  data: { mode: "edit" },
  order: [],
  lifted: null,
  peek: () => {},
  settle: () => paintPlan(),
  arrange(order) {
    plan = order.map((id) => plan.find((one) => one.id === id));
    drawPlan();
  },
  view: {
    cards,
    list,
    topOf,
    paint: paintPlan,
    rest: () => {}, // only boards highlight the card under the pointer
    glide: (id) => glideAll([id], () => [cards.get(id), topOf(hand.order.indexOf(id))]),
    sentence: (id) => `Question ${hand.order.indexOf(id) + 1} of ${plan.length}.`,
    slotAt(y) {
      const others = hand.order.filter((id) => id !== hand.lifted);
      return others.filter((id, slot) => sumHeights(others.slice(0, slot)) + measureHeight(id) / 2 < y).length;
    },
  },
};
mountMoving(hand);
new ResizeObserver(() => paintPlan()).observe(list);

// Draw the rows below each other. The height of a row depends on its words.
function paintPlan() {
  const { order, lifted } = hand;
  keepElements(cards, order, list, "card planned");
  for (const [place, id] of order.entries()) {
    const card = cards.get(id);
    Object.assign(card.dataset, { id, testid: "planned" });
    setMarkup(card, renderPlannedRow(plan.find((one) => one.id === id), place));
    card.classList.toggle("on", plan[selected]?.id === id);
    card.classList.toggle("lifted", id === lifted);
  }
  glideAll(order.filter((id) => id !== lifted), (id) => [cards.get(id), topOf(order.indexOf(id))]);
  if (lifted === null) sortElements(list, order.map((id) => cards.get(id)));
  list.style.height = `${sumHeights(order)}px`;
}

const readPlan = () => ({
  title: find("#title").value,
  site: find("#site").value.trim(),
  explain_below: Number(find("#explain_below").value),
  discuss_to: Number(find("#discuss_to").value),
  questions: plan.map(({ reference }) => reference),
});

// Draw the plan, select the row at `place`, and store the plan. By default, the selection stays.
function drawPlan(place = plan.findIndex(({ id }) => id === hand.order[selected])) {
  selected = place;
  hand.order = plan.map(({ id }) => id);
  paintPlan();
  const { length } = plan;
  const { explain_below: below, discuss_to: to } = readPlan();
  find("#empty").hidden = length > 0;
  find("#count").textContent = `, ${length}`;
  find("#planned").textContent = `Plan: ${length} ${length === 1 ? "question" : "questions"}`;
  const steps = [...new Set(plan.map(({ step }) => step))].filter(Boolean);
  find("#course").hidden = !steps.length;
  find("#course").href = `${buildAddress("/")}?path=${steps.join(",")}`;
  find("#thresholds").textContent = `Discuss from ${below}% to ${to}% right. Explain below ${below}%.`;
  find("#add").hidden = plan.some(({ reference }) => reference === seen?.reference);
  const plans = { ...read("plans")?.plans, [open]: readPlan() };
  write("plans", { open, plans });
  drawPlans(plans);
  if (groups.length) drawChoices();
}

const nameKind = (kind) => KIND_NAMES[kind] ?? kind;

const renderQuestionButton = ({ ask, kind, form }, place, is) =>
  `<button type="button" class="pick" data-act="see" data-at="${place}" aria-pressed="${is}">
    <span>${ask}</span> <small>${form ? `your own ${nameKind(form.kind)}` : nameKind(kind)}</small></button>`;

function renderPlannedRow(question, place) {
  const is = plan[selected]?.id === question.id;
  const names = ["Up", "Down", "Duplicate", "Remove", ...(question.form ? ["Change"] : [])];
  const grip = `<button type="button" class="grip" aria-label="Move question ${place + 1}">⠿</button>`;
  return `<span>${place + 1}</span>${grip}${renderQuestionButton(question, place, is)}${is ? renderActButtons(names, place) : ""}`;
}

function previewRow(rows, place) {
  previewQuestion({ reference: rows[place].reference });
  return place;
}

function addToPlan(question) {
  plan.push(makeRow(question));
  drawPlan(plan.length - 1);
  if (seen?.reference !== question.reference) previewQuestion({ reference: question.reference });
  showStatus(`Added as question ${plan.length} of the plan.`);
}

// Set the id of the row that the form will replace, or 0 to add a row.
function edit(id) {
  editing = id;
  find("#own [type=submit]").textContent = id ? "Save the change" : "Add to the plan";
  find("#cancel").hidden = !id;
}

function editQuestion(rows, place) {
  edit(rows[place].id);
  fillForm(rows[place].form);
  showTab("own");
  find("#own").scrollIntoView();
  previewForm();
  return place;
}

// Remove a question, and offer to undo that. Return the place of the row to select. If the preview shows the question,
// the preview moves to another one.
function removeQuestion(rows, place) {
  const [removed] = rows.splice(place, 1);
  const next = rows[Math.min(place, rows.length - 1)];
  const other = next ?? (groups.length ? (listShownQuestions()[0] ?? groups[0].questions[0]) : null);
  if (other && seen?.reference === removed.reference) previewQuestion({ reference: other.reference });
  const undo = () => {
    plan.splice(Math.min(place, plan.length), 0, removed);
    drawPlan(place);
    previewQuestion({ reference: removed.reference });
    showStatus("The question is back in the plan.");
  };
  queueMicrotask(() => {
    showStatus(`Question ${place + 1} was removed. `);
    find("#done").append(makeElement("button", { type: "button", onclick: undo }, "Undo"));
  });
  return Math.min(place, rows.length - 1);
}

mountRowButtons("#plan", () => plan, drawPlan, { see: previewRow, change: editQuestion, remove: removeQuestion });
for (const name of SETTINGS) find(`#${name}`).addEventListener("change", () => drawPlan());

// Open a plan after the server has read it, and store it under an id. Return the plan as the server has read it. If it
// is not a plan, show the reason and return null.
async function openPlan(message, id = open) {
  const answer = await sendUntilAnswered("/class/plan", () => message);
  showNotice(answer.say);
  if (answer.say) return null;
  await keepImages(answer.images);
  const edited = id === open ? findPosition(editing) : -1;
  const isNew = !read("plans")?.plans?.[id];
  if (id !== open) showStatus(""); // an offer to undo belongs to the plan before
  open = id;
  plan = answer.questions.map(makeRow);
  edit(plan[edited]?.id ?? 0);
  for (const name of SETTINGS) find(`#${name}`).value = answer[name] ?? "";
  if (isNew) find("#title").value = findFreeTitle(answer.title);
  drawPlan(-1);
  const missing = await describeMissingImages();
  showNotice([missing, answer.remark].filter(Boolean).join(" "));
  return answer;
}

// Return a title that no plan in this browser has. It ends with a number if another plan has the same title.
function findFreeTitle(title) {
  const titles = Object.values(read("plans")?.plans ?? {}).map((one) => one.title);
  let free = title;
  for (let n = 2; titles.includes(free); n++) free = `${title.slice(0, 90)} (${n})`;
  return free;
}

// Return a sentence about the images of the plan that this browser does not have, or "".
async function describeMissingImages() {
  const found = await Promise.all(plan.map(({ form }) => !form?.image || findImage(form.image)));
  const places = [...found.entries()].flatMap(([place, is]) => (is ? [] : [place + 1]));
  if (!places.length) return "";
  const lacks = places.length === 1 ? `image of question ${places[0]}` : `images of questions ${places.join(", ")}`;
  return `This browser does not have the ${lacks}. A link contains no images. Load the plan from a file, or press
    “Change” at the question and choose an image.`;
}

// Open a plan without questions, which the server would refuse.
function openEmptyPlan(id = makeId(), title = "A class") {
  showStatus("");
  open = id;
  plan = [];
  edit(0);
  find("#title").value = title;
  find("#site").value = "";
  drawPlan(-1);
}

// --- Plans in this browser, in files and in links ----------------------------------------------------

function drawPlans(plans) {
  const renderOption = (value, text) =>
    `<option value="${escapeHtml(value)}"${value === open ? " selected" : ""}>${escapeHtml(text)}</option>`;
  const own = Object.entries(plans).map(([id, { title }]) => renderOption(id, title));
  const offered = suggested.map(({ title }, place) => renderOption(place, title));
  find("#plans").innerHTML = `<optgroup label="Your plans">${own.join("")}</optgroup>
    <optgroup label="Suggested, to change as you like">${offered.join("")}</optgroup>`;
}

find("#plans").addEventListener("change", async ({ target: { value } }) => {
  const own = read("plans")?.plans[value];
  if (!own) await openPlan({ text: suggested[value].text }, makeId());
  else if (own.questions.length) await openPlan(own, value);
  else openEmptyPlan(value, own.title);
});

const FILES = {
  new: () => openEmptyPlan(),
  load: () => find("#load").click(),
  copy: () => {
    open = makeId();
    find("#title").value = findFreeTitle(`Copy of ${find("#title").value}`.slice(0, 100));
    drawPlan();
  },
  remove: () => {
    if (!confirm(`Delete “${find("#title").value}” from this browser?`)) return;
    const { [open]: _, ...plans } = read("plans")?.plans ?? {};
    write("plans", { plans });
    openEmptyPlan();
  },
  save: async () => {
    const read = await openPlan(readPlan());
    const name = read?.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    if (read) saveFile(`${name || "class"}.toml`, await insertImages(read.text));
  },
  link: async () => {
    const read = await openPlan(readPlan());
    if (!read) return;
    const link = `${location.origin}${buildAddress("/class")}#plan=${encodeURIComponent(read.text)}`;
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(); // only with TLS
    const lacks = countImages(read.text) ? " It leaves out the images. Save the plan as a file to keep them." : "";
    const done = () => showStatus(`The link with the plan is copied.${lacks}`);
    await copied.then(done, () => prompt(`Copy this link.${lacks}`, link));
  },
};

find("#chosen").addEventListener("click", ({ target }) => FILES[target.dataset?.plan]?.());
find("#load").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await openPlan({ text: await file.text() }, makeId());
  target.value = "";
});

// --- The choice of questions -------------------------------------------------------------------------

// Return the questions of the chosen kind: those of the chosen group, or those of all groups that contain the search
// word.
function listShownQuestions() {
  const kind = find("#kind").value;
  const word = find("#word").value.trim().toLowerCase();
  const from = word ? groups.flatMap(({ questions }) => questions) : groups[Number(find("#group").value)].questions;
  const extractText = (ask) => ask.replace(/<[^>]*>/g, "").toLowerCase();
  return from.filter((one) => (kind === ALL || one.kind === kind) && extractText(one.ask).includes(word));
}

function drawChoices() {
  const inPlan = new Set(plan.map(({ reference }) => reference));
  const questions = listShownQuestions();
  const rows = questions.map((question, place) => {
    const add = `<button type="button" data-act="add" data-at="${place}"
      aria-label="Add question ${place + 1} of this group">Add</button>`;
    const { reference } = question;
    const is = reference === seen?.reference;
    return `<li class="${is ? "on" : ""}">${renderQuestionButton(question, place, is)}
      ${inPlan.has(reference) ? "<b>in plan</b>" : add}</li>`;
  });
  moveElement(find("#preview"), find("#room"));
  fill(find("#choices"), rows.join(""));
  const row = narrow.matches && find("#choices .on");
  if (row) moveElement(find("#preview"), row);
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  find("#looking").textContent = `${questions.length} questions here, ${count} in all.`;
}

// Move an element to the end of `to`. moveBefore() keeps the pages in its frames loaded, but some browsers lack it.
const moveElement = (element, to) => element.parentElement === to || (to.moveBefore ?? to.insertBefore).call(to, element, null);

for (const id of ["group", "kind"]) find(`#${id}`).addEventListener("change", previewFirst);
find("#word").addEventListener("input", drawChoices);
find("#add").addEventListener("click", () => coming.then(() => addToPlan(seen)));
narrow.addEventListener("change", drawChoices);
mountRowButtons("#choices", listShownQuestions, drawChoices, { see: previewRow, add: addShownQuestion });

function addShownQuestion(rows, place) {
  addToPlan(rows[place]);
  return place;
}

function previewFirst() {
  const [first] = listShownQuestions();
  if (first) previewQuestion(first);
  else drawChoices();
}

// --- The preview: the real pages of wall and phone, with one question --------------------------------

let newest = 0; // the number of the newest request; answers to older requests are ignored
/** @type {Promise<any>} */
let coming = Promise.resolve();
const previewQuestion = (message) => (coming = fetchPreview(message));

async function fetchPreview(message) {
  const number = ++newest;
  const answer = await sendUntilAnswered("/class/question", () => message);
  await whenReleased(); // the press that ended the edit of a field may be on a button that the answer moves
  if (number !== newest || answer.say) return answer.say ? answer : null;
  const { image } = answer.question;
  if (image && message.image?.startsWith("data:")) await keepImages({ [image.name]: message.image });
  if (image) image.src = (await findImage(image.name)) ?? "";
  seen = answer;
  find("#worked").innerHTML = answer.worked;
  const apart = answer.apart.map(([number, name, outcome]) => `<dt data-outcome="${outcome}">${number}</dt><dd>${name}</dd>`);
  find("#apart").innerHTML = apart.length
    ? `<p>Answers that the wall names</p><dl>${apart.join("")}</dl><p class="say">Each answer has its own bar on the wall.</p>`
    : "";
  updatePreviews();
  drawPlan();
  return answer;
}

function makePreviewMessage() {
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

const previews = [mirrorPage(find("#wall"), "/class/wall", makePreviewMessage), mirrorPage(find("#phone"), "/join", makePreviewMessage)];
const updatePreviews = () => previews.forEach((tell) => tell());
find("#solved").addEventListener("change", updatePreviews);

// --- Own questions: the preview of the form, and errors at its fields ----------------------------------

async function previewForm(field = "") {
  const request = previewQuestion(readForm());
  const number = newest;
  const answer = await request;
  if (!answer) return null;
  showError(answer.say && [answer.field, "all"].includes(field) ? answer : {});
  if (number === newest) drawPaper(answer);
  return answer.say ? null : answer;
}

// Draw the question of the form as on paper, or a sentence if the form has no complete question.
function drawPaper({ say, question, worked }) {
  if (say) {
    find("#paper").innerHTML = NO_QUESTION;
    return;
  }
  const options = question.options?.map((option) => `<li>${option}</li>`).join("");
  find("#paper").innerHTML = `<h3>${question.ask}</h3>${renderImage(question.image)}${question.about ?? ""}
    ${options ? `<ol class="choices">${options}</ol>` : ""}<p>${worked}</p>`;
}

// Empty the form for another question of the same kind. A list stays, because the next list is often similar. The form
// also stays if it has changed while the server was reading the question.
function clearForm(sent = "") {
  const now = readForm();
  const typing = sent && sent !== JSON.stringify(now);
  if (!typing && (editing || now.kind !== "list")) {
    fillForm({ kind: now.kind });
    find("#paper").innerHTML = NO_QUESTION;
  }
  edit(0);
}

find("#own").addEventListener("change", ({ target }) => previewForm(target.name));
find("#own").addEventListener("submit", async (event) => {
  event.preventDefault();
  const sent = JSON.stringify(readForm());
  const answer = await previewForm("all");
  if (!answer) return find("#own [aria-invalid=true]")?.focus();
  const place = findPosition(editing); // the row may have moved, or may be gone
  if (place < 0) addToPlan(answer);
  else plan[place] = makeRow(answer);
  drawPlan(place < 0 ? selected : place);
  clearForm(sent);
});
find("#cancel").addEventListener("click", () => clearForm());

// --- The start -----------------------------------------------------------------------------------------

const buildDeskAddress = ({ code, steering, showing = steering }) => buildAddress(`/class/desk#${code}.${steering}.${showing}`);

async function startClass(questions) {
  const read = await sendUntilAnswered("/class/plan", () => ({ ...readPlan(), questions }));
  const opening = { plan: read.say ? "" : await insertImages(read.text), key: find("#key").value };
  const opened = read.say ? read : await sendUntilAnswered("/class/rooms", () => opening);
  showNotice(opened.say);
  if (opened.say) return find("#said").scrollIntoView({ block: "center" });
  const { code, steering, showing } = opened;
  find("#code").textContent = code;
  find("#steering").href = buildDeskAddress(opened);
  find("#showing").href = buildAddress(`/class/wall#${code}.${showing}`);
  find("#started").hidden = false;
  write("desk", { code, steering, showing });
  find("#steering").focus();
}

for (const button of findAll(".send")) button.addEventListener("click", () => startClass(readPlan().questions));
find("#now").addEventListener("click", () => coming.then(() => startClass([seen.reference])));

const last = read("desk");
find("#last").hidden = !last;
if (last) Object.assign(find("#last a"), { textContent: last.code, href: buildDeskAddress(last) });

// Open the plan in the link, or the last open one, or an empty one. A plan that cannot be read stays stored.
async function restorePlan() {
  const { open: last = makeId(), plans = {} } = read("plans") ?? {};
  const carried = new URLSearchParams(location.hash.slice(1)).get("plan");
  if (carried) history.replaceState(null, "", location.pathname);
  if (carried && (await openPlan({ text: carried }, makeId()))) return showStatus("This is the plan from the link.");
  const refusal = find("#said").textContent; // of the plan in the link
  if (!plans[last]?.questions?.length) openEmptyPlan(last, plans[last]?.title);
  else if (!(await openPlan(plans[last], last))) openEmptyPlan();
  if (refusal) showNotice(refusal);
}

// Offer a link that tests whether phones can join, and commands that help if they cannot. The details stay closed,
// because this answer may come late, and nothing below them may move under somebody's finger.
async function checkReach() {
  const found = await fetchUntilAnswered(`/class/reach?top=${encodeURIComponent(location.origin + buildAddress("/"))}`);
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
  find("#reach summary").classList.toggle("refusal", Boolean(problem));
  find("#reach").toggleAttribute("data-waiting", false);
}

async function loadQuestions() {
  const { key, ...found } = await fetchUntilAnswered("/class/questions");
  ({ groups, plans: suggested } = found);
  const renderOption = (text, value) => `<option value="${value}">${escapeHtml(text)}</option>`;
  const options = groups.map(({ group }, place) => renderOption(group, place));
  const kinds = new Set(groups.flatMap(({ questions }) => questions.map(({ kind }) => kind)));
  find("#group").innerHTML = options.join("");
  find("#kind").innerHTML = [ALL, ...kinds].map((kind) => renderOption(nameKind(kind), kind)).join("");
  find("#key-field").hidden = !key;
  find("#group").disabled = false;
  find("#choices").setAttribute("aria-busy", "false");
  previewFirst();
}

mountMenu();
showTab("questions");
await restorePlan();
forgetImages(JSON.stringify(read("plans") ?? {}));
await loadQuestions();
checkReach();
drawPaper(await sendUntilAnswered("/class/question", readForm));
