// The teacher's plan: questions in an order, kept in a file; and the start of a class.

import { at, download, find, get, insist, keep, kept, say } from "./shared.js";

const LAST = "ndcg-tutor:class-desk";
const DRAFT = "ndcg-tutor:class-plan";

let plan = []; // {reference, kind, ask}
let groups = [];

// --- The plan ------------------------------------------------------------------------------------

const parts = () => ({
  title: find("#title").value,
  explain_below: Number(find("#explain_below").value),
  discuss_to: Number(find("#discuss_to").value),
  questions: plan.map(({ reference }) => reference),
});

const button = (act, at, sign, label) =>
  `<button type="button" data-act="${act}" data-at="${at}" aria-label="${label}">${sign}</button>`;

function draw() {
  const rows = plan.map(
    ({ ask, kind }, at) => `<li data-testid="planned"><span>${ask} <small>${kind}</small></span>
      <span class="acts">${button("up", at, "↑", `Move question ${at + 1} up`)}
      ${button("down", at, "↓", `Move question ${at + 1} down`)}
      ${button("remove", at, "×", `Remove question ${at + 1}`)}</span></li>`,
  );
  find("#plan").innerHTML = rows.join("");
  find("#empty").hidden = plan.length > 0;
  keep(DRAFT, parts());
}

const ACTS = {
  up: (at) => at > 0 && plan.splice(at - 1, 0, ...plan.splice(at, 1)),
  down: (at) => plan.splice(at + 1, 0, ...plan.splice(at, 1)),
  remove: (at) => plan.splice(at, 1),
};

find("#plan").addEventListener("click", ({ target }) => {
  const { act, at } = target.closest("button")?.dataset ?? {};
  if (!act) return;
  ACTS[act](Number(at));
  draw();
  (find(`#plan [data-act=${act}][data-at="${at}"]`) ?? find("#start")).focus();
});
for (const name of ["title", "explain_below", "discuss_to"]) {
  find(`#${name}`).addEventListener("change", draw);
}

// What stands in a plan or a file, as the server reads it; its sentence where it cannot be one.
async function adopt(message) {
  const read = await insist("/class/plan", message);
  say(read.say);
  if (read.say) return null;
  plan = read.questions;
  for (const name of ["title", "explain_below", "discuss_to"]) find(`#${name}`).value = read[name];
  draw();
  return read;
}

find("#save").addEventListener("click", async () => {
  const read = await adopt(parts());
  if (read) download("class.toml", read.text);
});
find("#load").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await adopt({ text: (await file.text()).slice(0, 64_001) });
  target.value = "";
});

// --- What there is to choose from ----------------------------------------------------------------

function drawChoices() {
  const { questions } = groups[Number(find("#group").value)];
  find("#choices").innerHTML = questions
    .map(
      ({ ask, kind }, at) => `<li><span>${ask} <small>${kind}</small></span>
        <button type="button" data-at="${at}" aria-label="Add question ${at + 1} of this group">Add</button></li>`,
    )
    .join("");
}

find("#group").addEventListener("change", drawChoices);
find("#choices").addEventListener("click", ({ target }) => {
  const at = target.closest("button[data-at]")?.dataset.at;
  if (at === undefined) return;
  plan.push(groups[Number(find("#group").value)].questions[Number(at)]);
  draw();
});

// --- A list of one's own: shown as learners will see it, refused beside its field ------------------

let newest = 0; // of several that are under way the last one counts

async function preview() {
  const number = ++newest;
  const read = await insist("/class/own", Object.fromEntries(new FormData(find("#own"))));
  if (number !== newest) return null;
  for (const name of ["r", "k"]) {
    const wrong = read.field === name;
    find(`#wrong-${name}`).textContent = wrong ? read.say : "";
    find(`#own [name=${name}]`).setAttribute("aria-invalid", String(wrong));
  }
  find("#preview").innerHTML = read.field
    ? ""
    : `<h4>${read.ask_only}</h4>${read.about}<div class="sheet" inert>${read.sheet}</div>
       <p class="place">The solution: ${read.worked}</p>`;
  return read.field ? null : read;
}

find("#own").addEventListener("change", preview);
find("#own").addEventListener("submit", async (event) => {
  event.preventDefault();
  const read = await preview();
  if (!read) return find("#own [aria-invalid=true]")?.focus();
  plan.push(read);
  draw();
});

// --- The start -----------------------------------------------------------------------------------

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

async function begin() {
  const last = kept(LAST);
  if (last) {
    find("#last").hidden = false;
    find("#last").innerHTML = "Your last class: <a></a>";
    find("#last a").textContent = last.code;
    find("#last a").href = at(`/class/wall#${last.code}.${last.steering}`);
  }
  const draft = kept(DRAFT);
  if (draft?.questions?.length) adopt(draft);
  preview();
  await lookUp();
}

async function lookUp() {
  ({ groups } = await (await get("/class/questions")).json());
  find("#group").innerHTML = groups
    .map(({ group }, at) => `<option value="${at}">${group}</option>`)
    .join("");
  find("#group").disabled = false;
  find("#looking").hidden = true;
  find("#choices").setAttribute("aria-busy", "false");
  drawChoices();
}
begin();
