"""Cell ids: a short name, safe in a link, for every number of a calculation.

actual.grade.3  actual.gain.3  actual.discount.3  actual.term.3  actual.cumulative.3
ideal.grade.1   ... the same columns of the ideal order
actual.label.3                  the name of the document at a rank
cg  dcg  idcg  ndcg             the sums, and dcg / idcg
mean                            the mean of NDCG over several queries
"""

from dataclasses import dataclass
from functools import lru_cache

from ndcg_core.metric import Term, Trace
from ndcg_core.metric.numbers import short_repr

ORDER_SIDES = ("actual", "ideal")
ROW_COLUMNS = ("label", "grade", "gain", "discount", "term", "cumulative")
SUM_CELLS = ("cg", "dcg", "idcg", "ndcg")
TOTAL_CELLS = (*SUM_CELLS, "mean")
TOTAL_OF_SIDE = {"actual": "dcg", "ideal": "idcg"}
SIDE_OF_TOTAL = {"dcg": "actual", "idcg": "ideal"}


@dataclass(frozen=True)
class Cell:
    """A parsed cell id: a side, a column and a rank. For a total, they are "", its id and 0.

    >>> Cell.parse("ideal.term.3")
    Cell(side='ideal', column='term', rank=3)
    """

    side: str
    column: str
    rank: int

    @staticmethod
    def parse(cell: str) -> "Cell":
        """Parse a cell id. Raise ValueError if there is no such cell."""
        if not isinstance(cell, str):
            raise ValueError(
                f"There is no cell {short_repr(cell)}. The name of a cell is a text, such as dcg."
            )
        return _parse_cell(cell)

    def __str__(self) -> str:
        return f"{self.side}.{self.column}.{self.rank}" if self.side else self.column


@lru_cache(maxsize=4096)
def _parse_cell(cell: str) -> Cell:
    """Parse a cell id, and cache the result. Raise ValueError if there is no such cell."""
    if cell in TOTAL_CELLS:
        return Cell("", cell, 0)
    side, _, rest = cell.partition(".")
    column, _, rank = rest.partition(".")
    if side in ORDER_SIDES and column in ROW_COLUMNS and _is_rank(rank):
        return Cell(side, column, int(rank))
    raise ValueError(
        f"There is no cell {short_repr(cell)}. Its name must be one of "
        f"{', '.join(TOTAL_CELLS)}, or a "
        "side, a "
        "column and a rank, such as actual.term.3 or ideal.grade.1."
    )


def _is_rank(text: str) -> bool:
    """Return True if a text is a whole number from 1 to 999,999, without leading zeros."""
    return text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 7


def find_row(trace: Trace, cell: Cell) -> Term:
    """Return the row of a trace that contains a cell. Raise ValueError if there is none.

    Rows below the cutoff have no cells.
    """
    rows = trace.actual if cell.side == "actual" else trace.ideal
    if not 1 <= cell.rank <= len(rows):
        raise ValueError(
            f"There is no cell {short_repr(str(cell))}. The {cell.side} order ends at rank "
            f"{len(rows)}."
        )
    return rows[cell.rank - 1]


def find_exact_value(trace: Trace, cell: str) -> float | None:
    """Return the exact value of a cell in a trace, or None for a label.

    Raises ValueError if the trace has no such cell. No trace has the cell "mean".

    >>> import ndcg_core.metric as metric
    >>> trace = metric.trace([3, 0, 2])
    >>> find_exact_value(trace, "actual.term.3"), find_exact_value(trace, "dcg")
    (1.0, 4.0)
    """
    parsed = Cell.parse(cell)
    if cell == "mean":
        raise ValueError("A calculation for one query has no cell 'mean'.")
    if not parsed.side:
        return float(getattr(trace, parsed.column))
    row = find_row(trace, parsed)
    if parsed.column == "label":
        return None
    return float(row.value if parsed.column == "term" else getattr(row, parsed.column))


@lru_cache(maxsize=4096)
def list_column(side: str, name: str, k: int) -> tuple[str, ...]:
    """Return the cell ids of a column, from rank 1 to k."""
    return tuple(f"{side}.{name}.{rank}" for rank in range(1, k + 1))
