// A learner's records as a text that a learning management system can hold.
//
// A state is {revision, records}. The records are texts by the names that the pages give them. The packed
// text is compressed. If it is too long, the least important parts are left out, one after the other: answers
// in finished lessons, answers in other lessons than the last one, the practice page, questions that come
// back. What is done and how far each lesson was read always fits.

const PROGRESS = "ndcg-tutor:progress"; // the course's own record
const FORMAT = "1 "; // how a packed text begins

/** @param {string} text @returns {any} */
export function parse(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

// The course in a state, or an empty one.
export const courseIn = ({ records }) => ({ lessons: {}, ...parse(records[PROGRESS]) });

const withoutAnswers = (keeps) => (course) => {
  const cut = ([slug, lesson]) => [slug, keeps(slug, lesson, course) ? lesson : { ...lesson, answers: {} }];
  return { ...course, lessons: Object.fromEntries(Object.entries(course.lessons).map(cut)) };
};
const statesOnly = (course) => {
  const cut = ([slug, { state, reached }]) => [slug, { state, reached }];
  return { version: course.version, last: course.last, lessons: Object.fromEntries(Object.entries(course.lessons).map(cut)) };
};

// What each step leaves in: a change of the course, and whether the other records stay.
const CUTS = [
  { change: (course) => course, others: true },
  { change: withoutAnswers((slug, { state }) => state !== "done"), others: true },
  { change: withoutAnswers((slug, lesson, { last }) => slug === last), others: true },
  { change: withoutAnswers((slug, lesson, { last }) => slug === last), others: false },
  { change: withoutAnswers(() => false), others: false },
  { change: statesOnly, others: false },
];

// Packs a state into at most so many characters.
/** @param {any} state @param {number} longest */
export async function pack(state, longest) {
  let text = "";
  for (const { change, others } of CUTS) {
    const course = { [PROGRESS]: JSON.stringify(change(courseIn(state))) };
    const records = others ? { ...state.records, ...course } : course;
    text = FORMAT + (await deflate(JSON.stringify({ revision: state.revision, records })));
    if (text.length <= longest) break;
  }
  return text;
}

// Reads a packed text. Returns null for any other text.
/** @param {string} text */
export async function unpack(text) {
  if (!text.startsWith(FORMAT)) return null;
  try {
    const state = parse(await inflate(text.slice(FORMAT.length)));
    return Number.isInteger(state?.revision) && state.records ? state : null;
  } catch {
    return null;
  }
}

const through = (data, transform) => new Response(new Blob([data]).stream().pipeThrough(transform));

async function deflate(text) {
  const packed = await through(text, new CompressionStream("deflate-raw")).arrayBuffer();
  return btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join(""));
}

function inflate(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return through(bytes, new DecompressionStream("deflate-raw")).text();
}

// Joins the state that the system holds with the one in this browser.
//
// `here.saved` is the last revision that the system took from here. If everything was taken, the system's
// state is as new or newer, but may lack answers that were too long for it. If the system's is still that
// one, this browser's is newer. Otherwise somebody worked on two machines, and each lesson counts as far as
// it was done on either.
/** @param {any} held @param {any} here */
export function join(held, here) {
  if (!held || !here) return held ?? here ?? { revision: 0, records: {} };
  if (held.revision === here.saved) return here;
  const [mine, theirs] = [courseIn(here), courseIn(held)];
  const isSaved = here.saved === here.revision;
  const lessons = { ...(isSaved ? {} : mine.lessons), ...theirs.lessons };
  for (const [slug, lesson] of Object.entries(mine.lessons)) {
    const other = theirs.lessons[slug];
    if (!other) continue;
    const isFarther = !isSaved && compare(lesson, other) > 0;
    const isCut = compare(lesson, other) === 0 && !Object.keys(other.answers ?? {}).length;
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

// Orders two records of a lesson by what was done in it.
function compare(one, other) {
  const done = ({ state, reached = 1, gate }) => [Number(state === "done"), reached, gate?.asked ?? 0];
  const [mine, theirs] = [done(one), done(other)];
  const at = mine.findIndex((value, n) => value !== theirs[n]);
  return at < 0 ? 0 : mine[at] - theirs[at];
}
