"""Mistakes that only a program makes, which no learner's sheet shows, as changed calculations."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import nan

from ndcg_core.content import load_toml
from ndcg_core.misconceptions.misconception import Change, replace_fields
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.sheet import Sheet

CAUSE_SENTENCES: Mapping[str, str] = load_toml(__file__, "causes.toml")
"""The sentences about a function that makes a mistake, by the mistake's id."""
HIGHEST_GRADES = (1.0, 2.0, 3.0, 4.0, 5.0)
"""The highest grades of common scales."""
EPSILONS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0)
"""Small numbers that people add to a divisor. Smaller ones have no visible effect."""


def _as_change(change: Callable[[Calculation], Calculation]) -> Change:
    return lambda right, sheet: [change(right)]


def _make_percentage(right: Calculation) -> Callable[[float, float], float]:
    return lambda dcg, idcg: 100 * right.ratio(dcg, idcg)


def _add_epsilon(epsilon: float) -> Change:
    """Change the ratio to one with a small number added to its divisor."""
    return replace_fields(ratio=lambda dcg, idcg: dcg / (idcg + epsilon))


def _change_cutoff(ranks: int, only: str = "") -> Change:
    """Change the number of counted ranks of both orders, or of one."""

    def change_cutoff(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        more, more_ideal = (0 if only == other else ranks for other in ("ideal", "actual"))
        asked = sheet.k or len(right.ranking)  # right.k is no more than the documents
        k = min(max(0, asked + more), len(right.ranking))
        ideal_k = min(max(0, asked + more_ideal), len(right.ideal))
        yield replace(right, k=k, ideal_k=ideal_k)

    return change_cutoff


def _apply_threshold(least: float, keeps: bool) -> Change:
    """Change the gain to 0 below `least`. Other grades get gain 1, or keep theirs if `keeps`."""

    def apply_threshold(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        def gain_above_threshold(grade: float) -> float:
            if grade < least:
                return 0.0
            return right.gain(grade) if keeps else 1.0

        yield right.with_gain(gain_above_threshold)

    return apply_threshold


def _misread_power(read: Callable[[int], int]) -> Change:
    """Change the gain to a bitwise xor, which is undefined for fractions."""

    def gain_by_xor(grade: float) -> float:
        return float(read(int(grade))) if grade == int(grade) else nan

    return _as_change(lambda right: right.with_gain(gain_by_xor))


def _divide_and_floor(row: Row) -> float:
    return row.gain // row.divisor


def _fill_ideal(scale: float = 0.0, beyond: bool = True) -> Change:
    """Fill the ideal order with the highest grade of a scale."""

    def fill_ideal(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        highest = scale or max(right.ideal, default=0.0)
        asked = sheet.k or len(right.ranking)
        k = asked if beyond else right.k
        yield replace(right, ideal=(highest,) * k, ideal_k=k)

    return fill_ideal


CAUSES: tuple[tuple[str, str, Change], ...] = (
    ("percentage", "", _as_change(lambda right: replace(right, ratio=_make_percentage(right)))),
    *(("k-minus-1", "", _change_cutoff(-1, only)) for only in ("", "actual", "ideal")),
    *(("k-plus-1", "", _change_cutoff(1, only)) for only in ("", "actual", "ideal")),
    *(("epsilon", "", _add_epsilon(epsilon)) for epsilon in EPSILONS),
    *(("threshold", "", _apply_threshold(least, False)) for least in (1.0, 2.0, 3.0, 4.0)),
    *(("threshold", "kept", _apply_threshold(least, True)) for least in (2.0, 3.0)),
    ("xor", "", _misread_power(lambda grade: (2 ^ grade) - 1)),
    ("xor", "", _misread_power(lambda grade: 2 ^ (grade - 1))),
    ("xor", "", _misread_power(lambda grade: 2 ^ grade)),
    ("floor-division", "", replace_fields(term_rule=_divide_and_floor)),
    ("floor-division", "", replace_fields(ratio=lambda dcg, idcg: dcg // idcg)),
    ("ideal-all-max", "", _fill_ideal()),
    *(("ideal-of-scale", "", _fill_ideal(scale)) for scale in HIGHEST_GRADES),
    *(("ideal-of-scale", "", _fill_ideal(scale, beyond=False)) for scale in HIGHEST_GRADES),
)
"""Each mistake: its id, the key of its sentence, and its change of the calculation."""
