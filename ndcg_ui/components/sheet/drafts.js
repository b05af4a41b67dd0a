// Keeps drafts, the texts of fields that were not sent yet, for this browser tab. They survive a reload and a visit
// to another page. A draft belongs to one place on the page and to one form in it.

import { read, write } from "../../exhibit/storage.js";

function readDrafts() {
  const stored = read("drafts");
  return stored && typeof stored === "object" ? stored : {};
}

// Return the texts of this form by field, or {} if the draft is of another form.
export function readDraft(place, form) {
  const draft = readDrafts()[place];
  return draft?.form === form && draft.texts && typeof draft.texts === "object" ? draft.texts : {};
}

export function saveDraft(place, form, texts) {
  write("drafts", { ...readDrafts(), [place]: { form, texts } });
}

export function forgetDrafts(prefix) {
  const others = Object.entries(readDrafts()).filter(([place]) => !place.startsWith(prefix));
  write("drafts", Object.fromEntries(others));
}
