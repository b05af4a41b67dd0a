// The board's HTML. Everything that a user typed is escaped.

import { escaped } from "../../exhibit/make.js";

// A button with the attribute `disabled` loses the focus, so `aria-disabled` is set instead.
const OFF = 'aria-disabled="true"';

// In a card only the grip is a Tab stop; the arrow keys lead from it to the other buttons.
const actButton = (name, sign, label, disabled = false) =>
  `<button type="button" tabindex="-1" data-act="${name}" aria-label="${escaped(label)}" title="${escaped(label)}"
    ${disabled ? OFF : ""}>${sign}</button>`;

const chip = ({ shown, level }) => `<span class="chip" data-level="${level}">${shown}</span>`;

const gradeButtons = (document) => `
  ${actButton("less", "\u2212", `Lower the grade of ${document.label}`, document.grade <= 0)}
  ${chip(document)}
  ${actButton("more", "+", `Raise the grade of ${document.label}`)}`;

export function cardMarkup(document, { mode, retrieved }, help) {
  const { label, gainMarkup } = document;
  const grip = `<button type="button" class="grip" data-testid="grip" aria-describedby="${help}">⠿</button>`;
  const edits = `
    ${actButton("rename", "✎", `Rename ${label}`)}
    ${actButton("remove", "×", `Remove ${label}`, retrieved === 1)}`;
  return `
    <span class="rank"></span>
    ${mode === "show" ? "<span></span>" : grip}
    <span class="label" data-testid="name">${escaped(label)}</span>
    <span class="work"><math>${gainMarkup}<mo lspace="1px" rspace="1px">/</mo></math><span class="divisor"></span></span>
    ${mode === "show" ? "" : `<span class="acts">
      ${actButton("up", "↑", `Move ${label} up`)}${actButton("down", "↓", `Move ${label} down`)}
      ${mode === "edit" ? edits : ""}</span>`}
    <span class="term" data-testid="term"></span>
    <span class="grade">${mode === "edit" ? gradeButtons(document) : chip(document)}</span>
    <i class="bar"></i>
    ${document.beside ?? ""}`;
}

export const idealMarkup = (document, { retrieved, picture }, slot) => `
  <span class="label" data-testid="name">${escaped(document.label)}</span>
  ${document.place >= retrieved ? `<span class="for-screen-readers">not retrieved</span>` : ""}
  ${chip(document)}
  ${picture?.worked[slot] ? `<span class="worked">${picture.worked[slot]}</span>` : ""}`;

export function unretrievedMarkup(documents, { mode }) {
  if (!documents.length) return "";
  const items = documents.map(
    (document) => `<li data-doc="${document.place}" data-id="${document.id}">
      <span class="label" data-testid="name">${escaped(document.label)}</span>
      <span class="grade">${mode === "edit" ? gradeButtons(document) : chip(document)}</span>
      ${mode === "edit" ? actButton("rename", "✎", `Rename ${document.label}`) : ""}
      ${mode === "edit" ? actButton("remove", "×", `Remove ${document.label}`) : ""}</li>`,
  );
  return `<h2>Judged, not retrieved</h2><ul>${items.join("")}</ul>`;
}

export function toolsMarkup({ can, documents, longest }) {
  const tool = (name, text, enabled = true) =>
    `<button type="button" class="plain-button" data-act="${name}"
      ${enabled ? "" : OFF}>${text}</button>`;
  const room = documents.length < longest;
  return `
    ${tool("undo", "Undo", can.undo)}${tool("redo", "Redo", can.redo)}
    ${tool("shuffle", "Shuffle")}${tool("reverse", "Reverse")}${tool("sort", "Sort to ideal")}
    ${tool("reset", "Reset", can.reset)}
    ${tool("add", "Add a document", room)}${tool("judge", "Add an unretrieved document", room)}`;
}

export const remarksMarkup = (sentences) =>
  sentences.map((sentence) => `<p class="say">${escaped(sentence)}</p>`).join("");
