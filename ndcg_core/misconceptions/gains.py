"""Mistakes about the gain: what a grade is worth, and which documents earn one."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ndcg_core.metric import GAINS
from ndcg_core.misconceptions.misconception import Change, Misconception
from ndcg_core.sheets.calculation import Calculation
from ndcg_core.sheets.sheet import Sheet

ASKED = "Look at the gain that is asked for."


def worth(gain: Callable[[float], float]) -> Change:
    """The change that gives every grade this gain."""
    return lambda right, sheet: [right.with_gain(gain)]


def other_gain(sheet: Sheet) -> Callable[[float], float]:
    """Exponential gain for linear, and the reverse."""
    return GAINS["linear" if sheet.convention.gain == "exponential" else "exponential"]


def _drop_zeros(right: Calculation, sheet: Sheet) -> Iterator[Calculation]:
    """The ranking without its zeros; and, row by row, each rank counted without the zeros above."""
    ranking = tuple(grade for grade in right.ranking if grade)
    if ranking:
        places = [sum(map(bool, right.ranking[:i])) for i in range(1, len(right.ranking) + 1)]
        yield replace(right, ranking=ranking)
        yield replace(right, discount=lambda i: right.discount(max(1, places[i - 1])))


ABOUT_GAINS = (
    Misconception(
        "exponential-gain",
        "The other gain",
        "used 2^grade − 1 as the gain",
        ASKED,
        lambda right, sheet: [right.with_gain(other_gain(sheet))],
        "exponential",
        reverse=("used the grade itself as the gain", ASKED),
    ),
    Misconception(
        "power-without-minus-1",
        "2^grade, nothing taken off",
        "used 2^grade as the gain, so that even a grade of 0 earns something",
        "Look at what a grade of 0 should earn.",
        worth(lambda r: 2.0**r),
        "exponential",
    ),
    Misconception(
        "power-of-r-minus-1",
        "The 1 in the exponent",
        "used 2^(grade − 1) as the gain, so that even a grade of 0 earns something",
        "Look at what the 1 is taken from.",
        worth(lambda r: 2.0 ** (r - 1)),
        "exponential",
    ),
    Misconception(
        "squared-gain",
        "The grade squared",
        "squared the grade",
        ASKED,
        worth(lambda r: r * r),
        "gain",
    ),
    Misconception(
        "binary-gain",
        "Every hit counts 1",
        "counted every relevant document as 1, whatever its grade",
        "Look at what the grades are for.",
        worth(lambda r: float(r > 0)),
        "gain",
    ),
    Misconception(
        "drop-zeros",
        "Irrelevant documents left out",
        "left the irrelevant documents out, so that those below them moved up",
        "Look at the rank of the document after a 0.",
        _drop_zeros,
        "gain",
    ),
)
