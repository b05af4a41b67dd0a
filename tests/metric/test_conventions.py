"""Conventions are data; a gain of one's own is a function of the grade, or a table."""

import re
from collections import defaultdict
from dataclasses import FrozenInstanceError, replace
from itertools import permutations
from math import log2, nan

import numpy as np
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


def test_a_list_of_divisors_is_as_long_as_the_ranks_that_count():
    short = nc.Convention("short", discount=[1, 1.5, 2])
    assert nc.dcg([3, 3, 4, 5], 3, short) == nc.trace([3, 3, 4, 5], 3, short).dcg == 3 + 2 + 2
    assert nc.discount_formula(short).text == "d(i) from a list of 3"
    for score in (nc.dcg, nc.ndcg, nc.trace):
        with pytest.raises(ValueError, match="is a list of 3, and 4 ranks count"):
            score([3, 3, 4, 5], convention=short)
    with pytest.raises(ValueError, match=r"is 0\.5 at rank 2; .* not less than that of the rank"):
        nc.dcg([3, 2], convention=replace(short, discount=lambda rank: 1 / rank))


LIST = [3, 2, 3, 0, 1]
TABLE = [0, 1, 3, 7]


def with_gain(gain, **choices):
    return nc.Convention("own", gain=gain, **choices)


def by_hand(gains):
    """DCG over the best DCG of any order, worked out over all of them."""

    def dcg(order):
        return sum(gain / log2(rank + 1) for rank, gain in enumerate(order, 1))

    return dcg(gains) / max(map(dcg, permutations(gains)))


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
