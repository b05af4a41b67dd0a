// Questions as HTML from Python. Each click on an answer, and each filled field, is sent as an act.

import { findHost } from "../../exhibit/host.js";
import { forgetPrograms } from "../../exhibit/storage.js";
import { findFocus, findTree } from "../../exhibit/stage.js";
import { copyLink, moveFocus, printSection } from "../markup/buttons.js";
import { showFieldValue } from "../markup/fields.js";
import { saveFile } from "../../exhibit/make.js";
import { mountMeanings } from "../markup/meanings.js";
import { fill } from "../markup/morph.js";
import { keepByPlace } from "../markup/places.js";
import { forgetDrafts, readDraft, saveDraft } from "../sheet/drafts.js";
import { countDown } from "./clock.js";

const asks = keepByPlace((place) => mountForm(place.querySelector(".ask")));
const TYPED = "input[type=text][name]";
const FIRST_FIELD = `${TYPED}, select[name]`;
const WRITTEN = "textarea[data-act]";
const PAUSE = 700; // ms without a key before the text of a text area is sent
const restored = new WeakSet(); // the fields that were checked for a draft
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// acts: the queue of the exhibit around the part. A part on its own sends its acts to Streamlit.
export default function ({ parentElement, data, setTriggerValue = null, acts = null }) {
  const shown = asks.at(parentElement);
  shown.acts = acts ?? { add: (act) => setTriggerValue("act", act) };
  shown.update(data);
  return asks.cleanup(parentElement);
}

function mountForm(root) {
  const shown = { name: "", acts: null, gone: null, drawn: false, ticking: 0, writing: 0, update };

  function update(data) {
    const { name, html, go } = data;
    shown.name = name;
    const [focused, led, goal] = [findFocus(root), findNextButton(), findFocusGoal()];
    const [within, form] = [root.contains(focused), findQuestion()?.dataset.form];
    fill(root, html);
    if (within && findFocusGoal() && findFocusGoal() !== goal) findFocusGoal().focus();
    else if (within && !focused.isConnected) moveFocusOn(form);
    // In somebody else's page, only an answer to an act may scroll the page.
    const mayScroll = within || findHost(root).isWholePage;
    if (shown.drawn && findNextButton() && !led && mayScroll) findNextButton().scrollIntoView({ block: "nearest" });
    shown.drawn = true;
    restoreFields(root, name);
    for (const field of root.querySelectorAll("input[type=range], input[data-echo]")) showFieldValue(field);
    clearInterval(shown.ticking);
    const clock = root.querySelector("[data-ends]");
    if (clock) shown.ticking = countDown(clock);
    // The first jump is instant, because the page may still change its height, and that would stop a smooth one.
    const glide = shown.gone === null || calm.matches ? "instant" : "smooth";
    const isFirst = shown.gone === null && !findHost(root).isWholePage;
    if (go && go !== shown.gone && !isFirst) scrollToPlace(root, go, glide);
    shown.gone = go;
  }

  function findQuestion() {
    return root.querySelector(".question");
  }

  // Put the focus into the first field of a new question, or else on the question, and scroll it into sight.
  function moveFocusOn(before) {
    const question = findQuestion();
    const form = question?.dataset.form;
    if (!question || form === before) {
      question?.focus({ preventScroll: true });
      return;
    }
    const sheet = `.sheet[data-form="${CSS.escape(form)}"] input`;
    /** @type {HTMLElement} */
    const place = findTree(root).querySelector(sheet) ?? question.querySelector(FIRST_FIELD) ?? question;
    place.focus({ preventScroll: true });
    place.closest("[data-form]").scrollIntoView({ block: "nearest" });
  }

  function findNextButton() {
    return root.querySelector("[data-act=next]");
  }

  // Return the element that Python marks to get the focus after the act that brings it.
  function findFocusGoal() {
    return /** @type {HTMLElement | null} */ (root.querySelector("[data-focus]"));
  }

  function sendAct(element, more = {}) {
    const form = element.closest("[data-form]");
    const values = { ...readFields(form), ...more };
    if (element.dataset.forgets) forgetDrafts(element.dataset.forgets);
    if ("forgetsPrograms" in element.dataset) forgetPrograms();
    if ("forgetsAll" in element.dataset) shown.acts.forgetWork();
    shown.acts.add({ ...element.dataset, form: form?.dataset.form ?? "", values });
    if (shown.acts.idle === false) element.ariaBusy = "true"; // until the answer is shown
  }

  // Send the text of a text area after a pause, or at once when it loses the focus.
  function sendText(field, pause) {
    clearTimeout(shown.writing);
    if (pause) shown.writing = setTimeout(() => sendAct(field), pause);
    else sendAct(field);
  }

  mountMeanings(root);
  root.addEventListener("click", (event) => {
    const element = event.target.closest("[data-act]");
    if (!element || element.matches(`input[type=file], ${WRITTEN}`)) return;
    if (element.matches("a") && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (element.getAttribute("aria-disabled") !== "true") sendAct(element);
  });
  for (const listener of [copyLink, printSection]) root.addEventListener("click", listener);
  root.addEventListener("keydown", moveFocus);
  root.addEventListener("keydown", ({ key }) => key === "Escape" && root.querySelector("[data-escape]")?.click());
  root.addEventListener("click", ({ target }) => {
    const name = target.closest("[data-save]")?.dataset.save;
    if (name) saveFile(name, shown.acts.makeFile(), "application/json");
  });
  root.addEventListener("input", ({ target }) => {
    showFieldValue(target);
    const form = target.closest("[data-form]");
    if (form && target.matches(TYPED)) saveDraft(shown.name, form.dataset.form, readFields(form));
    if (target.matches(WRITTEN)) sendText(target, PAUSE);
  });
  root.addEventListener("change", ({ target }) => target.matches(WRITTEN) && sendText(target, 0));
  root.addEventListener("change", async ({ target }) => {
    if (!target.matches("input[type=file][data-act]") || !target.files.length) return;
    const text = await target.files[0].text();
    target.value = "";
    sendAct(target, { text: shown.acts.readFile(text).slice(0, 500_000) });
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[type=text]")) return;
    event.preventDefault();
    event.target.closest("[data-form]")?.querySelector("button[data-act]")?.click();
  });
  return shown;
}

function readFields(form) {
  const all = [...(form?.querySelectorAll("input[name], select[name], textarea[name]") ?? [])];
  const sent = all.filter(({ type, checked }) => type !== "checkbox" || checked);
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]));
}

// Put drafts into the fields, once for each field.
function restoreFields(root, name) {
  for (const field of root.querySelectorAll(TYPED)) {
    if (restored.has(field)) continue;
    restored.add(field);
    const form = field.closest("[data-form]")?.dataset.form;
    const text = readDraft(name, form)[field.name];
    if (typeof text === "string" && !field.value && !field.readOnly) field.value = text;
  }
}

// Scroll to a place. It may not be drawn yet, so this function tries again in the next frames.
function scrollToPlace(root, name, behavior, patience = 600) {
  /** @type {HTMLElement} */
  const place = (root.closest(".exhibit") ?? document).querySelector(`[data-place="${name}"]`);
  if (!place?.checkVisibility({ visibilityProperty: true })) {
    if (patience) requestAnimationFrame(() => scrollToPlace(root, name, behavior, patience - 1));
    return;
  }
  place.focus({ preventScroll: true });
  place.scrollIntoView({ behavior, block: "start" });
}
