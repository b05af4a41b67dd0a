"""The origins of a number: conventions that give it, and known mistakes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from typing import Literal

from ndcg_core.marking.cases import SheetCase, iterate_shortened_calculations
from ndcg_core.marking.verdicts import FINE_UNIT
from ndcg_core.marking.wording import describe_explanation
from ndcg_core.metric import CONVENTIONS, STANDARD
from ndcg_core.metric.catalogue import TAUGHT_CONVENTIONS
from ndcg_core.metric.numbers import short
from ndcg_core.misconceptions.misconception import format_clause
from ndcg_core.misconceptions.slips import truncate_decimals
from ndcg_core.numerals.numerals import WrittenNumber, read_printed_number
from ndcg_core.sheets.calculation import Calculation, find_value_or_nan, make_calculation
from ndcg_core.sheets.sheet import Sheet

EXPLAINED_TOTALS = ("ndcg", "dcg", "idcg", "cg")
MAX_DOCUMENTS = 20
"""Longer lists are not searched, which would take seconds and explain little."""
MAX_RANKS = 1_000
"""Conventions with k ones as the ideal are not tried beyond this k, because each rank takes a
row."""
MIN_DECIMALS = 3
"""With fewer significant digits, a whole number counts as exact, and others are ignored."""
EXACT_TOLERANCE = 1e-9
MAX_CUTOFF_CHANCE = 0.05
"""The share of all numbers that may be NDCG at some other cutoff."""
FINE_SHARE = 0.00011
ROUNDINGS = (
    *(partial(round, ndigits=n) for n in (1, 2, 3)),
    partial(truncate_decimals, decimals=2),
)
"""The usual ways to shorten all numbers of a kind."""


@dataclass(frozen=True)
class Origin:
    """A convention or a known mistake that gives a number for a ranking.

    kind     "convention" or "misconception"
    id       the name of the convention, or the id of the misconception
    cell     the total: "ndcg", "dcg", "idcg" or "cg"
    message  a sentence
    cutoff   the rank where the list is cut, if it is not the requested one
    """

    kind: Literal["convention", "misconception"]
    id: str
    cell: str
    message: str
    cutoff: int | None = None


def explain_number(
    grades: Iterable[float],
    value: float | str,
    k: int | None = None,
    judged: Iterable[float] | None = None,
) -> list[Origin]:
    """Return a convention for each total, and the mistakes, that give a number for a ranking.

    Only the first convention is listed for each total. If no convention of the lessons gives the
    number at the requested cutoff, other cutoffs are tried, and come before all other conventions.
    Without any of these, totals with rounded steps are tried. Mistakes made in all steps follow,
    but no slips. They are left out if the standard convention or another cutoff gives the number.

    The digits of a text count: "0.972" is rounded to three decimals, "9" is 9 and not 9.2, and
    "0.9" has too few digits for an origin. A float is an exact value. Raises ValueError for a
    number that cannot be read, for a ranking that cannot be scored, and for more than 20 documents,
    of which something gives almost any number.

    >>> [(o.kind, o.id) for o in explain_number([3, 2, 3, 0, 1], "0.957")]
    [('convention', 'exponential'), ('misconception', 'exponential-gain')]
    >>> [(o.id, o.cell) for o in explain_number([3, 2, 3, 0, 1], "4.541")]
    [('log2-rank-plus-2', 'dcg')]
    """
    number = _set_precision(read_printed_number(value), isinstance(value, str))
    pool = None if judged is None else tuple(judged)
    ranking = tuple(grades)
    longest = max(len(ranking), len(pool or ()))
    if longest > MAX_DOCUMENTS:
        raise ValueError(
            f"The ranking has {longest} documents. The search for causes covers at most "
            f"{MAX_DOCUMENTS}, because with more, almost any number has a cause. Try the first "
            f"{MAX_DOCUMENTS}."
        )
    standard = Sheet(ranking, STANDARD, k, judged=pool)
    standard.exact("ndcg")  # a ranking that cannot be scored is refused
    if number is None:
        return []
    known = [
        one for one in CONVENTIONS.values() if one.ideal_from != "ones" or (k or 0) <= MAX_RANKS
    ]
    sheets = [replace(standard, convention=convention) for convention in known]
    taught = [sheet for sheet in sheets if sheet.convention in TAUGHT_CONVENTIONS]
    origins = [origin for sheet in sheets for origin in _find_totals(sheet, number)]
    if not any(CONVENTIONS[origin.id] in TAUGHT_CONVENTIONS for origin in origins):
        origins = [o for sheet in taught for o in _find_cutoffs(sheet, number)] + origins
    origins = origins or [*_find_roundings(standard, number)]
    if not any(origin.id == STANDARD.name for origin in origins):
        origins += [] if any(o.cutoff for o in origins) else _find_mistakes(standard, number)
    others = (sheet for sheet in taught if sheet.convention != STANDARD) if not origins else ()
    for sheet in others:
        origins = origins or [*_find_mistakes(sheet, number)]
    first: dict[tuple[str, ...], Origin] = {}  # of the conventions, and of each mistake
    for origin in origins:
        mistake = "" if origin.kind == "convention" else origin.id
        first.setdefault((origin.kind, mistake, origin.cell), origin)
    return list(first.values())


def _set_precision(number: WrittenNumber, is_text: bool) -> WrittenNumber | None:
    """Return a number with the precision to compare it at, or None if it is NaN or too coarse.

    A text with too few digits is too coarse, unless its value is a whole number.

    is_text: True for a text, which is rounded to its digits; False for an exact float.
    """
    if isnan(number.value):
        return None
    if not is_text or (number.digits < MIN_DECIMALS and number.value.is_integer()):
        return replace(number, unit=EXACT_TOLERANCE)
    return number if number.unit <= FINE_UNIT * 1.001 or number.digits >= MIN_DECIMALS else None


def _find_totals(sheet: Sheet, number: WrittenNumber) -> Iterator[Origin]:
    """Yield the origin of each total that rounds to a number under a sheet's convention."""
    for cell in EXPLAINED_TOTALS:
        if number.is_rounding_of(sheet.exact(cell) or 0.0):
            yield _make_convention_origin(sheet, cell)


def _make_convention_origin(sheet: Sheet, cell: str, addition: str = "") -> Origin:
    """Return the origin of a total under a sheet's convention.

    addition: a further sentence for the message, which begins with a space.
    """
    name = sheet.convention.name
    title = sheet.convention.title
    message = f"{sheet.trace.at(cell.upper())} under this convention: {title}.{addition}"
    return Origin("convention", name, cell, message)


def _find_cutoffs(sheet: Sheet, number: WrittenNumber) -> Iterator[Origin]:
    """Yield an origin for each other cutoff with NDCG below 1 that rounds to a number.

    Yields nothing if the cutoffs could give almost any number.
    """
    count = len(sheet.grades)
    if count * number.unit > MAX_CUTOFF_CHANCE:
        return
    for k in range(1, count + 1):
        other = replace(sheet, k=k)
        score = other.exact("ndcg") or 0.0
        # A score of 1 explains nothing, because many lists begin with their best documents.
        if k != sheet.trace.k and score < 1 and number.is_rounding_of(score):
            yield replace(_make_convention_origin(other, "ndcg"), cutoff=k)


def _find_roundings(sheet: Sheet, number: WrittenNumber) -> Iterator[Origin]:
    """Yield an origin for each total that gives a number if its steps are rounded or truncated.

    Yields nothing for an exact number. NDCG needs four decimals, because any number with three is
    close to one of these totals.
    """
    if number.unit <= EXACT_TOLERANCE:
        return
    calc = make_calculation(sheet)
    for cell in ("dcg", "idcg", "ndcg"):
        exact = sheet.exact(cell) or 0.0
        if cell == "ndcg" and number.unit > FINE_SHARE:
            continue
        totals = _iterate_totals_with_rounded_steps(calc, cell)
        if any(number.is_rounding_of(value) for value in totals):
            remark = (
                f" Its exact value is {short(exact)}, and rounding on the way gives this number."
            )
            yield _make_convention_origin(sheet, cell, remark)


def _iterate_totals_with_rounded_steps(calc: Calculation, cell: str) -> Iterator[float]:
    """Yield the values of a total with all terms, divisors or weights rounded or truncated.

    For NDCG, also yields the values with both sums rounded or truncated.
    """
    for one in iterate_shortened_calculations(calc, ROUNDINGS):
        yield find_value_or_nan(one, cell)
    dcg = calc.calculate_total("actual")
    idcg = calc.calculate_total("ideal")
    for short_sum in ROUNDINGS[1:] if cell == "ndcg" else ():
        yield calc.ratio(short_sum(dcg), short_sum(idcg))


def _find_mistakes(sheet: Sheet, number: WrittenNumber) -> Iterator[Origin]:
    """Yield an origin for each total and mistake that gives a number if made in every step.

    Variants of one mistake have an origin each.
    """
    case = SheetCase(sheet)
    for cell in EXPLAINED_TOTALS:
        if number.is_rounding_of(sheet.exact(cell) or 0.0, min(number.unit, FINE_UNIT)):
            continue
        for explanation in case.explain_by_repeated_mistakes(cell, number):
            action, hint = describe_explanation(explanation, sheet)
            done = format_clause("somebody", action)
            if sheet.convention != STANDARD:
                done += f", under this convention: {sheet.convention.title}"
            text = f"{sheet.trace.at(cell.upper())}, if {done}. {hint}"
            yield Origin("misconception", explanation.id, cell, text)
