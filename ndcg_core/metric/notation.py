"""The calculation written out: every formula a page shows, from the same trace and convention.

i rank    r_i grade    g(r) gain    d(i) discount, the divisor    k cutoff
"""

from collections.abc import Sequence
from math import fsum

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
from ndcg_core.metric.gain_tables import GainTable, function, name
from ndcg_core.metric.naming import named
from ndcg_core.metric.numbers import number, short
from ndcg_core.metric.quoting import shown
from ndcg_core.metric.records import Term, Trace

GRADE_DIGITS = 6
"""Grades are shown as given, up to so many decimals."""

LAST_RANK = 10**15
"""Beyond this no ranking goes."""

_ZERO, _ONE, _TWO = numeral("0"), numeral("1"), numeral("2")
_I, _R = letter("i"), letter("r")
_R_I = indexed(_R, _I)


def term_formula(term: Term, convention: Convention | str = "standard", digits: int = 3) -> Formula:
    r"""g(r_i) / d(i) = value, with the numbers of one row put in.

    >>> from ndcg_core.metric.known import CONVENTIONS
    >>> from ndcg_core.metric.traces import trace
    >>> exponential = CONVENTIONS["exponential"]
    >>> term_formula(trace([0, 0, 3], convention=exponential).actual[2], exponential).text
    '(2^3 - 1) / log2(4) = 3.5'
    >>> term_formula(trace([3, 2, 3]).actual[2]).latex
    '\\frac{3}{\\log_{2}(4)} = 1.5'
    """
    convention = named(convention)
    gain = _in_fraction(_gain_of(term.grade, convention), convention)
    return row(
        fraction(gain, _divisor(term.rank, convention)),
        EQUALS,
        numeral(short(term.value, digits)),
    )


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
    return row(called("g", _R), EQUALS, _gain(_R, convention))


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
    return row(_at_k("CG"), EQUALS, total("k", _in_sum(_gain(_R_I, convention), convention)))


def dcg_formula(convention: Convention | str = "standard") -> Formula:
    """DCG@k = the sum of the gains, each divided by its rank's discount.

    >>> dcg_formula().text
    'DCG@k = sum of r_i / log2(i + 1) for i = 1..k'
    """
    convention = named(convention)
    gain = _gain(_R_I, convention)
    if convention.discount == "none":
        term = _in_sum(gain, convention)
    else:
        term = fraction(_in_fraction(gain, convention), _discount(convention))
    return row(_at_k("DCG"), EQUALS, total("k", term))


def ndcg_formula() -> Formula:
    """NDCG@k = DCG@k / IDCG@k.

    >>> ndcg_formula().text
    'NDCG@k = DCG@k / IDCG@k'
    """
    return row(_at_k("NDCG"), EQUALS, fraction(_at_k("DCG"), _at_k("IDCG")))


def sum_formula(rows: Sequence[Term], digits: int = 3) -> Formula:
    """The rows' values added up: a trace's `.actual` gives DCG, its `.ideal` IDCG; no rows give 0.

    >>> from ndcg_core.metric.traces import trace
    >>> sum_formula(trace([3, 0, 2]).actual).text
    '3 + 0 + 1 = 4'
    """
    if not rows:
        return numeral("0")
    return _added([term.value for term in rows], rows[-1].cumulative, digits)


def gains_formula(rows: Sequence[Term], digits: int = 3) -> Formula:
    """The rows' gains added up: a trace's `.actual` gives CG.

    >>> from ndcg_core.metric.traces import trace
    >>> gains_formula(trace([3, 0, 2]).actual).text
    '3 + 0 + 2 = 5'
    """
    gains = [term.gain for term in rows]
    if not gains:
        return numeral("0")
    return _added(gains, fsum(gains), digits)


def ratio_formula(trace: Trace, digits: int = 3) -> Formula:
    """DCG / IDCG = NDCG, with the numbers put in; what the convention says where IDCG is 0.

    >>> from ndcg_core.metric.traces import trace
    >>> ratio_formula(trace([3, 2, 3, 0, 1])).text
    '6.149 / 6.323 = 0.972'
    >>> ratio_formula(trace([0, 0])).text
    '0.000 / 0.000, by convention 0.000'
    """
    parts = fraction(numeral(number(trace.dcg, digits)), numeral(number(trace.idcg, digits)))
    if trace.idcg:
        return row(parts, EQUALS, numeral(number(trace.ndcg, digits)))
    return row(parts, words(f", by convention {number(trace.ndcg, digits)}"))


def gain_at(grade: float, convention: Convention | str = "standard") -> Formula:
    """What a document of this grade is worth, worked out no further: 3, or 2^3 - 1.

    >>> gain_at(3).text
    '3'
    """
    return _gain_of(grade, named(convention))


def divisor_at(rank: int, convention: Convention | str = "standard") -> Formula:
    """What rank i divides by, worked out no further: log2(i + 1) with the sum done.

    >>> divisor_at(2).text
    'log2(3)'
    """
    if not isinstance(rank, int) or not 1 <= rank <= LAST_RANK:
        raise ValueError(f"The rank is {shown(rank)}; it must be a whole number, 1 or more.")
    return _divisor(rank, named(convention))


def _gain_of(grade: float, convention: Convention) -> Formula:
    """The gain of a grade: worked out for a gain of one's own, which has no formula."""
    if isinstance(convention.gain, str):
        return _gain(numeral(short(grade, GRADE_DIGITS)), convention)
    return numeral(short(function(convention.gain)(grade), GRADE_DIGITS))


def _added(values: Sequence[float], result: float, digits: int) -> Formula:
    pieces = [piece for value in values for piece in (PLUS, numeral(short(value, digits)))][1:]
    return row(*pieces, EQUALS, numeral(short(result, digits)))


def _gain(grade: Formula, convention: Convention) -> Formula:
    if convention.gain == "exponential":
        return row(power(_TWO, grade), MINUS, _ONE)
    if convention.gain == "binary":
        return truth(row(grade, MORE, _ZERO))
    if convention.gain == "shifted":
        whole = row(power(_TWO, grouped(row(grade, PLUS, _ONE))), MINUS, _ONE)
        return row(bracketed(whole), truth(row(grade, MORE, _ZERO)))
    return grade if convention.gain == "linear" else called("g", grade)


def _in_fraction(gain: Formula, convention: Convention) -> Formula:
    return grouped(gain) if convention.gain == "exponential" else gain


def _in_sum(gain: Formula, convention: Convention) -> Formula:
    return bracketed(gain) if convention.gain == "exponential" else gain


def _discount(convention: Convention) -> Formula:
    if convention.discount == "log2(i+1)":
        return logarithm("2", row(_I, PLUS, _ONE))
    if convention.discount == "logb(i)":
        return called("max", _ONE, logarithm(short(convention.base, GRADE_DIGITS), _I))
    return _I if convention.discount == "i" else _ONE


def _divisor(rank: int, convention: Convention) -> Formula:
    if convention.discount == "log2(i+1)":
        return logarithm("2", numeral(str(rank + 1)))
    if convention.discount == "logb(i)" and rank >= convention.base:
        return logarithm(short(convention.base, GRADE_DIGITS), numeral(str(rank)))
    return numeral(str(rank)) if convention.discount == "i" else _ONE


def _at_k(name: str) -> Formula:
    at_k = Formula("@k", r"@k", "<mtext>@</mtext><mi>k</mi>")
    return row(letter(name), at_k)
