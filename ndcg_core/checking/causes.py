"""Mistakes that only a program makes, which no learner's sheet shows, as changed calculations."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import nan

from ndcg_core.content import load_toml
from ndcg_core.misconceptions.misconception import Change, change_to
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.sheet import Sheet

SENTENCES: Mapping[str, str] = load_toml(__file__, "causes.toml")
"""The sentences about a function that makes a mistake, by the mistake's id."""
SCALES = (1.0, 2.0, 3.0, 4.0, 5.0)
"""The highest grades of common scales."""
EPSILONS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0)
"""Small numbers that people add to a divisor. Smaller ones have no visible effect."""


def _change(change: Callable[[Calculation], Calculation]) -> Change:
    return lambda right, sheet: [change(right)]


def _times_100(right: Calculation) -> Callable[[float, float], float]:
    return lambda dcg, idcg: 100 * right.ratio(dcg, idcg)


def _with_epsilon(epsilon: float) -> Change:
    """Change the ratio to one with a small number added to its divisor."""
    return change_to(ratio=lambda dcg, idcg: dcg / (idcg + epsilon))


def _larger_by(ranks: int, only: str = "") -> Change:
    """Change the number of counted ranks of both orders, or of one."""

    def change(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        more, more_ideal = (0 if only == other else ranks for other in ("ideal", "actual"))
        asked = sheet.k or len(right.ranking)  # right.k is no more than the documents
        k = min(max(0, asked + more), len(right.ranking))
        ideal_k = min(max(0, asked + more_ideal), len(right.ideal))
        yield replace(right, k=k, ideal_k=ideal_k)

    return change


def _threshold(least: float, keeps: bool) -> Change:
    """Change the gain to 0 below `least`. Other grades get gain 1, or keep theirs if `keeps`."""

    def change(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        def gain(grade: float) -> float:
            if grade < least:
                return 0.0
            return right.gain(grade) if keeps else 1.0

        yield right.with_gain(gain)

    return change


def _xor(read: Callable[[int], int]) -> Change:
    """Change the gain to a bitwise xor, which is undefined for fractions."""

    def gain(grade: float) -> float:
        return float(read(int(grade))) if grade == int(grade) else nan

    return _change(lambda right: right.with_gain(gain))


def _floor(row: Row) -> float:
    return row.gain // row.divisor


def _highest_of(scale: float = 0.0, beyond: bool = True) -> Change:
    """Fill the ideal order with the highest grade of a scale."""

    def change(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        highest = scale or max(right.ideal, default=0.0)
        asked = sheet.k or len(right.ranking)
        k = asked if beyond else right.k
        yield replace(right, ideal=(highest,) * k, ideal_k=k)

    return change


CAUSES: tuple[tuple[str, str, Change], ...] = (
    ("percentage", "", _change(lambda right: replace(right, ratio=_times_100(right)))),
    *(("k-minus-1", "", _larger_by(-1, only)) for only in ("", "actual", "ideal")),
    *(("k-plus-1", "", _larger_by(1, only)) for only in ("", "actual", "ideal")),
    *(("epsilon", "", _with_epsilon(epsilon)) for epsilon in EPSILONS),
    *(("threshold", "", _threshold(least, False)) for least in (1.0, 2.0, 3.0, 4.0)),
    *(("threshold", "kept", _threshold(least, True)) for least in (2.0, 3.0)),
    ("xor", "", _xor(lambda grade: (2 ^ grade) - 1)),
    ("xor", "", _xor(lambda grade: 2 ^ (grade - 1))),
    ("xor", "", _xor(lambda grade: 2 ^ grade)),
    ("floor-division", "", change_to(term_rule=_floor)),
    ("floor-division", "", change_to(ratio=lambda dcg, idcg: dcg // idcg)),
    ("ideal-all-max", "", _highest_of()),
    *(("ideal-of-scale", "", _highest_of(scale)) for scale in SCALES),
    *(("ideal-of-scale", "", _highest_of(scale, beyond=False)) for scale in SCALES),
)
"""Each mistake: its id, the key of its sentence, and its change of the calculation."""
