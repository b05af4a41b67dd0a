"""What somebody wrote is read as a number, or refused in a sentence; nothing else ever happens."""

from contextlib import suppress
from math import isclose, isfinite, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ndcg_core.teaching.numerals import read
from ndcg_core.teaching.reader import Unreadable

READ = [
    ("1.263", 1.263, "a plain number"),
    ("-0.5", -0.5, "a minus from the keyboard"),
    ("−0.5", -0.5, "a real minus sign"),
    (".5", 0.5, "no digit before the point"),
    ("1,26", 1.26, "a decimal comma"),
    ("0,387", 0.387, "a comma that cannot be a thousand"),
    ("97.2 %", 0.972, "a percentage"),
    ("1e-3", 0.001, "a power of ten"),
    ("≈ 1.26", 1.26, "an approximation"),
    ("= 4.0", 4.0, "an equals sign before it"),
    ("7/log2(3)", 7 / log(3, 2), "a term"),
    ("2/1.585", 2 / 1.585, "a term with its logarithm worked out"),
    ("3 + 2/log2(3)", 3 + 2 / log(3, 2), "a sum"),
    ("(2^3-1)/log2(4)", 3.5, "an exponential gain"),
    ("(2**3-1)/log2(3+1)", 3.5, "the same as a program writes it"),
    ("(2³−1)/log₂(4)", 3.5, "the same as a textbook writes it"),
    ("3 × 2 ÷ 4", 1.5, "signs of a school book"),
    ("ln(3)", log(3), "natural logarithm"),
    ("log10(100)", 2, "logarithm to base 10"),
    ("2/log 2", 2, "a bare log is to the convention's base, and needs no bracket"),
    ("sqrt(16)", 4, "a root"),
    ("-2^2", -4, "the power binds closer than the sign"),
    ("2^3^0", 2, "powers group from the right"),
]
REFUSED = [
    ("", "Nothing is written"),
    ("two", "'two' is not known"),
    ("1,263", "can mean"),
    ("1/0", "divides by 0"),
    ("0/0", "divides by 0"),
    ("log2(0)", "no log2 of 0"),
    ("sqrt(-1)", "negative"),
    ("(1+2", "not closed"),
    ("1+2)", "does not belong"),
    ("3/", "missing at the end"),
    ("3*/2", "missing before"),
    ("log2", "needs a number"),
    ("1 2", "does not belong"),
    ("9^9^9^9", "too large"),
    ("1e999", "too large"),
    ("1" * 201, "201 characters"),
    ("(" * 60 + "1" + ")" * 60, "too many brackets"),
    ("2^" * 60 + "1", "too many brackets"),
    ("nan", "'nan' is not known"),
    ("__import__('os').system('ls')", "not part of a number"),
]


@pytest.mark.parametrize(("text", "value", "why"), READ, ids=[why for _, _, why in READ])
def test_numbers_and_formulas_are_read(text, value, why):
    assert isclose(read(text).value, value, rel_tol=1e-12)


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_anything_else_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(Unreadable, match=sentence.replace("(", r"\(")):
        read(text)


@pytest.mark.parametrize(
    ("text", "unit"), [("3.5", 0.1), ("3.500", 0.001), ("7", 1), ("97.2 %", 0.001), ("3/2", 0)]
)
def test_the_precision_is_read_off_the_digits(text, unit):
    assert isclose(read(text).unit, unit)


def test_a_formula_is_as_precise_as_its_decimals():
    assert isclose(read("2/1.585").unit, 2 * 0.0005 * 2 / 1.585**2, rel_tol=1e-6)


def test_both_ways_to_round_a_half_are_accepted():
    assert read("0.12").fits(0.125)
    assert read("0.13").fits(0.125)
    assert not read("0.14").fits(0.125)


@settings(max_examples=400, deadline=200)
@given(st.one_of(st.text(max_size=220), st.text("0123456789.,+-*/^()logn2e √²−%", max_size=220)))
def test_no_text_does_anything_but_be_read_or_refused(text):
    with suppress(Unreadable):
        written = read(text)
        assert isfinite(written.value)
        assert written.unit >= 0
