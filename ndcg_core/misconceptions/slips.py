"""Slips in the last step of a number or in writing it down. The steps before are right."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor, fsum, isfinite, nan
from statistics import fmean

from ndcg_core.content import load_toml
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Gain, Instead

WRITTEN_DECIMALS = (2, 3, 4)


def cut_decimals(value: float, decimals: int) -> float:
    """Cut off a number after these decimals. nan stays nan.

    >>> cut_decimals(0.6957, 2)
    0.69
    """
    return floor(value * 10.0**decimals + 1e-7) / 10.0**decimals if isfinite(value) else nan


STEP_OPERATORS: Mapping[str, tuple[str, Callable[[float, float], float]]] = {
    "+": ("you added {1} to {0}", operator.add),
    "-": ("you subtracted {1} from {0}", operator.sub),
    "*": ("you multiplied {0} by {1}", operator.mul),
    "/": ("you divided {0} by {1}", operator.truediv),
    "": ("you entered {0}", operator.add),
}
ROW_FUNCTIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "the": lambda numbers: [nan, *numbers][-1],
    "the last": lambda numbers: [nan, *numbers][-1],
    "the sum of the": fsum,
    "the mean of the": fmean,
}


def _find_quantity(name: str) -> Instead:
    """Return the value of a name: a total, k, a number, or a column up to a cell."""
    of_rows, _, column = name.rpartition(" ")
    if of_rows in ROW_FUNCTIONS:
        return lambda calc, at: ROW_FUNCTIONS[of_rows](
            [getattr(row, column.removesuffix("s")) for row in calc.list_rows_to(at)]
        )
    if name == "the ideal CG":
        return lambda calc, at: fsum(row.gain for row in calc.list_rows("ideal"))
    if name.isdecimal():
        return lambda calc, at: float(name)
    return lambda calc, at: calc.k if name == "k" else calc.find_value_used(name.lower())


def _parse_step(step: str) -> tuple[str, Instead]:
    """Return the action and the result of a step such as "DCG / k"."""
    first, *rest = re.split(r" ([-+*/]) ", step)
    sign, second = rest or ("", "0")
    words, combined = STEP_OPERATORS[sign]
    a = _find_quantity(first)
    b = _find_quantity(second)
    return words.format(first, second), lambda calc, at: combined(a(calc, at), b(calc, at))


def _replace_number(ways: Sequence[tuple[str, Instead]]) -> Change:
    """Return the change of a number to the result of each of these steps."""
    return lambda right, sheet: [
        right.with_slip(instead=instead, action=action) for action, instead in ways
    ]


def _change_digits(
    places: Callable[[int], range], edited: Callable[[str, int], str], more: int = 0
) -> Change:
    """Change the written digits of a number, one place at a time.

    more: the number of further digits that are written first.
    """

    def change_digit(value: float, decimals: int, place: int) -> float:
        if not 0 <= value < 1e9:
            return nan
        digits = f"{value * 10.0 ** (decimals + more):0{decimals + more + 1}.0f}"
        return float(edited(digits, place)) / 10.0**decimals

    return lambda right, sheet: [
        right.with_slip(
            finish=partial(change_digit, decimals=decimals, place=place), decimals=decimals
        )
        for decimals in WRITTEN_DECIMALS
        for place in places(decimals)
    ]


POINT_SLIPS: tuple[Gain, ...] = (
    lambda value: value * 10,
    lambda value: value / 10,
    *(lambda value, d=d: round(value, d) * 10.0**d for d in WRITTEN_DECIMALS),
)
"""The factors by which a number changes if its decimal point moves or is missing."""
CHANGES: Mapping[str, Change] = {
    "cut-off": _change_digits(lambda decimals: range(1), lambda digits, _: digits[:-7], more=7),
    "digit-left-out": _change_digits(
        range, lambda s, at: s[: -at - 2] + s[len(s) - at - 1 :], more=1
    ),
    "digits-swapped": _change_digits(
        range, lambda s, at: s[: -at - 2] + s[-at - 1] + s[-at - 2] + s[len(s) - at :]
    ),
    "one-off": _change_digits(  # at a place, as where one carries wrongly in adding up
        lambda decimals: range(2 * decimals + 4),
        lambda digits, at: str(int(digits) + (-1) ** at * 10 ** (at // 2)),
    ),
    "digit-changed": _change_digits(
        lambda decimals: range(10, 10 * decimals + 10),
        lambda s, at: f"{s[: len(s) - 1 - at // 10]}{at % 10}{s[len(s) - at // 10 :]}",
    ),
    "point-moved": lambda right, sheet: [right.with_slip(finish=point) for point in POINT_SLIPS],
    **{
        id: _replace_number([*map(_parse_step, steps)])
        for id, steps in load_toml(__file__, "steps.toml").items()
    },
}
