"""Conventions are data; a gain of one's own is a function of the grade, or a table."""

import re
from dataclasses import FrozenInstanceError, replace
from math import nan

import numpy as np
import pytest

import ndcg_core as nc
from ndcg_core.content import load_toml

CASES = load_toml(__file__, "cases.toml")["conventions"]


def test_conventions_have_names_and_citations_and_are_immutable():
    assert list(nc.CONVENTIONS)[:3] == ["standard", "exponential", "textbook"]
    for name, convention in nc.CONVENTIONS.items():
        assert convention.name == name
        assert convention.title
        assert convention.cite
        assert re.fullmatch(r"[a-z0-9._-]+", name)  # a link can contain it
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
def test_a_bad_field_value_is_refused_with_a_sentence(field):
    for value in BAD[field]:
        with pytest.raises(ValueError, match=rf"^The {field} of a convention is .* must be .*\.$"):
            replace(nc.STANDARD, **{field: value})


def make_convention(gain, **choices):
    return nc.Convention("own", gain=gain, **choices)


def fussy(r):
    return 1 / (r - 2)


MISSING = [
    ([0, 1, 3], [0, 3], "The grade at rank 2 is 3: the table of gains has no such grade, only 0"),
    ([0, 1], [0.5], "The grade at rank 1 is 0.5: the table of gains has no such grade"),
    (range(40), [50], "only 0, 1, 2, ..., 39."),
    (fussy, [3, 2], "The grade at rank 2 is 2: the function fussy fails for it (ZeroDivision"),
    (fussy, [3, 0], "rank 2 is 0: the function fussy gives it a gain of -0.5. A gain must be"),
    (lambda r: "x", [3], "a function gives it a gain of 'x'"),
    (lambda r: 1e308, [1, 2], "too large to add. The sum of all gains must stay finite."),
]


@pytest.mark.parametrize(
    ("gain", "grades", "sentence"), MISSING, ids=[sentence for *_, sentence in MISSING]
)
@pytest.mark.parametrize("score", [nc.dcg, nc.idcg, nc.ndcg, nc.trace], ids=lambda f: f.__name__)
def test_a_grade_without_a_gain_is_refused_with_its_rank(score, gain, grades, sentence):
    with pytest.raises(ValueError, match=r"^The grade at rank") as caught:
        score(grades, convention=make_convention(gain))
    assert sentence in str(caught.value)


def test_formulas_name_an_own_gain_and_show_its_number():
    table, by_function = make_convention([0, 5, 2]), make_convention(fussy)
    assert nc.gain_formula(table).text == "g(r) from the table: g(0) = 0, g(1) = 5, g(2) = 2"
    assert nc.gain_formula(make_convention(range(30))).text.endswith("g(5) = 5, ...")
    assert nc.gain_formula(by_function).text == "g(r) from the function fussy"
    assert nc.dcg_formula(table).text == "DCG@k = sum of g(r_i) / log2(i + 1) for i = 1..k"
    assert nc.gain_at(1, table).text == "5"
    first = nc.trace([1, 2], convention=table).actual[0]
    assert nc.term_formula(first, table).text == "5 / log2(2) = 5"
