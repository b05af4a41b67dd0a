"""What to say of a wrong number that no known mistake gives: that, and where to look first."""

from collections.abc import Mapping

from ndcg_core.marking.verdicts import CARRIED, RIGHT, WRONG
from ndcg_core.sheets.cells import Cell

COLUMN_NAMES = {"cumulative": "running sum"}
STEP_BEFORE: Mapping[str, tuple[str, ...]] = {
    "cg": ("grade", "gain"),
    "dcg": ("term", "cumulative"),
    "idcg": ("term", "cumulative"),
    "ndcg": ("dcg", "idcg"),
    "mean": ("ndcg",),
}
"""The columns that a result is one step away from."""


def cell_name(cell: str) -> str:
    """A cell in words.

    >>> cell_name("ideal.term.3"), cell_name("idcg")
    ('the term at rank 3 of the ideal order', 'IDCG')
    """
    at = Cell.of(cell)
    if not at.side:
        return "the mean of NDCG" if at.column == "mean" else at.column.upper()
    order = "the ideal order" if at.side == "ideal" else "the ranking"
    return f"the {COLUMN_NAMES.get(at.column, at.column)} at rank {at.rank} of {order}"


def say_unexplained(cell: str, verdicts: Mapping[str, str]) -> str:
    """An honest sentence, and the first cell that differs.

    verdicts: of the cells that are written, in the order of the calculation.

    >>> say_unexplained("ndcg", {"dcg": "wrong", "ndcg": "wrong"})
    'No known mistake gives this number. The first cell that differs is DCG.'
    >>> say_unexplained("dcg", {"actual.grade.1": "right", "dcg": "wrong"})[len(UNKNOWN) + 1 :]
    'Write down the steps before it, and the first that differs will show.'
    """
    before = {c: v for c, v in verdicts.items() if c != cell and leads_to(c, cell)}
    if first := next((c for c, v in before.items() if v == WRONG), None):
        return f"{UNKNOWN} The first cell that differs is {cell_name(first)}."
    last = STEP_BEFORE.get(Cell.of(cell).column, ())
    if any(v in (RIGHT, CARRIED) and Cell.of(c).column in last for c, v in before.items()):
        queries = "the other queries and at " if cell == "mean" else ""
        return f"{UNKNOWN} What is written before it agrees, so look at {queries}this last step."
    if Cell.of(cell).side:
        return f"{UNKNOWN} Look at the gain and at the divisor of this rank, one at a time."
    return f"{UNKNOWN} {WRITE_DOWN}"


UNKNOWN = "No known mistake gives this number."
WRITE_DOWN = "Write down the steps before it, and the first that differs will show."
"""Advice to who may try again."""


def leads_to(earlier: str, cell: str) -> bool:
    """Whether a cell is among those that another is worked out from."""
    a, b = Cell.of(earlier), Cell.of(cell)
    if b.column in ("ndcg", "mean"):
        return a.column not in ("cg", "label", "mean")
    if b.column == "idcg":
        return a.side == "ideal"
    if not b.side:
        return a.side == "actual"
    return a.side == b.side and (a.rank == b.rank or b.column == "cumulative") and a != b
