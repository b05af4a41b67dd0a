"""Conventions are data; a gain of one's own is a function of the grade, or a table."""

import random
import re
from collections import Counter, defaultdict
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import permutations
from math import log, log2, nan

import numpy as np
import pandas as pd
import pytest

import ndcg_core as nc
from ndcg_core.content import beside

CASES = beside(__file__, "cases.toml")["conventions"]


def test_conventions_are_listed_by_their_names_cite_somebody_and_cannot_be_changed():
    assert list(nc.CONVENTIONS)[:3] == ["standard", "exponential", "textbook"]
    for name, convention in nc.CONVENTIONS.items():
        assert convention.name == name
        assert convention.title
        assert convention.cite
        assert re.fullmatch(r"[a-z0-9._-]+", name)  # it can stand in a link
    first, second = (replace(nc.STANDARD, empty=value) for value in (nan, float("nan")))
    assert first == second
    assert first != nc.STANDARD
    with pytest.raises(FrozenInstanceError):
        nc.STANDARD.gain = "exponential"
    with pytest.raises(TypeError):
        nc.CONVENTIONS["standard"] = nc.STANDARD


BAD = CASES["fields"] | {
    "discount": ("log2", None, [], {1: 1}, [1, 0.63], [0, 1], ["1"], [nan], np.array([[1]])),
    "fewest": (3, "1", None),
    "empty": (0.5, "0", True, None),
    "base": (1, 1.999, float("inf"), nan, "2", 2j, None),
    "name": (None,),
    "cite": (b"x",),
}


@pytest.mark.parametrize("field", BAD)
def test_a_field_with_another_value_is_refused_in_a_sentence(field):
    for value in BAD[field]:
        with pytest.raises(ValueError, match=rf"^The {field} of a convention is .* must be .*\.$"):
            replace(nc.STANDARD, **{field: value})


def _textbook(base: float) -> nc.Convention:
    return replace(nc.CONVENTIONS["textbook"], base=base)


def test_ranks_above_b_are_not_discounted():
    for base in (2, 2.5, 3, 10, Fraction(7, 2)):
        divisors = _textbook(base).divisors(50)
        for rank in range(1, 51):
            by_hand = 1.0 if rank < base else max(1.0, log(rank) / log(base))
            assert divisors[rank - 1] == pytest.approx(by_hand, abs=1e-15)


@pytest.mark.parametrize("base", [2, 3, 5, 6, 7, 10])
def test_a_power_of_b_has_its_exact_logarithm(base):
    divisors = _textbook(base).divisors(1000)
    powers = [power for power in range(1, 10) if base**power <= 1000]
    assert [divisors[base**power - 1] for power in powers] == powers


@pytest.mark.parametrize(
    "discount",
    [lambda rank: log2(rank + 1), [log2(rank + 1) for rank in range(1, 2000)]],
    ids=["function", "list"],
)
def test_a_discount_given_as_a_function_or_list_is_the_one_of_that_name(discount):
    own = replace(nc.STANDARD, discount=discount)
    grades = [3, 2, 3, 0, 1] * 300
    for score in (nc.dcg, nc.idcg, nc.ndcg, nc.trace):
        mine, named = score(grades, 1400, own), score(grades, 1400)
        assert (replace(mine, convention=nc.STANDARD) if score is nc.trace else mine) == named
    assert nc.delta_ndcg(grades[:9], 3, own) == nc.delta_ndcg(grades[:9], 3)
    sheet = nc.Sheet((3, 2), own, given={"actual.discount.2": "1.585", "dcg": "5", "ndcg": "1"})
    assert [mark.verdict for mark in nc.mark(sheet)] == ["right", "wrong", "right"]
    assert nc.term_formula(nc.trace([3, 2]).actual[1], own).text == "2 / 1.584963 = 1.262"


def test_a_list_of_divisors_is_as_long_as_the_ranks_that_count():
    short = nc.Convention("short", discount=[1, 1.5, 2])
    assert nc.dcg([3, 3, 4, 5], 3, short) == nc.trace([3, 3, 4, 5], 3, short).dcg == 3 + 2 + 2
    assert nc.discount_formula(short).text == "d(i) from a list of 3"
    for score in (nc.dcg, nc.ndcg, nc.trace):
        with pytest.raises(ValueError, match="is a list of 3, and 4 ranks count"):
            score([3, 3, 4, 5], convention=short)
    with pytest.raises(ValueError, match=r"is 0\.5 at rank 2; .* not less than that of the rank"):
        nc.dcg([3, 2], convention=replace(short, discount=lambda rank: 1 / rank))


def test_a_gain_never_falls_as_the_grade_rises_and_long_lists_are_scored_like_short_ones():
    grades = [0, 0.001, 0.5, 1, 2, 2.5, 3, 10, 100, 1000]
    for gain in nc.GAINS.values():
        assert gain(0) == 0.0
        earned = [gain(grade) for grade in grades]
        assert earned == sorted(earned)
    grades = [3, 0, 2, 1] * 1000
    by_hand = sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, 1))
    assert nc.dcg(grades) == pytest.approx(by_hand, rel=1e-12)


LIST = [3, 2, 3, 0, 1]
TABLE = [0, 1, 3, 7]


def with_gain(gain, **choices):
    return nc.Convention("own", gain=gain, **choices)


def by_hand(gains):
    """DCG over the best DCG of any order, worked out over all of them."""

    def dcg(order):
        return sum(gain / log2(rank + 1) for rank, gain in enumerate(order, 1))

    return dcg(gains) / max(map(dcg, permutations(gains)))


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        tuple(TABLE),
        np.array(TABLE),
        pd.Series(TABLE),
        {0: 0, 1: 1, 2: 3, 3: 7},
        {1: 1, 2: 3, 3: 7},
        {1.0: 1, 2: 3, 3: 7, 9: 1000},
        pd.Series([7, 3, 1], index=[3, 2, 1]),
        lambda r: 2**r - 1,
        nc.GAINS["exponential"],
    ],
    ids=lambda table: type(table).__name__,
)
def test_the_exponential_gain_given_as_a_table_or_function_is_the_exponential_gain(table):
    own = with_gain(table)
    for score in (nc.cg, nc.dcg, nc.idcg, nc.ndcg):
        assert score(LIST, 4, own) == score(LIST, 4, "exponential")
    assert nc.delta_ndcg(LIST, 3, own) == nc.delta_ndcg(LIST, 3, "exponential")
    assert nc.ndcg_curve(LIST, own, [*LIST, 3]) == nc.ndcg_curve(LIST, "exponential", [*LIST, 3])
    assert nc.trace(LIST, 3, own).ideal == nc.trace(LIST, 3, "exponential").ideal


def test_where_a_table_falls_the_ideal_has_the_highest_gain_first_and_each_document_once():
    falling = [0.5, 4, 9, 2]
    rng = random.Random(5)
    for _ in range(30):
        grades = [rng.randint(0, 3) for _ in range(rng.randint(1, 6))]
        expected = by_hand([falling[grade] for grade in grades])
        trace = nc.trace(grades, convention=with_gain(falling))
        assert trace.ndcg == pytest.approx(expected, abs=1e-12)
        assert trace.ndcg == nc.ndcg(grades, convention=with_gain(falling))
        gains = [row.gain for row in trace.ideal]
        assert gains == sorted(gains, reverse=True)
    trace = nc.trace([2, 0, 1, 2], convention=with_gain([1, 1, 1]), judged=[2, 2, 1, 1, 0])
    assert Counter(row.doc for row in (*trace.ideal, *trace.ideal_beyond)) == Counter(range(5))


def test_a_pool_is_sorted_by_gain_too_and_may_lack_what_the_ideal_would_not_show():
    falling = with_gain({1: 5, 2: 9, 3: 1})
    assert nc.idcg([1], 2, falling, judged=[1, 3, 2]) == 9 + 5 / log2(3)
    assert nc.ndcg([2, 3], 1, falling, judged=[2, 1]) == 1.0
    with pytest.raises(ValueError, match="lack a retrieved document of grade 2"):
        nc.ndcg([2, 3], 1, falling, judged=[1, 3])
    top = with_gain({1: 5, 2: 9, 3: 1}, ideal_from="top-k")
    assert nc.idcg([3, 1, 2], 2, top) == 5 + 1 / log2(3)


BAD_TABLES = [
    *CASES["tables"],
    ([0, 10**400], "for grade 1"),
    ([0, 10**5000], "an int for grade 1"),
    ({-1: 0}, "the grade -1"),
    (None, "is None; it must be one of"),
    ({0, 1, 3}, "is {0, 1, 3}; it must be one of"),
    (b"\0\1", 'it must be one of "linear"'),
]


@pytest.mark.parametrize(
    ("table", "sentence"), BAD_TABLES, ids=[sentence for _, sentence in BAD_TABLES]
)
def test_a_table_that_cannot_be_used_is_refused_in_a_sentence(table, sentence):
    with pytest.raises(ValueError, match=r"^The gain of a convention is .*\.$") as caught:
        with_gain(table)
    assert sentence in str(caught.value)


def fussy(r):
    return 1 / (r - 2)


MISSING = [
    ([0, 1, 3], [0, 3], "The grade at rank 2 is 3: the table of gains has no such grade, only 0"),
    ([0, 1], [0.5], "The grade at rank 1 is 0.5: the table of gains has no such grade"),
    (range(40), [50], "only 0, 1, 2, ..., 39."),
    (fussy, [3, 2], "The grade at rank 2 is 2: the function fussy cannot take it (ZeroDivision"),
    (fussy, [3, 0], "rank 2 is 0: the function fussy gives it a gain of -0.5; a gain must be"),
    (lambda r: "x", [3], "a function gives it a gain of 'x'"),
    (lambda r: 1e308, [1, 2], "too large to add; all gains together must stay finite."),
]


@pytest.mark.parametrize(
    ("gain", "grades", "sentence"), MISSING, ids=[sentence for *_, sentence in MISSING]
)
@pytest.mark.parametrize("score", [nc.dcg, nc.idcg, nc.ndcg, nc.trace], ids=lambda f: f.__name__)
def test_a_grade_without_a_gain_is_refused_where_it_stands(score, gain, grades, sentence):
    with pytest.raises(ValueError, match=r"^The grade at rank") as caught:
        score(grades, convention=with_gain(gain))
    assert sentence in str(caught.value)


def test_a_grade_of_the_pool_without_a_gain_is_refused_at_its_position():
    with pytest.raises(ValueError, match="The judged grade at position 2 is 4: the table"):
        nc.ndcg([1], convention=with_gain(TABLE), judged=[1, 4])


def test_formulas_say_where_the_gain_comes_from_and_put_its_number_in():
    table, by_function = with_gain([0, 5, 2]), with_gain(fussy)
    assert nc.gain_formula(table).text == "g(r) from the table: g(0) = 0, g(1) = 5, g(2) = 2"
    assert nc.gain_formula(with_gain(range(30))).text.endswith("g(5) = 5, ...")
    assert nc.gain_formula(by_function).text == "g(r) from the function fussy"
    assert nc.dcg_formula(table).text == "DCG@k = sum of g(r_i) / log2(i + 1) for i = 1..k"
    assert nc.gain_at(1, table).text == "5"
    first = nc.trace([1, 2], convention=table).actual[0]
    assert nc.term_formula(first, table).text == "5 / log2(2) = 5"


def test_equal_tables_make_equal_conventions_and_a_sheet_is_marked_under_one():
    one, other = with_gain(TABLE), with_gain(dict(enumerate(TABLE)))
    assert one == other
    counts = defaultdict(int, {one: 1})
    assert counts[other] == 1
    assert replace(one, discount="i").gain == one.gain
    table = with_gain([0, 5, 2])
    sheet = nc.Sheet((1, 2), table, given={"actual.gain.1": "5", "dcg": "1", "ndcg": "1"})
    assert [mark.verdict for mark in nc.mark(sheet)] == ["right", "wrong", "right"]
    odd = sheet.with_given("ideal.grade.1", "9").with_given("ideal.grade.2", "1")
    assert {mark.cell: mark.verdict for mark in nc.mark(odd)}["ideal.grade.1"] == "wrong"
