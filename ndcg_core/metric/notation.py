"""The definitions written out: every formula with letters, for a convention.

i rank    r_i grade    g(r) gain    d(i) discount, the divisor    k cutoff
"""

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.formulas import (
    EQUALS,
    MINUS,
    MORE,
    PLUS,
    Formula,
    bracketed,
    called,
    fraction,
    grouped,
    indexed,
    letter,
    logarithm,
    numeral,
    power,
    row,
    total,
    truth,
    words,
)
from ndcg_core.metric.gain_tables import GainTable, name
from ndcg_core.metric.naming import named
from ndcg_core.metric.numbers import short

GRADE_DIGITS = 6
"""Grades are shown as given, up to so many decimals."""

_ZERO, _ONE, _TWO = numeral("0"), numeral("1"), numeral("2")
_I, _R = letter("i"), letter("r")
_R_I = indexed(_R, _I)


def grade_letter(rank: int | None = None) -> Formula:
    """r_i, the grade at rank i; or at one rank.

    >>> grade_letter().text, grade_letter(2).text
    ('r_i', 'r_2')
    """
    return _R_I if rank is None else indexed(_R, numeral(str(rank)))


def gain_formula(convention: Convention | str = "standard") -> Formula:
    """g(r) = r, or g(r) = 2^r - 1; a table is written out, a function named.

    >>> gain_formula().text
    'g(r) = r'
    >>> gain_formula(Convention("mine", gain=[0, 2, 1])).text
    'g(r) from the table: g(0) = 0, g(1) = 2, g(2) = 1'
    """
    convention = named(convention)
    if isinstance(convention.gain, GainTable):
        return row(called("g", _R), words(f" from the table: {convention.gain}"))
    if not isinstance(convention.gain, str):
        return row(called("g", _R), words(f" from {name(convention.gain)}"))
    return row(called("g", _R), EQUALS, gain_of(_R, convention))


def discount_formula(convention: Convention | str = "standard") -> Formula:
    """d(i) = log2(i + 1), and so on.

    >>> discount_formula().text
    'd(i) = log2(i + 1)'
    """
    return row(called("d", _I), EQUALS, _discount(named(convention)))


def cg_formula(convention: Convention | str = "standard") -> Formula:
    """CG@k = the sum of the gains.

    >>> cg_formula().text
    'CG@k = sum of r_i for i = 1..k'
    """
    convention = named(convention)
    return row(_at_k("CG"), EQUALS, total("k", _in_sum(gain_of(_R_I, convention), convention)))


def dcg_formula(convention: Convention | str = "standard") -> Formula:
    """DCG@k = the sum of the gains, each divided by its rank's discount.

    >>> dcg_formula().text
    'DCG@k = sum of r_i / log2(i + 1) for i = 1..k'
    """
    convention = named(convention)
    gain = gain_of(_R_I, convention)
    if convention.discount == "none":
        term = _in_sum(gain, convention)
    else:
        term = fraction(in_fraction(gain, convention), _discount(convention))
    return row(_at_k("DCG"), EQUALS, total("k", term))


def ndcg_formula() -> Formula:
    """NDCG@k = DCG@k / IDCG@k.

    >>> ndcg_formula().text
    'NDCG@k = DCG@k / IDCG@k'
    """
    return row(_at_k("NDCG"), EQUALS, fraction(_at_k("DCG"), _at_k("IDCG")))


def gain_of(grade: Formula, convention: Convention) -> Formula:
    """G of a grade, a letter or a number, as the convention writes it."""
    if convention.gain == "exponential":
        return row(power(_TWO, grade), MINUS, _ONE)
    if convention.gain == "binary":
        return truth(row(grade, MORE, _ZERO))
    if convention.gain == "shifted":
        whole = row(power(_TWO, grouped(row(grade, PLUS, _ONE))), MINUS, _ONE)
        return row(bracketed(whole), truth(row(grade, MORE, _ZERO)))
    return grade if convention.gain == "linear" else called("g", grade)


def in_fraction(gain: Formula, convention: Convention) -> Formula:
    """A gain as it stands above a fraction's line, with brackets where it needs them."""
    return grouped(gain) if convention.gain == "exponential" else gain


def _in_sum(gain: Formula, convention: Convention) -> Formula:
    return bracketed(gain) if convention.gain == "exponential" else gain


def _discount(convention: Convention) -> Formula:
    if convention.discount == "log2(i+1)":
        return logarithm("2", row(_I, PLUS, _ONE))
    if convention.discount == "logb(i)":
        return called("max", _ONE, logarithm(short(convention.base, GRADE_DIGITS), _I))
    return _I if convention.discount == "i" else _ONE


def _at_k(name: str) -> Formula:
    at_k = Formula("@k", r"@k", "<mtext>@</mtext><mi>k</mi>")
    return row(letter(name), at_k)
