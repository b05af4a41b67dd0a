// What is written into fields and not yet sent, kept by the browser tab: a reload or another page
// does not lose it. A draft belongs to one place on the page and one form in it.

const NAME = "ndcg-tutor:drafts";

function read() {
  try {
    const drafts = JSON.parse(sessionStorage.getItem(NAME));
    return drafts && typeof drafts === "object" ? drafts : {};
  } catch {
    return {};
  }
}

function write(drafts) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(drafts));
  } catch {
    // Storage is full or switched off: a draft lasts as long as the page.
  }
}

// The texts by field, of this form; none where the place has another form's draft.
export function drafted(place, form) {
  const draft = read()[place];
  return draft?.form === form && draft.texts && typeof draft.texts === "object" ? draft.texts : {};
}

export function draft(place, form, texts) {
  write({ ...read(), [place]: { form, texts } });
}

// Forgets the drafts of every place whose name begins so.
export function forget(prefix) {
  const others = Object.entries(read()).filter(([place]) => !place.startsWith(prefix));
  write(Object.fromEntries(others));
}
