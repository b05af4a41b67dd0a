// A connection to a learning management system (LMS) by SCORM 1.2 or SCORM 2004.
//
// Both versions have the same functions with different names. The functions return texts, without a promise. After
// the end of its session a system refuses calls or throws. Then the functions here throw LmsUnavailable.

const MAX_FRAMES = 20; // frames to search upwards for the system
const PAUSE = 250; // ms between two searches for a system that is still loading
const PATIENCE = 8000; // ms to search for the system
const NOT_SET_CODES = ["0", "401", "403"]; // error codes after reading a value that was never written

const VERSIONS = {
  1.2: {
    api: "API",
    calls: {
      ...{ begin: "LMSInitialize", read: "LMSGetValue", write: "LMSSetValue" },
      ...{ commit: "LMSCommit", end: "LMSFinish", error: "LMSGetLastError" },
    },
    values: {
      ...{ learner: "cmi.core.student_id", mode: "cmi.core.lesson_mode", state: "cmi.suspend_data" },
      ...{ place: "cmi.core.lesson_location", status: "cmi.core.lesson_status", exit: "cmi.core.exit" },
      ...{ score: "cmi.core.score.raw", lowest: "cmi.core.score.min", highest: "cmi.core.score.max" },
    },
    longest: { state: 4096, place: 255 }, // characters
  },
  2004: {
    api: "API_1484_11",
    calls: {
      ...{ begin: "Initialize", read: "GetValue", write: "SetValue" },
      ...{ commit: "Commit", end: "Terminate", error: "GetLastError" },
    },
    values: {
      ...{ learner: "cmi.learner_id", mode: "cmi.mode", state: "cmi.suspend_data" },
      ...{ place: "cmi.location", status: "cmi.completion_status", exit: "cmi.exit" },
      ...{ score: "cmi.score.raw", lowest: "cmi.score.min", highest: "cmi.score.max" },
      ...{ share: "cmi.score.scaled", progress: "cmi.progress_measure" },
    },
    longest: { state: 64_000, place: 1000 },
  },
};

export class LmsUnavailable extends Error {}

// Find the system and begin a session. Throw LmsUnavailable if there is no system, or if it refuses.
/** @param {string} version */
export async function connect(version) {
  const names = VERSIONS[version];
  const latest = performance.now() + (parent === window && !opener ? 0 : PATIENCE);
  let api = findApi(window, names.api);
  while (!api && performance.now() < latest) {
    await new Promise((go) => setTimeout(go, PAUSE));
    api = findApi(window, names.api);
  }
  if (!api) throw new LmsUnavailable("No learning management system was found.");
  return new System(api, names);
}

function findApi(frame, name) {
  try {
    for (let up = 0; up < MAX_FRAMES; up += 1) {
      if (frame[name]) return frame[name];
      if (frame.parent === frame) return frame.opener ? findApi(frame.opener, name) : null;
      frame = frame.parent;
    }
  } catch {
    // a page from another origin cannot be read
  }
  return null;
}

class System {
  constructor(api, { calls, values, longest }) {
    this.api = api;
    this.calls = calls;
    this.values = values;
    this.longest = longest;
    this.do("begin", "");
    const scores = [this.read("score"), this.read("share") && String(100 * Number(this.read("share")))];
    // The system's values. If one cannot be read, the connection fails, because writing might lower a result.
    this.held = {
      learner: this.read("learner"),
      state: this.read("state"),
      place: this.read("place"),
      score: Math.max(-1, ...scores.filter(Boolean).map(Number)),
      isDone: ["completed", "passed"].includes(this.read("status")),
      mode: this.read("mode") || "normal",
    };
  }

  call(name, ...given) {
    try {
      return String(this.api[this.calls[name]](...given));
    } catch {
      throw new LmsUnavailable(`The learning management system did not answer “${name}”.`);
    }
  }

  do(name, ...given) {
    const answer = this.call(name, ...given);
    if (answer !== "true") throw new LmsUnavailable(`The learning management system refused “${name} ${given[0]}”.`);
  }

  read(name) {
    if (!this.values[name]) return ""; // this version has no such value
    const value = this.call("read", this.values[name]);
    const isThere = !["", "null", "undefined"].includes(value);
    if (!isThere && !NOT_SET_CODES.includes(this.call("error"))) throw new LmsUnavailable(`The learning management system gave no value for “${name}”.`);
    return isThere ? value : "";
  }

  write(name, value) {
    this.do("write", this.values[name], value);
  }

  // Write an optional value, and ignore a refusal.
  offer(name, value) {
    if (this.values[name]) this.call("write", this.values[name], value);
  }

  // Write the learner's state and place. Score and status are only raised, because the system may hold a better
  // result. In review mode they are not written.
  save({ state, place, score, isDone }) {
    if (this.held.mode === "normal") this.raise(score, isDone);
    this.write("state", state);
    if (place.length <= this.longest.place) this.offer("place", place);
    this.offer("exit", "suspend"); // without this, SCORM 2004 deletes the state
    this.do("commit", "");
  }

  raise(score, isDone) {
    const { held } = this;
    if (score > held.score) {
      this.offer("lowest", "0");
      this.offer("highest", "100");
      this.write("score", String(score));
      this.offer("share", String(score / 100));
      this.offer("progress", String(score / 100));
      held.score = score;
    }
    if (held.isDone) return;
    this.write("status", isDone ? "completed" : "incomplete");
    held.isDone = isDone;
  }

  end() {
    this.do("end", "");
  }
}
