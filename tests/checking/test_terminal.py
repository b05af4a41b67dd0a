"""`ndcg check`: what is printed and written, the exit code, and what is refused."""

import json
import shlex
import sys
from time import monotonic
from xml.etree import ElementTree

import pytest

from ndcg_core.terminal import main
from tests.libraries import test_terminal
from tests.selection import select_rows
from tests.ui.scenes import needs_node

OWN = """
import math
import os
import sys
import time

def dcg(rels):
    print("a line of its own")
    return sum(rel / math.log2(i + 2) for i, rel in enumerate(rels))

def ndcg_at_k(rels, k):
    ideal = dcg(sorted(rels[:k], reverse=True))
    return dcg(rels[:k]) / ideal if ideal else 0.0

class Metrics:
    def ndcg(self, rels, k):
        return ndcg_at_k(rels, k)

def ends(rels, k):
    sys.exit()

def ends_python(rels, k):
    os._exit(0)

def goes_on(rels, k):
    while True:
        pass

def forks(rels, k):
    if not os.fork():
        os.setsid()
        time.sleep(60)
        os._exit(0)
    while True:
        pass

def holds_itself(rels, k):
    value = []
    value.append(value)
    return value

def breaks(rels, k):
    raise RuntimeError("boom\\n twice")

def breaks_late(rels, k):
    return {n: 0.5 for n in range(1, 6)}[len(rels)] if len(rels) > 5 else ndcg_at_k(rels, k)

def takes_all(rels, k):
    return [0.0] * 10**12

def replaces_abs(rels, k):
    import builtins
    builtins.abs = lambda value: 0
    return 0.5

def leaves(rels, k):
    os.chdir("/")
    ideal = dcg(sorted(rels, reverse=True)[:k])
    return dcg(rels[:k]) / ideal if ideal else 0.0

def interrupts(rels, k):
    raise KeyboardInterrupt

def replaces_all(rels, k):
    import builtins
    builtins.isinstance = builtins.len = builtins.type = builtins.float = lambda *given: None
    return 0.5

def reads(rels, k):
    return float(input())

class Unmade(Metrics):
    def __init__(self, folder):
        raise OSError(folder)
"""
ASKS = """
from argparse import ArgumentParser
parser = ArgumentParser()
parser.add_argument("--depth", type=int, default=5)
parser.parse_args()
from ndcg_core import ndcg_at_k
"""
HOLDS = """
import os, sys, time
if not os.fork():
    os.setsid()
    time.sleep(60)
for line in sys.stdin:
    print(0.5)
"""
SCRIPT = """
const read = require("fs").readFileSync(0, "utf8").trim().split("\\n").map(JSON.parse);
const dcg = (grades) => grades.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
for (const { grades, k } of read) {
  const ideal = dcg(grades.toSorted((a, b) => b - a).slice(0, k));
  console.log(ideal ? dcg(grades.slice(0, k)) / ideal : 0);
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_metrics.py").write_text(OWN)
    (tmp_path / "ends_metrics.py").write_text("import sys\nsys.exit('goodbye')")
    (tmp_path / "asks_metrics.py").write_text(ASKS)
    (tmp_path / "broken_metrics.py").write_text("import nothing_of_that_name")
    (tmp_path / "holds.py").write_text(HOLDS)
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/shared.py").write_text("from colorsys import own_dcg")
    (tmp_path / "parts/colorsys.py").write_text("def own_dcg(rels):\n    return 0.5\n")
    (tmp_path / "ndcg.js").write_text(SCRIPT)


def run_command(capsys, *words):
    return test_terminal.run_command(capsys, ["check", *words])


def test_a_function_gets_a_verdict_and_an_exit_code(capsys):
    for target in ("own_metrics:Metrics.ndcg", "own_metrics:ndcg_at_k", "own_metrics.py:ndcg_at_k"):
        code, out, _ = run_command(capsys, target)
        assert (code, "Sort the whole list first" in out) == (0, True)
        assert "a line of its own" not in out
    code, out, _ = run_command(capsys, target, "--expect", "standard", "--json", "--junit", "a.xml")
    found = json.loads(out)
    assert (code, found["agrees"], found["convention"]) == (1, False, "standard")
    assert [one["id"] for one in found["differences"]] == ["ideal-from-top-k"]
    suite = ElementTree.parse("a.xml").getroot()
    assert (suite.get("name"), suite.get("failures")) == ("ndcg check", "1")
    code, out, _ = run_command(capsys, "ndcg_core:ndcg_at_k", "--expect", "standard", "--markdown")
    assert code == 0
    assert out.startswith(
        "### ✅ Called as ndcg\\_at\\_k(ranked grades, k). This is \\`standard\\`"
    )


REFUSED = {
    "own_metrics.py:ndcg": "own_metrics.py has no function ndcg. Its functions are dcg, ndcg_at_k",
    "os:ndcg": " more.",
    "parts/shared.py:ndcg": "parts/shared.py has no function ndcg. Its functions are own_dcg.",
    "own_metrics:Unmade.ndcg": "own_metrics has no function Unmade.ndcg",
    "own_metrics": "is not a function’s name",
    "nothing.py:ndcg": "There is no file nothing.py",
    "broken_metrics:ndcg": "cannot be imported: ModuleNotFoundError",
    "builtins:print": "it returns NoneType",
    "own_metrics:breaks": "k = 3, it raises RuntimeError: boom twice. If your code calls it",
    "own_metrics:breaks_late": "With grades 0, 0, 0, 0, 0, 1; k = 1, it raises KeyError: 6",
    "own_metrics:ends": "ends ends the program (SystemExit)",
    "own_metrics.py:ends": "ends ends the program (SystemExit)",
    "own_metrics:ends_python": "ended Python with exit code 0",
    "own_metrics:goes_on --timeout 2": "was stopped at the time limit of 2 s",
    "own_metrics:forks --timeout 3": "was stopped at the time limit of 3 s",
    "own_metrics:holds_itself": "it returns list",
    "own_metrics:takes_all": "needs more memory than it may use (MemoryError)",
    "own_metrics:replaces_abs": "replaces Python’s own abs",
    "own_metrics:interrupts": "interrupts ends the program (KeyboardInterrupt)",
    "own_metrics:replaces_all": "replaces Python’s own",
    "own_metrics:reads": "it raises EOFError: EOF when reading a line",
    "ends_metrics:ndcg": "ends the program while it is imported (SystemExit: goodbye)",
    "own_metrics:ndcg_at_k --signature grades,rank": "A signature has no part “rank”",
    "own_metrics:ndcg_at_k --expect lightbm --json": "There is no convention “lightbm”",
    "": "Name one function",
    "--command true": "The command wrote 0 lines for",
    "--command false": "ended with exit code 1",
    "--command no-such-program": "cannot be run",
    "--command yes": "wrote more than 1,000,000 bytes, and was stopped",
    "--command true --timeout -1": "“-1” is not a whole number of seconds, such as 60",
    "--command 'sleep 99' --timeout 0": "at the time limit of 0 s",
}


@pytest.mark.parametrize(
    "line", select_rows(REFUSED, lambda line: "forks" not in line, "it waits for a time limit")
)
def test_an_impossible_check_is_explained_with_exit_code_2(capsys, line):
    words = ["--expect", "standard", "--junit", "a.xml", *shlex.split(line)]
    code, out, err = run_command(capsys, *words)
    assert (code, out) == (2, "")
    assert REFUSED[line] in err
    assert ElementTree.parse("a.xml").getroot().get("errors") == "1"
    assert "Traceback" not in err


@needs_node
def test_a_program_in_another_language_gets_one_line_per_ranking(capsys):
    code, out, _ = run_command(capsys, "--command", "node ndcg.js", "--expect", "standard")
    assert (code, "This is `standard`" in out) == (0, True)
    piped = ["--command", "cat | node ndcg.js", "--shell", "--expect", "lightgbm"]
    code, out, _ = run_command(capsys, *piped)
    assert (code, "Gain r instead of 2^r − 1" in out) == (1, True)


def test_a_command_without_the_junit_option_writes_no_file(tmp_path, capsys):
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    with pytest.raises(SystemExit):
        main(["who", "0.9", "--junit", str(kept)])
    assert kept.read_text() == "mine"


def test_our_arguments_and_folder_do_not_reach_the_command(tmp_path, capsys):
    for target in ("own_metrics:leaves", "asks_metrics.py:ndcg_at_k"):
        code, out, _ = run_command(capsys, target, "--expect", "standard", "--junit", "kept.xml")
        assert (code, "This is `standard`" in out) == (0, True)
        assert ElementTree.parse(tmp_path / "kept.xml").getroot().get("errors") == "0"
        (tmp_path / "kept.xml").unlink()


def test_child_processes_that_hold_the_pipe_are_not_waited_for(capsys):
    start = monotonic()
    code, _, _ = run_command(capsys, "--command", f"{sys.executable} holds.py", "--timeout", "50")
    assert code in (0, 2)
    assert monotonic() - start < 50


def test_an_unrecognized_function_is_an_error_and_blames_nobody(tmp_path, capsys):
    (tmp_path / "odd.py").write_text("def odd(a, b):\n    return sum(a) / 7 + len(a)\n")
    code, out, err = run_command(capsys, "odd:odd", "--junit", "a.xml")
    assert (code, out) == (2, "")
    assert "I could not find out how to call odd" in err
    assert "--signature" in err
    assert ElementTree.parse("a.xml").getroot().get("errors") == "1"
