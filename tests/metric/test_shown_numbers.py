"""Numbers as they are shown: so many digits, short in formulas, exact in data."""

from math import nan

import pytest

import ndcg_core as nc

LIST = [3, 2, 3, 0, 1]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.97236428, "0.972"),
        (1, "1.000"),
        (-0.0207, "−0.021"),
        (-0.0001, "0.000"),
        (-0.0, "0.000"),
        (12345.6789, "12345.679"),
        (2.0**1000, "1.072e+301"),
        (nan, "undefined"),
    ],
)
def test_a_number_for_display(value, text):
    assert nc.number(value) == text


def test_a_number_with_other_digits():
    assert [nc.number(0.5, digits) for digits in (0, 1, 4)] == ["0", "0.5", "0.5000"]
    assert nc.number(-0.004, 2) == "0.00"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.5, "3.5"),
        (3.0, "3"),
        (100, "100"),
        (1.26186, "1.262"),
        (-0.5, "−0.5"),
        (-0.0001, "0"),
        (2.0**1000, "1.072e+301"),
        (1e300, "1e+300"),
        (nan, "undefined"),
    ],
)
def test_a_short_number_for_formulas(value, text):
    assert nc.short(value) == text


def test_an_exact_number_survives_the_round_trip():
    for value in (nc.ndcg(LIST), 0.1, 1 / 3, 3.0, 5e-324, 1.7e308):
        assert float(nc.exact(value)) == value
    assert nc.exact(-0.0) == "0"
    assert nc.exact(nan) == "nan"
