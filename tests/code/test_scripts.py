"""The lab's scripts without their page: own functions, traced loops, reports, verdicts, colours."""

import json

import pytest

from tests.ui.scenes import make_scene_runner, needs_node, read_module

pytestmark = needs_node

DCG_IDCG = "def dcg(rels, k):\n    pass\ndef idcg(rels, k):\n    return dcg(sorted(rels), k)\n"
OWN_FUNCTIONS = [
    # the last function with ndcg in its name, or the last function, or the name in the lesson
    ("def NDCG_at(rels, k):\n    pass\ndef plot(a):\n    pass\n", "NDCG_at", "NDCG_at({})"),
    ("def ndcg_1(a, k):\n    pass\ndef ndcg_2(a, k):\n    pass\n", "ndcg_2", "ndcg_2({})"),
    (
        "def e(a):\n    pass\ndef f(a):\n    pass\ndef g(a, k):\n    def ndcg(b):\n        pass\n",
        "g",
        "g({})",
    ),
    ("score = 1\n", "ndcg_at_k", "ndcg_at_k({})"),
    # two numbers, of which one is ideal
    (
        f"{DCG_IDCG}def ndcg(dcg, idcg):\n    pass\n",
        "ndcg",
        "ndcg(dcg(ranked grades, k), idcg(ranked grades, k))",
        "ndcg(dcg(grades, k), idcg(grades, k))",
    ),
    (
        "def gain(rel):\n    pass\ndef get_dcg(rels):\n    pass\n\n"
        "def ndcg(best_dcg, dcg, *, eps=0.1, **more):\n    pass\n",
        "ndcg",
        "ndcg(get_dcg(sorted grades, k), get_dcg(ranked grades, k))",
        "ndcg(get_dcg(ideal[:k]), get_dcg(grades[:k]))",
    ),
    (
        "def idealDCG(\n    rels,\n    k,\n):\n    pass\ndef DCG(rels, p=2):\n    pass\n"
        "def sorted_ones(a):\n    pass\ndef nDCG(DCG, max_dcg, ):\n    pass\n",
        "nDCG",
        "nDCG(DCG(ranked grades, k), idealDCG(sorted grades, k))",
        "nDCG(DCG(grades[:k]), idealDCG(ideal, k))",
    ),
    (
        "def ndcg_old(a):\n    pass\ndef dcg(rels, k):\n    pass\n"
        "def ndcg(dcg, ideal):\n    pass\n",
        "ndcg",
        "ndcg(dcg(ranked grades, k), dcg(sorted grades, k))",
        "ndcg(dcg(grades, k), dcg(ideal, k))",
    ),
    # other numbers, or nothing that calculates them
    (f"{DCG_IDCG}def ndcg(dcg, k):\n    pass\n", "ndcg", "ndcg({})"),
    (f"{DCG_IDCG}def ndcg(ideal_dcg, best_dcg):\n    pass\n", "ndcg", "ndcg({})"),
    (f"{DCG_IDCG}def ndcg(dcg, idcg, k):\n    pass\n", "ndcg", "ndcg({})"),
    (f"{DCG_IDCG}def ndcg(scores, best):\n    pass\n", "ndcg", "ndcg({})"),
    ("def dcg_share(dcg, idcg):\n    pass\n", "dcg_share", "dcg_share({})"),
    ("def idcg(rels):\n    pass\ndef ndcg(dcg, idcg):\n    pass\n", "ndcg", "ndcg({})"),
]
LINES_WITH_NUMPY = [
    ("import numpy", "numpy = "),
    ("    import  numpy  as\tnp  # arrays", "    np = "),
    ("import numpy.linalg as la", "import numpy.linalg as la"),
    ("import numpy, math", "import numpy, math"),
    ("from numpy import array", "from numpy import array"),
]
LOOPS = {
    "a for loop with a comment, a blank line and a condition": (
        "def other(rels):\n    for rel in rels:\n        pass\n\n"
        "def dcg(rels):\n    s = 0\n    for rel in rels:  # from the top\n"
        "\n        if rel:\n            s += rel\n    return s\n",
        [["s=3", "rel=3"], ["s=3", "rel=0"], ["s=5", "rel=2"]],
    ),
    "a while loop at the end": (
        "s = 9\ndef dcg(rels):\n  i = 0\n  while i < 2:\n    i += 1",
        [["i=1"], ["i=2"]],
    ),
    "a loop that ends the function": (
        "def dcg(rels):\n  i = 0\n  while i < 2:\n    i += 1\ns = 9\n",
        [["i=1"], ["i=2"]],
    ),
    "a loop within a loop": (
        "def dcg(rels):\n    for a in (1.5, True):\n        for b in 'x':\n            c = 1\n",
        [["a=1.5", "c=1"], ["c=1"]],
    ),
    "no loop of several lines": ("def dcg(rels):\n    for rel in rels: s = 1\n", []),
    "no loop in dcg": ("for a in [1]:\n    b = 2\ndef dcg(rels):\n    return 1\n", []),
    "no dcg": ("def dcg_of(rels):\n    for rel in rels:\n        s = 1\ndcg = dcg_of\n", []),
}
PRINTED = "before\n\u0001s=3.0\u0001i=1\n\u0001s=-1e-05\nafter \u0001s=1\n"
RUN = [
    *(["out", "a"], ["out", "b\n"], ["call", "0"], ["out", "1"], ["out", "2"]),
    *(["value", "0", "number", "2.5", "kept"], ["call", "1"], ["out", "3\n"]),
    *(["value", "1", "number", "true", "changed"], ["call", "2"]),
    *(["value", "2", "number", "false", "kept"], ["call", "3"]),
    *(["error", "3", "ValueError", "math domain error", "7"], ["call", "4"]),
    *(["out", "4"], ["cut"], ["value", "4", "none", "None", "kept"], ["call", "5"]),
    ["value", "5", "Score", "2.5", "kept"],
]
COLOURED = '''a = b
def dcg(rels):  # sum
    """One
    two"""
    max = max_1 = rels.max() + max (2.5e-3, 1_0)
    return f"a\\"b" if not None else 'c'
x = "open
class Score: pass
'''
MESSAGES = {
    **dict.fromkeys(["time", "loading", "stopped", "dead", "broken", "odd"], "{call}, {seconds} s"),
    **dict.fromkeys(["passed", "different", "no-return-sometimes"], "{call} {name}"),
    **dict.fromkeys(["no-return", "prints-instead"], "{name} {other}"),
    **{"near-name": "{found} for {name}", "wrong-name": "no {name}"},
    **{"changes-the-list": "{call}", "not-a-number": "{call}: {shown}, {kind}"},
    "no-module": "no {name} for {function}",
}
ERRORS = {"NameError": [["name '(total)'", "Set $1: $1 = 0."], ["x", "No$1 x."]], "KeyError": []}
CHECKS = [("dcg([2])", 2, "visible", ""), ("dcg([0, 3])", 3, "generated", "")]
CHECKS += [("dcg([])", 0, "edge", "empty"), ("dcg([9])", 9, "edge", "high")]
SLIPS = [("half", [1, 1.5]), ("fails", ["ValueError", 7]), ("twice", [4, 6])]
JUDGED = {
    "tolerance": 0.25,
    "messages": MESSAGES,
    "errors": ERRORS,
    "otherwise": "Look there.",
    "functions": {
        "dcg": {
            "cases": [
                {"arguments": [[n]], "shown": shown, "expected": value, "kind": kind, "edge": edge}
                for n, (shown, value, kind, edge) in enumerate(CHECKS)
            ],
            "edges": {"empty": "Nothing is 0.", "high": "Any grade counts."},
            "slips": [{"id": id, "message": f"{id}!", "outcomes": those} for id, those in SLIPS],
        }
    },
}


def returned(*values, kept="kept"):
    """Return outcomes: a number, a text for another type, None, or an error."""
    kinds = {int: "number", float: "number", str: "str", type(None): "none"}
    return [
        one
        if isinstance(one, dict)
        else {
            "kind": kinds[type(one)],
            "shown": str(one),
            "value": one if isinstance(one, int | float) else None,
            "kept": kept,
        }
        for one in values
    ]


def raised(error, say="", line=0):
    return {"error": error, "say": say, "line": line}


LOST = raised("NameError", "name 'total' is not defined", 4)
STOPPED = {"line": None, "python": None}
VERDICTS = [
    # the outcomes of the calls, more about the run; the verdict: its state, id, sentence and more
    (returned(2, 3.25, 0, 9), {}, ("passed", "passed", "{call} {name}", {"passed": 4})),
    (returned(2, 3.5, 0, 9), {}, ("failed", "different", "dcg([0, 3]) {name}", {"passed": 3})),
    ([], {"end": "time", "at": 0}, ("stopped", "time", "dcg([0]), 5 s", {"passed": 0})),
    ([], {"end": "loading"}, ("stopped", "loading", "your program, 5 s", {})),
    (returned(2), {"end": "stopped", "at": 0}, ("stopped", "stopped", "your program, 5 s", {})),
    (returned(2), {"end": "odd", "at": 1}, ("broken", "odd", "dcg([1]), 5 s", {"passed": 1})),
    ([], {"end": "broken"}, ("broken", "broken", "your program, 5 s", {})),
    ([], {"end": "dead"}, ("broken", "dead", "your program, 5 s", {})),
    (
        *([], {"failed": LOST}),
        (
            "error",
            "error",
            "Set total: total = 0.",
            {"line": 4, "python": f"NameError: {LOST['say']}"},
        ),
    ),
    (
        *([], {"failed": raised("KeyError", "1", 2)}),
        ("error", "error", "Look there.", {"line": 2, "python": "KeyError: 1"}),
    ),
    ([], {"failed": raised("NameError", "x", 1)}, ("error", "error", "No x.", {"line": 1})),
    (
        *([], {"failed": raised("SystemExit")}),
        ("error", "error", "Look there.", {"line": 0, "python": "SystemExit"}),
    ),
    (
        *([], {"missing": {"name": "dcg_at", "found": ["dcg", "", "DCGat"]}}),
        ("failed", "wrong-name", "DCGat for dcg_at", {}),
    ),
    ([], {"missing": {"name": "dcg", "found": [""]}}, ("failed", "wrong-name", "no dcg", {})),
    # what a call returned
    (returned(*[None] * 4), {"printed": " \n"}, ("failed", "no-return", "dcg {other}", {})),
    (returned(*[None] * 4), {"printed": "3"}, ("failed", "prints-instead", "dcg {other}", {})),
    (
        *(returned(2, None, None, 9), {"printed": "3"}),
        ("failed", "no-return-sometimes", "dcg([0, 3]) dcg", {"passed": 2}),
    ),
    (returned(2, 9, None, 9), {}, ("failed", "no-return-sometimes", "dcg([]) dcg", {"passed": 2})),
    (
        *(returned(2, 3, 0, 9, kept="changed"), {}),
        ("failed", "changes-the-list", "dcg([2])", {"passed": 0}),
    ),
    (
        *(returned(2, "3", 0, 9), {}),
        ("failed", "not-a-number", "dcg([0, 3]): 3, str", {"passed": 3}),
    ),
    # a known mistake, also if it fails at the edges; an edge; an error
    (returned(1.25, 1.25, None, "9"), {}, ("failed", "half", "half!", STOPPED)),
    (
        *(returned(raised("ValueError", "no", 3), 7, LOST, 9), {}),
        ("failed", "fails", "fails!", {"line": 3, "python": "ValueError: no", "passed": 1}),
    ),
    (returned(4, 6, 0, 9), {}, ("failed", "twice", "twice!", {"passed": 2})),
    (
        *(returned(2, 3, 0, 8), {}),
        ("failed", "edge-high", "dcg([9]): Any grade counts.", {"passed": 3, **STOPPED}),
    ),
    (
        *(returned(2, 3, LOST, 8), {}),
        (
            *("failed", "edge-empty", "dcg([]): Nothing is 0."),
            {"line": 4, "python": f"NameError: {LOST['say']}"},
        ),
    ),
    (
        *(returned(2, LOST, 0, 9), {}),
        ("error", "error", "Set total: total = 0.", {"line": 4, "at": "dcg([0, 3])", "passed": 3}),
    ),
    (returned(raised("RecursionError")), {}, ("error", "error", "Look there.", {"at": "dcg([2])"})),
]
NO_MODULE = "ModuleNotFoundError"
IMPORTS = [
    ({"failed": raised(NO_MODULE, "No module named 'a.b'", 2), "outcomes": []}, "a.b", 2),
    ({"outcomes": [*returned(1), raised(NO_MODULE, "gone", 5)]}, "module of that name", 5),
    ({"outcomes": [None, raised("ImportError", "No module named 'a'", 2)]}, None, None),
]
SCENE = """
import { readFileSync } from "node:fs";
import { judge, findMissingModule } from "./components/lab/judge.js";
import * as report from "./components/lab/report.js";
import { tokenize } from "./components/lab/highlight.js";
const { own, numpy, loops, printed, run, data, runs, imports } = JSON.parse(
  readFileSync("given.json"));
const calls = [0, 1, 2, 3, 4, 5].map((n) => ({ name: n < 5 ? "dcg" : "ndcg_at_k", order: `o${n}`,
  arguments: [[n, 0.5], n] }));
const read = report.readReport({ words: run, end: "time", after: 5 }, calls);
const task = { wanted: ["dcg"] };
const plan = report.planCalls(task, data.functions, { rows: [{ id: "yours", grades: [5, 6] }] });
const judgeRun = ([outcomes, more]) => judge(task, data, plan, { printed: "", end: "done", at: -1,
  after: 5, outcomes: plan.map((_, at) => outcomes[at] && { ...outcomes[at], value:
    outcomes[at].value ?? NaN }), ...more });
const result = {
  verdicts: runs.map(judgeRun),
  imports: imports.map((one) => findMissingModule(one, data, { shown: "mine" })),
  own: own.map(report.findOwnFunction),
  numpy: numpy.map((line) => report.findOwnFunction(line).source),
  loops: loops.map(report.traceLoop),
  passes: report.readPasses({ printed }),
  read: { ...read, found: [read.of("dcg", "o0"), read.of("ndcg_at_k", "o0") ?? null,
    read.of("ndcg_at_k", "o5")] },
  uncut: report.readReport({ words: [["out", "a"]] }, []).cut,
  missing: report.readReport({ words: [["missing", "dcg", "DCG idcg"]] }, []).missing,
  failed: report.readReport({ words: [["error", "program", "E", "say", "3"]] }, []).failed,
  colours: tokenize(COLOURED),
};
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """Return what the scripts return, all from one process."""
    folder = tmp_path_factory.mktemp("scripts")
    given = {
        "own": [row[0] for row in OWN_FUNCTIONS],
        "numpy": [line for line, _ in LINES_WITH_NUMPY],
        "loops": [program for program, _ in LOOPS.values()],
        "printed": PRINTED,
        "run": RUN,
        "data": JUDGED,
        "runs": [run[:2] for run in VERDICTS],
        "imports": [row[0] for row in IMPORTS],
    }
    (folder / "given.json").write_text(json.dumps(given))
    names = (f"components/lab/{name}.js" for name in ("report", "judge", "highlight"))
    modules = {name: read_module(name) for name in names}
    modules["exhibit/make.js"] = "export const makeElement = () => {};"
    scene = SCENE.replace("COLOURED", json.dumps(COLOURED))
    return make_scene_runner(folder, modules, "")(scene)


def test_a_users_own_function_is_found_and_called_with_the_sums_that_it_takes(said):
    for (program, shown, shape, *call), own in zip(OWN_FUNCTIONS, said["own"], strict=True):
        assert (own["shown"], own["shape"]) == (shown, shape), program
        if not call:
            assert (own["name"], own["source"]) == (shown, program)
            continue
        head, _, added = own["source"].partition("\n\n\n")
        assert head == program.rstrip()
        assert added == (
            f"def {own['name']}(grades, k):\n    ideal = sorted(grades, reverse=True)\n"
            f"    return {call[0]}\n"
        )


def test_numpy_is_replaced_where_only_it_is_imported(said):
    for (line, begin), replaced in zip(LINES_WITH_NUMPY, said["numpy"], strict=True):
        assert replaced.startswith(begin)
        assert ("__import__('numpy')" in replaced) == (begin != line)
        assert replaced.endswith("# arrays") == line.endswith("# arrays")


def test_the_variables_of_the_first_loop_of_dcg_are_printed_after_each_pass(said, capsys):
    for (why, (program, passes)), traced in zip(LOOPS.items(), said["loops"], strict=True):
        space = {}
        exec(traced, space)
        space["dcg"]([3, 0, 2])
        printed = capsys.readouterr().out.splitlines()
        assert [line.split("\u0001")[1:] for line in printed] == passes, why
        assert (traced == program) == (not passes), why
    assert said["passes"] == [[["s", "3.0"], ["i", "1"]], [["s", "-1e-05"]]]


def test_a_report_has_the_printed_text_below_each_call_and_what_each_call_returned(said):
    read = said["read"]
    assert read["printed"] == (
        "ab\n# dcg([0, 0.5], 0)\n12\n# dcg([1, 0.5], 1)\n3\n# dcg([4, 0.5], 4)\n4"
    )
    assert [read["cut"], read["at"], read["end"], read["after"]] == [True, 5, "time", 5]
    first, second, third, error, none, other = read["outcomes"]
    assert first == {"kind": "number", "shown": "2.5", "kept": "kept", "value": 2.5}
    assert [second["value"], second["kept"], third["value"]] == [1, "changed", 0]
    assert error == {"error": "ValueError", "say": "math domain error", "line": 7}
    assert none == {"kind": "none", "shown": "None", "kept": "kept", "value": None}
    assert other == {"kind": "Score", "shown": "2.5", "kept": "kept", "value": None}
    assert read["found"] == [first, None, other]
    assert said["uncut"] is False
    assert said["missing"] == {"name": "dcg", "found": ["DCG", "idcg"]}
    assert said["failed"] == {"error": "E", "say": "say", "line": 3}


def test_keywords_names_numbers_texts_and_comments_have_colours(said):
    lines = ["".join(text for _, text in tokens) for tokens in said["colours"]]
    assert lines == COLOURED.split("\n")
    coloured = [[one for one in tokens if one[0]] for tokens in said["colours"]]
    assert coloured == [
        [],
        [["keyword", "def"], ["name", "dcg"], ["comment", "# sum"]],
        [["string", '"""One']],
        [["string", '    two"""']],
        [["builtin", "max"], ["number", "2.5e-3"], ["number", "1_0"]],
        [
            *(["keyword", "return"], ["string", 'f"a\\"b"'], ["keyword", "if"]),
            *(["keyword", "not"], ["keyword", "None"], ["keyword", "else"], ["string", "'c'"]),
        ],
        [["string", '"open']],
        [["keyword", "class"], ["name", "Score"], ["keyword", "pass"]],
        [],
    ]


@pytest.mark.parametrize(
    ("place", "verdict"), [(place, row[2]) for place, row in enumerate(VERDICTS)]
)
def test_a_run_gets_one_verdict_with_its_sentence_and_line(said, place, verdict):
    state, id, say, more = verdict
    judged = said["verdicts"][place]
    assert (judged["state"], judged["id"], judged["say"]) == (state, id, say)
    assert {name: judged.get(name) for name in more} == more
    assert (judged["total"], len(judged["checks"])) == (4, 4), "the board is no check"


def test_a_missing_module_is_named(said):
    for (_, name, line), found in zip(IMPORTS, said["imports"], strict=True):
        if name is None:
            assert found is None
            continue
        assert (found["say"], found["line"]) == (f"no {name} for mine", line)
        assert (found["state"], found["id"]) == ("error", "no-module")
        assert found["python"].startswith("ModuleNotFoundError: ")
        assert (found["checks"], found["passed"], found["total"]) == ([], 0, 0)
