"""A pool or labels that do not fit are refused by position, and what a refusal shows."""

from fractions import Fraction

import pytest

import ndcg_core as nc

EXPONENTIAL = nc.CONVENTIONS["exponential"]


@pytest.mark.parametrize(
    ("judged", "named"),
    [
        ([], "no judged grades"),
        ([3, 3, 2, 1, float("nan")], "judged grade at position 5 is nan"),
        ([3, -3], "judged grade at position 2 is -3"),
        ("332", "judged grades are '332'"),
        (3, "judged grades are 3"),
    ],
    ids=lambda value: str(value),
)
@pytest.mark.parametrize("ideal_from", ["judged", "grades"])
def test_bad_judged_grades_are_refused_by_position(judged, named, ideal_from):
    convention = nc.Convention("any", ideal_from=ideal_from)
    for score in (nc.idcg, nc.ndcg, nc.trace, nc.delta_ndcg):
        with pytest.raises(ValueError, match=named):
            score([3, 2, 3, 0, 1], None, convention, judged)


@pytest.mark.parametrize(
    ("grades", "k", "judged", "missing"),
    [
        ([3, 2, 3, 0, 1], None, [3, 2], "grade 3"),  # only the unretrieved ones: the usual slip
        ([3, 2, 3, 0, 1], None, [3, 3, 2], "grade 1"),
        ([3, 2, 3, 0, 1], 2, [3, 2, 1, 0], "grade 3"),
        ([2, 0], 2, [3, 1], "grade 2"),  # better place by place, and still without the 2
        ([0, 0, 2.5], 1, [2, 1], "grade 2.5"),  # retrieved below the cutoff
        ([Fraction(5, 2), 1], None, [1, 1], "grade 2.5"),
    ],
)
def test_a_pool_without_a_retrieved_document_is_refused(grades, k, judged, missing):
    for score in (nc.idcg, nc.ndcg, nc.trace, nc.delta_ndcg):
        with pytest.raises(ValueError, match=f"{missing}; they must hold every judged document"):
            score(grades, k, nc.STANDARD, judged)


@pytest.mark.parametrize(
    ("grades", "k", "judged"),
    [
        ([3, 2, 3, 0, 1], None, [3, 3, 2, 1]),  # irrelevant ones are often not listed
        ([3, 2, 3, 0, 1], 3, [3, 3, 3, 2]),  # the 1 cannot reach the first three
        ([3, 2, 3, 0, 1], 1, [3, 3]),
        ([1, 0], None, [3, 2]),
        ([0, 0], None, [2]),
    ],
)
def test_a_pool_may_leave_out_what_the_ideal_would_not_show(grades, k, judged):
    full = [*judged, *grades]
    assert nc.ndcg(grades, k, judged=judged) <= 1.0
    assert nc.trace(grades, k, judged=judged).ndcg == nc.ndcg(grades, k, judged=judged)
    assert nc.idcg(grades, k, judged=judged) <= nc.idcg(grades, k, judged=full)


# Labels.


@pytest.mark.parametrize(
    ("labels", "named"),
    [
        (["A"], "Labels given: 1; wanted: 3"),
        (["A", "B", "C", "D"], "Labels given: 4; wanted: 3"),
        ("ABC", "Labels given: 1"),
        (["A", 2, "C"], "Label 2 is 2; it must be a text"),
    ],
    ids=str,
)
def test_labels_of_the_wrong_kind_or_number_are_refused(labels, named):
    with pytest.raises(ValueError, match=named):
        nc.trace([3, 0, 2], labels=labels)


def test_more_labels_than_judged_documents_are_refused():
    with pytest.raises(ValueError, match="wanted: 2 to 3"):
        nc.trace([3, 0], judged=[3, 0, 2], labels=["A", "B", "C", "D"])


# Sentences stay short, whatever they are about.


def test_a_refusal_shows_the_beginning_of_what_it_refuses():
    for refused in (
        lambda: nc.Convention("x", gain="a" * 10**6),
        lambda: nc.Convention("x", empty=10**400),
        lambda: nc.Convention("x", empty=10**5000),
        lambda: nc.Convention("x", base="9" * 10**6),
        lambda: nc.Sheet((3, 2), given={"a" * 10**6: "1"}),
        lambda: nc.dcg([object() for _ in range(10**4)]),
    ):
        with pytest.raises(ValueError, match=r"\.$") as said:
            refused()
        assert len(str(said.value)) < 300


def test_half_a_surrogate_pair_does_not_get_into_a_sentence():
    with pytest.raises(ValueError, match="mean of") as said:
        nc.Convention("x", gain="mean of \ud800")
    str(said.value).encode()


def test_an_order_without_counted_rows_adds_up_to_0():
    strict = nc.Convention("strict", beyond="zero", ideal_from="top-k")
    trace = nc.trace([3, 2], 5, strict)
    assert nc.sum_formula(trace.actual).text == "0"
    assert nc.ndcg([3, 2], 5, strict) == trace.ndcg == 0.0
