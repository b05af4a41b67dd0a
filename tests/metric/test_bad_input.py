"""Bad input is refused with a sentence that names the place and an accepted value."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml

CASES = load_toml(__file__, "cases.toml")["bad_input"]


BAD_GRADES = [
    *CASES["grades"],
    (range(0), "no grades"),
    (iter([]), "no grades"),
    ([3, None], "rank 2 is None. It must be a finite number, 0 or more, and 0 for an"),
    ([3, pd.NA], "rank 2 is <NA>. It must be a finite number, 0 or more, and 0 for an"),
    (pd.Series([3, None]), "rank 2 is nan. It must be a finite number, 0 or more, and 0 for"),
    ([1 + 2j], "rank 1 is (1+2j)"),
    ([3, object()], "rank 2 is <object"),
    ([10**400], "rank 1 is 1000"),
    ([1, 10**5000], "rank 2 is an int"),
    ([Decimal("NaN")], "rank 1 is Decimal('NaN')"),
    ([2, Decimal("sNaN")], "rank 2 is Decimal('sNaN')"),
    ([Fraction(-1, 3)], "rank 1 is Fraction(-1, 3)"),
    (b"12345678", "b'12345678'"),
    (None, "None"),
    ({3: 1, 2: 2}, "{2: 2, 3: 1}"),
    ({3, 2}, "{2, 3}"),
    (np.array([[3, 2], [1, 0]]), "rank 1 is [3, 2]"),
    (np.array([3.0, np.nan]), "rank 2 is nan"),
    (np.array(3.0), "are 3.0"),
    (np.array(["a"]), "rank 1 is 'a'"),
    ([np.array([3])], "rank 1 is array([3])"),
    ([np.complex128(1 + 2j)], "rank 1 is np.complex128(1+2j)"),
]


@pytest.mark.parametrize(("grades", "part"), BAD_GRADES, ids=[part for _, part in BAD_GRADES])
def test_bad_grades_are_refused_with_a_sentence(grades, part):
    with pytest.raises(ValueError, match=r"must be|at least one|too large") as refused:
        nc.cg(grades)
    sentence = str(refused.value)
    assert part in sentence
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert len(sentence) < 160


@pytest.mark.parametrize(
    "k",
    [0, -1, 2.5, 5.0, True, False, "3", float("nan"), [1], np.float64(2), 10**9 * 1.0],
    ids=repr,
)
def test_a_cutoff_that_is_not_a_whole_number_from_one_is_refused(k):
    for score in (nc.cg, nc.dcg, nc.idcg, nc.ndcg, nc.trace, nc.delta_ndcg, nc.ndcg_at_k):
        with pytest.raises(ValueError, match=r"The cutoff k is .* whole number, 1 or more"):
            score([3, 2, 3, 0, 1], k)


@pytest.mark.parametrize(("wrong", "right"), CASES["names"])
def test_a_wrong_argument_name_is_answered_with_ours(wrong, right):
    for score in (nc.ndcg, nc.trace):
        with pytest.raises(TypeError, match="There is no argument") as refused:
            score([3, 2], **wrong)
        assert right in str(refused.value)
    with pytest.raises(ValueError, match=r"cutoff k is \[0\.1, 0\.9\]\. .*ndcg\(y_true, scores=y_"):
        nc.ndcg([1, 0], [0.1, 0.9])


# The judged pool.


@pytest.mark.parametrize(("judged", "part"), CASES["judged"], ids=lambda value: str(value))
@pytest.mark.parametrize("ideal_from", ["judged", "grades"])
def test_bad_judged_grades_are_refused_by_position(judged, part, ideal_from):
    convention = nc.Convention("any", ideal_from=ideal_from)
    for score in (nc.idcg, nc.ndcg, nc.trace, nc.delta_ndcg):
        with pytest.raises(ValueError, match=part):
            score([3, 2, 3, 0, 1], None, convention, judged)


# Labels.


# Sentences stay short, whatever they are about.


ZERO = np.array(3.0)
"""It has `__iter__`, and raises TypeError when it is iterated."""
WITHOUT_DIMENSIONS = {
    "grades": lambda: nc.ndcg(ZERO),
    "judged": lambda: nc.ndcg([3, 2], judged=ZERO),
    "scores": lambda: nc.ndcg([3, 2], scores=ZERO),
    "labels": lambda: nc.trace([3, 2], labels=ZERO),
    "rows": lambda: nc.ndcg_many(ZERO),
    "rows of scores": lambda: nc.ndcg_many([[3, 2]], scores=ZERO),
    "gain": lambda: nc.Convention("mine", gain=ZERO),
    "discount": lambda: nc.Convention("mine", discount=ZERO),
    "sheet": lambda: nc.Sheet(ZERO),
    "rankings": lambda: nc.who_prints_all(ZERO, {1: "0.5", 2: "0.5"}),
}


@pytest.mark.parametrize("call", WITHOUT_DIMENSIONS)
def test_an_array_without_dimensions_is_refused_with_a_sentence(call):
    with pytest.raises(ValueError, match=r"must (be|have)") as refused:
        WITHOUT_DIMENSIONS[call]()
    assert str(refused.value).endswith((".", "}."))
