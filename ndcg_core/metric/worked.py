"""The calculation with its numbers put in: a row's term, the sums, the ratio.

g(r) gain    d(i) discount, the divisor
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import LAST_RANK
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import function
from ndcg_core.metric.notation import (
    EQUALS,
    GRADE_DIGITS,
    PLUS,
    ROUNDED,
    Formula,
    fraction,
    gain_of,
    in_fraction,
    logarithm,
    numeral,
    row,
    words,
)
from ndcg_core.metric.numbers import number, short, short_repr
from ndcg_core.metric.traces import Term, Trace

_ONE = numeral("1")


@explain_bad_calls
def term_formula(term: Term, convention: Convention | str = "standard", digits: int = 3) -> Formula:
    r"""Write g(r_i) / d(i) = value with the numbers of one row put in.

    >>> from ndcg_core.metric.catalogue import CONVENTIONS
    >>> from ndcg_core.metric.traces import trace
    >>> exponential = CONVENTIONS["exponential"]
    >>> term_formula(trace([0, 0, 3], convention=exponential).actual[2], exponential).text
    '(2^3 - 1) / log2(4) = 3.5'
    >>> term_formula(trace([3, 2, 3]).actual[2]).latex
    '\\frac{3}{\\log_{2}(4)} = 1.5'
    """
    convention = find_convention(convention)
    gain = in_fraction(gain_at(term.grade, convention), convention)
    divided = fraction(gain, divisor_at(term.rank, convention))
    return row(divided, EQUALS, numeral(short(term.value, digits)))


@explain_bad_calls
def sum_formula(rows: Sequence[Term], digits: int = 3) -> Formula:
    """Write the rows' values as a sum: DCG for `.actual`, IDCG for `.ideal`, 0 for no rows.

    Where the printed values come to another number, by rounding, the sign is ≈.

    >>> from ndcg_core.metric.traces import trace
    >>> sum_formula(trace([3, 0, 2]).actual).text
    '3 + 0 + 1 = 4'
    """
    if not rows:
        return numeral("0")
    return _write_sum([term.value for term in rows], rows[-1].cumulative, digits)


@explain_bad_calls
def gains_formula(rows: Sequence[Term], digits: int = 3) -> Formula:
    """Write the rows' gains as a sum: CG for `.actual`.

    >>> from ndcg_core.metric.traces import trace
    >>> gains_formula(trace([3, 0, 2]).actual).text
    '3 + 0 + 2 = 5'
    """
    gains = [term.gain for term in rows]
    if not gains:
        return numeral("0")
    return _write_sum(gains, fsum(gains), digits)


@explain_bad_calls
def ratio_formula(trace: Trace, digits: int = 3) -> Formula:
    """Write DCG / IDCG = NDCG with numbers, or the convention's rule if it is no ratio.

    >>> from ndcg_core.metric.traces import trace
    >>> ratio_formula(trace([3, 2, 3, 0, 1])).text
    '6.149 / 6.323 = 0.972'
    >>> ratio_formula(trace([0, 0])).text
    '0.000 / 0.000, by convention 0.000'
    """
    parts = fraction(numeral(number(trace.dcg, digits)), numeral(number(trace.idcg, digits)))
    if trace.by_convention:
        return row(parts, words(f", by convention {number(trace.ndcg, digits)}"))
    return row(parts, EQUALS, numeral(number(trace.ndcg, digits)))


@explain_bad_calls
def gain_at(grade: float, convention: Convention | str = "standard") -> Formula:
    """Write the gain of a grade, not calculated: 3, or 2^3 - 1.

    A user's own gain function has no formula, so its number is written.

    >>> gain_at(3).text
    '3'
    """
    convention = find_convention(convention)
    if isinstance(convention.gain, str):
        return gain_of(numeral(short(grade, GRADE_DIGITS)), convention)
    return numeral(short(function(convention.gain)(grade), GRADE_DIGITS))


@explain_bad_calls
def divisor_at(rank: int, convention: Convention | str = "standard") -> Formula:
    """Write the divisor of rank i, with only the sum calculated: log2(3) for rank 2.

    >>> divisor_at(2).text
    'log2(3)'
    """
    if not isinstance(rank, int) or not 1 <= rank <= LAST_RANK:
        raise ValueError(f"The rank is {short_repr(rank)}; it must be a whole number, 1 or more.")
    convention = find_convention(convention)
    if not isinstance(convention.discount, str):
        return numeral(short(convention.divisor(rank), GRADE_DIGITS))
    return _written_divisor(rank, convention.discount, convention.base)


def adds_up(values: Sequence[float], result: float, digits: int = 3) -> bool:
    """Return True if the printed values add up to the printed result.

    >>> adds_up([3, 1.2619], 4.2619), adds_up([1.0004, 1.0004], 2.0008)
    (True, False)
    """
    off = fsum(round(value, digits) for value in values) - round(result, digits)
    return bool(abs(off) < 0.5 * 10**-digits)


def _write_sum(values: Sequence[float], result: float, digits: int) -> Formula:
    pieces = [piece for value in values for piece in (PLUS, numeral(short(value, digits)))][1:]
    sign = EQUALS if adds_up(values, result, digits) else ROUNDED
    return row(*pieces, sign, numeral(short(result, digits)))


@lru_cache(maxsize=1024)
def _written_divisor(rank: int, discount: str, base: float) -> Formula:
    if discount == "log2(i+1)":
        return logarithm("2", numeral(str(rank + 1)))
    if discount == "logb(i)" and rank >= base:
        return logarithm(short(base, GRADE_DIGITS), numeral(str(rank)))
    return numeral(str(rank)) if discount == "i" else _ONE
