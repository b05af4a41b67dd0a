// Reads and writes JSON in the browser, and deletes a learner's work. If the browser stores nothing, as in some
// embedded pages, or if it has no space, reading returns null. Writing null removes a value.
//
// Learners who use a SCORM package in the same browser have different prefixes (hosts/site/shell.js).

// Everything that our pages store in a browser, by kind. `storage` is "localStorage", or "sessionStorage" for this tab
// only. `name` is the stored name. If there are several values, it is the beginning of their names, and ends in ":" or
// ".". `isWork` is true for a learner's work, which `forgetWork` deletes.
//
// embed.js stores records for its frames by names of its own.
export const KINDS = {
  record: { storage: "localStorage", name: "ndcg-tutor:", isWork: true }, // then its key: progress, practice
  program: { storage: "localStorage", name: "ndcg-tutor.code.", isWork: true }, // then the step of the code lab
  drafts: { storage: "sessionStorage", name: "ndcg-tutor:drafts", isWork: true },
  page: { storage: "sessionStorage", name: "ndcg-tutor:", isWork: true }, // then the page with this state
  places: { storage: "sessionStorage", name: "places", isWork: true }, // the links of other pages, with their rankings
  files: { storage: "sessionStorage", name: "ndcg-evaluate-folder", isWork: true }, // the name of uploaded files
  forgotten: { storage: "localStorage", name: "ndcg-tutor:forgotten", isWork: false }, // when work was deleted
  joined: { storage: "localStorage", name: "ndcg-tutor:class:", isWork: false }, // then the code of a class
  desk: { storage: "localStorage", name: "ndcg-tutor:class-desk", isWork: false },
  plans: { storage: "localStorage", name: "ndcg-tutor:class-plans", isWork: false },
  display: { storage: "sessionStorage", name: "shown how", isWork: false },
  fonts: { storage: "sessionStorage", name: "fonts", isWork: false },
  updated: { storage: "sessionStorage", name: "ndcg-tutor:updated", isWork: false },
  course: { storage: "localStorage", name: "ndcg-lms:", isWork: false }, // the records of a package; scorm.js deletes them
  courseOfTab: { storage: "sessionStorage", name: "ndcg-lms:", isWork: false },
};

/** @typedef {keyof typeof KINDS} Kind */

const FORGET = "ndcg:forget"; // for scripts that remember work without storage

const findOwner = () => document.documentElement.dataset.owner ?? "";
const buildName = (kind, rest) => findOwner() + KINDS[kind].name + rest;

// Return a value, or null. `rest` is the end of its name, for kinds with several values.
/** @param {Kind} kind @param {string} [rest] */
export function read(kind, rest = "") {
  const name = buildName(kind, rest);
  try {
    return JSON.parse(globalThis[KINDS[kind].storage].getItem(name));
  } catch {
    return null;
  }
}

// Store a value. Return false if the browser stores nothing or has no space.
/** @param {Kind} kind @param {any} value @param {string} [rest] */
export function write(kind, value, rest = "") {
  const name = buildName(kind, rest);
  try {
    if (value === null) globalThis[KINDS[kind].storage].removeItem(name);
    else globalThis[KINDS[kind].storage].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {string | null} text @returns {any} */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Return the kind of a name in a storage, or undefined for a name that is not ours.
/** @param {string} storage @param {string} name @returns {Kind | undefined} */
export function findKind(storage, name) {
  const fits = (kind) => name === kind.name || (/[:.]$/.test(kind.name) && name.startsWith(kind.name));
  const found = listKinds().filter((kind) => KINDS[kind].storage === storage && fits(KINDS[kind]));
  return found.sort((one, other) => KINDS[other].name.length - KINDS[one].name.length)[0];
}

const listKinds = () => /** @type {Kind[]} */ (Object.keys(KINDS));

// Return the stored values of a kind, by their names without the learner's prefix.
/** @param {Kind} kind */
export function readAll(kind) {
  const owner = findOwner();
  const { storage, name: start } = KINDS[kind];
  try {
    const store = globalThis[storage];
    const all = Array.from({ length: store.length }, (_, at) => store.key(at));
    const names = all.filter((name) => name.startsWith(owner)).map((name) => name.slice(owner.length));
    const own = names.filter((name) => findKind(storage, name) === kind);
    return Object.fromEntries(own.map((name) => [name, read(kind, name.slice(start.length))]));
  } catch {
    return {}; // the browser stores nothing
  }
}

// --- Forgetting ------------------------------------------------------------------------------------

/** @param {Kind[]} kinds */
function forgetKinds(kinds) {
  for (const kind of kinds) {
    for (const name of Object.keys(readAll(kind))) write(kind, null, name.slice(KINDS[kind].name.length));
  }
}

const listWork = () => listKinds().filter((kind) => KINDS[kind].isWork);

// Delete the learner's work from this browser. Pages in other tabs follow (`followForgetting`).
export function forgetWork() {
  forgetKinds(listWork());
  write("forgotten", Date.now());
  document.dispatchEvent(new CustomEvent(FORGET));
}

// Delete the learner's programs from the code lab.
export function forgetPrograms() {
  forgetKinds(["program"]);
  document.dispatchEvent(new CustomEvent(FORGET));
}

/** @param {() => void} forget */
export function onForget(forget) {
  document.addEventListener(FORGET, forget);
}

// Delete the work of this tab, and call `reload`, when another page has deleted the learner's work: a page in another
// tab or frame, or a later page of this tab, from which the visitor has come back.
/** @param {() => void} reload */
export function followForgetting(reload) {
  let before = read("forgotten");
  onForget(() => (before = read("forgotten"))); // this page has deleted the work
  const follow = () => {
    if (read("forgotten") === before) return;
    forgetKinds(listWork().filter((kind) => KINDS[kind].storage === "sessionStorage"));
    reload();
  };
  addEventListener("storage", follow);
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
}
