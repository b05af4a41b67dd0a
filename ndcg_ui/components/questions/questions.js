// HTML from Python with something to answer in it; what is clicked and filled in is an act.

import { hostOf } from "../../exhibit/host.js";
import { focusIn, treeOf } from "../../exhibit/stage.js";
import { copyLink, echo, printPart, walk } from "../markup/buttons.js";
import { save } from "../../exhibit/make.js";
import { mountMeanings } from "../markup/meanings.js";
import { fill } from "../markup/morph.js";
import { places } from "../markup/places.js";
import { draft, drafted, forget } from "../sheet/drafts.js";
import { countDown } from "./clock.js";

const asks = places((place) => mount(place.querySelector(".ask")));
const TYPED = "input[type=text][name]";
const WRITTEN = "textarea[data-act]";
const PAUSE = 700; // ms without a key after which what is written in a text field is sent
const restored = new WeakSet(); // the fields that a draft was put back into, or that had none
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// acts: of the exhibit that it is a part of; one that stands alone says it to Streamlit.
export default function ({ parentElement, data, setTriggerValue = null, acts = null }) {
  const shown = asks.at(parentElement);
  shown.acts = acts ?? { add: (act) => setTriggerValue("act", act) };
  shown.update(data);
  return asks.leaving(parentElement);
}

function mount(root) {
  const shown = { name: "", acts: null, gone: null, drawn: false, ticking: 0, writing: 0, update };

  function update(data) {
    const { name, html, go } = data;
    shown.name = name;
    const [focused, led] = [focusIn(root), leadsOn()];
    const [within, form] = [root.contains(focused), question()?.dataset.form];
    fill(root, html);
    if (within && !focused.isConnected) place(form)?.focus({ preventScroll: true });
    if (shown.drawn && leadsOn() && !led) leadsOn().scrollIntoView({ block: "nearest" });
    shown.drawn = true;
    restore(root, name);
    for (const field of root.querySelectorAll("input[type=range], input[data-echo]")) echo(field);
    clearInterval(shown.ticking);
    const clock = root.querySelector("[data-ends]");
    if (clock) shown.ticking = countDown(clock);
    // A lesson is there at once: gliding to it would end early when the page before it has gone.
    const glide = shown.gone === null || calm.matches ? "instant" : "smooth";
    // Beside other things on somebody's page, what is shown first is no reason to scroll.
    const isFirst = shown.gone === null && !hostOf(root).isWholePage;
    if (go && go !== shown.gone && !isFirst) goTo(root, go, glide);
    shown.gone = go;
  }

  function question() {
    return root.querySelector(".question");
  }

  // Where to go on by keyboard: the first field of another sheet, which names what it asks.
  /** @returns {HTMLElement} */
  function place(before) {
    const form = question()?.dataset.form;
    const field = form !== before && treeOf(root).querySelector(`.sheet[data-form="${CSS.escape(form)}"] input`);
    return field || question();
  }

  function leadsOn() {
    return root.querySelector("[data-act=next]");
  }

  function send(element, more = {}) {
    const form = element.closest("[data-form]");
    const values = { ...fields(form), ...more };
    if (element.dataset.forgets) forget(element.dataset.forgets);
    shown.acts.add({ ...element.dataset, form: form?.dataset.form ?? "", values });
    if (shown.acts.idle === false) element.ariaBusy = "true"; // until the answer is drawn
  }

  // Text is sent when the person pauses, or at once when they leave the field.
  function write(field, pause) {
    clearTimeout(shown.writing);
    if (pause) shown.writing = setTimeout(() => send(field), pause);
    else send(field);
  }

  mountMeanings(root);
  root.addEventListener("click", (event) => {
    const element = event.target.closest("[data-act]");
    if (!element || element.matches(`input[type=file], ${WRITTEN}`)) return;
    if (element.matches("a") && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (element.getAttribute("aria-disabled") !== "true") send(element);
  });
  for (const listener of [copyLink, printPart]) root.addEventListener("click", listener);
  root.addEventListener("keydown", walk);
  root.addEventListener("click", ({ target }) => {
    const name = target.closest("[data-save]")?.dataset.save;
    if (name) save(name, shown.acts.record ?? "{}", "application/json");
  });
  root.addEventListener("input", ({ target }) => {
    echo(target);
    const form = target.closest("[data-form]");
    if (form && target.matches(TYPED)) draft(shown.name, form.dataset.form, fields(form));
    if (target.matches(WRITTEN)) write(target, PAUSE);
  });
  root.addEventListener("change", ({ target }) => target.matches(WRITTEN) && write(target, 0));
  root.addEventListener("change", async ({ target }) => {
    if (!target.matches("input[type=file][data-act]") || !target.files.length) return;
    const text = await target.files[0].text();
    target.value = "";
    send(target, { text: text.slice(0, 500_000) });
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[type=text]")) return;
    event.preventDefault();
    event.target.closest("[data-form]")?.querySelector("button[data-act]")?.click();
  });
  return shown;
}

function fields(form) {
  const all = [...(form?.querySelectorAll("input[name], select[name], textarea[name]") ?? [])];
  const sent = all.filter(({ type, checked }) => type !== "checkbox" || checked);
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]));
}

// Puts back what was typed before the page was left, into each field once.
function restore(root, name) {
  for (const field of root.querySelectorAll(TYPED)) {
    if (restored.has(field)) continue;
    restored.add(field);
    const form = field.closest("[data-form]")?.dataset.form;
    const text = drafted(name, form)[field.name];
    if (typeof text === "string" && !field.value && !field.readOnly) field.value = text;
  }
}

// The place may still be on its way: it is waited for, for as long as a page takes to draw.
function goTo(root, name, behavior, patience = 600) {
  /** @type {HTMLElement} */
  const place = (root.closest(".exhibit") ?? document).querySelector(`[data-place="${name}"]`);
  if (!place?.checkVisibility({ visibilityProperty: true })) {
    if (patience) requestAnimationFrame(() => goTo(root, name, behavior, patience - 1));
    return;
  }
  place.focus({ preventScroll: true });
  place.scrollIntoView({ behavior, block: "start" });
}
