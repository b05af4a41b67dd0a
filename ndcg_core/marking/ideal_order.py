"""A written order: its documents' names, and a check that the ideal one is sorted."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from ndcg_core.marking.odds import are_causes_likely
from ndcg_core.marking.verdicts import CARRIED, INVALID, RIGHT, WRONG, Certainty, Ruling
from ndcg_core.marking.wording import MAX_DEEDS, format_guess, name_author
from ndcg_core.metric import short
from ndcg_core.misconceptions import MISCONCEPTIONS, Misconception
from ndcg_core.misconceptions.misconception import shorten_action
from ndcg_core.numerals.numerals import WrittenNumber, read_numeral_or_none
from ndcg_core.sheets.calculation import make_calculation
from ndcg_core.sheets.cells import Cell, find_row, list_column
from ndcg_core.sheets.sheet import Sheet

ELSEWHERE_REPLY = "This document belongs at another rank."


def rule_on_name(
    sheet: Sheet, cell: str, text: str, written: Mapping[str, WrittenNumber]
) -> Ruling:
    """Return the ruling on a document's name in the ranking or in the ideal order.

    In the ranking, a document is right at its own rank. In the ideal order, it is right wherever
    its grade belongs: documents with equal grades may be in any order, each once.

    >>> sheet = Sheet((1, 3), labels=("Chunk C", "Chunk A"))
    >>> rule_on_name(sheet, "ideal.label.1", "A", {}).verdict
    'right'
    """
    at = Cell.parse(cell)
    line = find_row(sheet.trace, Cell.parse(cell))
    docs = _find_documents(sheet, text)
    if not docs:
        return Ruling(INVALID, "No document has this name. Check the spelling.")
    if len(docs) > 1:
        return Ruling(INVALID, "Several documents match this name. Write the full name.")
    grade = sheet.grades[docs[0]]
    if at.side == "actual":
        return Ruling(RIGHT) if docs[0] == at.rank - 1 else Ruling(WRONG, ELSEWHERE_REPLY)
    above = (f"ideal.label.{rank}" for rank in range(1, at.rank))
    if any(_find_documents(sheet, sheet.given[c]) == docs for c in above if c in sheet.given):
        return Ruling(WRONG, "This document is already listed above.")
    if grade == line.grade:
        return Ruling(RIGHT)
    beside = written.get(f"ideal.grade.{at.rank}")
    if beside and beside.value == grade:
        return Ruling(CARRIED, "This document has the grade that you wrote next to its name.")
    return Ruling(
        WRONG, f"This document has grade {short(grade, 6)}. Check which grade belongs here."
    )


def _find_documents(sheet: Sheet, text: str) -> list[int]:
    """Return the indices of the documents whose label is `text`, or else ends with this word.

    Case does not matter. If the text is a label, only the first document with it is returned.
    """
    labels = [term.label.casefold() for term in (*sheet.trace.actual, *sheet.trace.beyond)]
    name = text.strip().casefold()
    if name in labels:
        return [labels.index(name)]
    return [i for i, label in enumerate(labels) if name in label.split()[-1:]]


COUNT_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
MOVED_REPLY = (
    "This grade fits the order as you wrote it. An extra or missing grade above shifts the order."
)
LOOK_REPLY = "The best remaining grade belongs here."


def describe_wrong_ideal(sheet: Sheet) -> str:
    """Return a sentence that says that an order is not the ideal one."""
    is_pooled = make_calculation(sheet).pool == "judged"
    documents = "the judged documents" if is_pooled else "the ranking"
    return f"The ideal order is not {documents} sorted by grade."


def find_order_fault(sheet: Sheet) -> Ruling | None:
    """Return the ruling for the wrong grades of the written ideal order, or None.

    Returns None for a right order, and for an incomplete order that no known mistake explains.

    >>> wrong = dict(zip(list_column("ideal", "grade", 3), ["3", "3", "2"]))
    >>> find_order_fault(Sheet((2, 0, 3), given=wrong)).message
    'The order has one 3 too many and one 0 too few.'
    """
    blanks = sheet.blanks
    who = name_author(sheet)
    ideal = [term.grade for term in sheet.trace.ideal]
    cells = list_column("ideal", "grade", len(ideal))
    numbers = {cell: read_numeral_or_none(sheet.given.get(cell, "")) for cell in cells}
    order = {i: one.value for i, one in enumerate(numbers.values()) if one}
    if all(grade == ideal[i] for i, grade in order.items()):
        return None
    own = {i: grade for i, grade in order.items() if not blanks or cells[i] in blanks}
    causes = [*dict.fromkeys([*_find_causes(sheet, order), *_find_causes(sheet, own)])]
    wrong = sum(grade != ideal[i] for i, grade in order.items())
    able = [
        mistake for mistake, orders in _iterate_orders(sheet) if any(o != ideal for o in orders)
    ]
    offered = causes if are_causes_likely(causes, able, 1 / len({*ideal}) ** wrong) else []
    deeds = {shorten_action(mistake.action): mistake.hint for mistake in offered}
    sure: Certainty = "possible" if causes else "unknown"
    if len(causes) == 1 and len(own) == len(ideal) and wrong > 1:
        sure = "named"
        message = causes[0].format_sentences(who)
    elif offered:
        message = format_guess(who, deeds)
    elif causes and len(own) < len(ideal):
        message = LOOK_REPLY
    elif len(order) == len(ideal):
        message = _describe_difference([*order.values()], ideal)
    else:
        return None
    ids = tuple(mistake.id for mistake in causes)
    return Ruling(WRONG, message, next(iter(ids), None), sure, ids[1:], tuple(deeds)[:MAX_DEEDS])


def _iterate_orders(sheet: Sheet) -> Iterator[tuple[Misconception, list[list[float]]]]:
    """Yield each mistake about the ideal order with the orders that it gives, cut at k."""
    right = make_calculation(sheet)
    for mistake in MISCONCEPTIONS.values():
        if mistake.concept == "ideal" and mistake.scope == "throughout":
            orders = (calc.ideal[: right.ideal_k] for calc in mistake.change(right, sheet))
            yield mistake, [list(order) for order in orders]


def _find_causes(sheet: Sheet, order: Mapping[int, float]) -> Iterator[Misconception]:
    """Yield the mistakes about the ideal order that give the grades in `order`.

    order: written grades by their index in the ideal order, from 0.
    """
    for mistake, orders in _iterate_orders(sheet):
        if any(order.items() <= dict(enumerate(one)).items() for one in orders):
            yield mistake


def _describe_difference(order: Sequence[float], ideal: Sequence[float]) -> str:
    """Return a sentence about the difference between an order and the ideal order."""
    surplus = Counter(order) - Counter(ideal)
    missing = Counter(ideal) - Counter(order)
    if surplus:
        more = _format_grades(surplus)
        fewer = _format_grades(missing)
        return f"The order has {more} too many and {fewer} too few."
    rank = next(i for i in range(1, len(order)) if order[i] > order[i - 1])
    return (
        "The order has the right grades, but not from best to worst. "
        f"Rank {rank + 1} has a better grade than rank {rank}."
    )


def rule_on_order(sheet: Sheet, written: Mapping[str, WrittenNumber]) -> dict[str, Ruling]:
    """Map each cell with a written grade of the ideal order to its ruling."""
    fault = find_order_fault(sheet)
    moved = _find_moved_ranks(sheet, written) if fault else frozenset()
    rulings: dict[str, Ruling] = {}
    for rank, term in enumerate(sheet.trace.ideal, 1):
        cell = f"ideal.grade.{rank}"
        if cell in written:
            right = written[cell].is_rounding_of(term.grade, 0.0)
            carried = Ruling(CARRIED, MOVED_REPLY) if rank in moved else None
            wrong = carried or fault or Ruling(WRONG, LOOK_REPLY, certainty="unknown")
            rulings[cell] = Ruling(RIGHT) if right else wrong
    return rulings


def _format_grades(grades: Counter[float]) -> str:
    """Return grades and their counts in words, such as “one 3 and two 0s”."""
    parts = [
        f"{COUNT_WORDS.get(n, n)} {short(grade, 6)}{'s' if n > 1 else ''}"
        for grade, n in sorted(grades.items(), reverse=True)
    ]
    return " and ".join(parts)


def _find_moved_ranks(sheet: Sheet, written: Mapping[str, WrittenNumber]) -> frozenset[int]:
    """Return the ranks, from 1, with a grade that only moved because of an error above.

    There are none if the order is incomplete, or if it has the right grades in another order.
    """
    ideal = [term.grade for term in sheet.trace.ideal]
    cells = list_column("ideal", "grade", len(ideal))
    order = [written[cell].value for cell in cells if cell in written]
    if len(order) < len(ideal) or sorted(order) == sorted(ideal):
        return frozenset()
    first = next(i for i, (a, b) in enumerate(zip(order, ideal, strict=True)) if a != b)
    blocks = SequenceMatcher(None, order, ideal, autojunk=False).get_matching_blocks()
    matched = {block.a + i for block in blocks for i in range(block.size)}
    return frozenset(i + 1 for i in matched if i > first)
