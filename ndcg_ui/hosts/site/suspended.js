// Packs a learner's records into a text that a learning management system can store.
//
// A state is {revision, records}. The records are texts by name. The packed text is compressed. If it is too long, the
// least important parts are left out, one after the other: the answers in finished lessons, the answers in all lessons
// but the last one, the practice page, the questions to repeat. The progress of each lesson always fits.

const PROGRESS = "ndcg-tutor:progress"; // the course's own record
const FORMAT = "1 "; // how a packed text begins

/** @param {string} text @returns {any} */
export function parseJson(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

// Return the course in a state, or an empty one.
export const readCourse = ({ records }) => ({ lessons: {}, ...parseJson(records[PROGRESS]) });

const dropAnswers = (keeps) => (course) => {
  const cut = ([slug, lesson]) => [slug, keeps(slug, lesson, course) ? lesson : { ...lesson, answers: {} }];
  return { ...course, lessons: Object.fromEntries(Object.entries(course.lessons).map(cut)) };
};
const keepOnlyStates = (course) => {
  const cut = ([slug, { state, reached }]) => [slug, { state, reached }];
  return { version: course.version, last: course.last, lessons: Object.fromEntries(Object.entries(course.lessons).map(cut)) };
};

// The steps of shortening: `change` shortens the course, and `others` is true if the other records are kept.
const CUTS = [
  { change: (course) => course, others: true },
  { change: dropAnswers((slug, { state }) => state !== "done"), others: true },
  { change: dropAnswers((slug, lesson, { last }) => slug === last), others: true },
  { change: dropAnswers((slug, lesson, { last }) => slug === last), others: false },
  { change: dropAnswers(() => false), others: false },
  { change: keepOnlyStates, others: false },
];

// Pack a state into at most `longest` characters, or into the shortest possible text if that is longer.
/** @param {any} state @param {number} longest */
export async function packState(state, longest) {
  let text = "";
  for (const { change, others } of CUTS) {
    const course = { [PROGRESS]: JSON.stringify(change(readCourse(state))) };
    const records = others ? { ...state.records, ...course } : course;
    text = FORMAT + (await deflate(JSON.stringify({ revision: state.revision, records })));
    if (text.length <= longest) break;
  }
  return text;
}

// Return the state in a packed text, or null for any other text.
/** @param {string} text */
export async function unpackState(text) {
  if (!text.startsWith(FORMAT)) return null;
  try {
    const state = parseJson(await inflate(text.slice(FORMAT.length)));
    return Number.isInteger(state?.revision) && state.records ? state : null;
  } catch {
    return null;
  }
}

const transformData = (data, transform) => new Response(new Blob([data]).stream().pipeThrough(transform));

async function deflate(text) {
  const packed = await transformData(text, new CompressionStream("deflate-raw")).arrayBuffer();
  return btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join(""));
}

function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return transformData(bytes, new DecompressionStream("deflate-raw")).text();
}

// Join the state of the system with the one in this browser.
//
// `here.saved` is the last revision that the system took from this browser. If that is the browser's newest revision,
// the system's state is as new or newer, but may lack answers that were too long. If the system still has that
// revision, this browser's state is newer. Otherwise the learner used two browsers, and each lesson is taken from the
// one in which it is further.
/** @param {any} held @param {any} here */
export function joinStates(held, here) {
  if (!held || !here) return held ?? here ?? { revision: 0, records: {} };
  if (held.revision === here.saved) return here;
  const [mine, theirs] = [readCourse(here), readCourse(held)];
  const isSaved = here.saved === here.revision;
  const lessons = { ...(isSaved ? {} : mine.lessons), ...theirs.lessons };
  for (const [slug, lesson] of Object.entries(mine.lessons)) {
    const other = theirs.lessons[slug];
    if (!other) continue;
    const isFarther = !isSaved && compareProgress(lesson, other) > 0;
    const isCut = compareProgress(lesson, other) === 0 && !Object.keys(other.answers ?? {}).length;
    if (isFarther || isCut) lessons[slug] = lesson;
  }
  const memories = { ...(isSaved ? {} : mine.memories), ...theirs.memories };
  const answers = Math.max(theirs.answers ?? 0, isSaved ? 0 : (mine.answers ?? 0));
  const course = { ...mine, ...theirs, lessons, memories, answers };
  return {
    revision: Math.max(held.revision, here.revision) + 1,
    records: { ...here.records, ...held.records, [PROGRESS]: JSON.stringify(course) },
  };
}

// Return a positive number if the first of two records of a lesson is further, 0 if they are equal, else a negative
// one.
function compareProgress(one, other) {
  const done = ({ state, reached = 1, gate }) => [Number(state === "done"), reached, gate?.asked ?? 0];
  const [mine, theirs] = [done(one), done(other)];
  const at = mine.findIndex((value, n) => value !== theirs[n]);
  return at < 0 ? 0 : mine[at] - theirs[at];
}
