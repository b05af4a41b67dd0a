"""The conditions that a sorting task can state, in words.

ndcg highest    ndcg lowest     no order of the documents has a higher, or a lower, value
p same          ndcg changed    the value of the first order, or another one
ndcg higher     ndcg lower      a higher, or a lower, value than that of the first order
ndcg best-swap                  two documents swapped, and no other swap would raise it more
grades changed                  another order of the grades; documents of one grade are equal
order 1 5 3 4 2                 the documents in this order, by their first ranks
rank 1 3                        the document from rank 1 is at rank 3; with the same number twice
                                it must stay
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations
from math import isclose

from ndcg_core.lessons.blocks.kinds import BLOCK_MEASURES, Board
from ndcg_core.lessons.placeholders.expressions import (
    MEASURES_AT_K,
    OTHER_MEASURES,
    calculate_sheet_measure,
)
from ndcg_core.metric import number
from ndcg_core.sheets.sheet import Sheet

BEST_SWAP = "best-swap"
GRADES_CHANGED = "grades changed"
MAX_DOCUMENTS = {"highest": (7, "orders"), "lowest": (7, "orders"), BEST_SWAP: (50, "swaps")}
"""The largest number of documents for trying all orders or swaps."""
CLOSE_TOLERANCE = 1e-9
MEASURE_NAMES = {
    "cg": "CG",
    "dcg": "DCG",
    "idcg": "IDCG",
    "ndcg": "NDCG",
    "shuffled": "shuffled NDCG",
}
MEASURE_NAMES |= {name: measure.symbol for name, measure in OTHER_MEASURES.items()} | {
    "recall": "recall"
}
CUTOFF_MEASURES = ("cg", "dcg", "idcg", "ndcg", "shuffled", *MEASURES_AT_K)
"""The names of the measures that have a cutoff."""


def format_measure_name(name: str, sheet: Sheet) -> str:
    """Return a measure's notation, with the sheet's cutoff if the measure uses one.

    >>> sheet = Sheet((3, 0, 1), k=2)
    >>> format_measure_name("ndcg", sheet), format_measure_name("rr", sheet)
    ('NDCG@2', 'RR')
    """
    return sheet.trace.at(MEASURE_NAMES[name]) if name in CUTOFF_MEASURES else MEASURE_NAMES[name]


def reorder_documents(sheet: Sheet, order: Sequence[int]) -> Sheet:
    """Return an empty sheet with the documents in another order.

    order: the rank in the sheet, from 1, of each document in the new order.
    """
    return Sheet(
        tuple(sheet.grades[rank - 1] for rank in order),
        sheet.convention,
        sheet.k,
        sheet.labels and tuple(sheet.labels[rank - 1] for rank in order),
        sheet.judged,
    )


UNMOVED_REPLY = "You have not moved a document yet."


def explain_wrong_order(wants: Sequence[str], board: Board, order: Sequence[int]) -> str:
    """Explain why an order does not meet all conditions. Return "" if it does.

    >>> board = Board("b", Sheet((1, 3, 0)), ("dcg",))
    >>> explain_wrong_order(["dcg highest"], board, [1, 2, 3])
    'You have not moved a document yet.'
    >>> explain_wrong_order(["dcg highest"], board, [1, 3, 2])
    'DCG@3 is 2.500. Another order makes it higher.'
    >>> explain_wrong_order(["dcg highest"], board, [2, 1, 3])
    ''
    """
    missing = next(
        filter(None, (explain_unmet_condition(want, board, order) for want in wants)), ""
    )
    return UNMOVED_REPLY if missing and list(order) == sorted(order) else missing


def explain_unmet_condition(want: str, board: Board, order: Sequence[int]) -> str:
    """Explain why an order does not meet a condition. Return "" if it does.

    >>> board = Board("b", Sheet((1, 3)), ("ndcg",))
    >>> explain_unmet_condition("ndcg highest", board, [2, 1])
    ''
    >>> explain_unmet_condition("cg changed", board, [2, 1])
    'CG@2 is still 4.000. It should change.'
    """
    name, _, what = want.partition(" ")
    if name == "order":
        pairs = zip(order, map(int, what.split()), strict=True)
        count = sum(rank != wanted for rank, wanted in pairs)
        return f"{count} documents are at the wrong rank." if count else ""
    if name == "rank":
        origin, wanted = map(int, what.split())
        current = order.index(origin) + 1
        if origin == wanted != current:
            return f"{board.sheet.trace.actual[origin - 1].label} must stay at rank {wanted}."
        return "" if current == wanted else f"It is at rank {current}."
    sheet = reorder_documents(board.sheet, order)
    if want == GRADES_CHANGED:
        return "" if sheet.grades != board.sheet.grades else SAME_GRADES_REPLY
    now = calculate_sheet_measure(name, sheet, board.threshold)
    if what == BEST_SWAP:
        return _explain_worse_swap(name, board, order, now)
    if COMPARISONS[what](now, name, board):
        return ""
    lacks = UNMET_REPLIES[what].format(
        now=number(now), start=number(_calculate_start_value(name, board))
    )
    return f"{format_measure_name(name, sheet)} {lacks}"


SAME_GRADES_REPLY = (
    "Those documents have the same grade, so the order of the grades did not change."
)
MORE_THAN_SWAP_REPLY = (
    "A swap exchanges two documents. Move the other document to the free rank, and leave the rest "
    "where they were."
)


def _explain_worse_swap(name: str, board: Board, order: Sequence[int], current_value: float) -> str:
    """Explain why an order is not the best swap of two documents. Return "" if it is."""
    if sum(rank != place for place, rank in enumerate(order, 1)) != 2:
        return MORE_THAN_SWAP_REPLY
    start = _calculate_start_value(name, board)
    title = format_measure_name(name, board.sheet)
    added = number(current_value - start)
    if current_value <= start + CLOSE_TOLERANCE:
        return f"That changes {title} by {added}, but it should rise."
    best = max(
        calculate_sheet_measure(name, sheet, board.threshold)
        for sheet in _iterate_swaps(board.sheet)
    )
    return (
        ""
        if _are_close(current_value, best)
        else f"That adds {added} to {title}, but another swap adds more."
    )


UNMET_REPLIES: Mapping[str, str] = {
    "highest": "is {now}. Another order makes it higher.",
    "lowest": "is {now}. Another order makes it lower.",
    "same": "is {now}. It should stay {start}.",
    "changed": "is still {start}. It should change.",
    "higher": "is {now}. It should rise above {start}.",
    "lower": "is {now}. It should fall below {start}.",
}
"""The sentences about a value that does not fulfil its condition."""


def check_condition(want: str, board: Board) -> None:
    """Raise ValueError for an unknown condition or one with too many orders or swaps to try."""
    name, _, what = want.partition(" ")
    of_measure = name in BLOCK_MEASURES and what in (*COMPARISONS, BEST_SWAP)
    if not (of_measure or name in ("order", "rank") or want == GRADES_CHANGED):
        raise ValueError(
            f"{want!r} is not a condition. Write a measure and one of {', '.join(COMPARISONS)}, "
            f"{BEST_SWAP}, or {GRADES_CHANGED}, or “order” and the ranks, or “rank” and two ranks."
        )
    most, tried = MAX_DOCUMENTS.get(what, (None, ""))
    if most and len(board.sheet.grades) > most:
        raise ValueError(f"{want!r} tries all {tried}. Use at most {most} documents.")


@lru_cache(maxsize=500)
def _calculate_extremes(name: str, board: Board) -> tuple[float, float]:
    """Return the lowest and the highest value of a measure over all orders of a board."""
    orders = set(permutations(board.sheet.grades))  # equal grades make equal orders
    sheets = (replace(board.sheet, grades=order, labels=None) for order in orders)
    values = [calculate_sheet_measure(name, sheet, board.threshold) for sheet in sheets]
    return min(values), max(values)


def _iterate_swaps(sheet: Sheet) -> Iterator[Sheet]:
    """Yield a copy of the ranking for each pair of documents, with the pair swapped."""
    ranks = range(1, len(sheet.grades) + 1)
    for one, other in combinations(ranks, 2):
        swapped = {one: other, other: one}
        yield reorder_documents(sheet, [swapped.get(rank, rank) for rank in ranks])


def _are_close(a: float, b: float) -> bool:
    """Return True if two values are equal up to rounding errors."""
    return isclose(a, b, abs_tol=CLOSE_TOLERANCE)


def _calculate_start_value(name: str, board: Board) -> float:
    """Return the value of a measure for the first order of a board."""
    return calculate_sheet_measure(name, board.sheet, board.threshold)


COMPARISONS: Mapping[str, Callable[[float, str, Board], bool]] = {
    "highest": lambda now, name, board: _are_close(now, _calculate_extremes(name, board)[1]),
    "lowest": lambda now, name, board: _are_close(now, _calculate_extremes(name, board)[0]),
    "same": lambda now, name, board: _are_close(now, _calculate_start_value(name, board)),
    "changed": lambda now, name, board: not _are_close(now, _calculate_start_value(name, board)),
    "higher": lambda now, name, board: now > _calculate_start_value(name, board) + CLOSE_TOLERANCE,
    "lower": lambda now, name, board: now < _calculate_start_value(name, board) - CLOSE_TOLERANCE,
}
