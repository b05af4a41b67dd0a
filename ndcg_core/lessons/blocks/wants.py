"""What a drag task may want of an order, in words.

ndcg highest    ndcg lowest     no order of the documents scores more, or less
p same          ndcg changed    as much as the order it started with, or not
order 1 5 3 4 2                 the documents in this order, by the ranks they started at
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import isclose

from ndcg_core.lessons.blocks.kinds import MEASURES, Board
from ndcg_core.lessons.placeholders.measures import BINARY
from ndcg_core.metric import number
from ndcg_core.metric.chance import shuffled_ndcg
from ndcg_core.sheets.sheet import Sheet

LONGEST = 7
NAMES = {"cg": "CG", "dcg": "DCG", "idcg": "IDCG", "ndcg": "NDCG", "p": "P"}
NAMES |= {"recall": "recall", "rr": "RR", "ap": "AP", "shuffled": "shuffled NDCG"}
CUT = ("cg", "dcg", "idcg", "ndcg", "p", "recall", "shuffled")
"""The measures' names, and which of them are cut at k."""


def measure(name: str, sheet: Sheet, threshold: float = 1) -> float:
    """One of the measures of a ranking.

    >>> measure("p", Sheet((3, 0, 1), k=2)), measure("dcg", Sheet((3, 0, 2)))
    (0.5, 4.0)
    """
    if name in BINARY:
        return BINARY[name](sheet.grades, sheet.k, threshold, sheet.judged)
    if name == "shuffled":
        return shuffled_ndcg(sheet.grades, sheet.k, sheet.convention, sheet.judged)
    return float(getattr(sheet.trace, name))


def reordered(sheet: Sheet, order: Sequence[int]) -> Sheet:
    """The same documents in another order; order: the ranks they had, from 1."""
    return Sheet(
        tuple(sheet.grades[rank - 1] for rank in order),
        sheet.convention,
        sheet.k,
        sheet.labels and tuple(sheet.labels[rank - 1] for rank in order),
        sheet.judged,
    )


def fulfilled(want: str, board: Board, order: Sequence[int]) -> bool:
    """Whether an order is what a task wants.

    >>> board = Board("b", Sheet((1, 3)), ("ndcg",))
    >>> fulfilled("ndcg highest", board, [2, 1]), fulfilled("cg same", board, [2, 1])
    (True, True)
    """
    name, _, what = want.partition(" ")
    if name == "order":
        return list(order) == [int(rank) for rank in what.split()]
    now = measure(name, reordered(board.sheet, order), board.threshold)
    return COMPARED[what](now, name, board)


UNMOVED = "Nothing is moved yet."


def judge(wants: Sequence[str], board: Board, order: Sequence[int]) -> str:
    """What an order still lacks of what a task wants, as a sentence; "" where it lacks nothing.

    >>> board = Board("b", Sheet((1, 3, 0)), ("dcg",))
    >>> judge(["dcg highest"], board, [1, 2, 3])
    'Nothing is moved yet.'
    >>> judge(["dcg highest"], board, [1, 3, 2])
    'DCG@3 is 2.500; another order gets it higher.'
    >>> judge(["dcg highest"], board, [2, 1, 3])
    ''
    """
    missing = next((want for want in wants if not fulfilled(want, board, order)), "")
    if not missing:
        return ""
    if list(order) == sorted(order):
        return UNMOVED
    name, _, what = missing.partition(" ")
    if name == "order":
        return _misplaced(order, [int(rank) for rank in what.split()])
    sheet = reordered(board.sheet, order)
    at = f"@{sheet.trace.k}" if name in CUT else ""
    values = {
        "now": number(measure(name, sheet, board.threshold)),
        "start": number(_start(name, board)),
    }
    return f"{NAMES[name]}{at} {LACKS[what].format(**values)}"


def _misplaced(order: Sequence[int], wanted: Sequence[int]) -> str:
    count = sum(rank != want for rank, want in zip(order, wanted, strict=True))
    return f"{count} documents stand elsewhere than they should."


LACKS: Mapping[str, str] = {
    "highest": "is {now}; another order gets it higher.",
    "lowest": "is {now}; another order gets it lower.",
    "same": "is {now}; it was {start} and should stay so.",
    "changed": "is still {start}; it should change.",
    "higher": "is {now}; it should rise above {start}.",
    "lower": "is {now}; it should fall below {start}.",
}
"""What is said of a value that does not fulfil what is wanted of it."""


def check_want(want: str, board: Board) -> None:
    """Refuse a want that cannot be understood."""
    name, _, what = want.partition(" ")
    if name != "order" and (name not in MEASURES or what not in COMPARED):
        raise ValueError(
            f"{want!r} cannot be wanted; write a measure and one of {', '.join(COMPARED)}, "
            "or order and the ranks."
        )
    if what in ("highest", "lowest") and len(board.sheet.grades) > LONGEST:
        raise ValueError(f"{want!r} tries all orders; at most {LONGEST} documents, please.")


def _all_orders(name: str, board: Board) -> list[float]:
    """The measure of every order of the grades; equal grades make equal orders."""
    orders = set(permutations(board.sheet.grades))
    sheets = (replace(board.sheet, grades=order, labels=None) for order in orders)
    return [measure(name, sheet, board.threshold) for sheet in sheets]


def _same(a: float, b: float) -> bool:
    return isclose(a, b, abs_tol=1e-9)


def _start(name: str, board: Board) -> float:
    return measure(name, board.sheet, board.threshold)


COMPARED: Mapping[str, Callable[[float, str, Board], bool]] = {
    "highest": lambda now, name, board: _same(now, max(_all_orders(name, board))),
    "lowest": lambda now, name, board: _same(now, min(_all_orders(name, board))),
    "same": lambda now, name, board: _same(now, _start(name, board)),
    "changed": lambda now, name, board: not _same(now, _start(name, board)),
    "higher": lambda now, name, board: now > _start(name, board) + 1e-9,
    "lower": lambda now, name, board: now < _start(name, board) - 1e-9,
}
