"""The command: a calculation in the terminal, or a sentence and exit code 2."""

import io
import json
import sys

import pytest

import ndcg_core as nc
from ndcg_core.libraries import LIBRARIES
from tests.libraries.command import said


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
