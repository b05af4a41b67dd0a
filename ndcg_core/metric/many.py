"""NDCG of many rankings at once, with numpy.

Regular rankings go through arrays, in which sums are as exact as `math.fsum`; any other (a grade
below 0, equal scores that share their gain, a grade that is refused) goes through `ndcg` itself.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from itertools import chain
from math import fsum, nan
from typing import TYPE_CHECKING, Any

from ndcg_core.metric.catalogue import named
from ndcg_core.metric.checks import explained, gain_or_inf
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import shown
from ndcg_core.metric.pools import UNCUT, cuts
from ndcg_core.metric.score import ROUNDING, ndcg

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

AT_ONCE = 400_000
"""So many grades are worked on together: what the processor keeps at hand."""
MOST_SUM = 1e300
DISTINCT = 40
"""So many different grades are looked for in the pools at once."""


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
    given = [_listed(grades, "grades")]
    n = len(given[0])
    for rows, name in ((judged, "judged grades"), (scores, "scores")):
        given.append(None if rows is None else _listed(rows, name))
        if rows is not None and len(given[-1]) != n:
            size = f"Rows of {name}: {len(given[-1])}"
            raise ValueError(f"{size}; wanted: {n}, one for each ranking.")
    matrices = [None if rows is None else _matrix(rows) for rows in given]
    values, regular = np.zeros(n), np.zeros(n, bool)
    widths = [matrix.shape[1] for matrix in matrices if matrix is not None]
    are_numbers = len(widths) == sum(rows is not None for rows in given)
    if are_numbers and all(widths) and rules.ideal_from != "ones":
        step = max(1, AT_ONCE // max(widths))
        for part in (slice(start, start + step) for start in range(0, n, step)):
            block = [None if matrix is None else matrix[part] for matrix in matrices]
            values[part], regular[part] = _regular(block, k, rules)
    for row in np.flatnonzero(~regular).tolist():
        own = [_row(rows, matrix, row) for rows, matrix in zip(given, matrices, strict=True)]
        try:
            values[row] = ndcg(own[0], k, rules, *own[1:])
        except ValueError as error:
            raise ValueError(f"Row {row + 1}: {error}") from None
    return values


def _listed(rows: Any, name: str) -> Any:
    """The rows as an array of two dimensions or a list; ValueError for one ranking alone."""
    if hasattr(rows, "to_numpy"):  # a data frame, or a column of lists
        rows = rows.to_numpy()
    is_text = isinstance(rows, (str, bytes))
    if getattr(rows, "ndim", 1) == 1 and isinstance(rows, Iterable) and not is_text:
        rows = list(rows)
    is_list = isinstance(rows, list) and all(isinstance(row, Iterable) for row in rows[:1])
    if not is_list and getattr(rows, "ndim", 0) != 2:
        raise ValueError(
            f"The {name} are {shown(rows)}; they must have a row for each ranking, such as "
            "[[3, 2, 0], [0, 1]]. For one ranking there is ndcg."
        )
    return rows


def _matrix(rows: Any) -> "Array | None":
    """The rows as floats, NaN where a row has ended; None where one is no row of numbers."""
    import numpy as np

    if hasattr(rows, "ndim"):
        return rows.astype(float) if rows.dtype.kind in "biuf" else None
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in rows]
    if not set(map(type, rows)) <= {list, tuple}:
        return None
    flat = list(chain.from_iterable(rows))
    if not set(map(type, flat)) <= {int, float, bool}:
        return None
    lengths = np.fromiter(map(len, rows), int, len(rows))
    matrix = np.full((len(rows), lengths.max(initial=1)), nan)
    try:
        matrix[np.arange(matrix.shape[1]) < lengths[:, None]] = flat
    except OverflowError:  # a whole number beyond all floats
        return None
    return matrix


def _row(rows: Any, matrix: "Array | None", row: int) -> Any:
    """One row as `ndcg` takes it."""
    if rows is None or matrix is None:
        return None if rows is None else rows[row]
    return rows[row][: _lengths(matrix[row : row + 1])[0]]


def _lengths(matrix: "Array") -> "Array":
    """How many documents each row has: what follows the last number is none."""
    import numpy as np

    places: Array = np.where(np.isnan(matrix), 0, np.arange(1, matrix.shape[1] + 1))
    lengths: Array = places.max(1, initial=0)
    return lengths


def _regular(
    block: "Sequence[Array | None]", k: int | None, rules: Convention
) -> "tuple[Array, Array]":
    """NDCG of each row of grades, judged and scores, and whether the row is regular, so that this
    is it.
    """
    import numpy as np

    grades, judged, scores = block
    assert grades is not None
    lengths, gains, regular = _gains(grades, rules)
    regular &= lengths >= rules.fewest
    distinct, where = np.unique(lengths, return_inverse=True)
    cut = [
        (counted, min(places, UNCUT))
        for counted, places in (cuts(k, int(n), rules) for n in distinct)
    ]
    counted, places = np.array(cut)[where].T
    best = gains
    if judged is not None:
        _, pool, is_pool = _gains(judged, rules)
        regular &= is_pool
        if rules.ideal_from == "judged":
            regular &= _holds(judged, grades, gains)
            best = pool
    if scores is not None:
        if scores.shape != grades.shape:
            return lengths * 0.0, regular & False
        order, is_order = _order(scores, lengths, rules)
        regular &= is_order
        gains = np.take_along_axis(gains, order, 1)
    gains = gains[:, : counted.max()] * (np.arange(counted.max()) < counted[:, None])
    best = gains if rules.ideal_from == "top-k" else best
    width = min(places.max(), best.shape[1])
    best = np.sort(best, 1)[:, ::-1][:, :width] * (np.arange(width) < places[:, None])
    try:
        d = np.array(rules.divisors(max(gains.shape[1], width)))
    except ValueError:  # too short a list for some row
        return lengths * 0.0, regular & False
    dcg, idcg = _sums(gains / d[: gains.shape[1]]), _sums(best / d[:width])
    share = dcg / np.where(idcg > 0, idcg, 1.0)
    share[(share > 1) & (share <= ROUNDING)] = 1.0
    return np.where(idcg > 0, share, rules.empty), regular


def _gains(grades: "Array", rules: Convention) -> "tuple[Array, Array, Array]":
    """The length of each row, the gains of its documents, and whether all can be worked with."""
    import numpy as np

    lengths = _lengths(grades)
    inside = np.arange(grades.shape[1]) < lengths[:, None]
    grades = np.where(inside, grades, 0.0)
    good = np.isfinite(grades)
    if rules.negative != "as-zero" or not isinstance(rules.gain, str):
        good &= grades >= 0
    grades = np.where(good, np.maximum(grades, 0.0), 0.0)
    if rules.fractions == "dropped":
        grades = np.trunc(grades)
    if rules.gain != "linear":
        distinct, where = _distinct(grades)
        worth = np.array([_or_nan(gain_or_inf, float(r), rules.gain) for r in distinct])
        grades = np.where(inside, worth[where].reshape(grades.shape), 0.0)
    good &= np.isfinite(grades)
    grades[~good] = 0.0
    return lengths, grades, good.all(1) & (lengths > 0) & (grades.max(1) < MOST_SUM / good.shape[1])


def _or_nan(function: Callable[..., float], *arguments: Any) -> float:
    try:
        return function(*arguments)
    except ValueError:
        return nan


def _distinct(grades: "Array") -> "tuple[Array, Array]":
    """The different grades, and for each grade its place among them; whole ones sort faster."""
    import numpy as np

    whole = grades.max(initial=0) < 1000 and (grades == np.trunc(grades)).all()
    distinct, where = np.unique(grades.astype(np.int16) if whole else grades, return_inverse=True)
    return distinct, where


def _holds(judged: "Array", grades: "Array", gains: "Array") -> "Array":
    """Whether each pool surely has every retrieved document of its ranking that gains something."""
    import numpy as np

    earning = np.where(gains > 0, grades, -1.0)
    distinct = [r for r in _distinct(earning)[0] if r >= 0]
    holds = np.full(len(grades), len(distinct) <= DISTINCT)
    for r in distinct if holds.any() else ():
        holds &= (earning == r).sum(1) <= (judged == r).sum(1)
    return holds


def _order(scores: "Array", lengths: "Array", rules: Convention) -> "tuple[Array, Array]":
    """The order of each row by its scores, and whether equal ones are in it as they should be."""
    import numpy as np

    regular = _lengths(scores) == lengths
    with np.errstate(over="ignore"):
        keys = -scores.astype(np.float32 if rules.scores == "float32" else float)
    backward = rules.ties in ("reversed", "id-descending")
    order = np.argsort(keys[:, ::-1] if backward else keys, axis=1, kind="stable")
    order = keys.shape[1] - 1 - order if backward else order
    keys = np.take_along_axis(keys, order, 1)
    regular &= (np.isfinite(keys) == (np.arange(keys.shape[1]) < lengths[:, None])).all(1)
    if rules.ties in ("averaged", "shared", "worst"):
        regular &= (keys[:, 1:] != keys[:, :-1]).all(1)
    return order, regular


def _sums(terms: "Array") -> "Array":
    """The sum of each row as `math.fsum` has it: what rounding takes is added up beside it."""
    import numpy as np

    high, low = np.zeros(len(terms)), np.zeros(len(terms))
    inexact = np.zeros(len(terms), bool)
    for value in np.ascontiguousarray(terms.T):  # Knuth's exact sum of two, twice
        total = high + value
        back = total - high
        lost = (high - (total - back)) + (value - back)
        rest = low + lost
        back = rest - low
        inexact |= (low - (rest - back)) + (lost - back) != 0
        high, low = total, rest
    sums = high + low
    for row in np.flatnonzero(inexact):
        sums[row] = fsum(terms[row])
    return sums
