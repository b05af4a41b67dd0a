"""The order in which a sheet is replayed: one rank at a time, then the sums."""

from collections.abc import Iterator
from dataclasses import dataclass

from ndcg_core.sheets.cells import COLUMNS, SIDE_TOTAL, column
from ndcg_core.sheets.sheet import Sheet

SIDE_TITLE = {"actual": "Ranking", "ideal": "Ideal"}


@dataclass(frozen=True)
class ReplayStep:
    """One step of a replay.

    id      short and safe in a link: "actual.2", "dcg", "ideal.order", "ideal.2", "idcg", "ndcg"
    title   "Ranking, rank 2 of 5"
    side    "actual", "ideal", or "" for NDCG
    rank    the row of the step, or 0 for an order or a sum
    cells   every cell that this step calculates, printed in the document or not
    """

    id: str
    title: str
    side: str
    rank: int
    cells: tuple[str, ...]


def steps(sheet: Sheet) -> tuple[ReplayStep, ...]:
    """Return the steps of a replay. A sheet that asks for CG alone ends there.

    >>> [step.id for step in steps(Sheet((3, 2)))]
    ['actual.1', 'actual.2', 'dcg', 'ideal.order', 'ideal.1', 'ideal.2', 'idcg', 'ndcg']
    >>> [step.id for step in steps(Sheet((3, 2), blanks=("cg",)))]
    ['actual.1', 'actual.2', 'cg']
    """
    return tuple((_gains if asks_cg(sheet) else _stops)(sheet))


def asks_cg(sheet: Sheet) -> bool:
    """Return True if a sheet asks for CG alone, so that no discount is needed.

    >>> asks_cg(Sheet((3, 2), blanks=("cg",))), asks_cg(Sheet((3, 2), blanks=("cg", "dcg")))
    (True, False)
    """
    return sheet.blanks == ("cg",)


def _gains(sheet: Sheet) -> Iterator[ReplayStep]:
    k = sheet.count("actual")
    for rank in range(1, k + 1):
        cells = tuple(f"actual.{name}.{rank}" for name in ("label", "grade", "gain"))
        yield ReplayStep(f"actual.{rank}", _title("actual", rank, k), "actual", rank, cells)
    yield ReplayStep("cg", "CG", "actual", 0, ("cg",))


def _stops(sheet: Sheet) -> Iterator[ReplayStep]:
    for side, total in SIDE_TOTAL.items():
        k = sheet.count(side)
        if side == "ideal":
            order = column(side, "label", k) + column(side, "grade", k)
            yield ReplayStep("ideal.order", "The ideal order", side, 0, order)
        for rank in range(1, k + 1):
            title = _title(side, rank, k)
            yield ReplayStep(f"{side}.{rank}", title, side, rank, _row(side, rank))
        sums = ("cg", "dcg") if side == "actual" else ("idcg",)
        yield ReplayStep(total, total.upper(), side, 0, sums)
    last = ("ndcg", "mean") if sheet.others else ("ndcg",)
    yield ReplayStep("ndcg", "NDCG", "", 0, last)


def _title(side: str, rank: int, k: int) -> str:
    return f"{SIDE_TITLE[side]}, rank {rank} of {k}"


def _row(side: str, rank: int) -> tuple[str, ...]:
    order = ("label", "grade") if side == "ideal" else ()
    return tuple(f"{side}.{name}.{rank}" for name in COLUMNS if name not in order)
