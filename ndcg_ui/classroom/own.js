// The form of a teacher's own question: reads it, fills it, and shows errors at its fields.

import { findImage, shrinkImage } from "./images.js";
import { find } from "./shared.js";

const DEFAULT = "3, 2, 3, 0, 1";
const MOST = 8;
const form = find("#own");
const readKind = () => form.elements.kind.value;
const isRanked = () => ["list", "order"].includes(readKind());
const listRows = () => [...find("#answers").children];

// Add fields for an answer and its reason. Kinds with a single answer use the first ones.
function addRow() {
  const letter = String.fromCharCode(65 + listRows().length);
  const first = letter === "A";
  const only = first ? `<span data-for="predict">The number</span>` : "";
  find("#answers").insertAdjacentHTML(
    "beforeend",
    `<li data-for="choice number${first ? " order predict text" : ""}">
      <label data-for="choice number predict">${only}<span data-for="choice number">Answer ${letter}</span>
        <input name="answers" type="text" maxlength="200"></label>
      <label data-for="choice number" class="tick"><input name="right" type="checkbox"> right</label>
      <label>Reason, shown with the solution
        <input name="reasons" type="text" maxlength="300"></label></li>`,
  );
  showFields();
}

// Show the fields of the chosen kind, and hide the others.
function showFields() {
  const ranking = form.elements.r;
  if (isRanked() && !ranking.value) ranking.value = DEFAULT;
  if (!isRanked() && ranking.value === DEFAULT) ranking.value = "";
  for (const part of form.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(readKind());
  }
  find("#more").disabled = listRows().length >= MOST;
  showImage();
}

// --- Its image -----------------------------------------------------------------------------------

async function showImage() {
  const { value } = form.elements.image;
  const src = value.startsWith("data:") ? value : value && (await findImage(value));
  if (value !== form.elements.image.value) return; // another image was chosen in the meantime
  find("#thumb").hidden = !src;
  if (src) find("#thumb").src = src;
  find("#described").hidden = find("#no-image").hidden = !value || form.querySelector("#pictured").hidden;
}

// Set the image, and report the change like that of any other field.
function setImage(value) {
  form.elements.image.value = value;
  form.elements.image.dispatchEvent(new Event("change", { bubbles: true }));
}

async function takeImage(file) {
  try {
    setImage(await shrinkImage(file));
    showError({});
    form.elements.alt.focus();
  } catch (error) {
    showError({ field: "image", say: /** @type {Error} */ (error).message });
  }
}

find("#image-file").addEventListener("change", (event) => {
  event.stopPropagation(); // takeImage() reports the change when it has read the file
  const [file] = event.target.files;
  event.target.value = "";
  if (file) takeImage(file);
});
find("#no-image").addEventListener("click", () => setImage(""));
addEventListener("paste", (event) => {
  const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (!file || form.querySelector("#pictured").hidden) return;
  event.preventDefault();
  takeImage(file);
});

// Return the contents of the form by field. Empty answers are left out.
/** @returns {any} */
export function readForm() {
  const findField = (row, name) => row.querySelector(`[name=${name}]`);
  const written = listRows()
    .map((row) => [findField(row, "answers").value, findField(row, "reasons").value, findField(row, "right").checked])
    .filter(([answer, reason]) => answer.trim() || (["order", "text"].includes(readKind()) && reason.trim()));
  return {
    ...Object.fromEntries(new FormData(form)),
    answers: written.map(([answer]) => answer),
    reasons: written.some(([, reason]) => reason.trim()) ? written.map(([, reason]) => reason) : [],
    right: written.flatMap(([, , is], place) => (is ? [place + 1] : [])),
  };
}

// Fill the form with a question. {} empties it.
export function fillForm({ answers = [], reasons = [], right = [1], ...fields }) {
  form.reset();
  form.elements.image.value = ""; // reset() does not clear hidden fields
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  while (listRows().length < answers.length) addRow();
  for (const [place, row] of listRows().entries()) {
    row.querySelector("[name=answers]").value = answers[place] ?? "";
    row.querySelector("[name=reasons]").value = reasons[place] ?? "";
    row.querySelector("[name=right]").checked = place < answers.length && right.includes(place + 1);
  }
  showFields();
}

// Show an error at its field, or below the answers if it has no field. {} removes the error.
export function showError({ field = "", say = "" }) {
  for (const place of form.querySelectorAll("[data-wrong]")) {
    place.textContent = place.dataset.wrong.split(" ").includes(field || "kind") ? say : "";
  }
  for (const one of form.elements) {
    const isRefused = Boolean(say && field) && one.name === (field === "grades" ? "r" : field);
    one.setAttribute("aria-invalid", String(isRefused));
  }
}

form.addEventListener("change", showFields);
find("#more").addEventListener("click", addRow);
for (let place = 0; place < 4; place++) addRow();
