// The board's HTML. Everything that a user typed is escaped.

import { escapeHtml } from "../../exhibit/make.js";

// A button with the attribute `disabled` loses the focus, so `aria-disabled` is set instead.
const OFF = 'aria-disabled="true"';

// In a card only the grip is a Tab stop, in an unretrieved document the first button. The arrow keys lead from it to
// the other buttons.
const renderActButton = (name, sign, label, disabled = false, isTabStop = false) =>
  `<button type="button" tabindex="${isTabStop ? 0 : -1}" data-act="${name}" aria-label="${escapeHtml(label)}" title="${escapeHtml(label)}"
    ${disabled ? OFF : ""}>${sign}</button>`;

const renderChip = ({ shown, level }) => `<span class="chip" data-level="${level}">${shown}</span>`;

const renderGradeButtons = (document, isTabStop = false) => `
  ${renderActButton("less", "\u2212", `Lower the grade of ${document.label}`, document.grade <= 0, isTabStop)}
  ${renderChip(document)}
  ${renderActButton("more", "+", `Raise the grade of ${document.label}`)}`;

export function renderCard(document, { mode, retrieved }, help) {
  const { label, gainMarkup } = document;
  const grip = `<button type="button" class="grip" data-testid="grip" aria-describedby="${help}">⠿</button>`;
  const edits = `
    ${renderActButton("rename", "✎", `Rename ${label}`)}
    ${renderActButton("remove", "×", `Remove ${label}`, retrieved === 1)}`;
  return `
    <span class="rank"></span>
    ${mode === "show" ? "<span></span>" : grip}
    <span class="label" data-testid="name">${escapeHtml(label)}</span>
    <span class="work"><math>${gainMarkup}<mo lspace="1px" rspace="1px">/</mo></math><span class="divisor"></span></span>
    ${mode === "show" ? "" : `<span class="acts">
      ${renderActButton("up", "↑", `Move ${label} up`)}${renderActButton("down", "↓", `Move ${label} down`)}
      ${mode === "edit" ? edits : ""}</span>`}
    <span class="term" data-testid="term"></span>
    <span class="grade">${mode === "edit" ? renderGradeButtons(document) : renderChip(document)}</span>
    <i class="bar"></i>
    ${document.beside ?? ""}`;
}

export const renderIdealCard = (document, { retrieved, picture }, slot) => `
  <span class="label" data-testid="name">${escapeHtml(document.label)}</span>
  ${document.place >= retrieved ? `<span class="for-screen-readers">not retrieved</span>` : ""}
  ${renderChip(document)}
  ${picture?.worked[slot] ? `<span class="worked">${picture.worked[slot]}</span>` : ""}`;

export function renderUnretrieved(documents, { mode }) {
  if (!documents.length) return "";
  const items = documents.map(
    (document) => `<li data-doc="${document.place}" data-id="${document.id}">
      <span class="label" data-testid="name">${escapeHtml(document.label)}</span>
      <span class="grade">${mode === "edit" ? renderGradeButtons(document, true) : renderChip(document)}</span>
      ${mode === "edit" ? renderActButton("rename", "✎", `Rename ${document.label}`) : ""}
      ${mode === "edit" ? renderActButton("remove", "×", `Remove ${document.label}`) : ""}</li>`,
  );
  return `<h2>Judged but not retrieved</h2><ul>${items.join("")}</ul>`;
}

export function renderTools({ can, documents, longest }) {
  const renderTool = (name, text, enabled = true) =>
    `<button type="button" class="plain-button" data-act="${name}"
      ${enabled ? "" : OFF}>${text}</button>`;
  const room = documents.length < longest;
  return `
    ${renderTool("undo", "Undo", can.undo)}${renderTool("redo", "Redo", can.redo)}
    ${renderTool("shuffle", "Shuffle")}${renderTool("reverse", "Reverse")}${renderTool("sort", "Sort to ideal")}
    ${renderTool("reset", "Reset", can.reset)}
    ${renderTool("add", "Add a document", room)}${renderTool("judge", "Add an unretrieved document", room)}`;
}

export const renderRemarks = (sentences) =>
  sentences.map((sentence) => `<p class="say">${escapeHtml(sentence)}</p>`).join("");
