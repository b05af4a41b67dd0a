"""The odds of the possible causes of a wrong number.

Each known mistake that can change a cell has a weight by its place in the registry, which lists the
likeliest first. The different numbers that it can give there share the weight. Unknown mistakes
have a weight together, and are as likely to give any other number of the cell's size, but whole
numbers more often. The odds of a cause are its weight for the written number, as a share of the
weight of everything that gives this number. A cause weighs less if right cells are evidence
against it, or if it does not explain other wrong cells of the column. A particular cause is offered
if it is almost alone. Otherwise a general one is offered from even odds, such as another divisor,
which includes several known mistakes and the unknown ones of its kind.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite, log, log2, log10, sqrt

from ndcg_core.marking.cases import MistakeExplanation, SheetCase, matches_value
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.misconceptions.misconception import shorten_action
from ndcg_core.numerals.numerals import WrittenNumber
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell

MISTAKE_WEIGHTS: dict[str, float] = {
    id: 3.0 ** (1 - 2 * place / len(MISCONCEPTIONS)) for place, id in enumerate(MISCONCEPTIONS)
}
"""The weight of each mistake, from 3 to 1/3 in the order of the registry, the likeliest first."""
UNKNOWN_WEIGHT = 0.2
"""The weight of all unknown mistakes, as a multiple of the known ones. Half of the slips that
others made up are unknown, which would be 1. With 0.2 as few offers lack the cause, and more are
kept."""
WHOLE_CHANCE = 0.03
"""The chance that an unknown mistake gives a certain multiple of 1/2, for numbers up to 1. It is as
large as that of 30 numbers with three decimals, because unknown mistakes often leave out a step."""
WHOLE_COLUMNS = {"gain": 1.0, "cg": 2.0}
"""The columns of whole numbers. Unknown mistakes give any gain up to one above the larger of the
right and the written one, but a sum near the right one twice as often."""
UNLIKELY_WEIGHT = 0.2
"""The factor for the weight of a cause with evidence against it."""
UNEXPLAINED_WEIGHT = 0.05
"""The factor for the weight of a cause for each other wrong cell of the column that it does not
explain. The author would have made another mistake there."""
MAX_CAUSES = 3
"""The largest number of causes to offer."""
MIN_OFFERED_ODDS = 0.5
"""The least odds at which causes are offered."""
MIN_PARTICULAR_ODDS = 0.93
"""The least odds at which particular causes are preferred to general ones that include them."""
MIN_RANK_ODDS = 0.7
"""The least odds at which the rank of a slip is named."""
MIN_SECOND_SHARE = 0.05
"""The least weight of a second cause, as a share of the first."""

OTHER_GRADE_ACTION = "used a grade other than this row’s"
OTHER_GAIN_ACTION = "used a gain other than this row’s"
OTHER_DIVISOR_ACTION = "used a divisor other than this row’s"
OTHER_OPERATION_ACTION = "combined gain and divisor in another way"
ONE_ROW_ACTION = "made a slip in one row of the sum"
OTHER_SUM_ACTION = "used another number for DCG or IDCG"
DIGITS_ACTION = "made a slip in the digits"
DIGITS_IDS = ("digits-swapped", "digit-left-out", "one-off", "digit-changed")
"""Mistakes in writing the digits of the right number."""
SUM_COPIED_ID = "sum-copied"
"""The mistake that copies the sum of the other order."""
OTHER_GRADE_IDS = ("another-rank's-grade", "row-of-the-other-order")
"""Mistakes that put another grade into a row."""
OTHER_DIVISOR_ID = "another-rank's-divisor"
"""The mistake that puts another rank's divisor into a row."""
ONE_ROW_IDS = (
    "term-left-out",
    "term-twice",
    "term-subtracted",
    "row-undivided",
    "row-otherwise",
    "another-rank's-grade",
    "another-rank's-divisor",
)
"""Mistakes in one row of a sum."""
WIDE_ACTIONS = (DIGITS_ACTION, ONE_ROW_ACTION, OTHER_SUM_ACTION)
"""General causes that can give any number."""
GAINS = range(10)
"""The gains that may be used instead of the right one."""
DIVISORS = sorted(
    {
        round(divisor, 9)
        for i in range(1, 10)
        for divisor in (i, sqrt(i), log2(i + 1), log(i + 1), log10(i + 1))
    }
)
"""The divisors that people use at some rank instead of the right one."""


@dataclass(frozen=True)
class Cause:
    """A possible cause of a wrong number, with its weight.

    id       the mistake, or the likeliest of the mistakes that the cause combines
    action   the possible action of the author, in words
    hint     the hint of the mistake
    weight   how common it is, times the chance that it gives this number
    usual    the action without the rank of a slip
    general  the general cause that includes it, or the usual action
    """

    id: str
    action: str
    hint: str
    weight: float
    usual: str
    general: str


@dataclass(frozen=True)
class Candidate:
    """An explanation of a wrong number, with its text and hint, but without a weight.

    is_peer  True if no other cause fits the sheet better
    """

    explanation: MistakeExplanation
    text: str
    hint: str
    is_peer: bool


def weigh_causes(
    case: SheetCase, cell: str, candidates: Iterable[Candidate], wrong_count: int
) -> list[Cause]:
    """Return the causes to offer, the likeliest first, or [] below even odds.

    wrong_count: the number of wrong cells in the column, including this cell.
    """
    number = case.written_numbers[cell]
    numbers = _collect_wrong_numbers(case, cell)
    unknown = UNKNOWN_WEIGHT * sum(MISTAKE_WEIGHTS[id] for id in numbers)
    chance = _estimate_chance(case, cell, number)
    listed: dict[tuple[str, str], Cause] = {}
    for one in candidates:
        number_count = len(numbers.get(one.explanation.id, ())) or 1
        unexplained_count = wrong_count - one.explanation.cells
        cause = _make_cause(case, one, cell, number_count, chance, unexplained_count)
        known = listed.get((cause.id, cause.action), cause)
        listed[cause.id, cause.action] = max(known, cause, key=lambda one: one.weight)
    every = [*listed.values(), *_find_unknown_causes(case, cell, listed.values(), unknown, chance)]
    total = sum(cause.weight for cause in every) + unknown * chance
    for causes, name, least in (
        ([*listed.values()], "usual", MIN_PARTICULAR_ODDS),
        (every, "general", MIN_OFFERED_ODDS),
    ):
        likeliest = _combine_causes(causes, name, total)[:MAX_CAUSES]
        if sum(cause.weight for cause in likeliest) >= least * total:
            return [
                one for one in likeliest if one.weight >= MIN_SECOND_SHARE * likeliest[0].weight
            ]
    return []


def _combine_causes(causes: Iterable[Cause], action_field: str, total: float) -> list[Cause]:
    """Combine the causes with the same action, and sort them by weight, the heaviest first.

    action_field: the field with the action, "usual" or "general".
    total: the weight of everything that gives the number.
    """
    groups: dict[str, list[Cause]] = {}
    for cause in causes:
        groups.setdefault(getattr(cause, action_field), []).append(cause)
    combined = []
    for action, group in groups.items():
        first = max(group, key=lambda cause: cause.weight)
        is_likely = first.weight >= MIN_RANK_ODDS * total and action == first.usual
        weight = sum(cause.weight for cause in group)
        combined.append(replace(first, action=first.action if is_likely else action, weight=weight))
    return sorted(combined, key=lambda cause: -cause.weight)


def are_causes_likely(
    causes: Iterable[Misconception], possible: Iterable[Misconception], chance: float
) -> bool:
    """Return True if the mistakes that give a written order have at least even odds.

    causes    the mistakes that give the order
    possible  all mistakes that change the order
    chance    the chance that an unknown mistake gives the same order
    """
    weight, known = (sum(MISTAKE_WEIGHTS[one.id] for one in each) for each in (causes, possible))
    return weight >= MIN_OFFERED_ODDS * (weight + known * chance)


def _collect_wrong_numbers(case: SheetCase, cell: str) -> Mapping[str, set[float]]:
    """Map the id of each mistake that can change a cell to the wrong numbers it can give."""
    right = case.find_step_value(case.right_calculation, cell)
    unit = case.written_numbers[cell].unit
    decimals = round(-log10(unit)) if unit else 0
    numbers: dict[str, set[float]] = {}
    for id, mistake in MISCONCEPTIONS.items():
        if not mistake.can_change_cell(cell):
            continue
        for find in (case.find_step_value, case.find_value):
            calcs = [
                calc
                for calc in case.make_mistaken_calculations(id, cell)
                if calc.decimals in (0, decimals)
            ]
            values = {round(find(calc, cell), 6) for calc in calcs}
            numbers[id] = {one for one in values if isfinite(one)} - {round(right, 6)}
            if numbers[id]:
                break
    return {id: values for id, values in numbers.items() if values}


def _estimate_chance(case: SheetCase, cell: str, number: WrittenNumber) -> float:
    """Return the chance that an unknown mistake gives exactly this number."""
    size = max(1.0, abs(case.find_step_value(case.right_calculation, cell)), abs(number.value))
    column = Cell.parse(cell).column
    is_whole = abs(number.value - round(number.value)) < 1e-3
    if column in WHOLE_COLUMNS and is_whole:
        return WHOLE_COLUMNS[column] / (size + 2)
    doubled = 2 * number.value
    is_half = abs(doubled - round(doubled)) < 1e-3
    return (WHOLE_CHANCE if is_half else min(max(number.unit, 1e-6), 0.01)) / size


def _make_cause(
    case: SheetCase,
    candidate: Candidate,
    cell: str,
    number_count: int,
    chance: float,
    unexplained_count: int,
) -> Cause:
    """Return a candidate mistake as a cause, with its weight.

    number_count       the number of different numbers that it can give
    chance             the chance that something else gives a further number that it explains
    unexplained_count  the number of other wrong cells of the column that it does not explain
    """
    mistake = candidate.explanation.misconception
    further = candidate.explanation.cells - 1 if mistake.scope == "throughout" else 0
    weight = MISTAKE_WEIGHTS[mistake.id] / number_count / chance**further
    weight *= 1.0 if candidate.is_peer else UNLIKELY_WEIGHT
    weight *= UNLIKELY_WEIGHT if candidate.explanation.against in ("printed", "elsewhere") else 1.0
    weight *= UNEXPLAINED_WEIGHT**unexplained_count
    is_slip = mistake.scope == "cell" and mistake.concept != "writing"
    usual = shorten_action(mistake.action) if is_slip else candidate.text
    general = _find_general_action(case, candidate, cell) or usual
    return Cause(mistake.id, candidate.text, candidate.hint, weight, usual, general)


def _find_general_action(case: SheetCase, candidate: Candidate, cell: str) -> str:
    """Return the action of the general cause that includes a mistake in a cell, or ""."""
    at = Cell.parse(cell)
    mistake = candidate.explanation.misconception
    if mistake.id in DIGITS_IDS:
        return DIGITS_ACTION
    if mistake.id == "slip-in-a-sum":
        return OTHER_SUM_ACTION
    if at.column in ("cumulative", *SIDE_OF_TOTAL):
        is_one_row = mistake.id in ONE_ROW_IDS and "document" not in candidate.text
        return ONE_ROW_ACTION if is_one_row else ""
    if mistake.concept in ("writing", "ratio"):
        return ""
    if at.column == "term" and mistake.id in ("other-operation", "multiply"):
        return "" if candidate.text == "entered the divisor" else OTHER_OPERATION_ACTION
    if at.column == "term":
        right, row = (
            calc.list_rows(at.side)[at.rank - 1 : at.rank]
            for calc in (case.right_calculation, candidate.explanation.calc)
        )
        is_gain = mistake.concept != "discount" and [r.gain for r in row] != [r.gain for r in right]
        return OTHER_GAIN_ACTION if is_gain else OTHER_DIVISOR_ACTION
    if at.column == "gain":
        is_grade = mistake.id in OTHER_GRADE_IDS or mistake.concept in ("ideal", "cutoff")
        return OTHER_GRADE_ACTION if is_grade else ""
    return ""


def _find_unknown_causes(
    case: SheetCase, cell: str, listed: Iterable[Cause], unknown_weight: float, chance: float
) -> Iterator[Cause]:
    """Yield the general causes that include unknown mistakes, each with its weight.

    The weight is that of the unknown mistakes alone.
    """
    for cause in {cause.general: cause for cause in listed}.values():
        if cause.general in WIDE_ACTIONS:
            yield replace(
                cause, action=cause.general, usual=cause.general, weight=unknown_weight * chance
            )
    at = Cell.parse(cell)
    if at.column != "term":
        return
    number = case.written_numbers[cell]
    row = case.stepwise_calculation.list_rows(at.side)[at.rank - 1]
    gains = [gain for gain in GAINS if gain != row.gain] if row.divisor else []
    divisors = [one for one in DIVISORS if abs(one - row.divisor) > 1e-3] if row.gain else []
    for action, id, terms, count in (
        (OTHER_GAIN_ACTION, OTHER_GRADE_IDS[0], [g / row.divisor for g in gains], len(GAINS)),
        (OTHER_DIVISOR_ACTION, OTHER_DIVISOR_ID, [row.gain / d for d in divisors], len(DIVISORS)),
    ):
        weight = unknown_weight * sum(matches_value(number, term) for term in terms) / count
        yield Cause(id, action, MISCONCEPTIONS[id].hint, weight, action, action)
