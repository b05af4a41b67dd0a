"""NDCG of many rankings at once, with numpy.

The regular rows of matrices and data frames are worked on together. Any other goes through `ndcg`
itself: lists, grades below 0 that are not read as 0, equal scores unless they stay as they came, a
gain or discount of one's own, an ideal of ones, and whatever `ndcg` refuses.
"""

from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from math import fsum, isnan
from typing import TYPE_CHECKING, Any

from ndcg_core.metric.arguments import explained
from ndcg_core.metric.catalogue import named
from ndcg_core.metric.checks import MODEST
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import GAINS
from ndcg_core.metric.numbers import shown
from ndcg_core.metric.pools import UNCUT, cuts
from ndcg_core.metric.score import ROUNDING, ndcg, two_sum

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

AT_ONCE = 400_000
"""So many grades are worked on together: what the processor keeps at hand."""
DISTINCT = 40
"""So many different grades are looked for in pools."""


@explained
def ndcg_many(
    grades: Iterable[Iterable[float]],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[Iterable[float]] | None = None,
    scores: Iterable[Iterable[float]] | None = None,
) -> "Array":
    """NDCG@k of each ranking: element i is `ndcg(grades[i], k, convention, judged[i], scores[i])`.

    grades      a row for each ranking: a matrix, a data frame, or lists of any lengths. NaN at the
                end of a row says that its ranking is shorter
    judged      the grades of all judged documents of each ranking, likewise
    scores      a system's score for each grade; equal ones as `ndcg` has them without ids
    k, convention  as in `ndcg`

    Returns a numpy array of floats without a unit, the same to the last bit as `ndcg` gives.
    ValueError as in `ndcg`, with the number of the row; ImportError without numpy, which nothing
    else in the metric needs. Järvelin & Kekäläinen 2002.

    >>> ndcg_many([[3, 2, 0], [0, 1]], k=1).tolist()
    [1.0, 0.0]
    """
    if find_spec("numpy") is None:
        raise ImportError("Many rankings at once need numpy; pip install numpy brings it.")
    import numpy as np

    rules = named(convention)
    cuts(k, 1, rules)  # refuses what is no cutoff
    columns = {"grades": _rows(grades, "grades")}
    columns |= {
        name: _rows(rows, name)
        for name, rows in (("judged", judged), ("scores", scores))
        if rows is not None
    }
    n = len(columns["grades"])
    for name, rows in columns.items():
        if len(rows) != n:
            raise ValueError(f"Rows of {name}: {len(rows)}; wanted: {n}, one for each ranking.")
    values, regular = np.zeros(n), np.zeros(n, bool)
    is_named = isinstance(rules.gain, str) and isinstance(rules.discount, str)
    fit = all(map(_is_matrix, columns.values()))
    fit = fit and columns.get("scores", columns["grades"]).shape == columns["grades"].shape
    if is_named and fit and rules.ideal_from != "ones":
        step = max(1, AT_ONCE // max(matrix.shape[1] for matrix in columns.values()))
        for part in (slice(start, start + step) for start in range(0, n, step)):
            block = {name: matrix[part].astype(float) for name, matrix in columns.items()}
            values[part], regular[part] = _regular(block, k, rules)
    for row in np.flatnonzero(~regular).tolist():
        own = {name: _row(rows[row]) for name, rows in columns.items()}
        try:
            values[row] = ndcg(k=k, convention=rules, **own)
        except ValueError as error:
            raise ValueError(f"Row {row + 1}: {error}") from None
    return values


def _rows(rows: Any, name: str) -> Any:
    """The rows as an array of two dimensions or a list; ValueError for one ranking alone."""
    if hasattr(rows, "to_numpy"):  # a data frame, or a column of lists
        rows = rows.to_numpy()
    if getattr(rows, "ndim", 0) == 2:
        return rows
    if isinstance(rows, Iterable) and not isinstance(rows, (str, bytes)):
        rows = list(rows)
        if all(isinstance(row, Iterable) for row in rows[:1]):
            return rows
    raise ValueError(
        f"The {name} are {shown(rows)}; they must have a row for each ranking, such as "
        "[[3, 2, 0], [0, 1]]. For one ranking there is ndcg."
    )


def _is_matrix(rows: Any) -> bool:
    """Whether the rows can be worked on together; what is masked is None, row by row."""
    if hasattr(rows, "mask"):
        return False
    return getattr(rows, "ndim", 0) == 2 and rows.dtype.kind in "biuf" and rows.size > 0


def _row(row: Any) -> Any:
    """One row as `ndcg` takes it, without NaN at its end."""
    row = row.tolist() if hasattr(row, "tolist") else row
    while isinstance(row, (list, tuple)) and row and isinstance(row[-1], float) and isnan(row[-1]):
        row = row[:-1]
    return row


def _regular(
    block: "Mapping[str, Array]", k: int | None, rules: Convention
) -> "tuple[Array, Array]":
    """NDCG of each row, and whether the row is regular, so that this is it."""
    import numpy as np

    grades, lengths, regular = _grades(block["grades"], rules)
    distinct, where = np.unique(lengths, return_inverse=True)
    cut = [(n, min(m, UNCUT)) for n, m in (cuts(k, int(size), rules) for size in distinct)]
    counted, places = np.array(cut)[where].T
    regular &= lengths >= rules.fewest
    best = ranking = grades
    if "judged" in block:
        pool, _, is_pool = _grades(block["judged"], rules)
        regular &= is_pool
        if rules.ideal_from == "judged":
            best = pool
            regular &= _holds(pool, grades)
    if "scores" in block:
        order, is_order = _order(block["scores"], lengths, rules)
        regular &= is_order
        ranking = np.take_along_axis(grades, order, 1)
    ranking = ranking[:, : counted.max()] * (np.arange(counted.max()) < counted[:, None])
    best = ranking if rules.ideal_from == "top-k" else best
    width = min(places.max(), best.shape[1])
    best = np.sort(best, 1)[:, ::-1][:, :width] * (np.arange(width) < places[:, None])
    d = np.array(rules.divisors(max(ranking.shape[1], width)))
    dcg, idcg = (_sums(_gains(part, rules) / d[: part.shape[1]]) for part in (ranking, best))
    share = dcg / np.where(idcg > 0, idcg, 1.0)
    share[(share > 1) & (share <= ROUNDING)] = 1.0
    return np.where(idcg > 0, share, rules.empty), regular


def _grades(rows: "Array", rules: Convention) -> "tuple[Array, Array, Array]":
    """The grades as they are read, 0 below the end of a row; its length; whether all are modest."""
    import numpy as np

    lengths = np.where(np.isnan(rows), 0, np.arange(1, rows.shape[1] + 1)).max(1)
    grades = np.where(np.arange(rows.shape[1]) < lengths[:, None], rows, 0.0)
    least = -np.inf if rules.negative == "as-zero" else 0
    good = (grades >= least) & (abs(grades) <= MODEST)
    grades = np.where(good, np.maximum(grades, 0.0), 0.0)
    grades = np.trunc(grades) if rules.fractions == "dropped" else grades
    return grades, lengths, good.all(1) & (lengths > 0)


def _distinct(grades: "Array") -> "tuple[Array, Array]":
    """The different grades, and for each grade its place among them; whole ones sort faster."""
    import numpy as np

    whole = bool((grades == np.trunc(grades)).all())
    return np.unique(grades.astype(np.int16) if whole else grades, return_inverse=True)


def _gains(grades: "Array", rules: Convention) -> "Array":
    """g(r) of each grade, each different one worked out once."""
    import numpy as np

    if rules.gain == "linear" or not grades.size:
        return grades
    distinct, where = _distinct(grades)
    gains: Array = np.array([GAINS[str(rules.gain)](float(r)) for r in distinct])[where]
    return gains.reshape(grades.shape)


def _holds(pool: "Array", grades: "Array") -> "Array":
    """Whether each pool surely has every retrieved document of its ranking that is above 0."""
    import numpy as np

    distinct = _distinct(grades)[0]
    holds: Array = np.full(len(grades), len(distinct) <= DISTINCT)
    for grade in distinct[distinct > 0] if holds.any() else ():
        holds &= (grades == grade).sum(1) <= (pool == grade).sum(1)
    return holds


def _order(scores: "Array", lengths: "Array", rules: Convention) -> "tuple[Array, Array]":
    """The order of each row by its scores, and whether it needs no rule for equal ones."""
    import numpy as np

    with np.errstate(over="ignore"):
        keys = -scores.astype(np.float32 if rules.scores == "float32" else float)
    order = np.argsort(keys, axis=1, kind="stable")
    keys = np.take_along_axis(keys, order, 1)
    here = np.arange(keys.shape[1]) < lengths[:, None]
    regular: Array = (np.isfinite(keys) == here).all(1)
    if rules.ties != "input":
        regular &= (keys[:, 1:] != keys[:, :-1]).all(1)
    return order, regular


def _sums(terms: "Array") -> "Array":
    """The sum of each row as `math.fsum` has it: what rounding takes is added up beside it."""
    import numpy as np

    high = low = np.zeros(len(terms))
    inexact = np.zeros(len(terms), bool)
    for value in np.ascontiguousarray(terms.T):
        high, lost = two_sum(high, value)
        low, beyond = two_sum(low, lost)
        inexact |= beyond != 0
    sums = high + low
    sums[inexact] = [fsum(row) for row in terms[inexact].tolist()]
    return sums
