"""Formulas of a calculation with its numbers: a row's term, the sums, the ratio.

g(r) gain    d(i) discount, the divisor
"""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import MAX_RANK
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import find_gain_function
from ndcg_core.metric.notation import (
    APPROXIMATELY_SIGN,
    EQUALS_SIGN,
    GRADE_DIGITS,
    PLUS_SIGN,
    Formula,
    build_fraction,
    build_gain,
    build_logarithm,
    build_number,
    build_numerator,
    build_text,
    join_formulas,
)
from ndcg_core.metric.numbers import number, short, short_repr
from ndcg_core.metric.traces import Term, Trace

_ONE = build_number("1")


@explain_bad_calls
def term_formula(term: Term, convention: Convention | str = "standard", digits: int = 3) -> Formula:
    r"""Return the term of one rank as a formula with numbers, such as 2 / log2(4) = 1.

    If tied documents share a gain or a rank, the shared gain or divisor is a plain number.

    Parameters
    ----------
    term : Term
        A row of a trace.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`.
    digits : int, default 3
        The largest number of decimals.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> from ndcg_core.metric.catalogue import CONVENTIONS
    >>> from ndcg_core.metric.traces import trace
    >>> exponential = CONVENTIONS["exponential"]
    >>> term_formula(trace([0, 0, 3], convention=exponential).actual[2], exponential).text
    '(2^3 - 1) / log2(4) = 3.5'
    >>> term_formula(trace([3, 2, 3]).actual[2]).latex
    '\\frac{3}{\\log_{2}(4)} = 1.5'
    """
    rules = find_convention(convention)
    gain = build_numerator(gain_at(term.grade, rules), rules)
    divisor = divisor_at(term.rank, rules)
    if rules.ties == "averaged" and term.gain != find_gain_function(rules.gain)(term.grade):
        gain = build_number(short(term.gain, GRADE_DIGITS))
    if rules.ties == "shared" and term.discount != rules.divisor(term.rank):
        divisor = build_number(short(term.discount, GRADE_DIGITS))
    result = build_number(short(term.value, digits))
    return join_formulas(build_fraction(gain, divisor), EQUALS_SIGN, result)


@explain_bad_calls
def sum_formula(rows: Sequence[Term], digits: int = 3) -> Formula:
    """Return the sum of the rows' values as a formula with numbers, such as 3 + 0 + 1 = 4.

    The sum is DCG for the rows of `actual`, and IDCG for the rows of `ideal`. If the rounded values
    do not add up to the rounded sum, the sign is ≈. Without rows, the formula is 0.

    Parameters
    ----------
    rows : sequence of Term
        The rows of a trace, such as `trace([3, 0, 2]).actual`.
    digits : int, default 3
        The largest number of decimals.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> from ndcg_core.metric.traces import trace
    >>> sum_formula(trace([3, 0, 2]).actual).text
    '3 + 0 + 1 = 4'
    """
    if not rows:
        return build_number("0")
    return _build_sum([term.value for term in rows], rows[-1].cumulative, digits)


@explain_bad_calls
def gains_formula(rows: Sequence[Term], digits: int = 3) -> Formula:
    """Return the sum of the rows' gains as a formula with numbers, such as 3 + 0 + 2 = 5.

    The sum is CG for the rows of `actual`. If the rounded gains do not add up to the rounded sum,
    the sign is ≈. Without rows, the formula is 0.

    Parameters
    ----------
    rows : sequence of Term
        The rows of a trace, such as `trace([3, 0, 2]).actual`.
    digits : int, default 3
        The largest number of decimals.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> from ndcg_core.metric.traces import trace
    >>> gains_formula(trace([3, 0, 2]).actual).text
    '3 + 0 + 2 = 5'
    """
    gains = [term.gain for term in rows]
    if not gains:
        return build_number("0")
    return _build_sum(gains, fsum(gains), digits)


@explain_bad_calls
def ratio_formula(trace: Trace, digits: int = 3) -> Formula:
    """Return DCG / IDCG = NDCG as a formula with numbers, such as 4.000 / 4.262 = 0.939.

    If IDCG is or counts as 0, the formula has the value that the convention sets.

    Parameters
    ----------
    trace : Trace
        The calculation.
    digits : int, default 3
        The number of decimals.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> from ndcg_core.metric.traces import trace
    >>> ratio_formula(trace([3, 2, 3, 0, 1])).text
    '6.149 / 6.323 = 0.972'
    >>> ratio_formula(trace([0, 0])).text
    '0.000 / 0.000, by convention 0.000'
    """
    parts = build_fraction(
        build_number(number(trace.dcg, digits)), build_number(number(trace.idcg, digits))
    )
    if trace.by_convention:
        return join_formulas(parts, build_text(f", by convention {number(trace.ndcg, digits)}"))
    return join_formulas(parts, EQUALS_SIGN, build_number(number(trace.ndcg, digits)))


@explain_bad_calls
def gain_at(grade: float, convention: Convention | str = "standard") -> Formula:
    """Return the gain of a grade as a formula, such as 3 or 2^3 - 1.

    For a gain function of your own, the formula is only the value.

    Parameters
    ----------
    grade : float
        The grade r.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Examples
    --------
    >>> gain_at(3).text, gain_at(3, "exponential").text
    ('3', '2^3 - 1')
    """
    convention = find_convention(convention)
    if isinstance(convention.gain, str):
        return build_gain(build_number(short(grade, GRADE_DIGITS)), convention)
    return build_number(short(find_gain_function(convention.gain)(grade), GRADE_DIGITS))


@explain_bad_calls
def divisor_at(rank: int, convention: Convention | str = "standard") -> Formula:
    """Return the divisor of a rank as a formula, such as log2(3) for rank 2.

    For a discount of your own, the formula is only the value.

    Parameters
    ----------
    rank : int
        The rank i, from 1.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`.

    Returns
    -------
    Formula
        The formula as text, LaTeX and MathML.

    Raises
    ------
    ValueError
        If the rank is not a whole number of 1 or more, or a list of divisors ends above it.

    Examples
    --------
    >>> divisor_at(2).text
    'log2(3)'
    """
    if not isinstance(rank, int) or not 1 <= rank <= MAX_RANK:
        raise ValueError(f"The rank is {short_repr(rank)}. It must be a whole number, 1 or more.")
    convention = find_convention(convention)
    if not isinstance(convention.discount, str):
        return build_number(short(convention.divisor(rank), GRADE_DIGITS))
    return _build_divisor(rank, convention.discount, convention.base)


def adds_up_after_rounding(values: Sequence[float], result: float, digits: int = 3) -> bool:
    """Return True if the rounded values add up to the rounded result.

    >>> adds_up_after_rounding([3, 1.2619], 4.2619)
    True
    >>> adds_up_after_rounding([1.0004, 1.0004], 2.0008)
    False
    """
    off = fsum(round(value, digits) for value in values) - round(result, digits)
    return bool(abs(off) < 0.5 * 10**-digits)


def _build_sum(values: Sequence[float], result: float, digits: int) -> Formula:
    """Return a sum of values as a formula, with ≈ if the rounded values do not add up."""
    numbers = [build_number(short(value, digits)) for value in values]
    summands = [item for value in numbers for item in (PLUS_SIGN, value)][1:]
    sign = EQUALS_SIGN if adds_up_after_rounding(values, result, digits) else APPROXIMATELY_SIGN
    return join_formulas(*summands, sign, build_number(short(result, digits)))


@lru_cache(maxsize=1024)
def _build_divisor(rank: int, discount: str, base: float) -> Formula:
    """Return a rank's divisor under a named discount as a formula, such as log2(3) or 1."""
    if discount == "log2(i+1)":
        return build_logarithm("2", build_number(str(rank + 1)))
    if discount == "logb(i)" and rank >= base:
        return build_logarithm(short(base, GRADE_DIGITS), build_number(str(rank)))
    return build_number(str(rank)) if discount == "i" else _ONE
