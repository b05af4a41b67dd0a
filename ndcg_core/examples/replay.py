"""The steps in which a sheet is replayed: rank by rank, then the sums."""

from collections.abc import Iterator
from dataclasses import dataclass

from ndcg_core.sheets.cells import ROW_COLUMNS, TOTAL_OF_SIDE, list_column
from ndcg_core.sheets.sheet import Sheet

SIDE_TITLES = {"actual": "Ranking", "ideal": "Ideal"}


@dataclass(frozen=True)
class ReplayStep:
    """A step of a replay, with the cells that it calculates.

    id      a short name for links, such as "actual.2", "ideal.order" or "dcg"
    title   the title, such as "Ranking, rank 2 of 5"
    side    "actual", "ideal", or "" for NDCG
    rank    the row of the step, or 0 for an order or a sum
    cells   the cells that this step calculates, including cells without a printed number
    """

    id: str
    title: str
    side: str
    rank: int
    cells: tuple[str, ...]


def list_replay_steps(sheet: Sheet) -> tuple[ReplayStep, ...]:
    """Return the steps of a sheet's replay. The last step is CG if a sheet asks only for CG.

    >>> [step.id for step in list_replay_steps(Sheet((3, 2)))]
    ['actual.1', 'actual.2', 'dcg', 'ideal.order', 'ideal.1', 'ideal.2', 'idcg', 'ndcg']
    >>> [step.id for step in list_replay_steps(Sheet((3, 2), blanks=("cg",)))]
    ['actual.1', 'actual.2', 'cg']
    """
    if asks_only_for_cg(sheet):
        return tuple(_iterate_gain_steps(sheet))
    return tuple(_iterate_all_steps(sheet))


def asks_only_for_cg(sheet: Sheet) -> bool:
    """Return True if a sheet asks only for CG, so that no discount is needed.

    >>> [asks_only_for_cg(Sheet((3, 2), blanks=blanks)) for blanks in (("cg",), ("cg", "dcg"))]
    [True, False]
    """
    return sheet.blanks == ("cg",)


def _iterate_gain_steps(sheet: Sheet) -> Iterator[ReplayStep]:
    """Yield a step for each rank, and then CG."""
    k = sheet.count("actual")
    for rank in range(1, k + 1):
        cells = tuple(f"actual.{name}.{rank}" for name in ("label", "grade", "gain"))
        yield ReplayStep(
            f"actual.{rank}", _format_step_title("actual", rank, k), "actual", rank, cells
        )
    yield ReplayStep("cg", "CG", "actual", 0, ("cg",))


def _iterate_all_steps(sheet: Sheet) -> Iterator[ReplayStep]:
    """Yield the steps of both orders and their sums, then NDCG with the mean if there is one."""
    for side, total in TOTAL_OF_SIDE.items():
        k = sheet.count(side)
        if side == "ideal":
            order = list_column(side, "label", k) + list_column(side, "grade", k)
            yield ReplayStep("ideal.order", "The ideal order", side, 0, order)
        for rank in range(1, k + 1):
            title = _format_step_title(side, rank, k)
            yield ReplayStep(f"{side}.{rank}", title, side, rank, _list_row_cells(side, rank))
        sums = ("cg", "dcg") if side == "actual" else ("idcg",)
        yield ReplayStep(total, total.upper(), side, 0, sums)
    last = ("ndcg", "mean") if sheet.others else ("ndcg",)
    yield ReplayStep("ndcg", "NDCG", "", 0, last)


def _format_step_title(side: str, rank: int, k: int) -> str:
    """Return a title such as "Ranking, rank 2 of 5"."""
    return f"{SIDE_TITLES[side]}, rank {rank} of {k}"


def _list_row_cells(side: str, rank: int) -> tuple[str, ...]:
    """Return the ids of the cells in a row that a step calculates.

    The label and the grade of an ideal row are left out, because "ideal.order" has them.
    """
    order = ("label", "grade") if side == "ideal" else ()
    return tuple(f"{side}.{name}.{rank}" for name in ROW_COLUMNS if name not in order)
