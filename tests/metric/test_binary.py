"""The yes-or-no measures have the numbers of trec_eval, to 1e-12."""

from math import isclose

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.metric.binary import average_precision, precision, recall, reciprocal_rank

lists = st.lists(st.integers(0, 3), min_size=1, max_size=8)


def authority(grades, extra, level, k):
    """What trec_eval says of a ranking, with further judged documents that it did not return."""
    qrels = {f"d{i:02}": grade for i, grade in enumerate([*grades, *extra])}
    run = {f"d{i:02}": float(100 - i) for i in range(len(grades))}
    measures = {f"P_{k}", f"recall_{k}", "recip_rank", "map"}
    judge = pytrec_eval.RelevanceEvaluator({"q": qrels}, measures, relevance_level=level)
    return judge.evaluate({"q": run})["q"]


@given(lists, st.lists(st.integers(0, 3), max_size=4), st.integers(1, 3), st.sampled_from([5, 10]))
def test_the_four_agree_with_trec_eval(grades, extra, level, k):
    pool = [*grades, *extra]
    theirs = authority(grades, extra, level, k)
    ours = {
        f"P_{k}": precision(grades, k, level),
        f"recall_{k}": recall(grades, k, level, pool),
        "recip_rank": reciprocal_rank(grades, level),
        "map": average_precision(grades, level, pool),
    }
    for name, value in ours.items():
        assert isclose(value, theirs[name], abs_tol=1e-12), name


def test_nothing_relevant_scores_zero():
    grades = [1, 0, 1]
    assert precision(grades, 2, 3) == recall(grades, 2, 3) == 0
    assert reciprocal_rank(grades, 3) == average_precision(grades, 3) == 0


@pytest.mark.parametrize("bad", [0, -1, float("nan")])
def test_a_threshold_of_0_would_make_everything_relevant_and_is_refused(bad):
    with pytest.raises(ValueError, match="threshold"):
        precision([1], threshold=bad)


def test_a_cutoff_of_0_is_refused():
    with pytest.raises(ValueError, match="cutoff"):
        precision([1], k=0)
