"""Any text is read as a number or refused with a sentence."""

import re
from contextlib import suppress
from math import isclose, isfinite

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ndcg_core.content import load_toml
from ndcg_core.numerals.numerals import MAX_LENGTH, read_numeral, read_numeral_or_none
from ndcg_core.numerals.refusals import UnreadableError
from tests.conftest import ALL

SPELLINGS = {
    who: [(text, *meaning) for texts, *meaning in rows for text in texts]
    for who, rows in load_toml(__file__, "spellings.toml").items()
}
REFUSED = [
    *(
        (text, said)
        for said, texts in load_toml(__file__, "refused.toml").items()
        for text in texts
    ),
    ("0.972\ud800", "beginning 0.972"),  # which TOML cannot hold
    ("1" * 201, "201 characters"),
    ("(" * 60 + "1" + ")" * 60, "brackets"),
    ("2^" * 60 + "1", "brackets"),
]


@pytest.mark.parametrize("who", SPELLINGS)
def test_common_notations_of_numbers_are_read(who):
    for text, value, *unit in SPELLINGS[who]:
        written = read_numeral_or_none(text)
        assert written is not None, text
        assert isclose(written.value, value, rel_tol=1e-12), text
        if unit:  # the precision is read off the digits
            assert isclose(written.unit, *unit), text
            assert written.form in ("number", "cut off"), text


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_any_other_text_is_refused_with_advice(text, sentence):
    with pytest.raises(UnreadableError, match=re.escape(sentence)) as refused:
        read_numeral(text)
    message = str(refused.value)
    proposed = re.findall(r"(?:such as|or) (\S*\d\S*?)[.,;]?(?= |$)", message)
    assert proposed
    assert message.endswith(".")
    assert all(read_numeral_or_none(text) for text in proposed)


@pytest.mark.parametrize(("text", "base", "value"), load_toml(__file__, "meant.toml")["bases"])
def test_a_bare_log_has_the_base_of_the_convention(text, base, value):
    assert isclose(read_numeral(text, base).value, value)


UNITS = [  # a formula, its value, and one unit: twice its largest error
    ("7/log2(3)", 4.416508, 0),
    ("1.5 + 2.25", 3.75, 0.02),  # each decimal may be off by 0.005
    ("2.25 - 1.5", 0.75, 0.02),
    ("2*0.5", 1, 0.2),
    ("1.5*0.5", 0.75, 0.2),  # 1.5 · 0.05 + 0.5 · 0.05
    ("-0.5*3", -1.5, 0.3),
    ("2/1.585", 1.26183, 0.000796),  # 1.26183 · 0.0005 / 1.585
    ("1.5/0.5", 3, 0.8),  # (0.05 + 3 · 0.05) / 0.5
    ("1.5^2", 2.25, 0.3),  # 2.25 · 2 / 1.5 · 0.05
    ("0^1.5", 0, 0),
    ("2^1.5", 2.828427, 0.196052),  # 2.828 · ln 2 · 0.05
    ("log2(1.5)", 0.584963, 0.096180),  # 0.05 / (1.5 · ln 2)
    ("0.4.../2", 0.2, 0.1),  # cut off, so by up to 0.1
]


@pytest.mark.parametrize(("text", "value", "unit"), UNITS)
def test_a_formula_is_as_precise_as_its_decimals(text, value, unit):
    written = read_numeral(text)
    assert written.form == "expression"
    assert (written.value, written.unit) == pytest.approx((value, unit), abs=1e-6)


@pytest.mark.parametrize(
    ("text", "form", "digits"),
    [
        *[("0.0120", "number", 3), ("120", "number", 3), ("97.2 %", "number", 3)],
        *[("1.26...", "cut off", 3), ("(1.5)", "number", 2), ("0", "number", 0)],
    ],
)
def test_a_number_has_significant_digits(text, form, digits):
    written = read_numeral(text)
    assert (written.form, written.digits) == (form, digits)


@pytest.mark.parametrize(
    ("text", "value", "unit", "is_rounding"),
    [
        *[("1.26", 1.265, None, True), ("1.26", 1.2551, None, True), ("1.26", 1.2651, None, False)],
        *[("1.26", 1.2549, None, False), ("1.26", 1.28, 0.04, True), ("1.26", 1.281, 0.04, False)],
        *[("1.26...", 1.2699, None, True), ("1.26...", 1.2551, None, True)],
        *[("1.26...", 1.2549, None, False), ("1.26...", 1.2701, None, False)],
        *[("-1.26...", -1.2699, None, True), ("-1.26...", -1.2549, None, False)],
    ],
)
def test_a_number_is_a_rounding_within_half_a_unit(text, value, unit, is_rounding):
    assert read_numeral(text).is_rounding_of(value, unit) == is_rounding


@given(st.integers(0, 10**6), st.integers(1, 5), st.booleans())
def test_a_decimal_point_and_a_decimal_comma_are_equal(whole, decimals, grouped):
    places = f"{whole % 10**decimals:0{decimals}}"
    point, comma = f"{whole}.{places}", f"{whole},{places}"
    if grouped:
        point, comma = f"{whole:,}.{places}", f"{whole:,}".replace(",", ".") + f",{places}"
    assert read_numeral(point) == read_numeral(comma)
    assert isclose(read_numeral(point).value, float(f"{whole}.{places}"))


@given(st.integers(1, 3000), st.integers(1, 3000), st.integers(0, 6))
@example(1000, 1, 6)
def test_an_equation_holds_for_a_rounded_result_only(a, b, decimals):
    unit = 10.0**-decimals
    assert read_numeral(f"{a}/{b} = {a / b:.{decimals}f}").value == float(f"{a / b:.{decimals}f}")
    with pytest.raises(UnreadableError, match=f"“{a}/{b}” is .*, not "):
        read_numeral(f"{a}/{b} = {a / b + 2 * unit:.{decimals}f}")


ODD = st.text(st.characters(codec=None), max_size=MAX_LENGTH + 20)
LIKELY = st.text("0123456789.,'-+*/^()[]{}_:;=≈%…½ ²₂√×logndcgx2e\\frac\u200b\u202f", max_size=220)
BITS = [
    *("log2", "log", "(", ")", ",", ";", "3", "1.5", "1,5", "/"),
    *("=", "^", "%", "...", "½", "\\frac", "{", "}", "math."),
    *("pow", "NDCG", ":", "'", "234", "e", "-", "√", "x"),
]
PIECES = st.lists(st.sampled_from([*BITS, " ", "9" * 40]), max_size=40).map("".join)


@settings(max_examples=500 if ALL else 25)
@given(st.one_of(ODD, LIKELY, PIECES), st.sampled_from([2.0, 3.0, 10.0, 2.5]))
@example("\ud800", 2.0)
@example("\x00", 2.0)
@example("1e" + "9" * 190, 2.0)
@example("1e-" + "9" * 190, 2.0)
@example("log" + "9" * 190 + "(3)", 2.0)
@example("9" * 190 + "/" + "9", 2.0)
@example("(" * 199, 2.0)
@example("-" * 199, 2.0)
@example("1 " * 99, 2.0)
@example("1/" * 99 + "1", 2.0)
@example("ﷺ" * 200, 2.0)
def test_any_text_is_read_or_refused(text, base):
    with suppress(UnreadableError):
        number = read_numeral(text, base)
        assert isfinite(number.value)
        assert number.unit >= 0


def test_thirty_levels_of_brackets_can_be_read():
    nested = ["(" * count + "1" + ")" * count for count in (29, 30)]
    assert [read_numeral_or_none(text) is None for text in nested] == [False, True]
    assert read_numeral("+".join(["(1)"] * 40)).value == 40  # next to each other


def test_a_long_text_is_refused_before_it_is_parsed(monkeypatch):
    looked = []
    monkeypatch.setattr(
        "ndcg_core.numerals.spelling._normalize_character", lambda sign: looked.append(sign) or sign
    )
    with pytest.raises(UnreadableError, match="characters long"):
        read_numeral("1 " * 100_000)
    assert not looked
