"""The odds of the possible causes of a wrong number, weighed against each other and the rest."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ndcg_core.content import load_toml
from ndcg_core.marking.cases import ROW_COLUMNS, MistakeExplanation
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.numerals.numerals import WrittenNumber
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell

CAUSE_ODDS = load_toml(__file__, "odds.toml")
MAX_CAUSES = 2
"""The largest number of causes to offer."""
MIN_OFFERED_ODDS = 0.5
"""Causes are offered if their weights are at least this share of all weights."""
MIN_RANK_ODDS = 0.7
"""The least share at which the rank of a slip is named."""
OTHER_GRADE_IDS = ("another-rank's-grade", "row-of-the-other-order")
"""Mistakes that put another grade into a row."""
OTHER_DIVISOR_ID = "another-rank's-divisor"
"""The mistake that puts another rank's divisor into a row."""
OTHER_GRADE_ACTION = "used a grade other than this row’s"
OTHER_GAIN_ACTION = "used a gain other than this row’s"
OTHER_DIVISOR_ACTION = "used a divisor other than this row’s"
UNLIKELY_WEIGHT = 0.5
"""The factor for the weight of a cause with evidence against it."""


@dataclass(frozen=True)
class Cause:
    """A possible cause of a number.

    id      the mistake, or the likeliest of the mistakes that the cause combines
    deed    the possible action of the author, in words
    """

    id: str
    deed: str
    hint: str
    weight: float


@dataclass(frozen=True)
class Deed:
    """A possible cause of a wrong number, with its text and hint.

    is_peer  True if no other cause fits the sheet better
    """

    explanation: MistakeExplanation
    text: str
    hint: str
    is_peer: bool


def weigh_causes(cell: str, number: WrittenNumber, rows: int, deeds: Iterable[Deed]) -> list[Cause]:
    """Return the causes to offer, the likeliest first, or none below even odds.

    rows: the number of rows in which a slip can be.
    """
    deeds = list(deeds)
    ways = Counter(id for id, _ in {(one.explanation.id, one.text) for one in deeds})
    causes: dict[tuple[str, str], Cause] = {}
    for one in deeds:
        id = one.explanation.id
        is_slip = one.explanation.misconception.scope == "cell"
        weight = _weigh_deed(one, cell, rows) / (1 if is_slip else ways[id])
        known = causes.get((id, one.text))
        if known is None or weight > known.weight:
            causes[id, one.text] = Cause(id, one.text, one.hint, weight)
    total = sum(cause.weight for cause in causes.values()) + _weigh_unknown(cell, number)
    groups = sorted(_group_causes(cell, causes.values(), total), key=lambda cause: -cause.weight)
    if Cell.parse(cell).column == "term" and groups[0].weight < MIN_OFFERED_ODDS * total:
        for general in _generalize_causes(groups):
            if general.weight >= MIN_OFFERED_ODDS * total:
                return [general]
    offered = groups[:MAX_CAUSES]
    return offered if sum(cause.weight for cause in offered) >= MIN_OFFERED_ODDS * total else []


def _weigh_deed(one: Deed, cell: str, rows: int) -> float:
    """Return the weight of a deed. The ranks of a slip share its weight."""
    id = one.explanation.id
    column = Cell.parse(cell).column
    weight = float(CAUSE_ODDS["throughout"].get(id, CAUSE_ODDS["default"]))
    if column in ROW_COLUMNS:
        weight = float(CAUSE_ODDS["in_a_row"].get(id, weight))
    if one.explanation.misconception.scope == "cell":
        weight /= rows if column in (*SIDE_OF_TOTAL, "cumulative") else 2
    weight *= 1.0 if one.is_peer else UNLIKELY_WEIGHT
    return weight * (UNLIKELY_WEIGHT if one.explanation.against == "elsewhere" else 1.0)


def _weigh_unknown(cell: str, number: WrittenNumber) -> float:
    """Return the weight of all unknown causes of a number."""
    column = Cell.parse(cell).column
    column = "dcg" if column in (*SIDE_OF_TOTAL, "cumulative") else column
    weight = float(CAUSE_ODDS["anything_else"].get(column, 1.0))
    if column in ("gain", "cg"):  # whole numbers, of which few are likely
        return weight / 4
    return 30 * weight * min(number.unit, 0.01) / max(1.0, abs(number.value))


def _group_causes(cell: str, causes: Iterable[Cause], total: float) -> Iterable[Cause]:
    """Yield the causes, with the ranks of a slip combined. A likely rank is named."""
    groups: dict[str, list[Cause]] = {}
    in_a_row = Cell.parse(cell).column in ("gain", "term")
    for cause in causes:
        mistake = MISCONCEPTIONS[cause.id]
        is_slip = mistake.scope == "cell" and mistake.concept != "writing"
        key = cause.id if is_slip else cause.deed
        if in_a_row and cause.id in OTHER_GRADE_IDS:
            key = OTHER_GRADE_IDS[0]
        groups.setdefault(key, []).append(cause)
    for key, group in groups.items():
        first = max(group, key=lambda cause: cause.weight)
        weight = sum(cause.weight for cause in group)
        deed = first.deed
        is_likely = first.weight >= MIN_RANK_ODDS * total
        if in_a_row and key == OTHER_GRADE_IDS[0]:
            weight = max(weight, 1.5 * first.weight)
            deed = deed if is_likely else OTHER_GRADE_ACTION
        elif in_a_row and key == OTHER_DIVISOR_ID and not is_likely:
            deed = OTHER_DIVISOR_ACTION
        elif key in MISCONCEPTIONS and not is_likely:
            deed = MISCONCEPTIONS[key].action.removeprefix("you ").partition(",")[0]
        yield Cause(first.id, deed, first.hint, weight)


def _generalize_causes(causes: Iterable[Cause]) -> list[Cause]:
    """Combine several causes into a general one, such as another divisor."""
    groups: dict[str, list[Cause]] = {}
    for cause in causes:
        concept = MISCONCEPTIONS[cause.id].concept
        if concept == "discount":
            groups.setdefault(OTHER_DIVISOR_ACTION, []).append(cause)
        elif concept in ("gain", "exponential") or cause.id in OTHER_GRADE_IDS:
            groups.setdefault(OTHER_GAIN_ACTION, []).append(cause)
    general = [
        Cause(group[0].id, deed, group[0].hint, sum(cause.weight for cause in group))
        for deed, group in groups.items()
        if len(group) > 1
    ]
    return sorted(general, key=lambda cause: -cause.weight)
