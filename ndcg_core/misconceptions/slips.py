"""Slips in writing a number down: it was right until then."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
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


def _cut(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    for decimals in DECIMALS:
        yield _finished(right, lambda value, d=decimals: cut_off(value, d), decimals)  # type: ignore[misc]


def _swapped(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    for decimals in DECIMALS:
        for place in range(decimals + 2):
            yield _finished(right, _swap_at(place, decimals), decimals)


def _left_out(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    for decimals in DECIMALS:
        for place in range(decimals):
            yield _finished(right, _leave_out(place, decimals), decimals)


def _one_off(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """One digit too high or too low by one, as where one carries wrongly in adding up."""
    for decimals in DECIMALS:
        for place in range(-1, decimals + 1):
            for step in (10.0**-place, -(10.0**-place)):
                calc = _finished(right, lambda value, s=step: value + s, decimals)  # type: ignore[misc]
                yield replace(calc, action=f"you slipped by {abs(step):g} in adding up or writing down")


def _point_moved(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    for decimals in DECIMALS:
        for factor in (10.0, 0.1):
            yield _finished(right, lambda value, f=factor: value * f, decimals)  # type: ignore[misc]


def _finished(right: Calculation, finish: Callable[[float], float], decimals: int) -> Calculation:
    return replace(right, finish=lambda v: finish(v) if isfinite(v) else nan, decimals=decimals)


def _swap_at(place: int, decimals: int) -> Callable[[float], float]:
    """The number with two neighbouring digits exchanged, the point staying where it is."""

    def finish(value: float) -> float:
        digits = [*f"{value:.{decimals}f}"]
        at = [i for i, character in enumerate(digits) if character != "."]
        if place + 1 >= len(at) or value < 0:
            return nan
        i, j = at[place], at[place + 1]
        if digits[i] == digits[j]:
            return nan
        digits[i], digits[j] = digits[j], digits[i]
        return float("".join(digits))

    return finish


def _leave_out(place: int, decimals: int) -> Callable[[float], float]:
    """The number to one more decimal, of which one that is not the last is lost."""

    def finish(value: float) -> float:
        whole, _, digits = f"{value:.{decimals + 1}f}".partition(".")
        if value < 0 or digits[place] == digits[place + 1] or digits[-1] == "0":
            return nan
        return float(f"{whole}.{digits[:place]}{digits[place + 1 :]}")

    return finish


CHANGES: Mapping[str, Change] = {
    "cut-off": _cut,
    "digit-left-out": _left_out,
    "digits-swapped": _swapped,
    "one-off": _one_off,
    "point-moved": _point_moved,
}
