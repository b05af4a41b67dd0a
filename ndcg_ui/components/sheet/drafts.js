// What is written into fields and not yet sent, kept by the browser tab: a reload or another page
// does not lose it. A draft belongs to one place on the page and one form in it.

import { read, write } from "../../exhibit/storage.js";

const STORED = /** @type {const} */ (["sessionStorage", "ndcg-tutor:drafts"]);

function drafts() {
  const stored = read(...STORED);
  return stored && typeof stored === "object" ? stored : {};
}

// The texts by field, of this form; none where the place has another form's draft.
export function drafted(place, form) {
  const draft = drafts()[place];
  return draft?.form === form && draft.texts && typeof draft.texts === "object" ? draft.texts : {};
}

export function draft(place, form, texts) {
  write(...STORED, { ...drafts(), [place]: { form, texts } });
}

export function forget(prefix) {
  const others = Object.entries(drafts()).filter(([place]) => !place.startsWith(prefix));
  write(...STORED, Object.fromEntries(others));
}
