"""The odds of the possible causes of a wrong number, weighed against each other and the rest."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite, log, log2, log10, sqrt

from ndcg_core.content import load_toml
from ndcg_core.marking.cases import ROW_COLUMNS, MistakeExplanation, SheetCase, equals_value
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.numerals.numerals import WrittenNumber
from ndcg_core.sheets.calculation import Row, find_value
from ndcg_core.sheets.cells import SIDE_OF_TOTAL, Cell

CAUSE_ODDS = load_toml(__file__, "odds.toml")
MAX_CAUSES = 2
"""The largest number of causes to offer."""
MIN_OFFERED_ODDS = 0.5
"""Causes are offered if their weights are at least this share of all weights."""
MIN_PARTICULAR_ODDS = 0.88
"""Below this share, particular causes give way to a general one that includes them."""
MIN_RANK_ODDS = 0.7
"""The least share at which the rank of a slip is named."""
OTHER_GRADE_IDS = ("another-rank's-grade", "row-of-the-other-order")
"""Mistakes that put another grade into a row."""
OTHER_DIVISOR_ID = "another-rank's-divisor"
"""The mistake that puts another rank's divisor into a row."""
OTHER_GRADE_ACTION = "used a grade other than this row’s"
OTHER_GAIN_ACTION = "used a gain other than this row’s"
OTHER_DIVISOR_ACTION = "used a divisor other than this row’s"
ONE_ROW_ACTION = "made a slip in one row of the sum"
OTHER_SUM_ACTION = "used another number for DCG or IDCG"
OTHER_OPERATION_ACTION = "combined gain and divisor in another way"
GENERAL_ACTIONS = (
    OTHER_GRADE_ACTION,
    OTHER_GAIN_ACTION,
    OTHER_DIVISOR_ACTION,
    OTHER_OPERATION_ACTION,
    ONE_ROW_ACTION,
    OTHER_SUM_ACTION,
)
"""The general causes, each of which includes several particular ones."""
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
COPIED_TERM_ACTION = "copied the term of another row"
DOUBLED_ACTION = "doubled the number"
SQUARED_ACTION = "squared the number"
KEYS_HINT = "Check the last keys that were pressed."
COARSE_UNITS = {1.0: 0.03, 0.5: 0.01}
"""The unit of a number that is a multiple of a simple one: many causes give such a number."""
MIN_SECOND_SHARE = 0.05
"""A second cause is not offered below this share of the first."""
MAX_GAINS = 10
"""The number of gains that may be read or calculated instead of the right one."""
USUAL_DIVISORS = sorted(
    {
        round(divisor, 9)
        for i in range(1, 10)
        for divisor in (i, sqrt(i), log2(i + 1), log(i + 1), log10(i + 1))
    }
)
"""The divisors that people use at some rank instead of the right one."""
DIGIT_AMOUNTS = (0.01, 0.1, 1.0, 2.0, 10.0)
"""The amounts by which a number is off if one of its digits is read or carried wrongly."""
UNLIKELY_WEIGHT = 0.5
"""The factor for the weight of a cause with evidence against it."""
OTHER_ROW_FACTOR = 20.0
"""The factor for each further wrong number of a column that the same mistake gives."""


@dataclass(frozen=True)
class Cause:
    """A possible cause of a number.

    id       the mistake, or the likeliest of the mistakes that the cause combines
    deed     the possible action of the author, in words
    general  the general cause that includes it, or ""
    weight   how common it is, times the chance that it gives this number
    """

    id: str
    deed: str
    hint: str
    weight: float
    general: str = ""


@dataclass(frozen=True)
class Deed:
    """A possible cause of a wrong number, with its text and hint.

    is_peer  True if no other cause fits the sheet better
    """

    explanation: MistakeExplanation
    text: str
    hint: str
    is_peer: bool


def weigh_causes(case: SheetCase, cell: str, deeds: Iterable[Deed]) -> list[Cause]:
    """Return the causes to offer, the likeliest first, or none below even odds.

    A mistake that can give many numbers in a cell gives each of them more rarely, so its weight is
    shared by them. If particular causes do not clearly outweigh the rest, more general ones are
    offered, which also include causes that no mistake of the registry gives.
    """
    number = case.written_numbers[cell]
    causes: dict[tuple[str, str], Cause] = {}
    for one in deeds:
        id = one.explanation.id
        weight = _weigh_deed(one, cell) / _count_ways(case, id, cell)
        known = causes.get((id, one.text))
        if known is None or weight > known.weight:
            general = _find_general_action(id, one, cell)
            causes[id, one.text] = Cause(id, one.text, one.hint, weight, general)
    others = [*_find_unlisted(case, cell, number)]
    every = [*causes.values(), *others]
    total = sum(cause.weight for cause in every) + _weigh_unknown(cell, number)
    listed = [cause for cause in every if cause.deed not in GENERAL_ACTIONS]
    for grouped, least in (
        (_group_causes(cell, listed, total), MIN_PARTICULAR_ODDS),
        (_combine_causes(cell, every, total), MIN_OFFERED_ODDS),
    ):
        likeliest = sorted(grouped, key=lambda cause: -cause.weight)[:MAX_CAUSES]
        first = likeliest[0].weight if likeliest else 0.0
        offered = [cause for cause in likeliest if cause.weight >= MIN_SECOND_SHARE * first]
        is_named = first >= MIN_RANK_ODDS * total
        if is_named or sum(cause.weight for cause in offered) >= least * total:
            return offered
    return []


def are_likely(causes: Sequence[Misconception], wrong: int) -> bool:
    """Return True if the mistakes that give an ideal order have at least even odds.

    wrong: the number of wrong grades, each of which makes another cause less likely
    """
    weight = sum(
        float(CAUSE_ODDS["throughout"].get(one.id, CAUSE_ODDS["default"])) for one in causes
    )
    rest = float(CAUSE_ODDS["anything_else"]["grade"]) / 4.0**wrong
    return weight >= MIN_OFFERED_ODDS * (weight + rest)


def _weigh_deed(one: Deed, cell: str) -> float:
    """Return the weight of a mistake, for all its ways together."""
    id = one.explanation.id
    weight = float(CAUSE_ODDS["throughout"].get(id, CAUSE_ODDS["default"]))
    if Cell.parse(cell).column in ROW_COLUMNS:
        weight = float(CAUSE_ODDS["in_a_row"].get(id, weight))
    weight *= 1.0 if one.is_peer else UNLIKELY_WEIGHT
    weight *= OTHER_ROW_FACTOR ** (one.explanation.cells - 1)
    return weight * (UNLIKELY_WEIGHT if one.explanation.against == "elsewhere" else 1.0)


def _count_ways(case: SheetCase, id: str, cell: str) -> int:
    """Return the number of different numbers that a mistake can give in a cell."""
    values = (case.find_step_value(calc, cell) for calc in case.make_mistaken(id, cell))
    right = find_value(case.stepwise_calculation, cell)
    different = {round(value, 6) for value in values if isfinite(value)} - {round(right, 6)}
    return max(1, len(different))


def _weigh_unknown(cell: str, number: WrittenNumber) -> float:
    """Return the weight of all unknown causes of a number."""
    column = Cell.parse(cell).column
    column = "dcg" if column in (*SIDE_OF_TOTAL, "cumulative") else column
    weight = float(CAUSE_ODDS["anything_else"].get(column, 1.0))
    if column in ("grade", "gain", "cg"):  # whole numbers, of which few are likely
        return weight / 4
    unit = min(number.unit, 0.01)
    for multiple, coarser in COARSE_UNITS.items():
        if abs(number.value / multiple - round(number.value / multiple)) < 1e-9:
            unit = max(unit, coarser)
    return 30 * weight * unit / max(1.0, abs(number.value))


def _find_general_action(id: str, one: Deed, cell: str) -> str:
    """Return the general cause that includes a mistake in a cell."""
    column = Cell.parse(cell).column
    concept = MISCONCEPTIONS[id].concept
    if column == "term":
        if id in OTHER_GRADE_IDS or concept in ("gain", "exponential"):
            return OTHER_GAIN_ACTION
        if id in ("other-operation", "multiply"):
            return "" if one.text == "entered the divisor" else OTHER_OPERATION_ACTION
        if concept == "discount":
            return OTHER_DIVISOR_ACTION
    if column == "gain" and id in OTHER_GRADE_IDS:
        return OTHER_GRADE_ACTION
    if (
        column in (*SIDE_OF_TOTAL, "cumulative")
        and id in ONE_ROW_IDS
        and "document" not in one.text
    ):
        return ONE_ROW_ACTION
    return OTHER_SUM_ACTION if id == "slip-in-a-sum" else ""


def _find_unlisted(case: SheetCase, cell: str, number: WrittenNumber) -> Iterator[Cause]:
    """Yield the causes of a number that no mistake of the registry gives, or not first."""
    at = Cell.parse(cell)
    if at.column == "term":
        yield from _find_unlisted_in_row(
            case.stepwise_calculation.list_rows(at.side)[at.rank - 1], number
        )
        beside = case.stepwise_calculation.list_rows(at.side)[max(0, at.rank - 2) : at.rank + 1 : 2]
        if any(equals_value(number, row.term) for row in beside):
            yield _make_cause("step-to-term", COPIED_TERM_ACTION, _weigh_unlisted("copied_term"))
    elif at.column in (*SIDE_OF_TOTAL, "cumulative"):
        yield from _find_unlisted_in_sum(case, at, number)
    elif at.column == "ndcg":
        yield from _find_unlisted_in_ndcg(case, number)
    if at.column not in ("grade", "gain", "cg"):
        yield from _find_digit_slips(find_value(case.stepwise_calculation, cell), number)
    yield from _find_key_slips(find_value(case.stepwise_calculation, cell), number)


def _weigh_unlisted(name: str) -> float:
    return float(CAUSE_ODDS["unlisted"][name])


def _make_cause(id: str, deed: str, weight: float) -> Cause:
    """Return a cause with the hint of a mistake."""
    return Cause(id, deed, MISCONCEPTIONS[id].hint, weight, deed if deed in GENERAL_ACTIONS else "")


def _find_unlisted_in_row(row: Row, number: WrittenNumber) -> Iterator[Cause]:
    """Yield another gain or another divisor that gives the number of a row."""
    for gain in range(MAX_GAINS) if row.divisor else ():
        if gain != row.gain and equals_value(number, gain / row.divisor):
            yield _make_cause(
                OTHER_GRADE_IDS[0],
                OTHER_GAIN_ACTION,
                _weigh_unlisted("another_gain") / MAX_GAINS,
            )
    for divisor in USUAL_DIVISORS if row.gain else ():
        if abs(divisor - row.divisor) > 1e-3 and equals_value(number, row.gain / divisor):
            yield _make_cause(
                OTHER_DIVISOR_ID,
                OTHER_DIVISOR_ACTION,
                _weigh_unlisted("another_divisor") / len(USUAL_DIVISORS),
            )


def _find_unlisted_in_sum(case: SheetCase, at: Cell, number: WrittenNumber) -> Iterator[Cause]:
    """Yield another gain or another divisor in one row that gives a sum."""
    rows = case.stepwise_calculation.list_rows(at.side or SIDE_OF_TOTAL[at.column])[
        : at.rank or None
    ]
    off = number.value - find_value(case.stepwise_calculation, str(at))
    weight = _weigh_unlisted("slip_in_one_row") / max(1, len(rows)) / MAX_GAINS
    for row in rows:
        for _ in _find_unlisted_in_row(row, replace(number, value=row.term + off)):
            yield _make_cause("row-otherwise", ONE_ROW_ACTION, weight)


def _find_unlisted_in_ndcg(case: SheetCase, number: WrittenNumber) -> Iterator[Cause]:
    """Yield NDCG with one digit of DCG or IDCG read as another one."""
    dcg, idcg = (case.stepwise_calculation.find_value_used(name) for name in SIDE_OF_TOTAL)
    for amount in DIGIT_AMOUNTS:
        for a, b in ((dcg + amount, idcg), (dcg - amount, idcg), (dcg, idcg + amount)):
            if b and equals_value(number, a / b):
                yield _make_cause(
                    "slip-in-a-sum",
                    OTHER_SUM_ACTION,
                    _weigh_unlisted("another_sum") / len(DIGIT_AMOUNTS),
                )


def _find_digit_slips(right: float, number: WrittenNumber) -> Iterator[Cause]:
    """Yield a slip in one digit, which the marking tries only if nothing else explains a number."""
    for amount in DIGIT_AMOUNTS:
        off = abs(abs(number.value - right) - amount)
        if amount >= number.unit and off < number.unit * 0.51:
            yield _make_cause(
                "one-off", _name_action("one-off"), CAUSE_ODDS["throughout"]["one-off"] / 10
            )
    decimals = round(-log10(number.unit)) if 0 < number.unit < 1 else 0
    one, other = (f"{value:.{decimals}f}" for value in (right, number.value))
    if len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1:
        yield _make_cause(
            "digit-changed", _name_action("digit-changed"), _weigh_unlisted("one_digit")
        )


def _find_key_slips(right: float, number: WrittenNumber) -> Iterator[Cause]:
    """Yield a number changed by a key that was pressed once too often."""
    for deed, value in ((DOUBLED_ACTION, 2 * right), (SQUARED_ACTION, right * right)):
        if value != right and equals_value(number, value):
            yield Cause("one-off", deed, KEYS_HINT, _weigh_unlisted("key_pressed") / 2)


def _name_action(id: str) -> str:
    """Return the action of a mistake without its subject and its consequence."""
    return MISCONCEPTIONS[id].action.removeprefix("you ").partition(",")[0]


def _group_causes(cell: str, causes: Iterable[Cause], total: float) -> Iterator[Cause]:
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
            general = OTHER_GAIN_ACTION if Cell.parse(cell).column == "term" else OTHER_GRADE_ACTION
            deed = deed if is_likely else general
        elif in_a_row and key == OTHER_DIVISOR_ID and not is_likely:
            deed = OTHER_DIVISOR_ACTION
        elif key in MISCONCEPTIONS and not is_likely:
            deed = _name_action(key)
        yield Cause(first.id, deed, first.hint, weight)


def _combine_causes(cell: str, causes: Iterable[Cause], total: float) -> Iterator[Cause]:
    """Yield the general causes that include several causes, and the causes without one."""
    groups: dict[str, list[Cause]] = {}
    alone = []
    for cause in causes:
        if cause.general:
            groups.setdefault(cause.general, []).append(cause)
        else:
            alone.append(cause)
    for deed, group in groups.items():
        first = max(group, key=lambda cause: cause.weight)
        weight = sum(cause.weight for cause in group)
        yield Cause(first.id, deed, first.hint, weight)
    yield from _group_causes(cell, alone, total)
