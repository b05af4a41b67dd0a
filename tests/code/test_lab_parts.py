"""The parts of the code lab's page in a small browser, without a server."""

import pytest

from ndcg_core.content import load_toml
from tests.ui.scenes import CLOCK, UI, make_scene_runner, needs_node

pytestmark = needs_node

BROWSER = (UI.parent / "tests/ui/small_browser.js").as_uri()
OUTLINES = {name: text.strip() for name, text in load_toml(__file__, "lab_parts.toml").items()}
"""What the parts show: a line for each element, indented by its depth."""
LAB = f"{UI.as_uri()}/components/lab"
PAGE = f"""
{CLOCK}
import {{ downloads, find, findAll, fire, key, press, text, texts, textOfFile, type,
  until }} from "{BROWSER}";
import {{ mountEditor }} from "{LAB}/editor.js";
import {{ makeComparison, mountResult }} from "{LAB}/result.js";
import {{ mountBlanks, mountOrder }} from "{LAB}/writers.js";
import openLab from "{LAB}/lab.js";
document.append(document.createElement("html"));
document.documentElement.innerHTML = "<head></head><body></body>";
const body = document.body;
// Returns each element below one as a line: its name, its attributes, and the text directly in it.
const outline = (element) => [...element.walk()].map((one) => {{
  const attributes = one.attributes.map(({{ name, value }}) => ` [${{name}}=${{value}}]`).join("");
  const own = one.childNodes.filter((each) => each.nodeType === 3).map((each) => each.nodeValue);
  let depth = -1;
  for (let at = one; at !== element; at = at.parentElement) depth += 1;
  const said = own.length ? ` ${{JSON.stringify(own.join("|"))}}` : "";
  return `${{" ".repeat(depth)}}${{one.localName}}${{attributes}}${{said}}`;
}}).join("\\n");
const put = (element) => (body.replaceChildren(element), element);
"""


@pytest.fixture
def node(tmp_path):
    """Return a function that runs a scene with the parts of the lab."""
    return make_scene_runner(tmp_path, {}, PAGE)


def test_the_editor_shows_a_coloured_copy_of_its_text_and_marks_a_line(node):
    outline, copies, told = node(
        r"""
let inputs = 0;
const onInput = () => (inputs += 1);
const editor = mountEditor({ label: "Mine", value: "if a:\n  b = 1", onInput });
put(editor.element);
const area = find("textarea");
const paint = find(".paint");
const copy = () => paint.children.map((line) => [text(line), line.hasAttribute("data-marked")]);
const copies = [copy()];
const outlined = outline(body);
editor.mark(2);
copies.push(copy());
await type(area, "if a:\n  b = 1\n  c\n\n");
copies.push(copy());
editor.mark(3);
await type(area, "for");
copies.push(copy());
editor.mark(1);
editor.mark(0);
copies.push(copy(), inputs);
area.scrollLeft = 30;
fire(area, "scroll");
const told = [paint.scrollLeft];
area.scrollLeft = 0;
await type(area, "x");
told.push(paint.scrollLeft, editor.state(), editor.source().text);
area.blur();
editor.set("whole\ntext");
told.push(area.value, document.activeElement === area, text(paint), inputs);
const result = [outlined, copies, told];
    """
    )
    assert outline == OUTLINES["editor"]
    first, second = ["if a:", False], ["b = 1", False]
    assert copies == [
        [first, second],
        [first, ["b = 1", True]],
        [first, second, ["c", False], ["", False], ["", False]],
        [["for", False]],
        [["for", False]],
        2,
    ]
    assert told == [30, 0, "x", "x", "whole\ntext", True, "wholetext", 4]


def test_blanks_lines_verdicts_and_programs_are_shown(node):
    shown = node(
        r"""
const shown = {};
const show = (name, element) => (shown[name] = outline(put(element).parentElement));
const onInput = () => {};
const starter = "a = [[1]]  # sum\nb[[ + ]][[2]]\n";
show("blanks", mountBlanks({ label: "Mine", starter, onInput }).element);
const order = {
  lines: [{ id: "x", text: "    for a in b:  # loop" }, { id: "y", text: "        pass" }],
  shuffled: ["y", "x"],
  rules: [],
};
show("lines", mountOrder({ label: "Mine", starter: "def f():\n\n", order, onInput }).element);
const { element, ...it } = mountResult();
show("before a run", element);
const task = { wanted: ["dcg", "ndcg_at_k"], kind: "write", solution: "ours\n",
  points: ["<b>p</b>", "q"] };
const mine = { id: "yours", name: "Your ranking", grades: [3, 0.5, 0], k: 2,
  dcg: 3.3154648767857287, ndcg: 1 };
const number = (value) => ({ kind: "number", value, shown: String(value) });
const outcomes = { dcg: number(mine.dcg), ndcg_at_k: { error: "KeyError", say: "x" } };
const report = { of: (name) => outcomes[name], outcomes: [outcomes.dcg, undefined],
  printed: "a\n" };
const check = (shown, kind, right, outcome, note = "") => ({ shown, kind, right, outcome, note,
  expected: 4 });
const checks = [
  check("dcg([4])", "visible", true, number(4), "4/1"),
  check("dcg([3])", "visible", false, number(3)),
  check("dcg([5])", "generated", true, number(4)),
  check("dcg([6])", "generated", false, { kind: "str", shown: "'a'" }),
  check("dcg([7])", "edge", false, { error: "KeyError", say: "1" }),
  check("dcg([8])", "edge", false, number(4.0001)),
  check("dcg([9])", "visible", true, undefined),
];
it.show({ state: "failed", id: "x", checks, passed: 2, total: 7, say: "Look.", at: "dcg([6])",
  line: 3, python: "KeyError: 1" }, task, { rows: [mine] }, report);
show("a verdict", element);
show("programs", makeComparison(task, "mine\n", { program: "p.py", test: "t.py" }));
const result = shown;
    """
    )
    for name, outline in shown.items():
        assert outline == OUTLINES[name], name


def test_every_verdict_has_its_words_and_each_score_its_cell(node):
    verdicts, scores, levels, empty, passes = node(
        r"""
const { element, ...it } = mountResult();
put(element);
const words = () => texts("[role=status] > *");
const task = { wanted: ["dcg"] };
const number = (value) => ({ kind: "number", value, shown: String(value) });
const row = { id: "yours", name: "Your ranking", grades: [3], k: 1, dcg: 3, ndcg: 1 };
const more = { checks: [], passed: 2, total: 7, say: "Say." };
const verdicts = [];
for (const one of [{ state: "error", line: 4, python: "E" }, { state: "error", python: "E" },
  { state: "stopped" }, { state: "broken" }, { state: "asked" }, { state: "passed" },
  { state: "failed", python: "E", at: "f()" }, { state: "failed", line: 2 }]) {
  it.show({ ...more, ...one }, task, { rows: [row] }, { outcomes: [undefined] });
  verdicts.push([words(), element.dataset.run, element.lastChild.textContent]);
}
const check = { kind: "visible", right: true, shown: "f()", outcome: number(3), expected: 3 };
it.show({ ...more, state: "passed", checks: [check] }, undefined, null, null);
verdicts.push(texts("caption"));
it.show({ ...more, state: "failed", checks: [{ ...check, kind: "edge", right: false }] });
verdicts.push(texts("caption"));
const scores = [];
for (const [value, exact] of [[3, 3], [3 + 2e-9, 3], [3 + 4e-9, 3], [3.5, 3], [0, 2e-10], [2e-9, 0],
  [3.0004, 3.0001], [1e9, 1e9 + 0.5], [NaN, 3], [Infinity, 3]]) {
  it.preview(task, { rows: [] });
  const report = { of: () => number(value), outcomes: [{}] };
  it.show({ ...more, state: "failed" }, task, { rows: [{ ...row, dcg: exact }] }, report);
  scores.push([find("td").className, ...texts("td").slice(0, 2)]);
}
const levels = [];
for (const grades of [[0, 1, 2, 3, 4, -1], [10, 4, 3, 0.5], [1.2, 0.5]]) {
  const report = { of: () => undefined, outcomes: [{}] };
  it.show({ ...more, state: "failed" }, task, { rows: [{ ...row, grades }] }, report);
  levels.push(findAll(".chip").map((one) => one.dataset.level).join(""));
}
const empty = [text("td")];
it.show({ ...more, state: "failed" }, { wanted: [] }, null, { outcomes: [{}], printed: "p" });
empty.push(findAll("table").length, text("pre"));
const call = { name: "dcg", arguments: [[3, 0]] };
const passes = [];
for (const report of [
  { printed: "\u0001a=1\u0001b=2.5\n\u0001a=1e-7\u0001c=-inf\n", outcomes: [number(3)] },
  { printed: "", outcomes: [undefined] },
  { printed: "", outcomes: [], failed: { error: "E", say: "no" } },
]) {
  it.busy(true);
  it.step(call, report);
  await pass(5000);
  passes.push([words(), texts("[data-testid=passes] tr"), element.dataset.state]);
}
const result = [verdicts, scores, levels, empty, passes];
    """
    )
    assert verdicts == [
        [["Python stopped at line 4", "Say.", "E"], "1", ""],
        [["Python stopped", "Say.", "E"], "2", ""],
        [["Stopped", "Say.", ""], "3", ""],
        [["Python had to restart", "Say.", ""], "4", ""],
        [["Your function scored 7 rankings", "Say.", ""], "5", ""],
        [["All 7 checks passed", "Say.", ""], "6", ""],
        [["2 of 7 checks passed", "f(): Say.", "E"], "7", ""],
        [["2 of 7 checks passed", "Say.", ""], "8", ""],
        *(["Checks: 6 more passed too"], ["Checks, and one other check that failed"]),
    ]
    assert scores == [
        *(["num", "3.000", "3.000"], ["num", "3.000", "3.000"]),
        *(["num odd", "3.000000004", "3.000000000"], ["num odd", "3.500", "3.000"]),
        *(["num", "0.000", "0.000"], ["num odd", "0.000000002", "0.000000000"]),
        *(["num odd", "3.0004", "3.0001"], ["num", "1000000000.000", "1000000000.500"]),
        *(["num odd", "NaN", "3.000"], ["num odd", "Infinity", "3.000"]),
    ]
    assert levels == ["012330", "3211", "21"]
    assert empty == ["–", 0, "p"]
    stepped, said = "stepped", "Your variables after each pass of the loop in dcg([3, 0])."
    no_loop = ["There is no loop to step through", OUTLINES["no_loop"]]
    assert passes == [
        [
            ["Your loop, pass by pass", said, "The call returned 3."],
            *(["passabc", "112.500–", "20.000–-inf"], stepped),
        ],
        [[*no_loop, "The call did not finish."], [], stepped],
        [[*no_loop, "E: no"], [], stepped],
    ]


LAB_SCENE = r"""
let answers = []; // the status of each answer to a request for the engine; without one, it is 200
const asked = [];
globalThis.fetch = async (address) => {
  asked.push(address);
  return new Response("engine", { status: answers.shift() ?? 200 });
};
const makeTask = (id, title, more) => ({ id, title, kind: "write", text: `<b>${title}</b>`,
  hints: [], wanted: ["dcg"], starter: "import math\n", solution: "ours", points: ["p"],
  carries: "", ...more });
const makeCase = (...given) => ({ arguments: given, shown: `f(${given})`, expected: 2,
  kind: "visible", edge: "", note: "" });
const data = {
  tasks: [
    makeTask("one", "First", { hints: ["<i>a</i>", "b"] }),
    makeTask("two", "Second", { carries: "one", starter: "import math\nrest\n",
      wanted: ["dcg", "ndcg_at_k"] }),
    makeTask("three", "Third", { carries: "one", starter: "other [[x]]\n", kind: "blanks" }),
    makeTask("own", "Own", { wanted: [] }),
  ],
  functions: {
    dcg: { cases: [makeCase([2]), makeCase([0, 2])], edges: {}, slips: [] },
    ndcg_at_k: { cases: [makeCase([2], 1)], edges: {}, slips: [] },
  },
  messages: { passed: "Right.", dead: "No Python.", odd: "Odd.", different: "No.",
    "no-module": "No {name}." },
  errors: {}, otherwise: "Look.", tolerance: 0.1, reports: true, own: [[[1, 2], 1], [[2], 2]],
  files: { program: "p.py", test: "t.py", testText: "tests" },
  board: { rows: [{ id: "yours", name: "Mine", grades: [2, 0], k: 1, dcg: 2, ndcg: 1 }] },
  urls: { frame: "./frame.html", engine: "./engine.js" },
};
const acts = [];
let cleanUp;
let place;
function mount(given = data) {
  body.innerHTML = "<div class=exhibit-place><div class=place><div class=lab></div></div></div>";
  place = find(".place");
  const add = (act, later) => acts.push(later ? { ...act, later: later() } : act);
  cleanUp = openLab({ parentElement: place, data: given, acts: { add } });
}
const lab = () => find(".lab");
const state = () => ({ ...find("[data-testid=run-result]").dataset });
const say = () => texts("[data-testid=run-result] [role=status] > *").filter(Boolean);
const frames = () => body.querySelectorAll("iframe");
let port;
const requests = [];
const values = (value) => ({ calls }) => calls.flatMap((_, at) => [["call", String(at)],
  ["value", String(at), "number", String(value), "kept"]]);
let work = values(2);
const sendWord = (word) => port.postMessage({ word: [...word, "", "", "", ""].slice(0, 5) });
async function greet(source = frames()[0].contentWindow, message = "ndcg-lab-frame") {
  frames()[0].contentWindow.onreceive = (_, [given]) => {
    port = given;
    port.onmessage = ({ data: request }) => {
      requests.push(request);
      if (request === "stop") return;
      for (const word of work(request)) sendWord(word);
      port.postMessage({ end: "done" });
      port.postMessage({ state: "ready" });
    };
    port.postMessage({ state: "ready" });
  };
  window.dispatchEvent(Object.assign(new Event("message"), { source, data: message }));
  await until(() => lab().dataset.engine === "ready");
}
async function run(name = "Run") {
  const before = state().run;
  await press(name);
  await until(() => state().run !== before);
  await settled();
}
"""


def test_the_lab_opens_each_step_with_its_text_buttons_and_hints(node):
    shown, steps, hints, focus, frame, sent, passed = node(
        LAB_SCENE
        + r"""
mount();
const shown = outline(lab());
const named = (one) => [text(one), one.getAttribute("aria-current"), one.dataset.state ?? ""];
const steps = [findAll(".steps-list button").map(named), find(".steps-list").hidden];
const frame = [frames().length, asked, acts.length];
const hint = find("[data-testid=hint]");
const hints = [];
for (const _ of [1, 2, 3]) {
  await press(hint);
  hints.push([find(".hints").innerHTML, text(hint), hint.getAttribute("aria-disabled")]);
}
await greet();
const tools = () => texts(".task .tools button").join();
const focus = [tools()];
for (const name of ["2 Second", "3 Third", "4 Own"]) {
  await press(name);
  focus.push([document.activeElement.dataset.step, lab().dataset.task, text(".task > .text"),
    text("#lab-keys").split(" ").slice(0, 3).join(" "), tools(), find(".task").ariaLabel,
    body.querySelector("[data-testid=editor]")?.value ?? "blanks"]);
}
await press("3 Third");
await press("Run"); // with an empty blank
focus.push([say(), state().state, state().total, findAll("[data-marked]").length, requests.length]);
await press("1 First");
await type("[data-testid=editor]", "import math\nmine\n\n");
await run();
const passed = [say(), state().state, state().passed, state().total, texts(".steps-list button"),
  findAll(".steps-list [data-state]").length, text("[data-testid=learned] ul"),
  findAll("[data-testid=learned] button").length, findAll("[data-testid=orders] .odd").length];
await run();
const sent = [[...acts]];
await press("2 Second");
passed.push(find("[data-testid=editor]").value, findAll("[data-testid=learned]").length);
await run();
passed.push(findAll("[data-testid=learned] button").length);
sent.push(acts.slice(1));
const board = { rows: [{ ...data.board.rows[0], grades: [1, 4], dcg: 4 }] };
await press("3 Third");
openLab({ parentElement: place, data: { ...data, board }, acts: { add: (act) => acts.push(act) } });
passed.push(lab().dataset.ranking, text("[data-testid=orders] .exact"));
await press("1 First done");
passed.push(text("[data-testid=orders] .exact"));
mount({ ...data, tasks: data.tasks.slice(0, 2) });
steps.push(find(".steps-list").hidden);
mount({ ...data, tasks: data.tasks.slice(0, 1) });
steps.push(find(".steps-list").hidden);
sent.push(acts.slice(2));
mount({ ...data, reports: false });
sent.push(acts.length);
const result = [shown, steps, hints, focus, frame, sent, passed];
    """
    )
    assert shown == OUTLINES["lab"]
    names = ["1 First", "2 Second", "3 Third", "4 Own"]
    assert steps[0] == [[name, "step" if name == names[0] else None, ""] for name in names]
    assert steps[1:] == [False, False, True]
    first = "<li><i>a</i></li>"
    last = [f"{first}<li>b</li>", "No more hints", "true"]
    assert hints == [[first, "Show hint 2 of 2", None], last, last]
    write, again = "Press Ctrl+Enter to", "Start again,Stop"
    run_and_step = f"Run,Step through,{again}"
    second, third, own, problem = focus[1:]
    assert focus[0] == f"Run,Step through,No more hints,{again}"
    assert second == ["two", "two", "Second", write, run_and_step, "Second", "import math\nrest\n"]
    assert third == ["three", "three", "Third", "Press Enter to", run_and_step, "Third", "blanks"]
    assert own == ["own", "own", "Own", write, f"Run,{again}", "Own", "import math\n"]
    assert problem == [["0 of 2 checks passed", "Blank 1 is empty."], "failed", "2", 1, 0]
    assert frame == [1, ["./engine.js"], 0]
    one, both = {"done": ["one"], "later": True}, {"done": ["one", "two"], "later": True}
    assert sent == [[one], [both], [both, one], 4]
    verdict, state, right, total, steps_after, done, *rest = passed
    assert (verdict, state, right, total) == (["All 2 checks passed", "Right."], "passed", "2", "2")
    assert (steps_after, done) == ([f"{names[0]} done", *names[1:]], 1)
    assert rest[:6] == ["p", 0, 0, "import math\nmine\nrest\n", 0, 2]
    assert rest[6:] == ["1,4", "4.000", "4.000"]


def test_the_lab_survives_a_missing_engine_foreign_messages_and_its_removal(node):
    failed, foreign, programs, odd, left = node(
        LAB_SCENE
        + r"""
answers = [500];
mount();
await settled();
const failed = [lab().dataset.engine];
await press("Run");
await until(() => lab().dataset.engine === "loading");
failed.push(say()[0], frames().length, asked.length, state().state);
const foreign = [];
const receive = (source, data) => window.dispatchEvent(Object.assign(new Event("message"), {
  source, data }));
for (const [source, words] of [[{}, "ndcg-lab-frame"], [frames()[0].contentWindow, "x"]]) {
  receive(source, words);
  await settled();
  foreign.push(frames()[0].contentWindow.received.length);
}
await greet();
await until(() => state().state === "passed");
foreign.push(frames()[0].contentWindow.received.join(), requests.length, requests[0]);

await press("3 Third");
await press("4 Own");
const programs = [];
await type("[data-testid=editor]", "def mine(a, k):\n  pass");
for (const word of [["value", "#", "number", "0.5", "kept"], ["value", "#", "str", "x", "kept"],
  ["error", "#", "KeyError", "1", "2"], ["value", "#", "number", "Infinity", "kept"]]) {
  work = ({ calls }) => calls.flatMap((_, at) => [["call", String(at)],
    word.map((one) => one.replace("#", at))]);
  await run();
  programs.push([say()[0], acts.at(-1), findAll("[data-marked]").length]);
}
programs.push(requests.at(-1), findAll(".lab > div").at(-1).innerHTML);
await press("1 First done");
programs.push(acts.at(-1), findAll("[data-testid=own-link]").length, acts.length);
await press("2 Second");
programs.push(acts.length);

const odd = [];
work = () => [["call", "1"]];
await run();
odd.push(say()[0], requests.at(-1), lab().dataset.engine);
await greet();
await press("Stop");
odd.push(requests.at(-1));
await press("1 First done");
work = values(3);
await type("[data-testid=editor]", "def dcg(a):\n  for b in a:\n    c = b\n");
await run();
odd.push(say(), findAll("[data-testid=learned]").length);
await run("Step through");
odd.push(say()[2], requests.at(-1).calls, requests.at(-1).source.split("\n").at(-1).split("(")[0]);
const left = [frames().length];
cleanUp();
left.push(frames().length);
const old = frames()[0];
place.remove();
cleanUp();
left.push(old.isConnected);
const result = [failed, foreign, programs, odd, left];
    """
    )
    assert failed == ["dead", "Loading Python…", 1, 2, "running"]
    cases = [["dcg", [[2]]], ["dcg", [[0, 2]]], ["dcg", [[2, 0]]]]
    request = {"source": "import math\n", "wanted": ["dcg"], "calls": cases}
    assert foreign == [0, 0, "engine", 1, request]
    *checks, asked, link, forget, links, count, later = programs
    mine = {"do": "check", "name": "mine", "shape": "mine({})"}
    scored = "Your function scored 2 rankings"
    answers = [0.5, "str", "KeyError", "Infinity"]
    assert checks == [[scored, {**mine, "answers": [one, one]}, 0] for one in answers]
    assert asked == {
        **{"source": "def mine(a, k):\n  pass", "wanted": ["mine"]},
        "calls": [["mine", [[1, 2], 1]], ["mine", [[2], 2]]],
    }
    assert link == (
        '<p class="say"><a href="#own=def%20mine(a%2C%20k)%3A%0A%20%20pass" data-testid="own-link">'
        "Link to this program</a>. The program is the part after #, which is not sent to a "
        "server.</p>"
    )
    assert (forget, links) == ({"do": "forget"}, 0)
    assert (count, later) == (9, 9), "one act forgets the verdict"
    assert odd == [
        *["Python had to restart", "stop", "ready", "stop", ["0 of 2 checks passed", "No."], 1],
        *["The call returned 3.", [["dcg", [[2]]]], "    print"],
    ]
    assert left == [1, 1, False]
