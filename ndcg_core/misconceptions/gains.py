"""Mistakes about the gain, the value of a grade."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ndcg_core.metric import GAINS
from ndcg_core.misconceptions.discounts import use_other_rank_rule
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet


def use_gain(gain: Callable[[float], float]) -> Change:
    """Return the change that gives every grade this gain."""
    return lambda right, sheet: [right.with_gain(gain)]


def choose_other_gain(sheet: Sheet) -> Callable[[float], float]:
    """Return exponential gain for a linear sheet, and linear gain for the others."""
    return GAINS["linear" if sheet.convention.gain == "exponential" else "exponential"]


def _drop_zeros(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield the ranking without zeros, and the ranking with ranks that skip zeros."""
    ranking = tuple(grade for grade in right.ranking if grade)
    if ranking:
        places = [sum(map(bool, right.ranking[:i])) for i in range(1, len(right.ranking) + 1)]
        yield replace(right, ranking=ranking)
        yield replace(right, discount=lambda i: right.discount(max(1, places[i - 1])))


def _use_other_convention(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield the other gain and the other divisor, if the sheet has an unusual one."""
    powers = sheet.convention.gain == "exponential"
    later = sheet.convention.discount == "logb(i)"
    gain = "the grade itself" if powers else "2^grade − 1"
    action = f"you used {gain} as the gain and divided by log2(i{' + 1' * later})"
    for calc in use_other_rank_rule(right, sheet) if powers or later else ():
        yield replace(calc.with_gain(choose_other_gain(sheet)), action=action)


CHANGES: Mapping[str, Change] = {
    "exponential-gain": lambda right, sheet: [right.with_gain(choose_other_gain(sheet))],
    "other-convention": _use_other_convention,
    "power-without-minus-1": use_gain(lambda r: 2.0**r),
    "power-of-r-minus-1": use_gain(lambda r: 2.0 ** (r - 1)),
    "squared-gain": use_gain(lambda r: r * r),
    "binary-gain": use_gain(lambda r: float(r > 0)),
    "drop-zeros": _drop_zeros,
}
