"""The command `ndcg`: a calculation in the terminal, or a sentence and exit code 2; its help.

The same numbers of many queries in a terminal: as a table, as JSON, as CSV.
"""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files
from xml.etree import ElementTree

import jsonschema
import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.evaluation import compare, evaluate, load_bundled
from ndcg_core.libraries import LIBRARIES
from ndcg_core.terminal import main, run, scoring

SCHEMA_FILE = files("ndcg_core.terminal") / "ndcg-evaluate-1.schema.json"
TABLES = load_toml(__file__, "terminal.toml")
FILES = TABLES["files"]


@pytest.fixture(autouse=True)
def use_own_folder(tmp_path, monkeypatch):
    """Run each test in its own folder with a few files, and without standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)


def run_command(capsys, line):
    arguments = shlex.split(line) if isinstance(line, str) else line
    try:
        code = main(arguments)
    except SystemExit as exit:
        code = exit.code
    out, err = capsys.readouterr()
    return code, out, err


def test_a_convention_without_a_cutoff_refuses_one(capsys):
    _, out, _ = run_command(capsys, "3 2 3 0 1 --convention trec_eval-ndcg")
    assert "\nNDCG = 6.149 / 6.323 = 0.972364" in out
    assert "@" not in out
    found = json.loads(run_command(capsys, "3 2 3 --convention trec_eval-ndcg --json")[1])
    assert (found["k"], found["ndcg"]) == (None, nc.ndcg([3, 2, 3]))
    code, _, err = run_command(capsys, "3 2 3 --k 2 --convention trec_eval-ndcg")
    assert (code, "every rank counts. Leave k out" in err) == (2, True)
    line = "evaluate qrels.txt a.run b.run --k 5 10 --convention trec_eval-ndcg"
    _, out, _ = run_command(capsys, line)  # many queries are scored once
    assert [row.split()[1] for row in out.splitlines()[1:3]] == ["all", "all"]
    assert "in mean NDCG (" in out
    assert "@" not in out
    found = json.loads(run_command(capsys, f"{line} --json")[1])
    assert [row["k"] for row in found["systems"]] == [None, None]


def test_every_library_is_listed_once_by_number_and_json_has_no_null(capsys):
    code, out, _ = run_command(capsys, "0 0 --all")
    assert (code, out.split()[:2]) == (0, ["1.000000", "LightGBM"])
    assert "only read, not run" in out
    assert "\nundefined" in out
    found = json.loads(run_command(capsys, "0 0 --all --json")[1])
    assert [group["ndcg"] for group in found["prints"]] == [1.0, 0.0, None]
    printed = [name for group in found["prints"] for name in group["libraries"]]
    assert sorted([*printed, *found["refuses"], *found["not determined"]]) == sorted(LIBRARIES)
    assert "implicit" in found["refuses"]


LAYOUTS = ["3 2 3 0 1", "3,2,3,0,1", "[3, 2, 3, 0, 1]\n", "3\n2\n3\n0\n1\n", "\ufeff3;2;3;0;1\r\n"]


@pytest.mark.parametrize("text", LAYOUTS, ids=repr)
@pytest.mark.parametrize("way", ["file", "-", "nothing"])
def test_grades_are_read_from_files_or_standard_input_in_any_layout(
    capsys, tmp_path, monkeypatch, text, way
):
    if way == "file":
        (tmp_path / "grades.txt").write_text(text, encoding="utf-8")
    else:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    words = {"file": ["grades.txt"], "-": ["-"], "nothing": []}[way]
    code, out, _ = run_command(capsys, [*words, "--k", "5"])
    assert code == 0
    assert "NDCG@5 = 6.149 / 6.323 = 0.972364" in out


def test_scores_and_judged_grades_are_read_from_files(capsys, tmp_path):
    (tmp_path / "scores").write_text("1\n1\n1\n")
    (tmp_path / "pool").write_text("1 0 2 3")
    typed = run_command(capsys, "1 0 2 --judged 1 0 2 3 --scores 1 1 1 --convention catboost")
    assert run_command(capsys, "1 0 2 --judged pool --scores scores --convention catboost") == typed
    assert [line.split()[2] for line in typed[1].splitlines()[1:4]] == ["0", "1", "2"]


def test_json_has_all_sums_and_rows(capsys):
    _, out, _ = run_command(capsys, "3 2 3 0 1 --k 3 --convention lightgbm --json")
    found = json.loads(out)
    trace = nc.trace([3, 2, 3, 0, 1], 3, "lightgbm")
    assert found["ndcg"] == trace.ndcg
    assert (found["convention"], found["k"]) == ("lightgbm", 3)
    assert found["rows"] == trace.rows()
    assert [found[name] for name in ("cg", "dcg", "idcg")] == [trace.cg, trace.dcg, trace.idcg]


@pytest.mark.parametrize(("line", "parts"), TABLES["who"].items())
def test_who_blames_no_library_wrongly_and_finds_rounded_numbers(capsys, line, parts):
    code, out, _ = run_command(capsys, f"who {line}")
    assert code == 0
    for part in parts:
        assert (part.removeprefix("not ") in out) is not part.startswith("not "), out


TABLES_OF_PAPERS = {
    "1=1,3=0.96,5=0.957 3 2 3 0 1": "\nLightGBM\n",
    "@1:1,@3:0.96,@5:0.9999 3 2 3 0 1": "LightGBM prints 2, and has @5: 0.957478.",
    "1=0.5,2=0.815 3 2 / 0 1": "\nRankLib\n",
    "1=7,2=8 3 2": "No library prints any of them.",
}


@pytest.mark.parametrize("line", TABLES_OF_PAPERS)
def test_who_finds_the_libraries_for_a_table_of_numbers(capsys, line):
    code, out, _ = run_command(capsys, f"who {line}")
    assert (code, TABLES_OF_PAPERS[line] in f"{out}\n") == (0, True), out
    table = line.split()[0].replace("=", ":").replace("@", "")
    found = json.loads(run_command(capsys, f"who {line} --json")[1])
    assert ",".join(f"{k}:{v}" for k, v in found["printed"].items()) == table


def test_the_version_and_every_convention_are_printed(capsys):
    assert run_command(capsys, "--version")[1].strip() == f"ndcg-tutor {nc.__version__}"
    assert nc.__version__ == version("ndcg-tutor")
    found = json.loads(run_command(capsys, "--list --json")[1])
    assert [row["name"] for row in found] == list(nc.CONVENTIONS)


HELP = load_toml(scoring.__file__, "examples.toml")
EXAMPLES = re.findall(r"^  (.+?)(?:   +\S.*)?$", "".join(HELP.values()), re.MULTILINE)


@pytest.mark.parametrize("command", sorted({*EXAMPLES} - {"ndcg app"}))
def test_every_example_in_the_help_works(capsys, monkeypatch, command):
    if "|" in command:
        piped, _, command = command.partition(" | ")
        text = {"cut -f2 graded.tsv": "3\n0\n2\n", "my-search": FILES["a.run"]}[piped]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    program, *arguments = shlex.split(command)
    monkeypatch.setattr(sys, "argv", ["/usr/bin/ndcg", *arguments])
    assert program == "ndcg"
    assert run() == 0
    out, err = capsys.readouterr()
    assert out
    assert "None of the" not in out
    assert err == ""


@pytest.mark.parametrize(("line", "lines"), TABLES["lines"].items())
def test_a_command_prints_these_lines_in_this_order(capsys, line, lines):
    _, out, _ = run_command(capsys, line)
    printed = iter(out.splitlines())
    for wanted in lines:
        assert wanted in printed, f"{wanted!r} is not in\n{out}"


def test_a_report_in_junit_has_each_system_and_limit(capsys, tmp_path):
    line = "evaluate qrels.txt b.run a.run --fail-under 0.6 --fail-under AP=0.25 --junit x.xml"
    run_command(capsys, line)
    suite = ElementTree.parse(tmp_path / "x.xml").getroot()
    assert suite.attrib == {"name": "ndcg evaluate", "tests": "4", "failures": "1", "errors": "0"}
    cases = [(case.get("classname"), case.get("name")) for case in suite]
    names = ("fail-under NDCG@10 0.6", "fail-under AP 0.25")
    assert cases == [(system, name) for name in names for system in ("b.run", "a.run")]
    (failure,) = suite.iter("failure")
    assert failure.get("message") == suite[1].findtext("system-out")
    assert failure.get("message").startswith("a.run has a mean NDCG@10 of 0.5000 ")


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self):
        return True


def test_progress_is_shown_in_a_terminal_and_cleared(capsys, monkeypatch):
    line = shlex.split("evaluate qrels.txt a.run --measures AP --beside lightgbm")
    monkeypatch.setattr(sys, "stderr", Terminal())
    main(line)
    *messages, rest = sys.stderr.getvalue().split("\r\x1b[K")[1:]
    assert [message.removesuffix(" … ") for message in messages] == [
        "reading qrels.txt",
        "reading a.run",
        "calculating NDCG for every query",
        "calculating AP",
        "calculating NDCG under lightgbm",
    ]
    assert rest == ""


@pytest.mark.parametrize(("line", "needed", "sentence", "extra"), TABLES["extras"])
def test_a_command_without_its_packages_says_what_to_install(
    capsys, monkeypatch, line, needed, sentence, extra
):
    monkeypatch.setattr(needed, ("json", "no_such_package"))
    code, out, err = run_command(capsys, line)
    assert (code, out) == (2, "")
    assert f"{sentence} no_such_package, which is not installed. Run: pip install" in err
    assert f'pip install "ndcg-tutor[{extra}]"' in err


@pytest.mark.parametrize(("line", "sentence"), TABLES["refused"].items(), ids=str)
def test_bad_input_gets_a_sentence_and_exit_code_2(capsys, tmp_path, line, sentence):
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    code, out, err = run_command(capsys, line)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_a_closed_pipe_is_not_an_error():
    command = f"{shlex.quote(sys.executable)} -m ndcg_core {'3 ' * 4000} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("rank")
    assert done.stderr == ""


def test_a_terminal_gets_replacements_for_letters_it_lacks():
    command = [sys.executable, "-m", "ndcg_core", "3", "2", "--convention", "jarvelin-2002"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "J?rvelin" in done.stdout


# Many queries.


@pytest.fixture(scope="module")
def example():
    files = load_bundled()
    return evaluate(files.qrels, list(files.runs), [10, None])


@pytest.mark.parametrize(("options", "verdicts"), TABLES["checks"].items())
def test_a_failed_check_exits_with_1_in_every_format(capsys, tmp_path, options, verdicts):
    failures = sum(verdicts.values())
    marks = {"": "Failed: ", "--json": '"failed": true', "--markdown": "❌", "--each": "Failed: "}
    for output, mark in marks.items():
        code, out, err = run_command(
            capsys, f"evaluate qrels.txt {options} --junit ndcg.xml {output}"
        )
        assert code == min(1, failures)
        assert err.count("Failed: ") == (failures if output else 0)
        assert (err if output == "--each" else out).count(mark) == failures
        suite = ElementTree.parse(tmp_path / "ndcg.xml").getroot()
        assert int(suite.get("failures")) == failures
        failed = [case.get("classname") for case in suite if case.findall("failure")]
        assert {name: failed.count(name) for name in verdicts} == verdicts


def test_a_drop_is_reported_with_its_certainty(capsys):
    _, out, _ = run_command(capsys, "evaluate --example --baseline both --max-drop 0.1 --json")
    found = json.loads(out)
    assert [check["system"] for check in found["checks"]] == ["keywords", "meanings"]
    for check, pair in zip(found["checks"], found["pairs"], strict=True):
        assert check["value"] == -pair["difference"]
        low, high = (nc.number(pair[bound]) for bound in ("low", "high"))
        assert f"95% interval {low} to {high}, p" in check["sentence"]
        holm = r", p .* flipping signs .*, .* after Holm for 2 pairs\)"
        assert re.search(holm, check["sentence"])


COMMAND = "\n::set-output name=x::y"


def test_names_are_escaped_for_terminals_pull_requests_and_spreadsheets(capsys, tmp_path):
    """Names in files are escaped. Runs with equal names get their paths."""
    name = f"a|b *c* <d> @me www.x.org $y$ \x1b[2J{COMMAND}.run"
    rows = [{"query": query, "doc": f"d{COMMAND}", "score": 1} for query in ("=1", f"q{COMMAND}")]
    (tmp_path / "odd.json").write_text(json.dumps([{**row, "grade": 1} for row in rows]))
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(json.dumps([*rows, rows[1]]))
    line = ["evaluate", "odd.json", f"new/{name}", "--baseline", f"old/{name}", "--max-drop", "0"]
    written = {}
    for how in ("--markdown", "--each", "--json", "--k=3"):
        code, written[how], err = run_command(capsys, [*line, "--junit", "x.xml", how])
        assert (code, err) == (0, "")
    assert not [line for text in written.values() for line in text.split("\n") if line[:2] == "::"]
    assert "".join(written.values()).replace("\n", "").isprintable()
    assert r"d\n::set-output" in written["--k=3"]
    shown = r"a|b *c* <d> @me www.x.org $y$ \x1b[2J\n::set-output name=x::y.run"
    assert "<span>@</span>me www\\.x.org <span>$</span>y<span>$</span> " in written["--markdown"]
    assert {row["query"] for row in csv.DictReader(io.StringIO(written["--each"]))} == {
        *("'=1", r"q\n::set-output name=x::y")
    }
    (case,) = ElementTree.parse(tmp_path / "x.xml").getroot()
    assert case.get("classname") == f"new/{shown}"


@pytest.mark.parametrize("line", [["export", "qti", "\x1b"], ["\x1b"], ["--\x1b"]])
def test_escape_sequences_in_arguments_are_printed_as_text(capsys, line):
    _, out, err = run_command(capsys, line)
    assert r"\x1b" in out + err


class Panic(BaseException):
    """As Polars raises one: no `Exception`."""


@pytest.mark.parametrize(
    ("error", "code"), [(KeyError("x"), 3), (Panic("x"), 3), (MemoryError(), 2), (OSError("x"), 2)]
)
def test_a_crash_is_not_a_failed_check(capsys, monkeypatch, error, code):
    def raise_error(arguments, program):
        raise error

    monkeypatch.setattr(scoring, "run_ndcg", raise_error)
    found, _, err = run_command(capsys, "3")
    assert (found, err.count("\n"), err[-2:]) == (code, 1, ".\n")


def list_objects(schema):
    """Yield each object that a schema describes."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for inner in schema.values():
            yield from list_objects(inner)


@pytest.mark.parametrize("line", TABLES["reports"])
def test_json_matches_its_schema_exactly(capsys, line):
    schema = json.loads(SCHEMA_FILE.read_text("utf-8"))
    for described in list_objects(schema):
        assert described["required"] == list(described["properties"])
        described["additionalProperties"] = False
    found = json.loads(run_command(capsys, f"evaluate {line} --json")[1])
    jsonschema.Draft202012Validator(schema).validate(found)
    assert found["schema"] == SCHEMA_FILE.name.removesuffix(".schema.json")


@pytest.mark.parametrize("by", ["upper", "lower"])
def test_a_drop_can_be_measured_at_an_end_of_its_interval(capsys, example, by):
    found = compare(example, baseline="both")
    for pair in found.pairs:
        end = pair.interval.high if by == "upper" else pair.interval.low
        for limit, fails in ((0.005 - end, 0), (-0.005 - end, 1)):
            if 0 <= limit <= 1:
                line = f"evaluate --example --baseline both --max-drop {limit} --max-drop-by {by}"
                out = run_command(capsys, line)[1]
                assert f"{'Failed' if fails else 'Passed'}: {pair.second} minus both" in out


def test_a_second_convention_shows_its_means_and_the_changed_choices(capsys):
    files = load_bundled()
    there = evaluate(files.qrels, list(files.runs), 10, "lightgbm")
    _, out, _ = run_command(capsys, "evaluate --example --beside lightgbm")
    (last,) = (line for line in out.splitlines() if line.startswith("lightgbm "))
    assert last.split()[1:] == [nc.number(there.mean(name), 4) for name in there.systems]
    assert "gain 2^r − 1 instead of r" in out
    assert "LightGBM" not in run_command(capsys, "evaluate --example --markdown")[1]
    assert (
        "| lightgbm |" in run_command(capsys, "evaluate --example --beside lightgbm --markdown")[1]
    )


@pytest.mark.parametrize(
    "wrong", ["no.run --fail-under 0.5", "a.run --nonsense", "a.run --fail-under 0 --k two"]
)
def test_unscorable_input_is_an_error_in_junit_too(capsys, tmp_path, wrong):
    code, _, err = run_command(capsys, f"evaluate qrels.txt {wrong} --junit=ndcg.xml")
    suite = ElementTree.parse(tmp_path / "ndcg.xml").getroot()
    (error,) = suite.iter("error")
    assert (code, suite.get("errors")) == (2, "1")
    assert ("Standard error shows it" in error.get("message")) == ("nonsense" in wrong)
    assert "nonsense" in wrong or error.get("message") in err
