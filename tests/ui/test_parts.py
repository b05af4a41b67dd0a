"""Parts of a page, each run alone by Node on small stand-ins for the browser's elements."""

import json
from pathlib import Path

import pytest

from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

pytestmark = needs_node

STORE = """
const texts = new Map();
globalThis.sessionStorage = {
  getItem: (name) => texts.get(name) ?? null,
  setItem: (name, text) => texts.set(name, text),
};
"""
BROWSER = f"""
{CLOCK}
const nothing = () => {{}};
// An element that remembers its listeners, and calls them when the scene says so.
const element = (more = {{}}) => {{
  const listeners = [];
  return {{
    dataset: {{}}, style: {{}}, value: "", textContent: "", innerHTML: "",
    addEventListener: (name, go) => listeners.push([name, go]),
    fire: (name, event = {{}}) => {{
      const whole = {{ preventDefault: nothing, stopPropagation: nothing, ...event }};
      for (const [of, go] of listeners) if (of === name) go(whole);
    }},
    querySelector: () => null,
    querySelectorAll: () => [],
    closest: () => null,
    matches: () => false,
    contains: () => true,
    focus: nothing,
    setAttribute: nothing,
    toggleAttribute: nothing,
    getRootNode: () => null,
    ...more,
  }};
}};
globalThis.ShadowRoot = class {{}};
globalThis.document = element({{ documentElement: element() }});
globalThis.addEventListener = nothing;
let result;
"""


@pytest.fixture
def node(tmp_path: Path):
    """Return a function that runs a scene with some of our modules and stand-ins for others."""

    def run(scene: str, *names: str, instead: dict[str, str] | None = None):
        modules = {name: read_module(name) for name in names} | (instead or {})
        return make_scene_runner(tmp_path, modules, BROWSER)(scene)

    return run


# --- The board ----------------------------------------------------------------------------------


def test_the_buttons_of_a_card_move_it_by_one_rank_to_the_first_and_to_the_last(node):
    assert node(
        """
        const { ACTS } = await import("./components/board/acts.js");
        const press = (act, id) => {
          let order = null;
          const arrange = (found) => (order = found);
          const view = { sentence: nothing };
          ACTS[act]({ order: [1, 2, 3], arrange, view, moving: { say: nothing } }, id);
          return order;
        };
        const down = [1, 2, 3].map((id) => press("down", id));
        result = [down, [1, 2, 3].map((id) => press("up", id))];
    """,
        "components/board/acts.js",
    ) == [[[2, 1, 3], [1, 3, 2], None], [None, [2, 1, 3], [1, 3, 2]]]


def test_a_returned_card_resets_the_preview(node):
    assert node(
        """
        const { mountMoving } = await import("./components/board/moving.js");
        const card = element({ dataset: { id: "1" } });
        const grip = element({ closest: (what) => (what === ".grip" ? grip : card) });
        const root = element({ querySelector: () => element() });
        const peeks = [];
        const view = { paint: nothing, glide: nothing, sentence: () => "" };
        view.cards = new Map([[1, { scrollIntoView: nothing }]]);
        const board = { root, view, order: [1, 2], lifted: null, settle: nothing };
        board.data = { mode: "edit" };
        board.peek = (order) => peeks.push(order);
        mountMoving(board);
        for (const key of [" ", "ArrowDown", "Escape"]) {
          document.fire("keydown", { key, target: grip });
        }
        result = [peeks, board.order, board.lifted];
    """,
        "components/board/moving.js",
        "exhibit/stage.js",
    ) == [[[2, 1], None], [1, 2], None]


def test_only_the_pointer_that_pressed_a_card_moves_and_drops_it(node):
    lifted, drawn, arranged = node(
        """
        globalThis.getSelection = () => null;
        globalThis.innerHeight = 800;
        const frames = [];
        globalThis.requestAnimationFrame = (go) => frames.push(go);
        globalThis.cancelAnimationFrame = nothing;
        const { mountMoving } = await import("./components/board/moving.js");
        const captured = [];
        const card = element({ dataset: { id: "1" }, querySelector: () => element() });
        card.setPointerCapture = (pointer) => captured.push(pointer);
        const grip = element({ closest: (what) => (what === "button, input" ? null : card) });
        const root = element({ querySelector: () => element(), parentElement: null });
        root.getRootNode = () => document;
        const list = { getBoundingClientRect: () => ({ top: 0 }) };
        const view = { list, paint: nothing, rest: nothing, sentence: () => "" };
        Object.assign(view, { topOf: (slot) => 40 * slot, slotAt: (y) => Math.round(y / 40) });
        const arranged = [];
        const board = { root, view, order: [1, 2, 3], lifted: null, peek: nothing };
        Object.assign(board, { data: { mode: "edit" }, settle: () => arranged.push("settled"),
          arrange: (order) => arranged.push(order) });
        mountMoving(board);
        const go = (kind, pointerId, clientY) => {
          const type = `pointer${kind}`;
          const pointer = { pointerType: "touch", pointerId, button: 0 };
          root.fire(type, { type, target: grip, clientY, ...pointer });
        };
        go("down", 1, 300);
        const lifted = [];
        const note = () => lifted.push(board.lifted);
        go("move", 2, 380);
        note();
        go("move", 1, 303);
        note();
        go("move", 1, 340);
        note();
        go("move", 2, 380);
        frames.at(-1)();
        const drawn = [card.style.transform.split(" ")[0], board.order, captured];
        for (const kind of ["up", "cancel"]) go(kind, 2, 380);
        note();
        go("move", 1, 380); // released before the next frame
        go("up", 1, 380);
        note();
        result = [lifted, drawn, arranged];
    """,
        "components/board/moving.js",
        "exhibit/stage.js",
    )
    assert lifted == [None, None, 1, 1, None]
    assert drawn == ["translateY(40px)", [2, 1, 3], [1]]
    assert arranged == [[2, 3, 1]]


def test_documents_can_be_added_until_the_board_is_full(node):
    one_left, full = node(
        """
        const { renderTools } = await import("./components/board/markup.js");
        const listEnabled = (count) =>
          [...renderTools({ can: {}, documents: Array(count), longest: 3 })
            .matchAll(/<button([^>]*)>(Add [^<]*)/g)]
            .filter(([, attributes]) => !attributes.includes("aria-disabled"))
            .map(([, , name]) => name);
        result = [listEnabled(2), listEnabled(3)];
    """,
        "components/board/markup.js",
        "exhibit/make.js",
    )
    assert one_left == ["Add a document", "Add an unretrieved document"]
    assert full == []


# --- The address --------------------------------------------------------------------------------


def test_steps_replace_the_address_and_lessons_add_history(node):
    imported = ("actions", "asking", "host", "learner", "make", "stage", "storage", "version")
    assert node(
        """
        const { Exhibit } = await import("./exhibit/exhibit.js");
        const changes = (link) => {
          const how = [];
          const now = { lesson: "a", step: "1" };
          const host = { link: now, follow: (_, change) => how.push(change) };
          Exhibit.prototype.follow.call({ host }, link);
          return how;
        };
        const links = [{ lesson: "a", step: "1" }, { lesson: "a", step: "2" }, { lesson: "b" }];
        result = links.map(changes);
    """,
        "exhibit/exhibit.js",
        *(f"exhibit/{name}.js" for name in imported),
    ) == [[], ["replaceState"], ["pushState"]]


# --- Fields -------------------------------------------------------------------------------------


def test_each_form_has_its_own_draft_until_it_is_deleted(node):
    assert node(
        STORE
        + """
        const { forgetDrafts, readDraft, saveDraft } = await import("./components/sheet/drafts.js");
        saveDraft("a/1", "form", { dcg: "1" });
        saveDraft("b/1", "form", { dcg: "2" });
        const all = () => ["a/1", "b/1"].map((place) => readDraft(place, "form").dcg ?? "");
        result = [all(), readDraft("a/1", "other").dcg ?? ""];
        forgetDrafts("a/");
        result.push(all());
    """,
        "components/sheet/drafts.js",
        "exhibit/storage.js",
    ) == [["1", "2"], "", ["", "2"]]


def test_a_stored_value_has_a_name_of_its_own_for_each_owner(node):
    values, other, names = node(
        STORE
        + """
        const { read, write } = await import("./exhibit/storage.js");
        const readPages = () => ["one", "two", "three"].map((name) => read("page", name));
        write("page", { a: 1 }, "one");
        write("page", 2, "two");
        texts.set("ndcg-tutor:three", "{"); // damaged
        const values = readPages();
        document.documentElement.dataset.owner = "Ada:";
        const other = readPages();
        write("page", 3, "one");
        sessionStorage.removeItem = (name) => texts.delete(name);
        write("page", null, "one");
        write("page", 4, "two");
        result = [values, other, [...texts]];
    """,
        "exhibit/storage.js",
    )
    assert values == [{"a": 1}, 2, None]
    assert other == [None, None, None]
    own = [["one", '{"a":1}'], ["two", "2"], ["three", "{"]]
    assert names == [[f"ndcg-tutor:{name}", text] for name, text in own] + [
        ["Ada:ndcg-tutor:two", "4"]
    ]


def test_forgetting_deletes_a_learners_work_and_nothing_else(node):
    kinds, kept, files, followed = node(
        """
        const makeStore = (texts = new Map()) => ({ texts, get length() { return texts.size; },
          key: (at) => [...texts.keys()][at], getItem: (name) => texts.get(name) ?? null,
          setItem: (name, text) => texts.set(name, text),
          removeItem: (name) => texts.delete(name) });
        Object.assign(globalThis, { localStorage: makeStore(), sessionStorage: makeStore() });
        const stores = [localStorage, sessionStorage];
        const events = new EventTarget();
        document.addEventListener = (...given) => events.addEventListener(...given);
        document.dispatchEvent = (event) => events.dispatchEvent(event);
        const changes = [];
        globalThis.addEventListener = (name, go) => changes.push([name, go]);
        const storage = await import("./exhibit/storage.js");
        const { findKind, followForgetting, forgetWork, KINDS, onForget, readAll, write } = storage;
        let count = 0;
        onForget(() => (count += 1));
        const owners = ["", "ndcg-lms:ada:"];
        for (const owner of owners) {
          document.documentElement.dataset.owner = owner;
          for (const kind of Object.keys(KINDS)) {
            for (const rest of /[:.]$/.test(KINDS[kind].name) ? ["a", "b"] : [""]) {
              write(kind, 1, rest);
            }
          }
        }
        for (const { texts } of stores) texts.set("of others", "1").set("places of others", "1");
        const files = [readAll("record"), readAll("program")];
        const names = () => stores.map(({ texts }) => [...texts.keys()]);
        const before = names();
        Date.now = () => 7;
        let reloads = 0;
        followForgetting(() => (reloads += 1));
        const tell = (event, more) => changes.filter(([name]) => name === event).forEach(
          ([, go]) => go(more));
        tell("storage", { key: "x" });
        const followed = [reloads];
        forgetWork();
        tell("storage", { key: "x" }); // another tab stores something
        const after = names();
        const isWork = (name, at) => {
          const kind = findKind(["localStorage", "sessionStorage"][at], name);
          return kind !== undefined && KINDS[kind].isWork;
        };
        const kept = [0, 1].map((at) => {
          const own = before[at].map((name) => name.replace(owners[1], ""));
          const wanted = before[at].filter((name, n) =>
            !(name.startsWith(owners[1]) && isWork(own[n], at)));
          return after[at].join() === wanted.join();
        });
        const texts = [...localStorage.texts].filter(([name]) => name.endsWith("forgotten"));
        sessionStorage.texts.set("ndcg-lms:ada:ndcg-tutor:a", "1"); // as in another tab
        localStorage.texts.set("ndcg-lms:ada:ndcg-tutor:forgotten", "8");
        tell("pageshow", { persisted: false });
        followed.push(reloads);
        tell("pageshow", { persisted: true });
        tell("storage", { key: "y" });
        followed.push(reloads, sessionStorage.texts.has("ndcg-lms:ada:ndcg-tutor:a"), count, texts);
        result = [KINDS, kept, files, followed];
    """,
        "exhibit/storage.js",
    )
    work = {kind for kind, value in kinds.items() if value["isWork"]}
    assert work == {"record", "program", "drafts", "page", "places", "files"}
    assert kept == [True, True]
    record, program = ({f"ndcg-tutor{name}{rest}": 1 for rest in "ab"} for name in (":", ".code."))
    assert files == [record, program]
    mark = "ndcg-tutor:forgotten"
    assert followed == [0, 0, 2, False, 1, [[mark, "1"], [f"ndcg-lms:ada:{mark}", "7"]]]


def test_the_code_lab_forgets_its_programs_also_without_storage(node):
    assert node(
        """
        const events = new EventTarget();
        document.addEventListener = (...given) => events.addEventListener(...given);
        document.dispatchEvent = (event) => events.dispatchEvent(event);
        const { loadValue, saveValue } = await import("./components/lab/dom.js");
        const { forgetPrograms, forgetWork } = await import("./exhibit/storage.js");
        const values = [];
        for (const forget of [forgetPrograms, forgetWork]) {
          saveValue("passed.dcg", "a");
          values.push(loadValue("passed.dcg"));
          forget();
          values.push(loadValue("passed.dcg"));
        }
        result = values;
    """,
        "components/lab/dom.js",
        "components/markup/numerals.js",
        "exhibit/make.js",
        "exhibit/storage.js",
    ) == ["a", None, "a", None]


def test_a_value_of_an_unknown_kind_is_not_stored(node):
    """A new kind must be in the list that says whether forgetting deletes it."""
    assert node(
        STORE
        + """
        const { KINDS, write } = await import("./exhibit/storage.js");
        const kinds = Object.values(KINDS);
        result = [kinds.every(({ isWork }) => typeof isWork === "boolean"),
          new Set(kinds.map(({ name, storage }) => name + storage)).size === kinds.length];
        try { write("new", 1); } catch ({ name }) { result.push(name); }
        result.push(texts.size);
    """,
        "exhibit/storage.js",
    ) == [True, True, "TypeError", 0]


EDITOR = """
let isUndoable = true; // whether the browser knows the command with which the editor changes a text
const done = { edits: 0, inputs: 0, runs: 0 };
const area = element({
  dispatchEvent: ({ type }) => area.fire(type),
  setSelectionRange(start, end) {
    Object.assign(area, { selectionStart: start, selectionEnd: end });
  },
  setRangeText(text, start, end) {
    area.value = area.value.slice(0, start) + text + area.value.slice(end);
    area.setSelectionRange(start + text.length, start + text.length);
  },
});
globalThis.area = area;
document.execCommand = (command, _, text = "") => {
  if (!isUndoable) return false;
  done.edits += 1;
  area.setRangeText(text, area.selectionStart, area.selectionEnd);
  area.fire("input");
  return true;
};
const { mountEditor } = await import("./components/lab/editor.js");
const onRun = () => (done.runs += 1);
mountEditor({ label: "", value: "", onInput: () => (done.inputs += 1), onRun });
// Presses a key in a text, in which | is the caret or an end of the selected part. Returns the
// text after it, or "usual" if the browser does what it does with this key.
const press = (key, text, more = {}) => {
  const [before, chosen, after] = text.split("|");
  area.value = text.replaceAll("|", "");
  const end = after === undefined ? before.length : before.length + chosen.length;
  area.setSelectionRange(before.length, end);
  let isUsual = true;
  area.fire("keydown", { key, preventDefault: () => (isUsual = false), ...more });
  if (isUsual) return "usual";
  const { value, selectionStart, selectionEnd } = area;
  const inside = value.slice(selectionStart, selectionEnd);
  const marked = inside ? `|${inside}|` : "|";
  return value.slice(0, selectionStart) + marked + value.slice(selectionEnd);
};
"""
SHIFT = {"shiftKey": True}
KEYS_IN_THE_EDITOR = [
    ("Tab", "|", "    |"),
    ("Tab", "    |", "        |"),
    ("Tab", "ab|", "ab  |"),
    ("Tab", "a|b|c", "a   |c"),
    ("Tab", "|a\n\n  b|", "    |a\n\n      b|"),
    ("Tab", "x\n|a\nb\n|c", "x\n    |a\n    b\n|c"),
    ("Tab", "    |", "|", SHIFT),
    ("Tab", "      a|", "  a|", SHIFT),
    ("Tab", "\ta|\nb", "a|\nb", SHIFT),
    ("Tab", "  |  a", "|a", SHIFT),
    ("Tab", "a|", "a|", SHIFT),
    ("Tab", "        |a\n  b|", "    |a\nb|", SHIFT),
    ("Enter", "def f():|", "def f():\n    |"),
    ("Enter", "    if a:  # why|", "    if a:  # why\n        |"),
    ("Enter", "    a = 1  # so:|", "    a = 1  # so:\n    |"),
    ("Enter", "    a|b", "    a\n    |b"),
    ("Enter", "        return 1|", "        return 1\n    |"),
    ("Enter", "        pass|", "        pass\n    |"),
    ("Enter", "        break|", "        break\n    |"),
    ("Enter", "        continue|", "        continue\n    |"),
    ("Enter", "    passed = 1|", "    passed = 1\n    |"),
    ("Enter", "  return|", "  return\n|"),
    ("Enter", "a|", "usual", {"isComposing": True}),
    ("Enter", "a|", "usual", {"altKey": True}),
    ("Backspace", "a\n        |", "a\n    |"),
    ("Backspace", "    |", "|"),
    ("Backspace", "      |b", "    |b"),
    ("Backspace", " |", "|"),
    ("Backspace", "    x|", "usual"),
    ("Backspace", "|", "usual"),
    ("Backspace", "    |    |", "usual"),
    ("Backspace", "    |", "usual", {"metaKey": True}),
    ("x", "|", "usual"),
]


def test_keys_indent_lines_begin_lines_and_leave_the_editor(node):
    make = (
        'export const makeElement = (tag) => (tag === "textarea" ? area : '
        "{ children: [], childElementCount: 0 });"
    )
    after, undoable, run, left = node(
        f"{EDITOR}\nconst rows = {json.dumps(KEYS_IN_THE_EDITOR)};"
        + """
        const pressAll = () => rows.map(([key, text, , more]) => press(key, text, more));
        const undoable = [pressAll(), done.edits, done.inputs];
        isUndoable = false;
        const after = pressAll();
        undoable.push(done.inputs - undoable[2]);
        const run = ["ctrlKey", "metaKey"].map((held) => press("Enter", "a|", { [held]: true }));
        run.push(done.runs);
        const keys = (...names) => names.map((key) => {
          if (key === "leave") return area.fire("blur");
          return press(key, "|", { shiftKey: key === "Shift" });
        }).at(-1);
        const left = [keys("Escape", "Tab"), keys("Tab"), keys("Escape", "Shift", "Tab"),
          keys("Escape", "x", "Tab"), keys("Escape", "leave", "Tab")];
        result = [after, undoable, run, left];
    """,
        "components/lab/editor.js",
        instead={
            "exhibit/make.js": make,
            "components/lab/highlight.js": (
                "export const tokenize = () => []; export const paintTokens = tokenize;"
            ),
        },
    )
    expected = [row[2] for row in KEYS_IN_THE_EDITOR]
    assert after == expected
    changes = sum(text not in ("usual", before) for _, before, text, *_ in KEYS_IN_THE_EDITOR)
    assert undoable == [expected, changes, changes, changes]
    assert run == ["a|", "a|", 2]
    assert left == ["usual", "    |", "usual", "    |", "    |"]


# --- Questions ----------------------------------------------------------------------------------


def test_a_finished_countdown_presses_its_button_once(node):
    assert node(
        """
        const { countDown } = await import("./components/questions/clock.js");
        let time = 10_000;
        Date.now = () => time;
        let tick = null;
        globalThis.setInterval = (go) => ((tick = go), 1);
        globalThis.clearInterval = () => (tick = null);
        const [bar, shown, said] = [element(), element(), element()];
        const presses = [];
        const nextElementSibling = { click: () => presses.push(time) };
        const dataset = { ends: "40000", seconds: "30" };
        const found = { querySelectorAll: () => [bar, shown, said], isConnected: true };
        countDown({ ...found, dataset, nextElementSibling });
        const texts = [shown.textContent];
        for (time += 250; tick && time < 60_000; time += 250) {
          tick();
          if (said.textContent !== texts.at(-1)) texts.push(said.textContent);
        }
        const ended = [presses.length, bar.style.scale, tick];
        countDown({ ...found, dataset: { ends: String(time + 5000), seconds: "20" },
          nextElementSibling, isConnected: false }); // the learner has left the page
        const left = [presses.length, bar.style.scale, tick];
        result = [presses, texts.filter(Boolean), shown.textContent, ended, left];
    """,
        "components/questions/clock.js",
    ) == [
        [40_000],
        ["30 s", "15 seconds left", "10 seconds left"],
        "5 s",
        [1, "0 1", None],
        [1, "0.25 1", None],
    ]


QUESTIONS = {
    "exhibit/host.js": "export const findHost = () => ({ isWholePage: true });",
    "exhibit/stage.js": "export const findFocus = () => null; export const findTree = findFocus;",
    "exhibit/make.js": "export const saveFile = () => {};",
    "components/markup/buttons.js": (
        "export const copyLink = () => {}; export const moveFocus = copyLink;"
        "export const printSection = copyLink;"
    ),
    "components/markup/fields.js": "export const showFieldValue = () => {};",
    "components/markup/meanings.js": "export const mountMeanings = () => {};",
    "components/markup/morph.js": "export const fill = () => {};",
    "components/questions/clock.js": "export const countDown = () => 0;",
}


def test_a_text_is_sent_after_a_pause_or_on_leaving(node):
    assert node(
        """
        globalThis.matchMedia = () => ({ matches: true });
        const { default: show } = await import("./components/questions/questions.js");
        const sent = [];
        const acts = { add: ({ act }) => sent.push([act, area.value, clock.now]) };
        const root = element({ contains: () => false });
        show({ parentElement: { querySelector: () => root, isConnected: true },
          data: { name: "q", html: "", go: null }, acts });
        const area = element({
          dataset: { act: "write" },
          matches: (selector) => selector === "textarea[data-act]",
        });
        for (const text of ["A", "An", "And"]) {
          area.value = text;
          root.fire("input", { target: area });
          await pass(500);
        }
        await pass(5000);
        area.value = "And so";
        root.fire("input", { target: area });
        root.fire("change", { target: area });
        await pass(5000);
        result = sent;
    """,
        "components/questions/questions.js",
        "components/sheet/drafts.js",
        "components/markup/places.js",
        "exhibit/storage.js",
        instead=QUESTIONS,
    ) == [["write", "And", 1700], ["write", "And so", 6500]]


def test_another_form_is_empty_and_the_same_form_keeps_its_text(node):
    assert node(
        """
        globalThis.Node = { ELEMENT_NODE: 1 };
        const template = { set innerHTML(nodes) { this.content = { childNodes: nodes }; } };
        document.createElement = () => template;
        const { fill } = await import("./components/markup/morph.js");
        const formOf = (form, typed = "") => ({
          ...{ nodeType: 1, nodeName: "DIV", id: "", dataset: { form }, typed },
          ...{ attributes: [], childNodes: [], isEqualNode: () => false },
          replaceWith: (node) => (root.childNodes = [node]),
        });
        const root = { childNodes: [formOf("question/1", "3.5")], toggleAttribute: nothing };
        fill(root, [formOf("question/1")]);
        result = [root.childNodes[0].typed];
        fill(root, [formOf("question/2")]);
        result.push(root.childNodes[0].typed);
    """,
        "components/markup/morph.js",
    ) == ["3.5", ""]


# --- Files --------------------------------------------------------------------------------------


def test_a_file_can_be_chosen_again_after_it_was_refused(node):
    assert node(
        """
        const { default: show } = await import("./components/drop/drop.js");
        const input = element({ files: [1, 2] });
        const problem = element();
        const parts = { input, ".problem": problem };
        const root = element({ querySelector: (name) => (parts[name] ??= element()) });
        const large = "It has more than 1 MB.";
        const data = { files: 1, kind: "run", many: "Choose one.", most: 1_000_000, large };
        const parentElement = { querySelector: () => root, isConnected: true };
        show({ parentElement, data, setStateValue: nothing, setTriggerValue: nothing });
        input.value = "C:\\\\fakepath\\\\run.txt"; // a browser reports no change to the same file
        input.fire("change");
        result = [problem.textContent, input.value];
        input.files = [{ name: "run.txt", size: 1_000_001 }];
        input.fire("change");
        await new Promise((go) => setImmediate(go));
        result.push(problem.textContent);
    """,
        "components/drop/drop.js",
        "components/markup/places.js",
        "exhibit/asking.js",
        "exhibit/storage.js",
    ) == ["These are 2 files. Choose one.", "", "run.txt: It has more than 1 MB."]


DROP = """
document.dispatchEvent = nothing;
const { default: show } = await import("./components/drop/drop.js");
const parts = { input: element({ files: [] }), ".problem": element(), ".say": element() };
const root = element({
  querySelector: (name) => (parts[name] ??= element()),
  toggleAttribute: (name, is) => name === "data-over" && (root.isOver = is),
});
const requests = [];
let answers = [];
globalThis.XMLHttpRequest = class {
  upload = {};
  headers = {};
  open(method, address) { Object.assign(this, { method, address }); }
  setRequestHeader(name, value) { this.headers[name] = value; }
  getResponseHeader(name) { return this.answer[1][name] ?? null; }
  send(file) {
    requests.push([this.method, this.address, this.headers.Authorization, file.name]);
    this.answer = answers.shift();
    if (!this.answer) return setTimeout(() => this.onerror(), 100);
    const total = file.name === "c.txt" ? 0 : 3; // 0 if the browser does not know it
    setTimeout(() => this.upload.onprogress({ loaded: 1, total }), 100);
    setTimeout(() => this.upload.onprogress({ loaded: 3, total }), 150);
    Object.assign(this, { status: this.answer[0], responseText: this.answer[2] ?? "" });
    setTimeout(() => this.onload(), 200);
  }
};
const told = [];
const uploaded = [];
const data = { files: 2, kind: "qrels", many: "Choose two.", most: 9, large: "Too large.",
  what: "Judgments", how: "One file", folder: "f1" };
const parentElement = { querySelector: () => root, isConnected: true };
const update = (more = {}) => show({ parentElement, data: { ...data, ...more },
  setStateValue: (name, value) => told.push([name, value]),
  setTriggerValue: (name, count) => uploaded.push([name, count]) });
update();
const said = () => [parts[".problem"].textContent, parts[".problem"].hidden];
const file = (name, size = 1) => ({ name, size });
const drag = (kind, more = {}) => {
  let isOurs = false;
  const dataTransfer = { types: ["Files"], files: [], items: [], ...more };
  root.fire(kind, { type: kind, dataTransfer, preventDefault: () => (isOurs = true) });
  return [isOurs, root.isOver ?? false];
};
"""


def test_files_are_dropped_sent_one_by_one_and_refused_with_their_names(node):
    shown, over, folder, sent, refused, tries, late, kept = node(
        STORE
        + DROP
        + 'const { read } = await import("./exhibit/storage.js");'
        + """
        Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });
        const shown = [parts[".drop-what"].textContent, parts[".drop-how"].textContent,
          parts.input.multiple, root.dataset.kind];
        update();
        shown.push([...told]);
        const over = [drag("dragover", { types: ["text/plain"] }), drag("dragenter"),
          drag("dragleave"), drag("dragover")];
        const isDirectory = true;
        const items = [{}, { webkitGetAsEntry: () => ({ isDirectory, name: "runs" }) }];
        over.push(drag("drop", { files: [file("runs")], items }));
        const folder = [said(), requests.length];
        const plain = [{ webkitGetAsEntry: () => ({ isDirectory: false }) }];
        const drop = (...files) => drag("drop", { files, items: plain });
        answers = [[204, {}], [200, {}, "{}"]];
        drop(file("a b.txt"), file("c.txt"));
        const sent = [said()];
        for (const time of [120, 60, 140]) {
          await pass(time);
          sent.push(parts[".say"].textContent);
        }
        await pass(1000);
        sent.push(parts[".say"].textContent, requests.splice(0), uploaded.splice(0), said());
        answers = [[400, { "Content-Type": "text/plain" }, "No grades in it."]];
        drop(file("d.txt", 10), file("e.txt", 9));
        await pass(1000);
        drag("dragover");
        const refused = [said(), uploaded.splice(0), requests.splice(0).length];
        answers = [[503, { "Content-Type": "text/plain" }, "It is busy."], null, null, null];
        drop(file("g.txt"));
        await pass(300);
        refused.push(parts[".say"].textContent);
        await pass(20_000);
        const tries = [said(), requests.splice(0).length, uploaded.length];
        navigator.onLine = false;
        answers = [null, null, null, null, [204, {}]];
        drop(file("h.txt"));
        await pass(30_000);
        tries.push(said(), requests.splice(0).length, uploaded.splice(0));
        answers = [[503, { "Content-Type": "text/plain", "Retry-After": "30" }, "Later."],
          [413, { "Content-Type": "text/html" }, "<h1>Too large</h1>"]];
        drop(file("i.txt"));
        const late = [];
        for (const time of [20_000, 100_000]) {
          await pass(time);
          late.push(requests.length);
        }
        late.push(said());
        const kept = [read("files"), told.splice(0).length];
        update({ kind: "run", files: 1 });
        kept.push(told.length, parts.input.multiple);
        const { default: showLater } = await import("./components/drop/drop.js?reload");
        for (const kind of ["run", "qrels"]) { // only one of the two tells the folder
          showLater({ parentElement, data: { ...data, kind, folder: "f2" },
            setTriggerValue: nothing, setStateValue: (_, value) => told.push([kind, value]) });
        }
        kept.push(told);
        result = [shown, over, folder, sent, refused, tries, late, kept];
    """,
        "components/drop/drop.js",
        "components/markup/places.js",
        "exhibit/asking.js",
        "exhibit/storage.js",
    )
    assert shown == ["Judgments", "One file", True, "qrels", [["folder", "f1"]]]
    assert over == [[False, False], [True, True], [True, False], [True, True], [True, False]]
    assert folder == [["runs is a folder. Open the folder and drop its files here.", False], 0]
    begin = "./evaluate/files/qrels?name="
    assert sent == [
        *[["", True], "a b.txt: 33%", "a b.txt: 100%", "c.txt: 100%", ""],
        [
            ["PUT", begin + name, "Bearer f1", file]
            for name, file in (("a%20b.txt", "a b.txt"), ("c.txt", "c.txt"))
        ],
        *[[["uploaded", 2]], ["", True]],
    ]
    assert refused == [
        *[["d.txt: Too large. e.txt: No grades in it.", False], [], 1, "g.txt: It is busy."],
    ]
    unreachable = "The server could not be reached. Drop the file again."
    assert tries == [[f"g.txt: {unreachable}", False], 4, 0, ["", True], 5, [["uploaded", 1]]]
    larger = "This is larger than the server accepts. Send a smaller file."
    assert late == [1, 2, [f"i.txt: {larger}", False]]
    assert kept == ["f1", 1, 0, False, [["qrels", "f1"]]]


def test_a_file_from_a_link_is_made_for_the_links_ranking(node):
    assert node(
        """
        globalThis.saved = [];
        const { GuestHost } = await import("./hosts/guest.js");
        class PageHost extends GuestHost {
          async exchange({ made, query }) {
            return { base64: btoa(`${made} of ${query}`) };
          }
        }
        const place = element();
        new PageHost(place);
        const href = "./take-along/steps.csv?r=3,0,2&k=2";
        const link = { download: "my-steps.csv", getAttribute: () => href };
        place.fire("click", { target: element({ closest: () => link }) });
        await settled();
        result = await Promise.all(saved.map(async ([name, file]) => [name, await file.text()]));
    """,
        "hosts/guest.js",
        "hosts/colors.js",
        "exhibit/host.js",
        "exhibit/asking.js",
        "exhibit/storage.js",
        "exhibit/version.js",
        instead={
            "exhibit/exhibit.js": "export const beginExhibit = () => {};",
            "exhibit/make.js": (
                "export const saveFile = (...file) => saved.push(file);"
                "export const makeElement = () => {};"
            ),
        },
    ) == [["my-steps.csv", "steps.csv of r=3,0,2&k=2"]]


def test_a_saved_chart_has_the_pages_background_colour(node):
    assert node(
        """
        const colours = { "var(--paper)": "rgb(251, 250, 247)" };
        document.createElement = () => ({ style: {}, remove: nothing });
        globalThis.getComputedStyle = ({ style }) => ({ color: colours[style.color] });
        let saved = null;
        globalThis.Plotly = { downloadImage: (figure, file) => (saved = [figure.layout, file]) };
        const { saveChart } = await import("./components/figure/save.js");
        const data = { name: "The steps", spec: { data: [], layout: { width: 5, height: 4 } } };
        await saveChart({ root: { append: nothing }, data, fit: (spec) => spec }, "PNG");
        const [layout, file] = saved;
        result = [layout.paper_bgcolor, file.filename, file.format];
    """,
        "components/figure/save.js",
        "components/figure/spec.js",
        instead={
            "components/figure/loading.js": "export const loadPlotly = async () => {};",
            "exhibit/host.js": "export const findHost = () => null;",
            "exhibit/make.js": "export const makeElement = () => {};",
        },
    ) == ["rgb(251, 250, 247)", "the-steps", "png"]


# --- Python for several frames ------------------------------------------------------------------


def test_if_the_frame_with_python_is_closed_other_frames_repeat_their_requests(node):
    first, lost, repeated = node(
        """
        const dataset = { exhibit: "playground", link: "", page: "playground", names: "" };
        const documentElement = element({ dataset: {} });
        Object.assign(document, { currentScript: { dataset }, documentElement });
        document.baseURI = "http://localhost/";
        globalThis.location = { protocol: "http:", search: "", hash: "" };
        Object.defineProperty(globalThis, "navigator", { value: {} });
        globalThis.parent = [globalThis];
        const page = element();
        globalThis.addEventListener = page.addEventListener;
        const workers = [];
        globalThis.Worker = class {
          requests = [];
          constructor() {
            workers.push(this);
          }
          postMessage(request) {
            this.requests.push(request);
          }
        };
        await import("./hosts/site/shell.js?first");
        await import("./hosts/site/shell.js?other");
        const other = globalThis.ndcgSite;
        const statuses = [];
        const ask = async () => statuses.push((await other("acts", { body: "{}" })).status);
        const counts = () => workers.map(({ requests }) => requests.length);
        ask();
        const first = [counts(), [...statuses]];
        page.fire("pagehide");
        await settled();
        const lost = [...statuses];
        ask();
        const [{ id }] = workers.at(-1).requests;
        workers.at(-1).onmessage({ data: { id, status: 200, text: "{}" } });
        await settled();
        result = [first, lost, [counts(), statuses]];
    """,
        "hosts/site/shell.js",
        "hosts/site/sharing.js",
        instead={
            "components/markup/band.js": "export const mountBand = () => {};",
            "components/markup/frame.js": (
                "export const rememberPlaces = () => {};"
                "export const applyDisplayOptions = rememberPlaces;"
            ),
            "components/menu/menu.js": "export const mountMenu = () => {};",
            "hosts/embed/embedded.js": "export const mountEmbedded = () => ({});",
            "hosts/site/around.js": "export const findFrameAround = () => null;",
            "hosts/site/prepared.js": (
                "export const findPrepared = () => null; export const isShown = () => true;"
                "export const parseLink = isShown;"
            ),
        },
    )
    assert first == [[1], []]
    assert lost == [503]
    assert repeated == [[1, 1], [503, 200]]
