"""Where a number may come from: a convention that gives it, or a known mistake."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from typing import Literal

from ndcg_core.marking.cases import SheetCase, in_styles
from ndcg_core.marking.readings import Readings, fits
from ndcg_core.marking.verdicts import FINE
from ndcg_core.marking.wording import action_and_hint
from ndcg_core.metric import CONVENTIONS, STANDARD
from ndcg_core.metric.catalogue import TAUGHT
from ndcg_core.metric.numbers import short
from ndcg_core.misconceptions.misconception import clause
from ndcg_core.numerals.numerals import Written, read_printed
from ndcg_core.sheets.calculation import right_calculation, value_in
from ndcg_core.sheets.sheet import Sheet

TOTALS = ("ndcg", "dcg", "idcg", "cg")
LONGEST = 20
"""More documents than this are not looked through: it would take seconds, and tell little."""
ENOUGH = 3
"""With fewer significant digits a whole number stands for itself, and other numbers for nothing."""
EXACT = 1e-9
CHANCE = 0.01
"""So small a share of all numbers may be a total that was rounded on the way."""


@dataclass(frozen=True)
class Origin:
    """One way to get a number from a ranking.

    kind     "convention" or "misconception"
    id       the name of the convention, or the id of the misconception
    cell     which total it is: "ndcg", "dcg", "idcg" or "cg"
    message  a sentence
    """

    kind: Literal["convention", "misconception"]
    id: str
    cell: str
    message: str


def explain_number(
    grades: Iterable[float],
    value: float | str,
    k: int | None = None,
    judged: Iterable[float] | None = None,
) -> list[Origin]:
    """Which conventions give a number for a ranking, and which mistakes; nothing if none does.

    Mistakes are left out where the standard convention gives the number.

    The digits of a text count, and so few explain nothing: "0.972" is a rounding to three decimals,
    "9" is 9 and not 9.2, and "0.9" has no origin; a total whose steps were rounded is found too. A
    float is that very value. A number that cannot be read, a ranking that cannot be scored, or one
    of more than 20 documents, of which something gives almost any number, raises ValueError.

    >>> [(o.kind, o.id) for o in explain_number([3, 2, 3, 0, 1], "0.957")]
    [('convention', 'exponential'), ('misconception', 'exponential-gain')]
    >>> [(o.id, o.cell) for o in explain_number([3, 2, 3, 0, 1], "4.541")]
    [('log2-rank-plus-2', 'dcg')]
    """
    number = _exact(read_printed(value), isinstance(value, str))
    pool = None if judged is None else tuple(judged)
    ranking = tuple(grades)
    longest = max(len(ranking), len(pool or ()))
    if longest > LONGEST:
        raise ValueError(
            f"That is {longest} documents. Where a number comes from is looked for among at most "
            f"{LONGEST}: with more, something gives almost any number. Try the first {LONGEST}."
        )
    standard = Sheet(ranking, STANDARD, k, judged=pool)
    standard.exact("ndcg")  # a ranking that cannot be scored is refused
    if number is None:
        return []
    sheets = [replace(standard, convention=convention) for convention in CONVENTIONS.values()]
    origins = [origin for sheet in sheets for origin in _conventions(sheet, number)]
    if not any(origin.id == STANDARD.name for origin in origins):
        origins += [*_rounded(standard, number)] or [*_mistakes(standard, number)]
    taught = [sheet for sheet in sheets if sheet.convention in TAUGHT]
    for look in (_rounded, _mistakes) if not origins else ():
        origins = origins or [origin for sheet in taught for origin in look(sheet, number)]
    first: dict[tuple[str, ...], Origin] = {}  # of the conventions, and of each mistake
    for origin in origins:
        what = "" if origin.kind == "convention" else origin.id
        first.setdefault((origin.kind, what, origin.cell), origin)
    return list(first.values())


def _exact(number: Written, rounded: bool) -> Written | None:
    """The number with what its digits stand for; None where they are too few to tell anything, or
    there is no value.
    """
    if isnan(number.value):
        return None
    if not rounded or (number.digits < ENOUGH and number.value.is_integer()):
        return replace(number, unit=EXACT)
    return number if number.unit <= FINE * 1.001 or number.digits >= ENOUGH else None


def _conventions(sheet: Sheet, number: Written) -> Iterator[Origin]:
    for cell in TOTALS:
        if number.fits(sheet.exact(cell) or 0.0):
            yield _of_convention(sheet, cell)


def _of_convention(sheet: Sheet, cell: str, more: str = "") -> Origin:
    name, title = sheet.convention.name, sheet.convention.title
    message = f"{sheet.trace.at(cell.upper())} under this convention: {title}.{more}"
    return Origin("convention", name, cell, message)


def _rounded(sheet: Sheet, number: Written) -> Iterator[Origin]:
    """The totals of which a number is one where terms or divisors were rounded on the way, to two
    decimals or more as `readings` has it, or all to one.
    """
    if number.unit <= EXACT:
        return
    calc = right_calculation(sheet)
    readings = Readings(calc, {}, "rounded", sheet.convention.base)
    for cell in ("dcg", "idcg", "ndcg"):
        exact, about = sheet.exact(cell) or 0.0, readings.derived(cell)
        width = sum(high - low for low, high in about) + number.unit
        likely = width <= CHANCE * max(1.0, exact) and any(fits(number, one) for one in about)
        coarse = (value_in(one, cell) for one in in_styles(calc, (partial(round, ndigits=1),)))
        if likely or any(map(number.fits, coarse)):
            more = f" It is {short(exact)}, and this where numbers are rounded on the way."
            yield _of_convention(sheet, cell, more)


def _mistakes(sheet: Sheet, number: Written) -> Iterator[Origin]:
    case = SheetCase(sheet)
    for cell in TOTALS:
        if number.fits(sheet.exact(cell) or 0.0, min(number.unit, FINE)):
            continue
        for explanation in (*case.throughout(cell, number), *case.slips(cell, number)):
            action, hint = action_and_hint(explanation, sheet)
            done = clause("somebody", action)
            text = f"{sheet.trace.at(cell.upper())}, where {done}. {hint}"
            yield Origin("misconception", explanation.id, cell, text)
