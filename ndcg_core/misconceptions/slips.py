"""Slips in the last step of a calculation or in writing down its result."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor, fsum, isfinite, nan
from statistics import fmean

from ndcg_core.content import load_toml
from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import CellRule, Gain

WRITTEN_DECIMALS = (2, 3, 4)


def truncate_decimals(value: float, decimals: int) -> float:
    """Truncate a non-negative number to `decimals` decimals. Return NaN for infinity or NaN.

    Rounding errors of up to 1e-7 units of the last decimal are ignored: 0.28999999999 gives 0.29.

    >>> truncate_decimals(0.6957, 2)
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
"""The action and the function of each operator in steps.toml."""
ROW_FUNCTIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "the": lambda numbers: [nan, *numbers][-1],
    "the last": lambda numbers: [nan, *numbers][-1],
    "the sum of the": fsum,
    "the mean of the": fmean,
}
"""The functions of a column up to a cell in steps.toml."""


def _parse_quantity(name: str) -> CellRule:
    """Parse a quantity, such as "DCG" or "k", into a function that calculates it.

    A quantity of steps.toml is a total, k, a number, or a column up to a cell.
    """
    function, _, column = name.rpartition(" ")
    if function in ROW_FUNCTIONS:
        return lambda calc, at: ROW_FUNCTIONS[function](
            [getattr(row, column.removesuffix("s")) for row in calc.list_rows_to(at)]
        )
    if name == "the ideal CG":
        return lambda calc, at: fsum(row.gain for row in calc.list_rows("ideal"))
    if name.isdecimal():
        return lambda calc, at: float(name)
    return lambda calc, at: calc.k if name == "k" else calc.find_used_value(name.lower())


def _parse_step(step: str) -> tuple[str, CellRule]:
    """Parse a step such as "DCG / k" into an action in words and a function for its result."""
    first, *rest = re.split(r" ([-+*/]) ", step)
    sign, second = rest or ("", "0")
    words, combine = STEP_OPERATORS[sign]
    a = _parse_quantity(first)
    b = _parse_quantity(second)
    return words.format(first, second), lambda calc, at: combine(a(calc, at), b(calc, at))


def _make_step_change(steps: Sequence[tuple[str, CellRule]]) -> Change:
    """Return a change that yields, for each step, a calculation that enters its result."""
    return lambda right, sheet: [
        right.with_slip(instead=instead, action=action) for action, instead in steps
    ]


def _make_digit_change(
    list_positions: Callable[[int], range], edit: Callable[[str, int], str], extra_digits: int = 0
) -> Change:
    """Return a change that yields a calculation for each position at which digits are edited.

    Each position is tried with each number of decimals in `WRITTEN_DECIMALS`.

    list_positions: returns the positions to edit for a number of decimals.
    edit: returns the digits after an edit at a position.
    extra_digits: the number of further digits that are written before the edit.
    """

    def change_digit(value: float, decimals: int, position: int) -> float:
        if not 0 <= value < 1e9:
            return nan
        places = decimals + extra_digits
        digits = f"{value * 10.0**places:0{places + 1}.0f}"
        return float(edit(digits, position)) / 10.0**decimals

    return lambda right, sheet: [
        right.with_slip(
            finish=partial(change_digit, decimals=decimals, position=position), decimals=decimals
        )
        for decimals in WRITTEN_DECIMALS
        for position in list_positions(decimals)
    ]


POINT_SLIPS: tuple[Gain, ...] = (
    lambda value: value * 10,
    lambda value: value / 10,
    *(lambda value, d=d: round(value, d) * 10.0**d for d in WRITTEN_DECIMALS),
)
"""Functions that move or remove the decimal point of a number."""
CHANGES: Mapping[str, Change] = {
    "cut-off": _make_digit_change(lambda decimals: range(1), lambda digits, _: digits[:-7], 7),
    "digit-left-out": _make_digit_change(
        range, lambda s, at: s[: -at - 2] + s[len(s) - at - 1 :], extra_digits=1
    ),
    "digits-swapped": _make_digit_change(
        range, lambda s, at: s[: -at - 2] + s[-at - 1] + s[-at - 2] + s[len(s) - at :]
    ),
    "one-off": _make_digit_change(  # by one at a decimal place, as after a wrong carry
        lambda decimals: range(2 * decimals + 4),
        lambda digits, at: str(int(digits) + (-1) ** at * 10 ** (at // 2)),
    ),
    "digit-changed": _make_digit_change(
        lambda decimals: range(10, 10 * decimals + 10),
        lambda s, at: f"{s[: len(s) - 1 - at // 10]}{at % 10}{s[len(s) - at // 10 :]}",
    ),
    "point-moved": lambda right, sheet: [right.with_slip(finish=point) for point in POINT_SLIPS],
    **{
        id: _make_step_change([*map(_parse_step, steps)])
        for id, steps in load_toml(__file__, "steps.toml").items()
    },
}
