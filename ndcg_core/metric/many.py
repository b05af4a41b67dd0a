"""NDCG of many rankings at once: the rows of a matrix, a data frame or lists."""

from collections.abc import Iterable
from importlib.util import find_spec
from math import isnan
from typing import TYPE_CHECKING, Any

from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import is_iterable, short_repr
from ndcg_core.metric.pools import count_actual_and_ideal_ranks
from ndcg_core.metric.score import ndcg

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


@explain_bad_calls
def ndcg_many(
    grades: Iterable[Iterable[float]],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[Iterable[float]] | None = None,
    scores: Iterable[Iterable[float]] | None = None,
) -> "Array":
    """Return NDCG@k of each of many rankings, as a numpy array.

    ::

        ndcg_many(grades, k)[i] = ndcg(grades[i], k)

    numpy sorts and divides, so the function is much faster than a loop. The values equal the values
    of `ndcg` to the last bit.

    Parameters
    ----------
    grades : iterable of iterables of float
        One row for each ranking: a matrix, a data frame, or lists of any length. NaN at the end of
        a row means that this ranking is shorter.
    k : int, optional
        The number of ranks that count. Without `k`, or if the ranking is shorter, every rank
        counts.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`, such as "lightgbm".
    judged : iterable of iterables of float, optional
        The grades of all judged documents of each ranking.
    scores : iterable of iterables of float, optional
        The score that a system gave each document. Equal scores are ordered as in `ndcg` without
        `ids`.

    Returns
    -------
    numpy.ndarray
        One float for each ranking.

    Raises
    ------
    ValueError
        As in `ndcg`. The message also names the row.
    ImportError
        If numpy is not installed. No other function of the metric needs numpy.

    References
    ----------
    Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.

    Examples
    --------
    >>> ndcg_many([[3, 2, 0], [0, 1]], k=1).tolist()
    [1.0, 0.0]
    """
    if find_spec("numpy") is None:
        raise ImportError("ndcg_many needs numpy. Run: pip install numpy")
    import numpy as np

    from ndcg_core.metric.matrices import score_matrices

    rules = find_convention(convention)
    count_actual_and_ideal_ranks(k, 1, rules)  # raises ValueError for a bad cutoff
    given = {"grades": grades, "judged": judged, "scores": scores}
    columns = {
        name: _normalize_rows(rows, name)
        for name, rows in given.items()
        if name == "grades" or rows is not None
    }
    n = len(columns["grades"])
    for name, rows in columns.items():
        if len(rows) != n:
            raise ValueError(
                f"The number of rows of {name} is {len(rows)}. It must be {n}, one for each "
                "ranking."
            )
    values, is_scored = score_matrices(columns, k, rules)
    for row in np.flatnonzero(~is_scored).tolist():
        ranking = {name: _trim_row(rows[row]) for name, rows in columns.items()}
        try:
            values[row] = ndcg(k=k, convention=rules, **ranking)
        except ValueError as error:
            raise ValueError(f"Row {row + 1}: {error}") from None
    return values


def _normalize_rows(rows: Any, name: str) -> Any:
    """Return rows as an array or a list. Raise ValueError for a single ranking or a bad type.

    name: the name of the argument, for the message
    """
    if hasattr(rows, "to_numpy"):  # a data frame, or a column of lists
        rows = rows.to_numpy()
    if getattr(rows, "ndim", 0) == 2:
        return rows
    if is_iterable(rows) and not isinstance(rows, (str, bytes)):
        rows = list(rows)
        if all(isinstance(row, Iterable) for row in rows[:1]):
            return rows
    raise ValueError(
        f"The {name} are {short_repr(rows)}. They must have a row for each ranking, such as "
        "[[3, 2, 0], [0, 1]]. For one ranking, call ndcg."
    )


def _trim_row(row: Any) -> Any:
    """Return a row, converted to a list if it is an array, without NaN at its end."""
    row = row.tolist() if hasattr(row, "tolist") else row
    while isinstance(row, (list, tuple)) and row and isinstance(row[-1], float) and isnan(row[-1]):
        row = row[:-1]
    return row
