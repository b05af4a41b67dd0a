"""The command `ndcg`: a calculation in the terminal, or a sentence and exit code 2; its help."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import version

import pytest

import ndcg_core as nc
from ndcg_core import terminal
from ndcg_core.libraries import LIBRARIES
from ndcg_core.terminal import main, run, scoring


@pytest.fixture(autouse=True)
def no_file_is_called_like_a_grade(tmp_path, monkeypatch):
    """Every command runs in a folder of its own, and nothing is piped in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))


def said(capsys, line):
    arguments = shlex.split(line) if isinstance(line, str) else line
    try:
        code = main(arguments)
    except SystemExit as exit:
        code = exit.code
    out, err = capsys.readouterr()
    return code, out, err


def test_the_steps_of_a_convention(capsys):
    code, out, _ = said(capsys, "3 2 3 0 1 --k 5 --convention lightgbm")
    assert code == 0
    assert "NDCG@5 = 12.780 / 13.347 = 0.957478" in out
    assert out.count("\n   1  D1") == 2


def test_grades_may_come_with_commas_and_ranks_below_k_do_not_count(capsys):
    _, out, _ = said(capsys, "3,2,3,0,1 --k 2")
    assert out.count("not counted") == 3


def test_every_library_once_the_highest_number_first(capsys):
    code, out, _ = said(capsys, "0 0 --all")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split() == ["1.000000", "LightGBM"]
    assert sum("only read, not run" in line for line in lines) > 5
    assert any(line.startswith("undefined") for line in lines)


def test_scores_and_a_pool(capsys):
    arguments = "1 0 2 --judged 1 0 2 3 --scores 1 1 1 --convention catboost"
    _, out, _ = said(capsys, arguments)
    assert [line.split()[2] for line in out.splitlines()[1:4]] == ["0", "1", "2"]


def test_the_names_of_the_conventions(capsys):
    _, out, _ = said(capsys, "--list")
    assert out.startswith("standard")


@pytest.mark.parametrize("name", ["LIGHTGBM", "LightGBM", "lightgbm"])
def test_a_name_may_be_written_in_any_case(capsys, name):
    _, out, _ = said(capsys, ["3", "2", "3", "0", "1", "--convention", name])
    assert "= 0.957478" in out


LAYOUTS = ["3 2 3 0 1", "3,2,3,0,1", "[3, 2, 3, 0, 1]\n", "3\n2\n3\n0\n1\n", "\ufeff3;2;3;0;1\r\n"]


@pytest.mark.parametrize("text", LAYOUTS, ids=repr)
@pytest.mark.parametrize("way", ["file", "-", "nothing"])
def test_grades_come_from_a_file_or_from_standard_input_in_any_layout(
    capsys, tmp_path, monkeypatch, text, way
):
    if way == "file":
        (tmp_path / "grades.txt").write_text(text, encoding="utf-8")
    else:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    words = {"file": ["grades.txt"], "-": ["-"], "nothing": []}[way]
    code, out, _ = said(capsys, [*words, "--k", "5"])
    assert code == 0
    assert "NDCG@5 = 6.149 / 6.323 = 0.972364" in out


def test_scores_and_the_pool_come_from_files_too(capsys, tmp_path):
    (tmp_path / "scores").write_text("1\n1\n1\n")
    (tmp_path / "pool").write_text("1 0 2 3")
    typed = said(capsys, "1 0 2 --judged 1 0 2 3 --scores 1 1 1 --convention catboost")
    assert said(capsys, "1 0 2 --judged pool --scores scores --convention catboost") == typed


def test_a_file_that_is_called_like_a_number_does_not_hide_the_number(capsys, tmp_path):
    (tmp_path / "3").write_text("0 0 0")
    assert "= 1.000000" in said(capsys, "3")[1]
    assert "NDCG@3 = 0.000" in said(capsys, "./3")[1]


def test_json_holds_the_sums_and_rows_in_full(capsys):
    _, out, _ = said(capsys, "3 2 3 0 1 --k 3 --convention lightgbm --json")
    found = json.loads(out)
    trace = nc.trace([3, 2, 3, 0, 1], 3, "lightgbm")
    assert found["ndcg"] == trace.ndcg
    assert (found["convention"], found["k"]) == ("lightgbm", 3)
    assert found["rows"] == trace.rows()
    assert [found[name] for name in ("cg", "dcg", "idcg")] == [trace.cg, trace.dcg, trace.idcg]


def test_json_of_every_library_and_no_value_is_null(capsys):
    found = json.loads(said(capsys, "0 0 --all --json")[1])
    assert [group["ndcg"] for group in found["prints"]] == [1.0, 0.0, None]
    printed = [name for group in found["prints"] for name in group["libraries"]]
    silent = [*found["refuses"], *found["not determined"]]
    assert sorted([*printed, *silent]) == sorted(LIBRARIES)
    assert "implicit" in found["refuses"]


def test_json_of_the_conventions(capsys):
    found = json.loads(said(capsys, "--list --json")[1])
    assert [row["name"] for row in found] == list(nc.CONVENTIONS)


def test_who_prints_a_number(capsys):
    code, out, _ = said(capsys, "who 0.957 3 2 3 0 1")
    assert code == 0
    assert out.splitlines()[0].split() == ["0.957478", "LightGBM"]
    assert len(out.splitlines()) == len(nc.who_prints([3, 2, 3, 0, 1], "0.957"))
    found = json.loads(said(capsys, "who 0.957 3 2 3 0 1 --json")[1])
    assert found["printed"] == "0.957"
    assert found["libraries"] == nc.who_prints([3, 2, 3, 0, 1], "0.957").rows()


def test_nobody_prints_it(capsys):
    code, out, _ = said(capsys, "who 0.111 3 2 3 0 1")
    assert (code, out) == (
        0,
        "None of the libraries prints 0.111 for this ranking.\n",
    )


def test_the_version_is_the_distributions(capsys):
    assert said(capsys, "--version")[1].strip() == f"ndcg-tutor {nc.__version__}"
    assert nc.__version__ == version("ndcg-tutor")


EXAMPLES = re.findall(r"^  (.+?)  +(\S.*)$", scoring.EXAMPLES + scoring.WHO_EXAMPLES, re.MULTILINE)


def test_help_has_an_example_for_every_option(capsys):
    code, out, _ = said(capsys, "--help")
    options = set(re.findall(r"--[a-z]+", out.partition("one example a task")[0]))
    shown = " ".join(command for command, _ in EXAMPLES)
    assert code == 0
    assert options - {"--help", "--version"} <= set(re.findall(r"--[a-z]+", shown))


@pytest.mark.parametrize("command", [command for command, _ in EXAMPLES if command != "ndcg app"])
def test_every_example_of_the_help_works(capsys, tmp_path, monkeypatch, command):
    (tmp_path / "grades.txt").write_text("3 2 3 0 1")
    if "|" in command:
        assert command.startswith("cut -f2 graded.tsv | ")
        monkeypatch.setattr(sys, "stdin", io.StringIO("3\n0\n2\n"))
        command = command.partition("| ")[2]
    program, *arguments = shlex.split(command)
    monkeypatch.setattr(sys, "argv", ["/usr/bin/ndcg", *arguments])
    assert program == "ndcg"
    assert run() == 0
    out, err = capsys.readouterr()
    assert out
    assert "None of the" not in out
    assert err == ""


def test_without_the_apps_packages_the_command_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr(terminal, "APP_NEEDS", ("json", "no_such_package"))
    code, out, err = said(capsys, "app")
    assert (code, out) == (2, "")
    assert "The app needs no_such_package" in err
    assert 'pip install "ndcg-tutor[app]"' in err


BAD = [
    ([], "There are no grades"),
    (["3", "x"], "Grade 2 is “x”; it must be a number, or the name of a file."),
    (["3", "-1"], "rank 2 is -1"),
    (["3", "nan"], "rank 2 is nan"),
    (["3", "--k", "0"], "cutoff k is 0"),
    (["3", "--k", "two"], "cutoff k is “two”"),
    (["3", "--convention", "sklearn"], "no convention “sklearn”; the nearest are “scikit-learn”"),
    (["3", "2", "--judged", "3"], "lack a retrieved document of grade 2"),
    (["3", "2", "--scores", "1"], "Scores given: 1; wanted: 2"),
    (["3", "2", "--scores", "1", "y"], "Score 2 is “y”"),
    (["3", "--nonsense"], "Unrecognized arguments: --nonsense."),
    (["0,5", "1,0", "0,25"], "“0,5” can be read in two ways. Write 0.5 if its comma is a decimal"),
    (
        ["1", "0,25"],
        "“0,25” can be read in two ways. Write 0.25 if its comma is a decimal comma, or 0",
    ),
    (["folder"], "The file folder cannot be read: is a directory."),
    (["binary"], "The file binary is not text"),
    (["words"], "Grade 2 is “of”"),
    (["empty"], "There are no grades"),
    (["who"], "The following arguments are required: printed"),
    (["who", "much", "3"], "“much” is not a number"),
    (["who", "0.9"], "There are no grades"),
    (["who", "0.9", "3", "--k", "0"], "cutoff k is 0"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=str)
def test_bad_input_gets_a_sentence_and_exit_code_2(capsys, tmp_path, arguments, sentence):
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "words").write_text("3 of them")
    (tmp_path / "empty").write_text("")
    code, out, err = said(capsys, arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_it_runs_as_a_module():
    command = [sys.executable, "-m", "ndcg_core", "3", "0", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "NDCG@3 = 4.000 / 4.262 = 0.938557" in done.stdout


def test_a_reader_that_stops_reading_is_no_error():
    command = f"{shlex.quote(sys.executable)} -m ndcg_core {'3 ' * 4000} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("rank")
    assert done.stderr == ""


def test_a_terminal_without_our_letters_gets_other_ones():
    command = [sys.executable, "-m", "ndcg_core", "3", "2", "--convention", "jarvelin-2002"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "J?rvelin" in done.stdout
