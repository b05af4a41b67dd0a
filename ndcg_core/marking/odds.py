"""The odds of what somebody may have done: each cause weighed against the others and the rest."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ndcg_core.content import beside
from ndcg_core.marking.cases import MistakeExplanation
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.numerals.numerals import Written
from ndcg_core.sheets.cells import SIDE_OF, Cell

ODDS = beside(__file__, "odds.toml")
OFFERED = 0.5
"""A cause is offered from even odds."""
RANK_NAMED = 0.7
"""With lower odds a deed is told without its rank."""
IN_A_ROW = ("gain", "discount", "term")
GRADES = ("another-rank's-grade", "row-of-the-other-order")
"""Mistakes that are one where a row has another grade, wherever that came from."""
ANOTHER_GRADE = "used another grade than this row's"
UNLIKELY = 0.5
"""The factor of a cause that something speaks against."""


@dataclass(frozen=True)
class Cause:
    """A possible cause of a number: its deed, a hint and its weight."""

    deed: str
    hint: str
    weight: float


@dataclass(frozen=True)
class Deed:
    """One way of a mistake: its explanation, words and standing beside the likeliest."""

    explanation: MistakeExplanation
    text: str
    hint: str
    is_peer: bool


def weigh_causes(cell: str, number: Written, rows: int, deeds: Iterable[Deed]) -> list[Cause]:
    """Return one or two causes to offer, the likeliest first, or none below even odds."""
    every = list(deeds)
    ways = Counter(id for id, _ in {(one.explanation.id, one.text) for one in every})
    weights: dict[tuple[str, str], tuple[float, str]] = {}
    for one in every:
        key = one.explanation.id, one.text
        is_slip = one.explanation.misconception.scope == "cell"
        weight = _weight(one, cell, rows) / (1 if is_slip else ways[one.explanation.id])
        weights[key] = max(weights.get(key, (0.0, "")), (weight, one.hint))
    total = sum(weight for weight, _ in weights.values()) + _anything_else(cell, number)
    causes = sorted(_causes(cell, weights, total), key=lambda cause: -cause.weight)[:2]
    return causes if sum(cause.weight for cause in causes) >= OFFERED * total else []


def _weight(one: Deed, cell: str, rows: int) -> float:
    """Return the weight of a deed. The ranks of a slip share its weight."""
    id, column = one.explanation.id, Cell.of(cell).column
    weight = float(ODDS["throughout"].get(id, ODDS["default"]))
    if column in IN_A_ROW:
        weight = float(ODDS["in_a_row"].get(id, weight))
    if one.explanation.misconception.scope == "cell":
        weight /= rows if column in (*SIDE_OF, "cumulative") else 2
    weight *= 1.0 if one.is_peer else UNLIKELY
    return weight * (UNLIKELY if one.explanation.against == "elsewhere" else 1.0)


def _anything_else(cell: str, number: Written) -> float:
    """Return the weight of whatever else gives this very number."""
    column = Cell.of(cell).column
    column = "dcg" if column in (*SIDE_OF, "cumulative") else column
    weight = float(ODDS["anything_else"].get(column, 1.0))
    if column in ("gain", "cg"):  # whole numbers, of which few are likely
        return weight / 4
    return 30 * weight * min(number.unit, 0.01) / max(1.0, abs(number.value))


def _causes(
    cell: str, weights: dict[tuple[str, str], tuple[float, str]], total: float
) -> Iterable[Cause]:
    """Yield the causes. The ranks of a slip are one cause, with a rank only if it is likely."""
    groups: dict[str, list[tuple[float, str, str]]] = {}
    in_a_row = Cell.of(cell).column in ("gain", "term")
    for (id, text), (weight, hint) in weights.items():
        is_slip = MISCONCEPTIONS[id].scope == "cell" and MISCONCEPTIONS[id].concept != "writing"
        key = GRADES[0] if in_a_row and id in GRADES else id if is_slip else text
        groups.setdefault(key, []).append((weight, text, hint))
    for key, group in groups.items():
        weight, text, hint = max(group)
        together = sum(one for one, *_ in group)
        if in_a_row and key == GRADES[0]:
            together = max(together, 1.5 * weight)
            if weight < RANK_NAMED * total:
                text = ANOTHER_GRADE
        elif key in MISCONCEPTIONS and weight < RANK_NAMED * total:
            text = MISCONCEPTIONS[key].action.removeprefix("you ").partition(",")[0]
        yield Cause(text, hint, together)
