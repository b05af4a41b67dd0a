"""Conventions are data: checked when made, varied with `dataclasses.replace`."""

import re
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import pairwise
from math import log, log2, nan

import pytest

import ndcg_core as nc


def test_the_standard_is_linear_gain_over_log2_of_the_next_rank():
    standard = nc.CONVENTIONS["standard"]
    assert standard is nc.STANDARD
    assert (standard.gain, standard.discount) == ("linear", "log2(i+1)")
    assert (standard.ideal_from, standard.empty) == ("judged", 0.0)


def test_conventions_are_listed_by_their_own_names_and_cite_somebody():
    assert list(nc.CONVENTIONS)[:3] == ["standard", "exponential", "textbook"]
    for name, convention in nc.CONVENTIONS.items():
        assert convention.name == name
        assert convention.title
        assert convention.cite
        assert re.fullmatch(r"[a-z0-9._-]+", name)  # it can stand in a link


def test_nobody_can_change_a_convention_or_their_list():
    with pytest.raises(FrozenInstanceError):
        nc.STANDARD.gain = "exponential"
    with pytest.raises(TypeError):
        nc.CONVENTIONS["standard"] = nc.STANDARD


def test_replace_makes_a_variant_with_its_own_divisors():
    assert nc.STANDARD.divisors(2)[1] == log2(3)
    assert replace(nc.STANDARD, discount="none").divisors(2)[1] == 1.0
    assert replace(nc.STANDARD, gain="linear") == nc.STANDARD
    assert hash(replace(nc.STANDARD)) == hash(nc.STANDARD)


def test_conventions_with_an_undefined_empty_query_are_equal():
    first, second = (replace(nc.STANDARD, empty=value) for value in (nan, float("nan")))
    assert first == second
    assert first != nc.STANDARD


BAD = {
    "gain": ("log", True, ["linear"]),
    "discount": ("log2", None),
    "ideal_from": ("pool",),
    "empty": (0.5, "0", True, None),
    "ideal_cut": ("ranking",),
    "cutoff": ("10",),
    "beyond": (0,),
    "ties": ("random",),
    "scores": ("float16",),
    "negative": ("zero", True),
    "fractions": ("rounded",),
    "base": (1, 1.999, float("inf"), nan, "2", 2j, None),
    "name": (None,),
    "title": (1,),
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


def test_a_base_beyond_the_list_leaves_the_cumulative_gain():
    assert nc.dcg([3, 2, 3, 0, 1], convention=_textbook(1e300)) == 9.0


def test_every_divisor_is_at_least_one_and_none_is_below_the_one_before():
    for discount in nc.DISCOUNTS:
        for base in (2, 2.5, 3, 10):
            convention = nc.Convention("any", discount=discount, base=base)
            divisors = convention.divisors(3000)
            assert divisors[0] >= 1.0
            assert all(first <= second for first, second in pairwise(divisors))


def test_lists_longer_than_the_table_get_the_same_divisors():
    for convention in nc.CONVENTIONS.values():
        long, short = convention.divisors(5000), convention.divisors(10)
        assert len(long) >= 5000
        assert long[: len(short)] == short


def test_long_lists_are_scored_like_short_ones():
    grades = [3, 0, 2, 1] * 1000
    by_hand = sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, 1))
    assert nc.dcg(grades) == pytest.approx(by_hand, rel=1e-12)


def test_a_gain_never_falls_as_the_grade_rises_and_zero_earns_nothing():
    grades = [0, 0.001, 0.5, 1, 2, 2.5, 3, 10, 100, 1000]
    for gain in nc.GAINS.values():
        assert gain(0) == 0.0
        earned = [gain(grade) for grade in grades]
        assert earned == sorted(earned)


def test_exponential_gain_of_a_whole_grade_is_a_whole_number():
    assert [nc.GAINS["exponential"](grade) for grade in range(40)] == [2**r - 1 for r in range(40)]
