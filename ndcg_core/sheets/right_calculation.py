"""The right calculation of a sheet, in the pieces that mistakes exchange."""

from collections.abc import Callable
from math import nan

from ndcg_core.metric import DISCOUNTS, Convention
from ndcg_core.metric.gains import function
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet


def right_calculation(sheet: Sheet) -> Calculation:
    """The calculation whose numbers are the trace's."""
    convention = sheet.convention
    divide = DISCOUNTS[convention.discount]
    ideal = (*sheet.trace.ideal, *sheet.trace.ideal_beyond)
    return Calculation(
        ranking=tuple(map(float, sheet.grades)),
        ideal=tuple(term.grade for term in ideal),
        k=sheet.count("actual"),
        ideal_k=sheet.count("ideal"),
        gain=_gain(convention),
        ideal_gain=_gain(convention),
        discount=lambda rank: divide(rank, convention.base),
        ideal_discount=lambda rank: divide(rank, convention.base),
        others=tuple(map(right_calculation, sheet.queries)),
        pool="judged" if sheet.judged and convention.ideal_from == "judged" else "grades",
        ratio=lambda dcg, idcg: dcg / idcg if idcg else convention.empty,
    )


def _gain(convention: Convention) -> Callable[[float], float]:
    """g(r) of a sheet; nan for a grade that somebody wrote and a table does not have."""
    gain = function(convention.gain)
    if isinstance(convention.gain, str):
        return gain

    def gain_of(r: float) -> float:
        try:
            return gain(r)
        except ValueError:
            return nan

    return gain_of
