// What the sandbox may say during one run. A program can get hold of what it is said with, so
// nothing is believed to be what the harness (harness.brython) would say until it has been looked
// at: known words only, each in its turn, of a known call, and no longer than they are ever sent.

const UNITS = 2; // of a JavaScript text, at most, for one of Python's letters
const PRINTED = 4000 * UNITS;
const NAME = 80 * UNITS;
const MESSAGE = 300 * UNITS;
const SHOWN = 200 * UNITS;
const FOUND = 1000 * UNITS;
const LINE = /^\d{1,7}$/;
const NUMBER = /^(?:-?\d+(?:\.\d+)?(?:e[+-]\d+)?|-?Infinity|NaN|true|false)$/;

const short = (text, most) => text.length <= most;

export class Conversation {
  constructor({ wanted, calls }) {
    this.wanted = wanted;
    this.calls = calls.length;
    this.words = [];
    this.at = -1; // the call that was begun last
    this.open = false; // and has not come to its end
    this.over = false; // no call follows
    this.room = PRINTED;
  }

  // Keeps a message and returns true, or returns false: the harness never says this here.
  take(word) {
    if (!Array.isArray(word) || word.length !== 5) return false;
    if (!word.every((text) => typeof text === "string")) return false;
    const [type, ...rest] = word;
    if (!Object.hasOwn(Conversation.turns, type)) return false;
    if (!Conversation.turns[type](this, ...rest)) return false;
    this.words.push(word);
    return true;
  }

  // Whether it may end here: every call has come to its end, or none was possible.
  get complete() {
    return !this.open && (this.over || this.at + 1 === this.calls);
  }

  static turns = {
    out(talk, text) {
      talk.room -= text.length;
      return talk.room >= 0;
    },

    cut(talk) {
      const first = !talk.cut;
      talk.cut = true;
      return first;
    },

    missing(talk, name, found) {
      const begun = talk.over || talk.at >= 0;
      talk.over = true;
      return !begun && talk.wanted.includes(name) && short(found, FOUND);
    },

    call(talk, place) {
      if (talk.over || talk.open || talk.at + 1 >= talk.calls) return false;
      talk.at += 1;
      talk.open = true;
      return place === String(talk.at);
    },

    value(talk, place, kind, shown, kept) {
      return (
        talk.closes(place) &&
        short(kind, NAME) &&
        short(shown, SHOWN) &&
        (kind !== "number" || NUMBER.test(shown)) &&
        (kept === "kept" || kept === "changed")
      );
    },

    error(talk, place, type, message, line) {
      const turn = place === "program" ? talk.ends() : talk.closes(place);
      talk.over ||= type === "RecursionError"; // the other calls would end in the same way, slowly
      return turn && short(type, NAME) && short(message, MESSAGE) && LINE.test(line);
    },
  };

  closes(place) {
    const open = this.open && place === String(this.at);
    this.open = false;
    return open;
  }

  ends() {
    const first = !this.over && this.at < 0;
    this.over = true;
    return first;
  }
}
