"""What is refused, in a sentence that says where it stands and what would be accepted."""

import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import ndcg_core as nc
from ndcg_core.content import beside

CASES = beside(__file__, "cases.toml")["bad_input"]

EXPONENTIAL = nc.CONVENTIONS["exponential"]

BAD_GRADES = [
    *CASES["grades"],
    (range(0), "no grades"),
    (iter([]), "no grades"),
    ([3, None], "rank 2 is None; it must be a finite number, 0 or more, and 0 where nobody"),
    ([3, pd.NA], "rank 2 is <NA>; it must be a finite number, 0 or more, and 0 where nobody"),
    (pd.Series([3, None]), "rank 2 is nan; it must be a finite number, 0 or more, and 0 where"),
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
def test_bad_grades_are_refused_in_a_sentence(grades, part):
    with pytest.raises(ValueError, match=r"must be|needed|too large") as refused:
        nc.cg(grades)
    sentence = str(refused.value)
    assert part in sentence
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert len(sentence) < 160


@pytest.mark.parametrize("grades", [[3, 1024], [1, 2000], [0, 10**400], [1023, 1023], [0, 1e308]])
def test_exponential_gain_refuses_a_grade_whose_power_overflows_also_below_the_cutoff(grades):
    for score in (nc.cg, nc.dcg, nc.idcg, nc.ndcg, nc.trace, nc.ndcg_curve):
        with pytest.raises(ValueError, match="at rank 2 is"):
            score(grades, convention=EXPONENTIAL)
    with pytest.raises(ValueError, match="rank 3 is 2000"):
        nc.dcg([1, 1, 2000], 2, EXPONENTIAL)


def test_large_grades_are_accepted_and_narrow_numbers_not_calculated_in_their_narrowness():
    assert nc.ndcg([1.7e308]) == nc.trace([1.7e308]).ndcg == 1.0
    assert nc.dcg([1.0, 1e308]) > 6e307
    assert nc.ndcg([1023], convention=EXPONENTIAL) == 1.0
    assert nc.ndcg([10**300, 10**300 - 1]) == 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert nc.cg([np.uint8(200), np.uint8(200)]) == 400.0
    assert nc.dcg(np.array([200, 200], dtype=np.uint8)) == nc.dcg([200, 200])
    assert nc.dcg(np.array([9], dtype=np.uint8), convention=EXPONENTIAL) == 511.0
    assert type(nc.ndcg(np.array([1, 2], dtype=np.float32))) is float


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
def test_an_argument_of_another_name_is_told_ours(wrong, right):
    for score in (nc.ndcg, nc.trace):
        with pytest.raises(TypeError, match="There is no argument") as refused:
            score([3, 2], **wrong)
        assert right in str(refused.value)
    with pytest.raises(ValueError, match=r"cutoff k is \[0\.1, 0\.9\]; .*ndcg\(y_true, scores=y_"):
        nc.ndcg([1, 0], [0.1, 0.9])


@pytest.mark.parametrize("k", [3, np.int64(3), np.uint8(3)], ids=repr)
def test_any_whole_number_type_is_a_cutoff(k):
    assert nc.ndcg([3, 2, 3, 0, 1], k) == nc.ndcg([3, 2, 3, 0, 1], 3)
    assert nc.ndcg([3, 2, 3, 0, 1], 10**30) == nc.ndcg([3, 2, 3, 0, 1])


@pytest.mark.parametrize(
    "grades",
    [
        (3, 0, 2),
        iter([3, 0, 2]),
        (grade for grade in (3, 0, 2)),
        {"a": 3, "b": 0, "c": 2}.values(),
        [3.0, False, 2],
        [Fraction(3), 0, Fraction(4, 2)],
        [Decimal(3), Decimal(0), Decimal(2)],
        [Decimal(3), 0.0, 2],
        np.array([3, 0, 2]),
        np.array([3, 0, 2], dtype=np.uint8),
        np.array([3, 0, 2], dtype=np.float32),
        list(np.array([3, 0, 2], dtype=np.int8)),
        [np.float32(3), np.bool_(False), 2],
    ],
    ids=lambda grades: type(grades).__name__,
)
def test_any_ordered_numbers_are_grades(grades):
    whole = nc.trace(grades)
    assert whole.dcg == 4.0
    assert [type(row.grade) for row in whole.actual] == [float] * 3
    assert nc.dcg(range(3)) == nc.dcg([0, 1, 2])


# The judged pool.


@pytest.mark.parametrize(("judged", "part"), CASES["judged"], ids=lambda value: str(value))
@pytest.mark.parametrize("ideal_from", ["judged", "grades"])
def test_bad_judged_grades_are_refused_by_position(judged, part, ideal_from):
    convention = nc.Convention("any", ideal_from=ideal_from)
    for score in (nc.idcg, nc.ndcg, nc.trace, nc.delta_ndcg):
        with pytest.raises(ValueError, match=part):
            score([3, 2, 3, 0, 1], None, convention, judged)


@pytest.mark.parametrize(
    ("grades", "cut", "judged", "missing"),
    [*CASES["missing"], ([Fraction(5, 2), 1], {}, [1, 1], "grade 2.5")],
)
def test_a_pool_without_a_retrieved_document_is_refused(grades, cut, judged, missing):
    for score in (nc.idcg, nc.ndcg, nc.trace, nc.delta_ndcg):
        with pytest.raises(ValueError, match=f"{missing}; they must hold every judged document"):
            score(grades, **cut, judged=judged)


@pytest.mark.parametrize(("grades", "cut", "judged"), CASES["enough"])
def test_a_pool_may_leave_out_what_the_ideal_would_not_show(grades, cut, judged):
    value = nc.ndcg(grades, **cut, judged=judged)
    assert nc.trace(grades, **cut, judged=judged).ndcg == value <= 1.0
    full = nc.idcg(grades, **cut, judged=[*judged, *grades])
    assert nc.idcg(grades, **cut, judged=judged) <= full


# Labels.


@pytest.mark.parametrize(("labels", "part"), CASES["labels"], ids=str)
def test_labels_of_the_wrong_kind_or_number_are_refused(labels, part):
    with pytest.raises(ValueError, match=part):
        nc.trace([3, 0, 2], labels=labels)
    with pytest.raises(ValueError, match="wanted: 2 to 3"):
        nc.trace([3, 0], judged=[3, 0, 2], labels=["A", "B", "C", "D"])


# Sentences stay short, whatever they are about.
