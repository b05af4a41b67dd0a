"""Mistakes about the gain, the value of a grade."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ndcg_core.metric import GAINS
from ndcg_core.misconceptions.discounts import use_other_logarithm
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet


def make_gain_change(gain: Callable[[float], float]) -> Change:
    """Return a change that uses `gain` as the gain function of both orders."""
    return lambda right, sheet: [right.with_gain(gain)]


def choose_other_gain(sheet: Sheet) -> Callable[[float], float]:
    """Return the linear gain function for a sheet with exponential gain, else the exponential."""
    return GAINS["linear" if sheet.convention.gain == "exponential" else "exponential"]


def _drop_zeros(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield calculations that leave out grade-0 documents, or do not count their ranks.

    Yields nothing if every grade is zero.
    """
    ranking = tuple(grade for grade in right.ranking if grade)
    if ranking:
        ranks = [sum(map(bool, right.ranking[:i])) for i in range(1, len(right.ranking) + 1)]
        yield replace(right, ranking=ranking)
        yield replace(right, discount=lambda i: right.discount(max(1, ranks[i - 1])))


def _use_other_convention(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """Yield a calculation with the gain and the divisor of another convention, or nothing.

    Yields nothing for a linear gain, unless the discount is logb(i), and nothing for a discount
    without a logarithm.
    """
    is_exponential = sheet.convention.gain == "exponential"
    divides_later = sheet.convention.discount == "logb(i)"
    if not (is_exponential or divides_later):
        return
    gain = "the grade itself" if is_exponential else "2^grade − 1"
    divisor = "log2(i + 1)" if divides_later else "log2(i)"
    action = f"you used {gain} as the gain and divided by {divisor}"
    for calc in use_other_logarithm(right, sheet):
        yield replace(calc.with_gain(choose_other_gain(sheet)), action=action)


CHANGES: Mapping[str, Change] = {
    "exponential-gain": lambda right, sheet: [right.with_gain(choose_other_gain(sheet))],
    "other-convention": _use_other_convention,
    "power-without-minus-1": make_gain_change(lambda r: 2.0**r),
    "power-of-r-minus-1": make_gain_change(lambda r: 2.0 ** (r - 1)),
    "squared-gain": make_gain_change(lambda r: r * r),
    "binary-gain": make_gain_change(lambda r: float(r > 0)),
    "drop-zeros": _drop_zeros,
}
