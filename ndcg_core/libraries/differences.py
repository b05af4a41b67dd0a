"""Where two calculations of one ranking begin to differ."""

from ndcg_core.metric import Term, Trace


def first_difference(before: Trace, after: Trace) -> str:
    """The first cell of the steps in which two calculations differ, the ideal order after the
    actual one; "ndcg" where only the quotient does.
    """
    for side in ("actual", "ideal"):
        rows = getattr(before, side), getattr(after, side)
        for rank, (one, other) in enumerate(zip(*rows, strict=False), 1):
            column = _column(one, other)
            if column:
                return f"{side}.{column}.{rank}"
        shorter, longer = sorted(map(len, rows))
        if shorter != longer:
            return f"{side}.term.{shorter + 1}"
    return "ndcg"


def value_at(trace: Trace, cell: str) -> float | None:
    """The number in a cell of the steps; None where there is no such rank."""
    if cell == "ndcg":
        return trace.ndcg
    side, column, rank = cell.split(".")
    rows = getattr(trace, side)
    if len(rows) < int(rank):
        return None
    return float(getattr(rows[int(rank) - 1], "value" if column == "term" else column))


def _column(one: Term, other: Term) -> str:
    if one.grade != other.grade:
        return "grade"
    if one.gain != other.gain:
        return "gain"
    return "discount" if one.discount != other.discount else ""
