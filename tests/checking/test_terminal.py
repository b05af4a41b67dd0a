"""`ndcg check`: what is printed and written, the exit code, and what is refused."""

import json
import shlex
from xml.etree import ElementTree

import pytest

from ndcg_core.terminal import main
from tests.libraries import test_terminal
from tests.ui.scenes import needs_node

OWN = """
import math

def dcg(rels):
    print("a line of its own")
    return sum(rel / math.log2(i + 2) for i, rel in enumerate(rels))

def ndcg_at_k(rels, k):
    ideal = dcg(sorted(rels[:k], reverse=True))
    return dcg(rels[:k]) / ideal if ideal else 0.0

class Metrics:
    def ndcg(self, rels, k):
        return ndcg_at_k(rels, k)

class Unmade(Metrics):
    def __init__(self, folder):
        raise OSError(folder)
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
    (tmp_path / "broken_metrics.py").write_text("import nothing_of_that_name")
    (tmp_path / "ndcg.js").write_text(SCRIPT)


def said(capsys, *words):
    return test_terminal.said(capsys, ["check", *words])


def test_a_function_gets_its_verdict_and_an_exit_code_where_one_is_expected(capsys):
    for target in ("own_metrics:Metrics.ndcg", "own_metrics:ndcg_at_k", "own_metrics.py:ndcg_at_k"):
        code, out, _ = said(capsys, target)
        assert (code, "Sort the whole list first" in out) == (0, True)
        assert "a line of its own" not in out
    code, out, _ = said(capsys, target, "--expect", "standard", "--json", "--junit", "a.xml")
    found = json.loads(out)
    assert (code, found["agrees"], found["convention"]) == (1, False, "standard")
    assert [one["id"] for one in found["differences"]] == ["ideal-from-top-k"]
    suite = ElementTree.parse("a.xml").getroot()
    assert (suite.get("name"), suite.get("failures")) == ("ndcg check", "1")
    code, out, _ = said(capsys, "ndcg_core:ndcg_at_k", "--expect", "standard", "--markdown")
    assert (code, out.startswith("### ✅ This is \\`standard\\`")) == (0, True)


REFUSED = {
    "own_metrics.py:ndcg": "There is no function ndcg in own_metrics.py; it has dcg, ndcg_at_k",
    "own_metrics:Unmade.ndcg": "There is no function Unmade.ndcg in own_metrics",
    "own_metrics": "names no function",
    "nothing.py:ndcg": "There is no file nothing.py",
    "broken_metrics:ndcg": "cannot be imported: ModuleNotFoundError",
    "builtins:print": "k it comes to NoneType",
    "own_metrics:ndcg_at_k --signature grades,rank": "There is no part “rank” of a signature",
    "own_metrics:ndcg_at_k --expect lightbm": "There is no convention “lightbm”",
    "": "One function is needed",
    "--command true": "The command wrote 0 lines for",
    "--command false": "ended with exit code 1",
    "--command no-such-program": "cannot be run",
    "--command yes": "wrote more than 1,000,000 bytes, and was stopped",
    "--command 'sleep 99' --timeout 0": "took more than 0 seconds",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_cannot_be_checked_is_said_with_exit_code_2(capsys, line):
    code, out, err = said(capsys, *shlex.split(line))
    assert (code, out) == (2, "")
    assert REFUSED[line] in err
    assert "Traceback" not in err


@needs_node
def test_a_program_in_another_language_is_asked_a_line_each(capsys):
    code, out, _ = said(capsys, "--command", "node ndcg.js", "--expect", "standard")
    assert (code, out.startswith("This is `standard`")) == (0, True)
    piped = ["--command", "cat | node ndcg.js", "--shell", "--expect", "lightgbm"]
    code, out, _ = said(capsys, *piped)
    assert (code, "Gain r instead of 2^r − 1" in out) == (1, True)


def test_a_command_without_the_option_writes_no_file_for_it(tmp_path, capsys):
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    with pytest.raises(SystemExit):
        main(["who", "0.9", "--junit", str(kept)])
    assert kept.read_text() == "mine"
