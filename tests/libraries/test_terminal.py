"""The command: a calculation in the terminal, or a sentence and exit code 2."""

import subprocess
import sys

import pytest

from ndcg_core.terminal import main


def said(capsys, line):
    arguments = line.split() if isinstance(line, str) else line
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


BAD = [
    ([], "There are no grades"),
    (["3", "x"], "Grade 2 is “x”"),
    (["3", "-1"], "rank 2 is -1"),
    (["3", "nan"], "rank 2 is nan"),
    (["3", "--k", "0"], "cutoff k is 0"),
    (["3", "--k", "two"], "cutoff k is “two”"),
    (["3", "--convention", "sklearn"], "no convention “sklearn”"),
    (["3", "2", "--judged", "3"], "lack a retrieved document of grade 2"),
    (["3", "2", "--scores", "1"], "Scores given: 1; wanted: 2"),
    (["3", "--nonsense"], "Unrecognized arguments: --nonsense."),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=str)
def test_bad_input_gets_a_sentence_and_exit_code_2(capsys, arguments, sentence):
    code, out, err = said(capsys, arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_it_runs_as_a_module():
    command = [sys.executable, "-m", "ndcg_core", "3", "0", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "NDCG@3 = 4.000 / 4.262 = 0.938557" in done.stdout
