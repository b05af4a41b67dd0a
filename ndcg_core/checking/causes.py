"""Mistakes of programs that learners do not make on paper, as changed calculations."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import nan

from ndcg_core.content import load_toml
from ndcg_core.misconceptions.misconception import Change, make_field_change
from ndcg_core.sheets.calculation import Calculation, Row
from ndcg_core.sheets.sheet import Sheet

CAUSE_SENTENCES: Mapping[str, str] = load_toml(__file__, "causes.toml")
"""The sentences about a function that makes a mistake, by the mistake's id."""
HIGHEST_GRADES = (1.0, 2.0, 3.0, 4.0, 5.0)
"""The highest grades of common scales."""
EPSILONS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0)
"""Small numbers that people add to a divisor. Smaller numbers have no visible effect."""


def _make_change(change: Callable[[Calculation], Calculation]) -> Change:
    """Return a `Change` that applies a function to the right calculation."""
    return lambda right, sheet: [change(right)]


def _make_percent_ratio(right: Calculation) -> Callable[[float, float], float]:
    """Return a function of DCG and IDCG that gives 100 times the right ratio."""
    return lambda dcg, idcg: 100 * right.ratio(dcg, idcg)


def _make_epsilon_change(epsilon: float) -> Change:
    """Return a change that adds a small number to IDCG, the divisor of NDCG."""
    return make_field_change(ratio=lambda dcg, idcg: dcg / (idcg + epsilon))


def _make_cutoff_change(offset: int, side: str = "") -> Change:
    """Return a change that adds `offset` to the cutoff of both orders, or of one of them.

    A cutoff remains between 0 and the number of documents.

    side: "actual", "ideal", or "" for both orders.
    """

    def change_cutoff(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        cutoff = sheet.k or len(right.ranking)  # right.k is no more than the documents
        k = cutoff if side == "ideal" else cutoff + offset
        ideal_k = cutoff if side == "actual" else cutoff + offset
        k = min(max(0, k), len(right.ranking))
        ideal_k = min(max(0, ideal_k), len(right.ideal))
        yield replace(right, k=k, ideal_k=ideal_k)

    return change_cutoff


def _make_threshold_change(threshold: float, keeps_gain: bool) -> Change:
    """Return a change to gain 0 for grades below a threshold, and to gain 1 for other grades.

    keeps_gain: True if other grades keep the right gain instead.
    """

    def apply_threshold(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        def gain_above_threshold(grade: float) -> float:
            if grade < threshold:
                return 0.0
            return right.gain(grade) if keeps_gain else 1.0

        yield right.with_gain(gain_above_threshold)

    return apply_threshold


def _make_xor_change(calculate_xor: Callable[[int], int]) -> Change:
    """Return a change that sets the gain to a bitwise xor, or to NaN for a fractional grade.

    calculate_xor: a function of a whole grade that uses the operator `^`.
    """

    def gain_by_xor(grade: float) -> float:
        return float(calculate_xor(int(grade))) if grade == int(grade) else nan

    return _make_change(lambda right: right.with_gain(gain_by_xor))


def _divide_and_floor(row: Row) -> float:
    """Return a row's gain divided by its divisor, rounded down to a whole number."""
    return row.gain // row.divisor


def _make_ideal_filling_change(
    highest_grade: float = 0.0, exceeds_documents: bool = True
) -> Change:
    """Return a change that fills the ideal order with the highest grade.

    highest_grade: that of a scale, or 0 for the highest grade of the right ideal order.
    exceeds_documents: True if the cutoff may be larger than the number of documents.
    """

    def fill_ideal(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
        highest = highest_grade or max(right.ideal, default=0.0)
        asked = sheet.k or len(right.ranking)
        k = asked if exceeds_documents else right.k
        yield replace(right, ideal=(highest,) * k, ideal_k=k)

    return fill_ideal


CAUSES: tuple[tuple[str, str, Change], ...] = (
    (
        "percentage",
        "",
        _make_change(lambda right: replace(right, ratio=_make_percent_ratio(right))),
    ),
    *(("k-minus-1", "", _make_cutoff_change(-1, side)) for side in ("", "actual", "ideal")),
    *(("k-plus-1", "", _make_cutoff_change(1, side)) for side in ("", "actual", "ideal")),
    *(("epsilon", "", _make_epsilon_change(epsilon)) for epsilon in EPSILONS),
    *(("threshold", "", _make_threshold_change(grade, False)) for grade in (1.0, 2.0, 3.0, 4.0)),
    *(("threshold", "kept", _make_threshold_change(grade, True)) for grade in (2.0, 3.0)),
    ("xor", "", _make_xor_change(lambda grade: (2 ^ grade) - 1)),
    ("xor", "", _make_xor_change(lambda grade: 2 ^ (grade - 1))),
    ("xor", "", _make_xor_change(lambda grade: 2 ^ grade)),
    ("floor-division", "", make_field_change(term_rule=_divide_and_floor)),
    ("floor-division", "", make_field_change(ratio=lambda dcg, idcg: dcg // idcg)),
    ("ideal-all-max", "", _make_ideal_filling_change()),
    *(("ideal-of-scale", "", _make_ideal_filling_change(scale)) for scale in HIGHEST_GRADES),
    *(
        ("ideal-of-scale", "", _make_ideal_filling_change(scale, exceeds_documents=False))
        for scale in HIGHEST_GRADES
    ),
)
"""The mistakes: the id, the key of the sentence, and the change of the calculation."""
