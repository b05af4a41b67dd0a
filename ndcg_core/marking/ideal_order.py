"""An order as somebody wrote it: its documents' names, and whether the ideal one is a sorting."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from ndcg_core.marking.verdicts import CARRIED, INVALID, RIGHT, WRONG, Ruling
from ndcg_core.marking.wording import MOST_DEEDS, author, deed
from ndcg_core.metric import short
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.misconceptions.misconception import clause
from ndcg_core.numerals.numerals import Written, readable
from ndcg_core.sheets.calculation import right_calculation
from ndcg_core.sheets.cells import Cell, column, row
from ndcg_core.sheets.sheet import Sheet

ELSEWHERE = "This document stands at another rank."


def name_ruling(sheet: Sheet, cell: str, text: str, written: Mapping[str, Written]) -> Ruling:
    """The verdict on a document's name: right wherever a document of that grade belongs.

    Documents with equal grades may stand in either order, each once.

    >>> sheet = Sheet((1, 3), labels=("Chunk C", "Chunk A"))
    >>> name_ruling(sheet, "ideal.label.1", "A", {}).verdict
    'right'
    """
    at, line = Cell.of(cell), row(sheet.trace, Cell.of(cell))
    docs = _documents(sheet, text)
    if len(docs) != 1:
        return Ruling(INVALID, "There is no document of this name.")
    grade = sheet.grades[docs[0]]
    if at.side == "actual":
        return Ruling(RIGHT) if docs[0] == at.rank - 1 else Ruling(WRONG, ELSEWHERE)
    above = (f"ideal.label.{rank}" for rank in range(1, at.rank))
    if any(_documents(sheet, sheet.given[c]) == docs for c in above if c in sheet.given):
        return Ruling(WRONG, "This document stands further up already.")
    if grade == line.grade:
        return Ruling(RIGHT)
    beside = written.get(f"ideal.grade.{at.rank}")
    if beside and beside.value == grade:
        return Ruling(CARRIED, "It has the grade that is written beside it.")
    return Ruling(WRONG, f"This document has grade {short(grade, 6)}. Look at what belongs here.")


def _documents(sheet: Sheet, text: str) -> list[int]:
    """The retrieved documents that a name can mean: all of it, or its last word."""
    labels = [term.label.casefold() for term in (*sheet.trace.actual, *sheet.trace.beyond)]
    name = text.strip().casefold()
    if name in labels:
        return [labels.index(name)]
    return [i for i, label in enumerate(labels) if name in label.split()[-1:]]


COUNT_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
MOVED = "In place for the order written: a grade too many or too few further up moves it."
LOOK = "The best grade that has no place belongs here."


@dataclass(frozen=True)
class OrderFault:
    """What is wrong with an ideal order as a whole.

    surplus         grades that it has too often, each with a count
    misconception   the id of the likeliest known mistake that gives exactly this order, or None
    others          the ids of further mistakes that give it
    deeds           what their authors did, as far as the message says it
    title, message  a short sentence, and the details
    """

    surplus: Mapping[float, int]
    misconception: str | None
    title: str
    message: str
    others: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()


def order_fault(sheet: Sheet) -> OrderFault | None:
    """What is wrong with the ideal order on a sheet; None if nothing is, or a rank is empty.

    >>> wrong = dict(zip(column("ideal", "grade", 3), ["3", "3", "2"]))
    >>> order_fault(Sheet((2, 0, 3), given=wrong)).message
    'The order has one 3 too many and one 0 too few.'
    """
    cells = column("ideal", "grade", sheet.count("ideal"))
    given = [readable(sheet.given[cell]) if cell in sheet.given else None for cell in cells]
    ideal = [term.grade for term in sheet.trace.ideal]
    order = [number.value for number in given if number]
    if len(order) < len(ideal) or order == ideal:
        return None
    surplus, missing = Counter(order) - Counter(ideal), Counter(ideal) - Counter(order)
    causes = _causes(order, sheet)
    pooled = right_calculation(sheet).pool == "judged"
    what = "the judged documents" if pooled else "the ranking"
    title = f"The ideal order is not a sorting of {what}."
    if not causes:
        message = _say(order, surplus, missing)
        return OrderFault(surplus, None, title, message)
    first, *others = causes
    message = MISCONCEPTIONS[first].sentences(author(sheet))
    deeds = tuple(deed(MISCONCEPTIONS[id].action) for id in causes[:MOST_DEEDS])
    if others:
        hints = dict.fromkeys(MISCONCEPTIONS[id].hint for id in causes[:MOST_DEEDS])
        message = f"{clause(author(sheet), *deeds, sure=False)}. {' '.join(hints)}"
    return OrderFault(surplus, first, title, message, tuple(others), deeds)


def order_rulings(
    sheet: Sheet, written: Mapping[str, Written], fault: OrderFault | None
) -> dict[str, Ruling]:
    """The verdict on each grade of a written ideal order."""
    moved = _moved(sheet, written) if fault and fault.surplus else frozenset()
    rulings = {}
    for rank, term in enumerate(sheet.trace.ideal, 1):
        cell = f"ideal.grade.{rank}"
        if cell not in written:
            continue
        if written[cell].fits(term.grade, 0.0):
            rulings[cell] = Ruling(RIGHT)
        elif rank in moved:
            rulings[cell] = Ruling(CARRIED, MOVED)
        else:
            rulings[cell] = Ruling(WRONG, fault.message if fault else LOOK)
    return rulings


def _causes(order: list[float], sheet: Sheet) -> list[str]:
    """The known mistakes that give exactly this order, the likeliest first."""
    right = right_calculation(sheet)
    return [
        mistake.id
        for mistake in MISCONCEPTIONS.values()
        if mistake.concept == "ideal"
        and mistake.scope == "throughout"
        and any(
            calc.ideal != right.ideal and list(calc.ideal[: right.k]) == order
            for calc in mistake.change(right, sheet)
        )
    ]


def _say(order: list[float], surplus: Counter[float], missing: Counter[float]) -> str:
    if surplus:
        return f"The order has {_listed(surplus)} too many and {_listed(missing)} too few."
    rank = next(i for i in range(1, len(order)) if order[i] > order[i - 1])
    return (
        "The order holds the right grades, but not from best to worst: "
        f"rank {rank + 1} has a better grade than rank {rank}."
    )


def _listed(grades: Counter[float]) -> str:
    parts = [
        f"{COUNT_WORDS.get(n, n)} {short(grade, 6)}{'s' if n > 1 else ''}"
        for grade, n in sorted(grades.items(), reverse=True)
    ]
    return " and ".join(parts)


def _moved(sheet: Sheet, written: Mapping[str, Written]) -> frozenset[int]:
    """The ranks whose grade is only moved by a surplus or a gap above it."""
    ideal = [term.grade for term in sheet.trace.ideal]
    order = [written[cell].value for cell in column("ideal", "grade", len(ideal))]
    first = next(i for i, (a, b) in enumerate(zip(order, ideal, strict=True)) if a != b)
    blocks = SequenceMatcher(None, order, ideal, autojunk=False).get_matching_blocks()
    matched = {block.a + i for block in blocks for i in range(block.size)}
    return frozenset(i + 1 for i in matched if i > first)
