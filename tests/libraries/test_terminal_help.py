"""The command's help, its refusals, and how it is started."""

import io
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import version

import pytest

import ndcg_core as nc
from ndcg_core import terminal
from ndcg_core.terminal import run, scoring
from tests.libraries.command import said


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
