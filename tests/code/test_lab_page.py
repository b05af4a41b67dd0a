"""The code lab's page in a small browser, which Node runs. A scene says what a program returns.

Programs run in Python in `tests/browser/`; here it is about the page around them.
"""

import json

import pytest

from tests.ui.scenes import needs_node
from tests.ui.visitor import do_as_visitor

pytestmark = needs_node
BEFORE = r"""
const LAB = "/_stcore/bidi-components/ndcg-tutor.lab/lab.js";
const dcg = (grades, gain = (g) => g, d = (i) => Math.log2(i + 1)) => grades.reduce((sum, g,
  at) => sum + gain(g) / d(at + 1), 0);
const ndcg = (grades, k) => {
  const best = dcg([...grades].sort((a, b) => b - a).slice(0, k));
  return best ? dcg(grades.slice(0, k)) / best : 0;
};
const RIGHT = { dcg: (grades) => dcg(grades), ndcg_at_k: ndcg };
let python = RIGHT; // what the functions of the program return
let program = null; // the words of a program that does not get so far
let sources = [];
let port = null;
let ends = "done";
const word = (...words) => port.postMessage({ word: [...words, "", "", "", ""].slice(0, 5) });
async function work({ source, calls }) {
  sources.push(source);
  if (program) for (const one of program) word(...one);
  else
    for (const [at, [name, given]] of calls.entries()) {
      word("call", String(at));
      const found = python[name](...structuredClone(given));
      if (Array.isArray(found)) for (const one of found) word(...one.map((text) => (
        text === "#" ? String(at) : text)));
      else word("value", String(at), "number", String(found), "kept");
    }
  if (ends) port.postMessage({ end: ends, after: 5 });
  if (ends) port.postMessage({ state: "ready" });
}
async function lab(address = "/code") {
  await offer(LAB);
  await open(address);
  await until(() => document.querySelector(".result"));
}
async function startPython() {
  const { contentWindow } = find(".lab iframe");
  contentWindow.onreceive = (_, [given]) => {
    port = given;
    port.onmessage = ({ data }) => (data === "stop" ? port.postMessage({ end: "stopped" }) : work(
      data));
    port.postMessage({ state: "ready" });
  };
  window.dispatchEvent(Object.assign(new Event("message"), { source: contentWindow,
    data: "ndcg-lab-frame" }));
  await until(() => find(".lab").dataset.engine === "ready");
}
const state = () => find("[data-testid=run-result]").dataset;
async function run(name = "Run") {
  const before = state().run;
  await press(name);
  await until(() => state().run !== before);
  await settled();
}
const say = () => texts("[data-testid=run-result] [role=status] > *").filter(Boolean);
const write = async (source) => { await type("[data-testid=editor]", source); };
"""


@pytest.fixture
def learner(tmp_path):
    """Run a scene as a learner."""
    return lambda scene: do_as_visitor(tmp_path, BEFORE + scene)


def test_the_page_before_a_run_shows_steps_and_exact_scores(learner):
    said, orders, steps, tools, states, long = learner(r"""
        await lab("/code?r=1,0,3&k=2");
        const states = [find(".lab").dataset.engine];
        await startPython();
        states.push(find(".lab").dataset.engine, find(".lab").dataset.ranking);
        await press("3 Write dcg");
        const step = (one) => [text(one), one.getAttribute("aria-current")];
        const steps = findAll(".steps-list button").map(step);
        const orders = texts("[data-testid=orders] tr");
        const page = [say(), orders, steps, texts(".tools button"), [...states,
          document.activeElement.dataset.step]];
        const long = [];
        for (const grades of ["1,0,3,2,1,0,3,2,1,0,3,2", "1,0,3,2,1,0,3,2,1,0,3,2,3"]) {
          await lab(`/code?r=${grades}`);
          await press("3 Write dcg");
          long.push(texts("[data-testid=orders] .grades")[1]);
        }
        result = [...page, long];
    """)
    assert said[0] == "Your program has not run yet"
    rows = ["Perfect310–3.631", "Your ranking103–2.500", "Reversed013–2.131"]
    assert orders == ["Orderyour DCGexact", *rows]
    assert steps[1:4] == [
        ["2 Fill in two blanks", None],
        ["3 Write dcg", "step"],
        ["4 Write ndcg_at_k", None],
    ]
    assert tools == ["Run", "Step through", "Show hint 1 of 3", "Start again", "Stop"]
    assert states == ["loading", "ready", "1,0,3", "dcg"]
    assert long == ["103210321032", "103210321032…"]


def test_hints_appear_one_by_one_and_a_draft_stays_until_a_restart(learner):
    hints, drafts, again = learner(r"""
        await lab();
        await press("3 Write dcg");
        const hint = find("[data-testid=hint]");
        const hints = [];
        for (let n = 0; n < 4; n++) {
          await press(hint);
          hints.push([text(hint), hint.getAttribute("aria-disabled"),
            findAll("[data-testid=hints] li").length]);
        }
        const starter = find("[data-testid=editor]").value;
        await write("a = 1");
        await press("4 Write ndcg_at_k");
        const drafts = [find("[data-testid=editor]").value.startsWith(starter)];
        await press("3 Write dcg");
        drafts.push(find("[data-testid=editor]").value);
        await lab(); // later, in the same browser
        drafts.push(find(".lab").dataset.task, find("[data-testid=editor]").value);
        await press("Start again");
        const editor = find("[data-testid=editor]");
        result = [hints, drafts, editor.value === starter && document.activeElement === editor];
    """)
    assert hints == [
        ["Show hint 2 of 3", None, 1],
        ["Show hint 3 of 3", None, 2],
        ["No more hints", "true", 3],
        ["No more hints", "true", 3],
    ]
    assert drafts == [True, "a = 1", "dcg", "a = 1"]
    assert again is True


def test_wrong_values_mistakes_and_errors_have_sentences_and_rows(learner):
    mistake, orders, rows, different, error, raised = learner(r"""
        await lab("/code?r=1,0,3&k=2");
        await startPython();
        await press("3 Write dcg");
        python = { dcg: (grades) => dcg(grades, undefined, () => 1) };
        await run();
        const mistake = [{ ...state() }, say()];
        const orders = texts("[data-testid=orders] tr");
        const rows = texts("[data-testid=checks] tr, [data-testid=checks] caption");
        python = { dcg: (grades) => 4 };
        await run();
        const verdicts = findAll("[data-testid=checks] tbody tr").map(({ dataset }) =>
          dataset.verdict);
        const odd = findAll("[data-testid=orders] tbody tr").map((row) =>
          row.children[1].className);
        const different = [say()[0], verdicts, odd, findAll("[data-testid=checks] td.num").length];
        program = [["error", "program", "NameError", "name 'totl' is not defined", "4"]];
        await write("1\n2\n3\n    totl");
        await run();
        const error = [say(), state().state, text("[data-testid=painted] [data-marked]"),
          findAll("[data-testid=orders]").length];
        await write("1");
        error.push(findAll("[data-testid=painted] [data-marked]").length);
        program = null;
        python = { dcg: () => [["out", "hello"], ["error", "#", "ZeroDivisionError",
          "division by zero", "2"]] };
        await run();
        const raised = [say(), text("[data-testid=printed]").slice(0, 45),
          texts("[data-testid=checks] td")[0], texts("[data-testid=orders] td")[0]];
        result = [mistake, orders, rows, different, error, raised];
    """)
    data, said = mistake
    assert (data["state"], data["id"], data["passed"], data["run"]) == (
        *("failed", "no-discount"),
        *("3", "1"),
    )
    assert said[0] == f"3 of {data['total']} checks passed"
    assert "adds up the grades undivided" in said[1]
    assert orders == [
        *["Orderyour DCGexact", "Perfect3104.0003.631"],
        *["Your ranking1034.0002.500", "Reversed0134.0002.131"],
    ]
    assert rows[:3] == [
        "Checks, and the first two other checks that failed",
        "callyour resultexpectedverdict",
        "dcg([3, 0, 2])3/1 + 0/1.585 + 2/25.0004.000wrong",
    ]
    assert len(rows) == 7
    assert different[:3] == [
        different[0],
        ["right", "wrong", "wrong", "wrong", "wrong"],
        ["num odd"] * 3,
    ]
    assert error[0][0] == "Python stopped at line 4"
    assert error[0][2] == "NameError: name 'totl' is not defined"
    assert error[1:] == ["error", "totl", 0, 0]
    assert raised[0][2] == "Line 2: ZeroDivisionError: division by zero"
    assert raised[1:] == [
        "# dcg([3, 0, 2]) hello # dcg([3, 2, 3, 0, 1])",
        "ZeroDivisionError",
        "ZeroDivisionError",
    ]


def test_a_passed_step_is_marked_compared_reused_and_downloadable(learner):
    waiting, passed, carried, last, files, before = learner(r"""
        await lab();
        await press("3 Write dcg");
        const mine = "def dcg(rels):\n    return 1\n";
        await write(mine);
        await press("Run"); // while Python loads
        const waiting = [say(), state().state];
        await startPython();
        await until(() => state().state === "passed");
        await settled();
        const passed = [say()[0], texts(".steps-list button"), text("[data-testid=checks] caption"),
          text("[data-testid=learned]").startsWith("Your programdef dcg(rels):")];
        passed.push(findAll("[data-testid=learned] h2").map(text),
          findAll("[data-testid=learned] button").length, sources.length);
        await press("4 Write ndcg_at_k");
        const carried = [find("[data-testid=editor]").value.startsWith(
          `${mine.trimEnd()}\n\n\ndef ndcg_at_k(`), findAll("[data-testid=learned]").length,
          say()[0]];
        await write("whole");
        await run();
        const last = [say()[0], texts("[data-testid=orders] tr")];
        for (const one of findAll("[data-testid=learned] button")) await press(one);
        const files = await Promise.all(downloads.map(async (one) => [one.name,
          (await textOfFile(one)).slice(0, 25)]));
        await lab();
        result = [waiting, passed, carried, last, files, texts(".steps-list button")];
    """)
    loading = ["Loading Python…", "Your browser loads 1.4 MB once. Then your program runs."]
    assert waiting == [loading, "running"]
    steps = ["1 Order the lines", "2 Fill in two blanks", "3 Write dcg done", "4 Write ndcg_at_k"]
    heads = ["Your program", "Our program", "Compare the two programs"]
    assert passed == [
        *["All 16 checks passed", [*steps, "5 Paste your own"], "Checks: 13 more passed too"],
        *[True, heads, 0, 1],
    ]
    assert carried == [True, 0, "Your program has not run yet"]
    assert last == [
        "All 37 checks passed",
        [
            "Orderyour DCGexactyour NDCG@5exact",
            "Perfect332106.3236.3231.0001.000",
            "Your ranking323016.1496.1490.9720.972",
            "Reversed012334.0844.0840.6460.646",
        ],
    ]
    head = '"""Checks for my_ndcg.py, '
    assert files == [["my_ndcg.py", "whole"], ["test_my_ndcg.py", head[:25]]]
    assert before[2:4] == ["3 Write dcg done", "4 Write ndcg_at_k done"]


def test_lines_are_ordered_by_buttons_keys_and_drags(learner):
    broken, moved, keys, dragged, kept, again, passed = learner(r"""
        await lab();
        await startPython();
        const ids = () => findAll("[data-testid=line]").map((one) => one.dataset.line).join(" ");
        const line = (id) => find(`[data-line=${id}]`);
        const marked = () => findAll("[data-marked]").map((one) => one.dataset.line);
        const heard = () => text(".order [role=status]");
        const focus = () => document.activeElement.ariaLabel;
        const off = () => findAll(".lines button").filter((one) => one.disabled).map((one) =>
          one.ariaLabel);
        await run();
        const depths = findAll(".lines code").map((one) => one.style.getPropertyValue("--depth"));
        const broken = [ids(), say()[0], marked(), sources.length, depths.join(" "), off(),
          text(line("add"))];
        await press("Up: total = 0.0");
        const moved = [ids(), heard(), focus(), marked()];
        await press("Down: total = 0.0");
        moved.push(ids());
        for (const _ of [1, 2]) await press("Up: total = 0.0");
        moved.push(ids(), focus(), off());
        await press("Up: gain = rel");
        moved.push(heard(), off());

        const keys = [];
        for (const name of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"]) {
          keys.push(await key(name), ids().split(" ").indexOf("gain"), focus());
        }
        // A line is 30 pixels high.
        const place = (one) => [...one.parentElement.children].indexOf(one);
        for (const one of findAll(".lines li")) {
          Object.defineProperty(one, "layout", { get: () => ({ top: 30 * place(one),
            height: 30 }) });
        }
        const dots = line("return").querySelector(".grip");
        const go = (kind, clientY) => fire(dots, kind, { pointerId: 1, clientY });
        go("pointerdown", 45);
        const dragged = [line("return").className, ids()];
        for (const y of [70, 80, 100, 110, 130, 140, 160, 170]) go("pointermove", y);
        dragged.push(ids());
        go("pointermove", 130);
        dragged.push(ids());
        go("pointermove", 170);
        fire(dots, "lostpointercapture");
        go("pointermove", 10);
        dragged.push(ids(), line("return").className, off()[1]);
        const stepAway = async () => {
          await press("3 Write dcg");
          await press("1 Order the lines");
        };
        await stepAway();
        const kept = ids();
        await press("Start again");
        const again = [ids(), off().length];
        await stepAway();
        again.push(ids());
        for (const [at, id] of ["start", "loop", "gain", "discount", "add", "return"].entries()) {
          line(id).querySelector("button:not(:disabled)").focus();
          while (place(line(id)) > at) await key("ArrowUp");
        }
        await run();
        result = [broken, moved, keys, dragged, kept, again, [say()[0], sources.at(-1)]];
    """)
    shuffled = "return discount start add loop gain"
    assert broken[:4] == [shuffled, "0 of 16 checks passed", ["discount"], 0]
    assert broken[4:] == [
        *["1 2 1 2 1 2", ["Up: return total", "Down: gain = rel"]],
        "⋮⋮total += gain / discount # add↑↓",
    ]
    assert moved[:3] == [
        "return start discount add loop gain",
        "total = 0.0: place 2 of 6",
        "Up: total = 0.0",
    ]
    assert moved[3:5] == [[], shuffled]
    assert moved[5:7] == ["start return discount add loop gain", "Down: total = 0.0"]
    assert moved[7] == ["Up: total = 0.0", "Down: gain = rel"]
    assert moved[8:] == [
        "gain = rel # gain: place 5 of 6",
        ["Up: total = 0.0", "Down: for i, rel in enumerate(rels, start=1):"],
    ]
    up = "Up: gain = rel"
    assert keys == [False, 3, up, False, 4, up, False, 5, up, False, 5, up]
    rest = "start discount add loop gain"
    assert dragged[:2] == ["lifted", f"start return {rest[6:]}"]
    assert dragged[2:4] == [f"{rest} return", "start discount add loop return gain"]
    assert dragged[4:] == [f"{rest} return", "", "Down: return total"]
    assert kept == f"{rest} return"
    assert again == [shuffled, 2, shuffled]
    assert passed[0] == "All 16 checks passed"
    assert passed[1].startswith("import math\n\n\ndef dcg(rels):\n    total = 0.0\n    for i,")


def test_blanks_are_named_filled_run_by_enter_and_emptied(learner):
    names, empty, second, passed, kept, again = learner(r"""
        await lab();
        await startPython();
        await press("2 Fill in two blanks");
        const blanks = () => findAll("[data-testid=blank]");
        const marked = () => findAll(".blanks [data-marked]").map((one) => text(one));
        const names = blanks().map((one) => one.ariaLabel);
        await type(blanks()[0], "  ");
        await run();
        const empty = [say(), marked(), sources.length];
        await type(blanks()[0], " math.log2(i + 1) ");
        empty.push(marked());
        await run();
        const second = [say()[1], marked()];
        await type(blanks()[1], "rel / discount");
        const before = state().run;
        await key("Enter");
        await until(() => state().run !== before);
        const passed = [say()[0], sources.at(-1).split("\n").slice(6, 8)];
        const values = () => blanks().map(({ value }) => value);
        await press("3 Write dcg");
        await press("2 Fill in two blanks done");
        const kept = values();
        await press("Start again");
        const again = [values()];
        await press("3 Write dcg");
        await press("2 Fill in two blanks done");
        again.push(values());
        result = [names, empty, second, passed, kept, again];
    """)
    assert names == ["Blank 1, in line 7", "Blank 2, in line 8"]
    assert empty[0][1] == "Blank 1 is empty."
    assert empty[1:] == [["discount ="], 0, []]
    assert second == ["Blank 2 is empty.", ["total +="]]
    assert passed == [
        "All 16 checks passed",
        ["        discount = math.log2(i + 1)", "        total += rel / discount"],
    ]
    assert kept == [" math.log2(i + 1) ", "rel / discount"]
    assert again == [["", ""], ["", ""]]


def test_a_long_run_is_reported_can_be_stopped_and_blocks_other_runs(learner):
    told, asked, stopped = learner(r"""
        await lab();
        await startPython();
        await press("3 Write dcg");
        ends = "";
        await press("Run");
        await pass(2900);
        const told = [say()[0]];
        await pass(200);
        await until(() => sources.length);
        told.push(say()[0], state().state);
        await press("Run");
        await press("Step through");
        await settled();
        const asked = sources.length;
        await press("Stop");
        await until(() => state().state !== "running");
        result = [told, asked, [say(), state().state]];
    """)
    assert told == ["Your program has not run yet", "Running…", "running"]
    assert asked == 1
    assert stopped == [["Stopped", "You stopped the run."], "stopped"]


def test_a_frame_that_fails_reloads_or_is_silent_gives_a_reason_and_runs_again(learner):
    foreign, ends, again, silent, dead, alive = learner(r"""
        await lab();
        const frame = () => find(".lab iframe");
        const foreign = [frame().title, frame().tabIndex];
        const greet = (source, data) => window.dispatchEvent(Object.assign(new Event("message"), {
          source, data }));
        greet({}, "ndcg-lab-frame");
        greet(frame().contentWindow, "something else");
        await settled();
        foreign.push(find(".lab").dataset.engine, frame().contentWindow.received.length);
        await startPython();
        await press("3 Write dcg");
        const told = [];
        for (ends of ["time", "loading", "broken"]) {
          program = [["call", "0"], ["out", "hello"], ["cut"]];
          await run();
          told.push([...say(), text("[data-testid=printed]").split("hello ")[1]]);
        }
        ends = "done";
        for (program of [[["call", "0"]], [["bogus"]]]) {
          await run();
          told.push(say()[0]);
          port.postMessage({ state: "ready" });
          await until(() => find(".lab").dataset.engine === "ready");
        }
        program = null;
        ends = ""; // it runs while the browser loads the frame again
        const count = sources.length;
        await press("Run");
        await until(() => sources.length > count);
        ends = "done";
        const before = state().run;
        await startPython();
        await until(() => state().run !== before);
        const again = [sources.length - count, state().state];
        ends = "";
        await press("Run");
        await until(() => sources.length > count + 2);
        const first = frame();
        await pass(76_000);
        const silent = [say()[0], first === frame(), find(".lab").dataset.engine];
        await startPython();
        await press("Run");
        await until(() => state().state === "running");
        port.postMessage({ state: "dead" });
        await until(() => state().state === "broken");
        ends = "done";
        await until(() => find(".lab").dataset.engine === "dead");
        const dead = frame();
        await press("Run");
        const reopened = [dead === frame(), find(".lab").dataset.engine];
        await startPython();
        await until(() => state().state === "passed");
        result = [foreign, told, again, silent, reopened, say()[0]];
    """)
    assert foreign == ["Python", -1, "loading", 0]
    *stopped, broken, odd, bogus = ends
    assert [row[0] for row in stopped] == ["Stopped", "Stopped"]
    assert "dcg([3, 0, 2])" in stopped[0][1]
    assert " 5 s" in stopped[0][1]
    assert stopped[0][2] == "… (the rest is not shown)"
    assert [broken[0], odd, bogus] == ["Python had to restart"] * 3
    assert again == [2, "passed"]
    assert silent == ["Python had to restart", False, "loading"]
    assert dead == [False, "loading"]
    assert alive == "All 16 checks passed"


def test_small_differences_missing_numbers_and_each_kind_of_step_are_shown(learner):
    keys, compared, close, odd, raised, problem, levels = learner(r"""
        await lab("/code?r=1,0,3&k=2");
        await startPython();
        const keys = [];
        for (const name of ["1 Order the lines", "2 Fill in two blanks", "3 Write dcg"]) {
          await press(name);
          keys.push(text("#lab-keys").split(" ")[0]);
        }
        const levels = findAll("[data-testid=orders] tbody tr")[1].querySelectorAll(".chip").map(
          ({ dataset }) => dataset.level);
        await press("2 Fill in two blanks");
        await run("Step through");
        const problem = [say()[1], sources.length];
        for (const [place, one] of ["math.log2(i + 1)", "rel / discount"].entries()) {
          await type(findAll("[data-testid=blank]")[place], one);
        }
        await run();
        const compared = [texts("[data-testid=learned] h2"), findAll(
          "[data-testid=learned] li").length > 1, findAll("[data-testid=orders] .odd").length];
        await press("3 Write dcg");
        python = { dcg: (grades) => dcg(grades) + 0.0001 };
        await run();
        const cell = (selector) => texts(`[data-testid=${selector}] td`).slice(0, 2);
        const close = cell("checks");
        const none = [["value", "#", "none", "None", "kept"]];
        python = { dcg: (grades) => grades.length === 3 ? -Infinity : none };
        await run();
        const odd = [cell("checks")[0], texts("[data-testid=checks] td.words")[0]];
        python = { dcg: () => [["error", "#", "NameError", "name 'x' is not defined", "0"]] };
        await run();
        const raised = [say(), text("[data-testid=checks] tbody th code")];
        result = [keys, compared, close, odd, raised, problem, levels];
    """)
    assert keys == ["Drag", "Press", "Press"]
    assert levels == ["1", "0", "3"]
    assert problem == ["Blank 1 is empty.", 0]
    assert compared == [["Our program", "Compare the two programs"], True, 0]
    assert close == ["4.0001", "4.0000"]
    assert odd == ["−Infinity", "None"]
    said, call = raised
    assert call == "dcg([3, 0, 2])"
    assert said[1].startswith("dcg([3, 0, 2]): ")
    assert said[2].endswith("NameError: name 'x' is not defined")


def test_a_lesson_learns_which_steps_were_passed_and_no_more(learner):
    steps, early, sent, again = learner(r"""
        await lab("/?lesson=write-it-yourself&unlock=all&step=9");
        const acts = () => requests.filter(({ url }) => url === "/acts/learn").map(({ body }) =>
          body.act).filter((act) => act?.done);
        const steps = texts(".steps-list button");
        const early = acts();
        await startPython();
        await press(findAll(".steps-list button").at(-1));
        await write("whole");
        await run();
        await pass(500);
        const sent = acts();
        await run();
        await pass(500);
        result = [steps, early, sent.map(({ done }) => done), acts().length - sent.length];
    """)
    assert len(steps) == 4, "the learner's own function is no step of the lesson"
    assert early == []
    assert sent == [["ndcg"]]
    assert again == 0


def test_a_loop_is_shown_pass_by_pass(learner):
    table, traced, none, error = learner(r"""
        await lab();
        await startPython();
        await press("3 Write dcg");
        const loop = "    for rank, rel in enumerate(rels, 1):\n        s += rel\n";
        await write(`def dcg(rels):\n    s = 0\n${loop}    return s\n`);
        const value = ["value", "0", "number", "4.123456", "kept"];
        program = [["call", "0"], ["out", "\u0001s=3.0\u0001rank=1\n"], ["out",
          "\u0001s=4.123456\u0001rank=2\u0001rest=1\n"], value];
        await run("Step through");
        const table = [say(), texts("[data-testid=passes] tr"), state().state];
        const traced = sources.at(-1).split("\n").map((line) => line.trim().split("(")[0]);
        program = [["call", "0"], value];
        await run("Step through");
        const none = [say()[0], say()[2], findAll("[data-testid=passes]").length];
        program = [["call", "0"], ["error", "0", "NameError", "name 'trm' is not defined", "3"]];
        await run("Step through");
        result = [table, traced, none, say()[2]];
    """)
    assert table == [
        [
            "Your loop, pass by pass",
            "Your variables after each pass of the loop in dcg([3, 0, 2]).",
            "The call returned 4.123456.",
        ],
        ["passsrankrest", "13.0001–", "24.12321"],
        "stepped",
    ]
    assert traced == [
        "def dcg",
        "s = 0",
        "for rank, rel in enumerate",
        "s += rel",
        "print",
        "return s",
        "",
    ]
    assert none == ["There is no loop to step through", "The call returned 4.123456.", 0]
    assert error == "NameError: name 'trm' is not defined"


def test_a_users_function_gets_a_verdict_until_the_next_run(
    learner,
):
    source = "def my_ndcg(a, k):\n    return 0.5\n"
    given, asked, link, missing, forgets, other = learner(f"""
        const source = {json.dumps(source)};
        await lab(`/code#own=${{encodeURIComponent(source)}}`);
        const given = [find("[data-testid=editor]").value, find(".lab").dataset.task];
        await startPython();
        python = {{ my_ndcg: ndcg }};
        await run();
        await pass(500);
        const act = (at) => requests.filter(({{ url }}) => url === "/acts/code").at(at).body.act;
        const {{ name, shape, answers }} = act(-1);
        const asked = [say(), name, shape, answers.length, answers.every(Number.isFinite),
          act(-1).do];
        const link = find("[data-testid=own-link]").href;
        const found = [[["error", "#", "ValueError", "no", "1"]], [["value", "#", "none", "None",
          "kept"]], Infinity];
        python = {{ my_ndcg: (...given) => found.shift() ?? ndcg(...given) }};
        await run();
        await pass(500);
        const other = [act(-1).answers.slice(0, 3)];
        await press("3 Write dcg");
        await pass(500);
        other.push(act(-1).do);
        await press("5 Paste your own");
        python = {{ my_ndcg: () => [["error", "#", "ModuleNotFoundError",
          "No module named 'pandas'", "1"]] }};
        await run();
        await until(() => act(-1).do !== "check");
        result = [given, asked, decodeURIComponent(link), [say()[0], say()[2]], act(-1), other];
    """)
    assert other == [["ValueError", "none", "Infinity"], "forget"]
    assert given == [source, "own"]
    assert asked[:1] == [[f"Your function scored {asked[3]} rankings"]]
    assert asked[1:] == ["my_ndcg", "my_ndcg({})", asked[3], True, "check"]
    assert link == f"http://localhost/code#own={source}"
    assert missing == ["Python stopped at line 1", "ModuleNotFoundError: No module named 'pandas'"]
    assert forgets == {"do": "forget"}
