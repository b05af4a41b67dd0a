"""`ndcg evaluate`: the same numbers in a terminal, as a table, as JSON, as CSV."""

import csv
import io
import json
import re
import shlex

import pytest

from benchmarks import make_example
from ndcg_core.evaluation import bundled, compare, evaluate
from ndcg_core.evaluation.choices import OPTIONS
from ndcg_core.evaluation.example_files import FOLDER
from ndcg_core.terminal import evaluating, main

QRELS = "q1 0 a 2\nq1 0 b 1\nq2 0 a 1\n"
RUN = "q1 Q0 a 1 9 me\nq1 Q0 b 2 8 me\n"
OTHER = "q1 Q0 b 1 9 me\nq1 Q0 a 2 8 me\nq2 Q0 a 1 1 me\n"
EXAMPLES = re.findall(r"^  (ndcg .+?)(?:   +\S.*)?$", evaluating.EXAMPLES, re.MULTILINE)


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("qrels.txt", QRELS), ("a.run", RUN), ("b.run", OTHER)):
        (tmp_path / name).write_text(text)


def said(capsys, line):
    try:
        code = main(shlex.split(line))
    except SystemExit as exit:
        code = exit.code
    return code, *capsys.readouterr()


@pytest.fixture(scope="module")
def example():
    found = bundled()
    return evaluate(found.qrels, list(found.runs), [10, None])


def test_the_table_has_every_system_at_every_cutoff(capsys, example):
    code, out, _ = said(capsys, "evaluate --example --k 10 all")
    assert code == 0
    for system in example.systems:
        for k, shown in ((10, "10"), (None, "all")):
            row = next(line for line in out.splitlines() if line.split()[:2] == [system, shown])
            assert f"{example.mean(system, k):.4f}" in row


def test_the_findings_and_the_words_follow(capsys, example):
    _, out, _ = said(capsys, "evaluate --example")
    for finding in example.findings:
        assert finding.sentence in out
    for pair in compare(example).pairs:
        assert all(sentence in out for sentence in pair.words)


def test_json_holds_every_number_in_full(capsys):
    _, out, _ = said(capsys, "evaluate qrels.txt a.run b.run --k 10 --json")
    found, results = json.loads(out), evaluate("qrels.txt", ["a.run", "b.run"], 10)
    assert found["convention"] == "trec_eval-ndcg_cut"
    assert [row["ndcg"] for row in found["systems"]] == [
        results.mean("a.run"),
        results.mean("b.run"),
    ]
    (pair,), expected = found["pairs"], compare(results).pairs[0]
    assert (pair["flips_p"], pair["differences"]) == (expected.flips_p, dict(expected.differences))
    assert any("q2" in finding["sentence"] for finding in found["findings"])


def test_each_query_as_csv(capsys):
    _, out, _ = said(capsys, "evaluate qrels.txt a.run --k 1 5 --each")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["query"], row["k"], float(row["ndcg"])) for row in rows] == [
        ("q1", "1", 1.0),
        ("q2", "1", 0.0),
        ("q1", "5", 1.0),
        ("q2", "5", 0.0),
    ]


def test_a_choice_changes_what_is_done_and_the_table(capsys):
    _, zero, _ = said(capsys, "evaluate qrels.txt a.run --json")
    _, left, _ = said(capsys, "evaluate qrels.txt a.run --json --missing left-out")
    means = [json.loads(out)["systems"][0]["ndcg"] for out in (zero, left)]
    assert means == [0.5, 1.0]


def test_the_same_seed_prints_the_same(capsys):
    one, same, other = (
        said(capsys, f"evaluate --example --json --seed {seed}")[1] for seed in (1, 1, 2)
    )
    assert one == same != other


@pytest.mark.parametrize("command", EXAMPLES)
def test_every_example_of_the_help_works(capsys, command):
    code, out, err = said(capsys, command.removeprefix("ndcg "))
    assert (code, err) == (0, "")
    assert out


def test_help_names_every_choice(capsys):
    code, out, _ = said(capsys, "evaluate --help")
    assert code == 0
    for name, options in OPTIONS.items():
        assert f"--{name.replace('_', '-')}" in out
        assert all(option in out for option in options)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("evaluate", "A file of judgments and at least one run are needed."),
        ("evaluate qrels.txt", "at least one run"),
        ("evaluate qrels.txt no.run", "The file no.run cannot be read: no such file"),
        ("evaluate a.run b.run", "a.run, line 1: there are 6 columns"),
        ("evaluate qrels.txt a.run --k 0", "cutoff k is 0"),
        ("evaluate qrels.txt a.run --k two", "cutoff k is “two”"),
        ("evaluate qrels.txt a.run --convention sklearn", "no convention “sklearn”"),
        ("evaluate qrels.txt a.run --ties never", "The choice ties is 'never'; it must be one of"),
        ("evaluate qrels.txt a.run b.run --seed -1", "The seed is “-1”"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(capsys, line, sentence):
    code, out, err = said(capsys, line.replace("--seed -1", "--seed=-1"))
    assert (code, out) == (2, "")
    assert sentence in err


def test_without_the_engines_the_command_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr("ndcg_core.evaluation.NEEDED", ("json", "no_such_package"))
    code, out, err = said(capsys, "evaluate --example")
    assert (code, out) == (2, "")
    assert "Many queries need no_such_package, not installed here" in err
    assert 'pip install "ndcg-tutor[evaluate]"' in err


def test_the_bundled_files_are_those_that_their_script_writes():
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == make_example.made()


def test_the_bundled_example_tells_its_story(example):
    pairs = compare(example)
    by_chance, sure = pairs.pair("keywords", "meanings"), pairs.pair("keywords", "both")
    assert by_chance.adjusted_p > 0.3
    assert sure.adjusted_p < 0.001 < by_chance.difference < sure.difference
    judged = {mean.system: mean.judged for mean in example.means() if mean.k == 10}
    assert judged["meanings"] < 0.7 < 0.9 < judged["keywords"]
    assert {finding.kind for finding in example.findings} == {"ties", "unjudged", "missing"}
