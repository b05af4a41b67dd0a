"""A SCORM package, run in Node: its frame, its connection to the system, and its record."""

import pytest

from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

FRAME = f"""
{CLOCK}
const makeElement = (more = {{}}) =>
  Object.assign(new EventTarget(), {{ textContent: "", hidden: true, ...more }});
const makeStore = () => {{
  const texts = new Map();
  return {{ texts, getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text) }};
}};
Object.assign(globalThis, {{ localStorage: makeStore(), sessionStorage: makeStore() }});
let button;
const sentence = makeElement();
const line = makeElement({{ querySelector: (part) => (part === "span" ? sentence : button) }});
const pages = makeElement({{ dataset: {{ first: "index.html" }}, contentWindow: {{}} }});
globalThis.document = makeElement({{
  documentElement: {{ dataset: {{ scorm: "2004", lessons: "a b" }} }},
  querySelector: (part) => (part === "iframe" ? pages : line),
}});
let reloads = 0;
let browser = null;
globalThis.addEventListener = (name, go) => browser.addEventListener(name, go);
globalThis.location = {{ reload: () => (reloads += 1) }};
const happen = (name, more) => browser.dispatchEvent(Object.assign(new Event(name), more));

// A learning management system that refuses steps when the scene says so.
const {{ LmsUnavailable }} = await import("./hosts/site/lms.js");
let refuses = false;
let slowness = 0; // ms
let saved = [];
const system = {{
  longest: {{ state: 64_000 }},
  save: (step) => {{
    if (refuses) throw new LmsUnavailable("not now");
    clock.now += slowness;
    saved.push(step);
  }},
  end: () => saved.push("end"),
}};
// Packing a record takes more turns of Node's loop than `settled` waits for.
const until = async (is) => {{
  const latest = Date.now() + 20_000;
  while (!is() && Date.now() < latest) await new Promise(setImmediate);
  if (!is()) throw new Error(`this did not become true: ${{is}}`);
}};
let courses = 0;
// Opens the course. `held` has what the system holds; without it, no system is found.
const openCourse = async (held = {{}}) => {{
  const found = held && {{ ...system, held: {{ learner: "ada", state: "", place: "", ...held }} }};
  let answer;
  globalThis.connect = () => new Promise((go, fail) => {{
    answer = () => (found ? go(found) : fail(new LmsUnavailable("none")));
  }});
  browser?.dispatchEvent(new Event("pagehide"));
  [browser, button, saved] = [new EventTarget(), makeElement(), []];
  delete pages.src;
  pages.contentWindow.location = {{ pathname: "/course/index.html", search: "" }};
  await import(`./hosts/site/scorm.js?${{++courses}}`);
  const connecting = sentence.textContent;
  answer();
  await until(() => pages.src && (saved.length || !held));
  await pass(100);
  return connecting;
}};
const PROGRESS = "ndcg-tutor:progress";
const finish = (...slugs) => ndcgFrame.write(PROGRESS, JSON.stringify({{
  lessons: Object.fromEntries(slugs.map((slug) => [slug, {{ state: "done" }}])) }}));
const scores = () => saved.map((step) => step.score ?? step);
let result;
"""
LMS = """
export class LmsUnavailable extends Error {}
export const connect = () => globalThis.connect();
"""
OURS = ("hosts/site/scorm.js", "hosts/site/suspended.js", "exhibit/storage.js")
pytestmark = needs_node


@pytest.fixture
def frame(tmp_path):
    """Run a scene with the frame of a package."""
    modules = {name: read_module(name) for name in OURS} | {"hosts/site/lms.js": LMS}
    return make_scene_runner(tmp_path, modules, FRAME)


def test_a_refused_step_is_sent_again(frame):
    first, refused, waiting, told, slow = frame("""
        await openCourse();
        const first = scores();
        refuses = true;
        finish("a");
        await until(() => !line.hidden);
        const refused = [saved.length, line.hidden, sentence.textContent];
        refuses = false;
        await pass(10_000);
        const waiting = saved.length;
        await pass(5000);
        const told = [scores(), line.hidden];
        slowness = 500;
        finish("a", "b");
        await until(() => saved.length > 2);
        finish("a");
        const { packState } = await import("./hosts/site/suspended.js");
        for (const _ of [1, 2, 3]) await packState({ records: {} }, 9999); // time to pack it
        await pass(4900);
        const slow = [saved.length];
        await pass(100);
        await until(() => saved.length > 3);
        slow.push(saved.length);
        result = [first, refused, waiting, told, slow];
    """)
    assert first == [0]
    assert refused[:2] == [1, False]
    assert "sends it again every 15 seconds" in refused[2]
    assert waiting == 1
    assert told == [[0, 50], True]
    assert slow == [3, 4]  # a slow system gets steps less often


def test_a_course_opens_where_the_learner_was_and_sends_the_last_step_when_it_closes(frame):
    connecting, places, steps, kept, again = frame("""
        const connecting = await openCourse();
        const places = [pages.src];
        finish("a");
        await until(() => saved.length > 1);
        await pass(100);
        pages.contentWindow.location = { pathname: "/course/practice.html", search: "?measure=ap" };
        document.hidden = true;
        document.dispatchEvent(new Event("visibilitychange"));
        const steps = saved.map(({ score, isDone, place }) => [score, isDone, place]);
        const { state } = saved.at(-1);
        const kept = [ndcgFrame.owner, JSON.parse(ndcgFrame.read(PROGRESS)), ndcgFrame.read("x")];
        pages.contentWindow.location = { pathname: "/elsewhere", search: "" };
        happen("pagehide");
        happen("pagehide");
        steps.push(...saved.slice(3).map((step) => step.place ?? step));
        happen("pageshow", { persisted: false });
        const again = [reloads];
        happen("pageshow", { persisted: true });
        again.push(reloads);
        localStorage.texts.clear(); // another machine
        await openCourse({ state, place: "practice.html?measure=ap" });
        places.push(pages.src, ndcgFrame.read(PROGRESS) === JSON.stringify(kept[1]) || "lost");
        finish("a", "b");
        await until(() => saved.length > 1);
        steps.push([saved.at(-1).score, saved.at(-1).isDone]);
        await openCourse({ place: "https://elsewhere.example/" });
        result = [connecting, [...places, pages.src], steps, kept, again];
    """)
    assert connecting == "Connecting to the learning management system…"
    assert places == ["index.html", "practice.html?measure=ap", True, "index.html"]
    assert steps == [
        *([0, False, "index.html"], [50, False, "index.html"]),
        *([50, False, "practice.html?measure=ap"], "index.html", "end", [100, True]),
    ]
    assert kept == ["ndcg-lms:ada:", {"lessons": {"a": {"state": "done"}}}, None]
    assert again == [0, 1]


def test_each_learner_has_a_record_and_nobodys_is_deleted_with_the_tab(frame):
    ada, others, missing = frame("""
        const record = () => ndcgFrame.read(PROGRESS);
        await openCourse();
        finish("b");
        await until(() => saved.length > 1);
        const { state } = saved.at(-1);
        await pass(100);
        refuses = true;
        finish("a"); // instead of lesson b
        await until(() => !line.hidden);
        happen("pagehide");
        refuses = false;
        await openCourse({ state }); // with the step that the system does not have
        const ada = [record(), scores(), line.hidden];
        await openCourse({ learner: "bob" });
        const others = [record()];
        ndcgFrame.write("ndcg-tutor:practice", '{"b": 1}');
        const { state: before } = (await until(() => saved.length > 1), saved.at(-1));
        ndcgFrame.forget();
        await pass(100);
        await until(() => saved.length > 2);
        const after = saved.at(-1).state;
        localStorage.texts.delete("ndcg-lms:bob:state");
        await openCourse({ learner: "bob", state: before }); // on another machine
        await openCourse({ learner: "bob", state: after }); // and there again, after forgetting
        others.push(Object.values(ndcgFrame.records));
        await openCourse({ learner: "" });
        finish("b");
        others.push(record(), [...localStorage.texts.keys()], [...sessionStorage.texts.keys()]);
        await openCourse(null);
        finish("a");
        await pass(100);
        const missing = [line.hidden, sentence.textContent, button.hidden, pages.src, saved.length,
          JSON.parse(record())];
        button.dispatchEvent(new Event("click"));
        result = [ada, others, [...missing, reloads]];
    """)
    done = '{"lessons":{"a":{"state":"done"}}}'
    assert ada == [done, [50], True]
    stored = [["ndcg-lms:ada:state", "ndcg-lms:bob:state"], ["ndcg-lms::state"]]
    empty = '{"lessons":{},"memories":{},"answers":0}'
    assert others == [None, ["{}", empty], done.replace('"a"', '"b"'), *stored]
    hidden, sentence, without_button, first, sent, record, reloads = missing
    assert (hidden, without_button, first, sent, reloads) == (False, False, "index.html", 0, 1)
    assert "does not answer, so it does not get your progress" in sentence
    assert record == {"lessons": {"a": {"state": "done"}}}


SYSTEM = f"""
{CLOCK}
import {{ connect, LmsUnavailable }} from "./hosts/site/lms.js";
const CALLS = {{ 1.2: ["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSFinish"],
  2004: ["Initialize", "GetValue", "SetValue", "Commit", "Terminate"] }};
// Returns a system with some values. It has an error code for each value that it does not have.
const makeSystem = (version, values, {{ code = "0", refuses = "" }} = {{}}) => {{
  const [begin, read, write, commit, end] = CALLS[version];
  const log = [];
  const refuse = (name) => {{
    if (refuses === `throw ${{name}}`) throw new Error("gone");
    return refuses === name ? "false" : "true";
  }};
  const api = {{
    [begin]: () => refuse("begin"),
    [read]: (name) => values[name] ?? "",
    [write]: (name, text) => (refuse(name) === "true" ? ((values[name] = text), "true") : "false"),
    [commit]: () => (log.push({{ ...values }}), refuse("commit")),
    [end]: () => (log.push("end"), "true"),
    [version === "2004" ? "GetLastError" : "LMSGetLastError"]: () => code,
  }};
  return {{ [version === "2004" ? "API_1484_11" : "API"]: api, values, log }};
}};
const place = (frame, more = {{}}) => {{
  const alone = Object.assign(frame, {{ opener: null }}, more);
  alone.parent ??= alone;
  Object.assign(globalThis, {{ window: alone, parent: alone.parent, opener: alone.opener }});
  return alone;
}};
const tell = async (work) => {{
  try {{
    return await work();
  }} catch (error) {{
    return error instanceof LmsUnavailable ? error.message : `a fault: ${{error}}`;
  }}
}};
const step = {{ state: "state", place: "practice.html", score: 50, isDone: false }};
const of = async (version, values, more) => {{
  const made = makeSystem(version, values, more);
  place(made);
  return [await connect(version), made];
}};
let result;
"""
REAL = {name: read_module(f"hosts/site/{name}.js") for name in ("lms", "suspended")}


@pytest.fixture
def node(tmp_path):
    """Run a scene with a learning management system."""
    modules = {f"hosts/site/{name}.js": source for name, source in REAL.items()}
    return make_scene_runner(tmp_path, modules, SYSTEM)


def test_a_system_gets_the_state_and_never_a_lower_result(node):
    old, new, better, review, long, longest = node("""
        const [one, first] = await of("1.2", { "cmi.core.student_id": "ada" }, { code: "403" });
        one.save(step);
        one.end();
        const old = [one.held.learner, first.log];
        const [two, second] = await of("2004", {});
        two.save({ ...step, score: 100, isDone: true });
        two.save(step); // a record that was reset
        two.end();
        const new_ = second.log;
        const values = { "cmi.score.scaled": "0.75", "cmi.completion_status": "completed",
          "cmi.suspend_data": "kept", "cmi.location": "class.html" };
        const [three, third] = await of("2004", values);
        const better = [{ ...three.held }];
        three.save(step);
        better.push(third.values);
        const [four, fourth] = await of("2004", { "cmi.mode": "review" });
        four.save(step);
        const [five, fifth] = await of("1.2", {});
        five.save({ ...step, place: "x".repeat(256) });
        five.save({ ...step, place: "x".repeat(255) });
        const long = fifth.log.map((values) => values["cmi.core.lesson_location"]?.length ?? 0);
        result = [old, new_, better, fourth.values, long, [one.longest, two.longest]];
    """)
    assert old == [
        "ada",
        [
            {
                "cmi.core.student_id": "ada",
                "cmi.core.score.raw": "50",
                "cmi.core.score.min": "0",
                "cmi.core.score.max": "100",
                "cmi.core.lesson_status": "incomplete",
                "cmi.suspend_data": "state",
                "cmi.core.lesson_location": "practice.html",
                "cmi.core.exit": "suspend",
            },
            "end",
        ],
    ]
    done = {
        "cmi.score.raw": "100",
        "cmi.score.min": "0",
        "cmi.score.max": "100",
        "cmi.score.scaled": "1",
        "cmi.progress_measure": "1",
        "cmi.completion_status": "completed",
        "cmi.suspend_data": "state",
        "cmi.location": "practice.html",
        "cmi.exit": "suspend",
    }
    assert new == [done, done, "end"]
    held, values = better
    assert held == {
        "learner": "",
        "state": "kept",
        "place": "class.html",
        "score": 75,
        "isDone": True,
        "mode": "normal",
    }
    assert "cmi.score.raw" not in values
    assert values["cmi.completion_status"] == "completed"
    assert values["cmi.suspend_data"] == "state"
    assert review == {
        "cmi.mode": "review",
        "cmi.suspend_data": "state",
        "cmi.location": "practice.html",
        "cmi.exit": "suspend",
    }
    assert long == [0, 255]
    assert longest == [{"state": 4096, "place": 255}, {"state": 64_000, "place": 1000}]


def test_a_system_is_found_around_the_course_or_reported_as_unavailable(node):
    found, waits, refused = node("""
        const { API: api } = makeSystem("1.2", { "cmi.core.student_id": "ada" });
        const above = { API: api, opener: null };
        above.parent = above;
        const learner = async () => (await connect("1.2")).held.learner;
        place({}, { parent: { parent: above } });
        const found = [await tell(learner)];
        place({}, { opener: above });
        found.push(await tell(learner));
        const closed = { get API() { throw new Error("another origin"); } };
        place({}, { parent: closed });
        const asked = tell(learner);
        await pass(7000);
        found.push(await Promise.race([asked, "still waiting"]));
        await pass(1000);
        found.push(await asked);
        place({});
        found.push(await tell(learner)); // a page of its own does not wait
        const late = {};
        place({}, { parent: late });
        late.parent = late;
        const waits = tell(learner);
        await pass(1000);
        late.API = api;
        await pass(250);
        const cases = [["1.2", {}, { refuses: "begin" }], ["2004", {}, { code: "301" }]];
        const refused = [];
        for (const one of cases) refused.push(await tell(() => of(...one)));
        for (const refuses of ["cmi.suspend_data", "commit", "throw commit"]) {
          const [system] = await of("2004", {}, { refuses });
          refused.push(await tell(() => system.save(step)));
        }
        result = [found, await waits, refused];
    """)
    nowhere = "No learning management system was found."
    assert found == ["ada", "ada", "still waiting", nowhere, nowhere]
    assert waits == "ada"
    system = "The learning management system"
    assert refused == [
        f"{system} refused “begin ”.",
        f"{system} gave no value for “score”.",
        f"{system} refused “write cmi.suspend_data”.",
        f"{system} refused “commit ”.",
        f"{system} did not answer “commit”.",
    ]


def test_a_record_that_is_too_long_loses_the_least_important_parts_first(node):
    levels, unread = node("""
        const { deflateRawSync } = await import("node:zlib");
        const { packState, unpackState } = await import("./hosts/site/suspended.js");
        let seed = 7;
        const noise = () => Array.from({ length: 40 }, () => (seed = (seed * 16807) % 2147483647));
        const lesson = (state, reached) => ({ state, reached, answers: { a: noise() } });
        const course = { version: 3, last: "c", memories: { a: noise() }, lessons: {
          a: lesson("done", 4), b: lesson("open", 2), c: lesson("open", 3) } };
        const records = { "ndcg-tutor:progress": JSON.stringify(course),
          "ndcg-tutor:practice": JSON.stringify(noise()) };
        let longest = Infinity;
        const levels = [];
        for (let n = 0; n < 6; n++) {
          const text = await packState({ revision: 5, records }, longest);
          if (!n && text !== (await packState({ revision: 5, records }, text.length))) throw text;
          longest = text.length - 1;
          const { revision, records: kept } = await unpackState(text);
          const { version, last, lessons, memories } = JSON.parse(kept["ndcg-tutor:progress"]);
          const all = Object.entries(lessons);
          levels.push({ revision, version, last, parts: [
            ...all.filter(([, { answers }]) => answers?.a).map(([slug]) => slug),
            ...("ndcg-tutor:practice" in kept ? ["practice"] : []),
            ...(memories ? ["memories"] : [])],
            progress: all.map(([slug, { state, reached }]) => `${slug} ${state} ${reached}`) });
        }
        const text = await packState({ revision: 1, records: {} }, 10);
        const unread = [];
        for (const one of ["", "hello", `2${text.slice(1)}`, "1 ?", text.slice(0, -8),
          `1 ${deflateRawSync('{"records": {}}').toString("base64")}`]) {
          unread.push(await unpackState(one));
        }
        result = [levels, unread];
    """)
    assert [level.pop("parts") for level in levels] == [
        ["a", "b", "c", "practice", "memories"],
        ["b", "c", "practice", "memories"],
        ["c", "practice", "memories"],
        ["c", "memories"],
        ["memories"],
        [],
    ]
    progress = ["a done 4", "b open 2", "c open 3"]
    assert levels == [{"revision": 5, "version": 3, "last": "c", "progress": progress}] * 6
    assert unread == [None] * 6


def test_the_records_of_two_machines_are_joined_lesson_by_lesson(node):
    alone, saved, joined = node("""
        const { joinStates } = await import("./hosts/site/suspended.js");
        const state = (revision, course, more) => ({ revision, records: {
          "ndcg-tutor:progress": JSON.stringify(course) }, ...more });
        const read = ({ revision, records }) => {
          const { lessons, ...more } = JSON.parse(records["ndcg-tutor:progress"]);
          const from = Object.entries(lessons).map(([slug, { from }]) => [slug, from]);
          return { revision, ...more, lessons: Object.fromEntries(from) };
        };
        const open = (reached, from, more = {}) => ({ state: "open", reached, from, ...more });
        const done = (from) => ({ state: "done", reached: 2, from });
        const here = state(8, { lessons: {} });
        const alone = [joinStates(null, null), joinStates(null, here).revision, joinStates(here,
          null).revision, joinStates(state(4, {}), state(9, {}, { saved: 4 })).revision];
        // The system has all of this browser's steps, and some of another one.
        const mine = { memories: { m: 1 }, answers: 9, lessons: { a: open(5, "here"),
          b: done("here"), c: open(2, "here", { answers: { q: 1 } }), reset: open(1, "here") } };
        const theirs = { memories: { t: 1 }, answers: 3, lessons: {
          a: open(4, "system", { answers: { q: 1 } }), b: open(9, "system"),
          c: open(2, "system", { answers: {} }), d: done("system") } };
        const saved = read(joinStates(state(6, theirs), state(5, mine, { saved: 5 })));
        const lost = { gate: { asked: 1 } };
        const more = [
          { e: open(3, "here", { gate: { asked: 2 } }), f: open(3, "here", lost), g: done("here"),
            h: open(3, "here", { answers: { q: 1 } }) },
          { e: open(3, "system", lost), f: open(3, "system", { gate: { asked: 2 } }),
            g: open(9, "system"), h: open(3, "system", { answers: { q: 2 } }) },
        ];
        Object.assign(mine.lessons, more[0]);
        Object.assign(theirs.lessons, more[1]);
        const [held, stored] = [state(6, theirs), state(9, mine, { saved: 4 })];
        Object.assign(held.records, { practice: "system" });
        Object.assign(stored.records, { practice: "here", own: "here" });
        const both = joinStates(held, stored);
        result = [alone, saved, [read(both), both.records.practice, both.records.own]];
    """)
    assert alone == [{"revision": 0, "records": {}}, 8, 8, 9]
    assert saved == {
        "revision": 7,
        "memories": {"t": 1},
        "answers": 3,
        "lessons": {"a": "system", "b": "system", "c": "here", "d": "system"},
    }
    course, practice, own = joined
    assert course == {
        "revision": 10,
        "memories": {"m": 1, "t": 1},
        "answers": 9,
        "lessons": {
            **{"a": "here", "b": "here", "c": "here", "d": "system", "reset": "here"},
            **{"e": "here", "f": "system", "g": "here", "h": "system"},
        },
    }
    assert (practice, own) == ("system", "here")
