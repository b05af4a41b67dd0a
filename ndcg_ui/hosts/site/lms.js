// A connection to a learning management system (LMS) by SCORM 1.2 or SCORM 2004.
//
// Both have the same functions under other names. They answer at once, in texts. A system that is closing, or
// whose session is over, refuses or throws: then these functions throw Silent.

const FARTHEST = 20; // frames up that the system's own may be
const PAUSE = 250; // ms between two looks for a system that is still loading
const PATIENCE = 8000; // ms to look for it
const NOTHING_THERE = ["0", "401", "403"]; // error codes after reading a value that nobody has written

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

export class Silent extends Error {}

// Finds the system and begins a session. Throws Silent if there is no system, or if it refuses.
/** @param {string} version */
export async function connect(version) {
  const names = VERSIONS[version];
  const latest = performance.now() + (parent === window && !opener ? 0 : PATIENCE);
  let api = findApi(window, names.api);
  while (!api && performance.now() < latest) {
    await new Promise((go) => setTimeout(go, PAUSE));
    api = findApi(window, names.api);
  }
  if (!api) throw new Silent("There is no system.");
  return new System(api, names);
}

function findApi(frame, name) {
  try {
    for (let up = 0; up < FARTHEST; up += 1) {
      if (frame[name]) return frame[name];
      if (frame.parent === frame) return frame.opener ? findApi(frame.opener, name) : null;
      frame = frame.parent;
    }
  } catch {
    // a page from elsewhere lets nobody look into it
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
    // What it holds. A value that cannot be read ends the session here: nobody may write a lower one.
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
      throw new Silent(`It does not answer: ${name}.`);
    }
  }

  do(name, ...given) {
    const answer = this.call(name, ...given);
    if (answer !== "true") throw new Silent(`It refuses: ${name} ${given[0]}.`);
  }

  read(name) {
    if (!this.values[name]) return ""; // this version has no such value
    const value = this.call("read", this.values[name]);
    const isThere = !["", "null", "undefined"].includes(value);
    if (!isThere && !NOTHING_THERE.includes(this.call("error"))) throw new Silent(`It does not tell: ${name}.`);
    return isThere ? value : "";
  }

  write(name, value) {
    this.do("write", this.values[name], value);
  }

  // Writes a value that a system may do without.
  offer(name, value) {
    if (this.values[name]) this.call("write", this.values[name], value);
  }

  // Writes the learner's state and place, and raises score and status: the system may hold a better result
  // from before. Nobody is marked who only reviews.
  save({ state, place, score, isDone }) {
    if (this.held.mode === "normal") this.raise(score, isDone);
    this.write("state", state);
    if (place.length <= this.longest.place) this.offer("place", place);
    this.offer("exit", "suspend"); // without it, SCORM 2004 forgets the state
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
