"""What cannot be evaluated gets a sentence that says what would work."""

from __future__ import annotations

import pytest

pytest.importorskip("polars")

import ndcg_core as nc
from ndcg_core.evaluation import Choices, evaluate


@pytest.mark.parametrize("ks", [0, -1, 2.5, "ten", [], [5, 0], True])
def test_a_cutoff_that_is_none_is_refused(ks):
    with pytest.raises(ValueError, match="cutoff"):
        evaluate({"q": {"a": 1}}, {"q": ["a"]}, ks)


def test_what_was_not_asked_for_is_refused_with_what_there_is():
    results = evaluate({"q": {"a": 1}}, {"me": {"q": {"a": 1.0}}}, 5)
    with pytest.raises(ValueError, match="no system 'you'; there are me"):
        results.scores("you")
    with pytest.raises(ValueError, match="cutoff 7 was not asked for"):
        results.scores(k=7)
    with pytest.raises(ValueError, match="no judged query 'z'"):
        results.trace("me", "z")
    with pytest.raises(ValueError, match="choice missing is 'gone'; it must be one of"):
        Choices(missing="gone")
    with pytest.raises(ValueError, match="no runs"):
        evaluate({"q": {"a": 1}}, [])


BEYOND = nc.Convention("short", gain=[0, 1])


@pytest.mark.parametrize(
    ("grade", "convention", "sentence"),
    [
        ("5000", "exponential", "line 2: the grade of “b” for “q” is 5000; its gain is too large"),
        ("1e301", "trec_eval-ndcg_cut", "line 2: .* is 1e.301; its gain is too large to add"),
        (
            "2",
            BEYOND,
            "line 2: the grade of “b” for “q” is 2; the table of gains has no such grade",
        ),
        ("inf", "standard", "line 2: .* is inf; it must be a finite number"),
    ],
)
def test_a_grade_that_has_no_gain_is_refused_with_its_line(grade, convention, sentence):
    with pytest.raises(ValueError, match=sentence):
        evaluate(f"q 0 a 1\nq 0 b {grade}\n", {"q": ["a"]}, 5, convention)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: evaluate({"q": {"a": 1}}, {"q": ["a"]}, 10**30), "cutoff k is .* is the most"),
        (lambda: evaluate({"q": {"a": 1}}, {"q": ["a"]}).means(-1), "The seed is -1"),
        (lambda: evaluate({"q": {"a\ud800": 1}}, {"q": ["a"]}), "which no file can hold"),
        (lambda: evaluate(None, {"q": ["a"]}), "None cannot be read"),
        (lambda: evaluate({"q": {"a": 1}}, {}), "no entry with data"),
    ],
)
def test_what_nobody_means_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
