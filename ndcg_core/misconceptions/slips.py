"""Slips in writing a number down: it was right until then."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import floor, isfinite, nan

from ndcg_core.misconceptions.misconception import Change
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet

DECIMALS = (2, 3, 4)


def cut_off(value: float, decimals: int) -> float:
    """A number whose digits end here, as if the rest had never been; nan where there is none.

    >>> cut_off(0.6957, 2)
    0.69
    """
    return floor(value * 10.0**decimals + 1e-7) / 10.0**decimals if isfinite(value) else nan


def _unless_odd(finish: Callable[[float], float], value: float) -> float:
    return finish(value) if 0 <= value < 1e9 else nan


def _written(places: Callable[[int], range], finish: Callable[..., float]) -> Change:
    """The change of a number when it is written to so many decimals, at each of some places."""

    def calcs(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        for decimals in DECIMALS:
            for place in places(decimals):
                at = partial(finish, decimals=decimals, place=place)
                yield replace(right, finish=partial(_unless_odd, at), decimals=decimals)

    return calcs


def _swap(value: float, decimals: int, place: int) -> float:
    """The number with two neighbouring digits exchanged, the point staying where it is."""
    digits = [*f"{value:.{decimals}f}"]
    i, j, *_ = *[at for at, digit in enumerate(digits) if digit != "."][place:], 0, 0
    if j == 0 or digits[i] == digits[j]:
        return nan
    digits[i], digits[j] = digits[j], digits[i]
    return float("".join(digits))


def _leave_out(value: float, decimals: int, place: int) -> float:
    """The number to one more decimal, of which one that is not the last is lost."""
    whole, _, digits = f"{value:.{decimals + 1}f}".partition(".")
    if digits[place] == digits[place + 1] or digits[-1] == "0":
        return nan
    return float(f"{whole}.{digits[:place]}{digits[place + 1 :]}")


CHANGES: Mapping[str, Change] = {
    "cut-off": _written(lambda decimals: range(1), lambda v, decimals, place: cut_off(v, decimals)),
    "digit-left-out": _written(range, _leave_out),
    "digits-swapped": _written(lambda decimals: range(decimals + 1), _swap),
    "one-off": _written(  # at a place, as where one carries wrongly in adding up
        lambda decimals: range(2 * decimals + 4),
        lambda v, decimals, place: v + (1 - 2 * (place % 2)) * float(10 ** (1 - place // 2)),
    ),
    "point-moved": _written(
        lambda decimals: range(2), lambda v, decimals, place: v * 100.0**place / 10
    ),
}
