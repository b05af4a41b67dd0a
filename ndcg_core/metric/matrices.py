"""NDCG of many rankings of one length with numpy, equal to `ndcg` to the last bit.

numpy sorts the scores and the grades, and divides by the discounts. Every sum is `math.fsum` of the
same terms. `ndcg` scores the rows with special cases: a grade that is refused or converted, a score
that is not a number, or tied documents that share a rank.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import fsum
from typing import Any

import numpy as np

from ndcg_core.metric.checks import SAFE_GRADE
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import find_gain_function
from ndcg_core.metric.pools import MAX_ONES, count_actual_and_ideal_ranks, refuse_incomplete_pool
from ndcg_core.metric.score import ROUNDING_FACTOR

Array = np.ndarray[Any, np.dtype[Any]]
NUMBER_TYPES = {int, float, np.float64}
MAX_SUM = 1e300
"""Rows whose grades may add up to more are scored by `ndcg`, which checks the limit."""
MAX_EXACT_INTEGER = 2.0**53
"""The limit up to which sums of whole numbers are exact in any order."""
CHUNK_VALUES = 500_000
"""The number of grades that are processed at once."""


def score_matrices(
    columns: Mapping[str, Any], k: int | None, convention: Convention
) -> tuple[Array, Array]:
    """Return NDCG@k of every row, and a mask that is True for the rows that were scored.

    The other rows need `ndcg`. Their values have no meaning.

    columns: "grades", and optionally "judged" and "scores", each as a two-dimensional array or a
    list.
    """
    count = len(columns["grades"])
    values = np.zeros(count)
    is_scored = np.zeros(count, dtype=bool)
    if not isinstance(convention.gain, str):
        return values, is_scored
    lengths = {name: _measure_lengths(rows) for name, rows in columns.items()}
    for rows, sizes in _group_by_length(lengths):
        parts = {
            name: _make_matrix(columns[name], rows, size, name != "scores")
            for name, size in sizes.items()
        }
        matrices = {name: part for name, part in parts.items() if part is not None}
        if len(matrices) == len(parts):
            values[rows], is_scored[rows] = _score_rows(matrices, k, convention)
    return values, is_scored


def _measure_lengths(rows: Any) -> Array:
    """Return the length of each row, or -1 for a row that only `ndcg` can score.

    The length of an array's row is counted without NaN at its end.
    """
    if type(rows) is list:
        return np.array([len(row) if type(row) in (list, tuple) else -1 for row in rows], dtype=int)
    if type(rows) is not np.ndarray or rows.dtype.kind not in "biuf" or rows.dtype.itemsize > 8:
        return np.full(len(rows), -1)
    width = rows.shape[1]
    if not width or rows.dtype.kind != "f" or not np.isnan(rows[:, -1]).any():
        return np.full(len(rows), width)
    numbers = ~np.isnan(rows[:, ::-1])
    return np.where(numbers.any(axis=1), width - numbers.argmax(axis=1), 0)


def _group_by_length(lengths: Mapping[str, Array]) -> Iterator[tuple[Array, dict[str, int]]]:
    """Yield the row numbers of each batch of rows with equal lengths, and the lengths by column.

    Rows that need `ndcg` are skipped: rows with fewer than two values in a column, and rows whose
    numbers of grades and scores differ.
    """
    table = np.column_stack(list(lengths.values()))
    if (table == table[:1]).all():
        kinds = table[:1]
        kind_of = np.zeros(len(table), dtype=int)
    else:
        kinds, kind_of = np.unique(table, axis=0, return_inverse=True)
    for number, kind in enumerate(kinds.tolist()):
        sizes = dict(zip(lengths, kind, strict=True))
        if min(kind) < 2 or sizes.get("scores", sizes["grades"]) != sizes["grades"]:
            continue  # some conventions have special rules for rankings this short
        rows = np.flatnonzero(kind_of.ravel() == number)
        step = max(1, CHUNK_VALUES // max(kind))
        yield from ((rows[start : start + step], sizes) for start in range(0, len(rows), step))


def _make_matrix(
    rows: Any, row_numbers: Array, width: int, are_booleans_allowed: bool
) -> Array | None:
    """Return the rows in `row_numbers` as a float matrix, or None if they need `ndcg`.

    Then a value has a type other than int or float, or is too large for a float.

    width: the number of columns of an array that are used
    are_booleans_allowed: True if booleans count as the numbers 0 and 1
    """
    if isinstance(rows, list):
        chosen = [rows[number] for number in row_numbers.tolist()]
        kinds = set(map(type, chain.from_iterable(chosen)))
        if not kinds <= (NUMBER_TYPES | {bool} if are_booleans_allowed else NUMBER_TYPES):
            return None
        try:
            return np.array(chosen, dtype=float)
        except OverflowError:  # a whole number that is too large for a float
            return None
    if rows.dtype.kind == "b" and not are_booleans_allowed:
        return None
    every = len(row_numbers) == len(rows)
    return np.asarray((rows if every else rows[row_numbers])[:, :width], dtype=float)


def _score_rows(
    matrices: Mapping[str, Array], k: int | None, convention: Convention
) -> tuple[Array, Array]:
    """Return NDCG@k of each row, and a mask that is True for rows with a valid value."""
    grades = matrices["grades"]
    judged = matrices.get("judged")
    scores = matrices.get("scores")
    is_plain = _mark_plain_rows(grades, convention)
    if judged is not None:
        is_plain &= _mark_plain_rows(judged, convention)
    listed = grades
    earned = None
    if scores is not None:
        is_plain &= np.isfinite(scores).all(axis=1)
        listed, earned, is_whole = _order_by_score(grades, scores, convention)
        is_plain &= is_whole
    count = grades.shape[1]
    if judged is None and convention.has_matching_orders:
        counted = ideal_length = count if k is None else min(int(k), count)
    else:
        counted, ideal_length = count_actual_and_ideal_ranks(k, count, convention)
    try:
        ideal = _list_ideal_grades(
            grades, listed[:, :counted], judged, ideal_length, convention, is_plain
        )
        divisors = np.array(convention.divisors(max(counted, ideal.shape[1])), dtype=float)
    except ValueError:  # `ndcg` raises it again, with the number of the row
        return np.zeros(len(grades)), np.zeros(len(grades), dtype=bool)
    if earned is None:
        earned = _calculate_gains(listed[:, :counted], convention)
    with np.errstate(all="ignore"):  # rows that are not plain
        dcg = _sum_rows(earned[:, :counted] / divisors[:counted])
        idcg = _sum_rows(_calculate_gains(ideal, convention) / divisors[: ideal.shape[1]])
        is_empty = idcg == 0
        share = dcg / np.where(is_empty, 1.0, idcg)
    share[(share >= 1.0) & (share <= ROUNDING_FACTOR)] = 1.0
    return np.where(is_empty, convention.empty, share), is_plain


def _mark_plain_rows(grades: Array, convention: Convention) -> Array:
    """Return a mask of the rows whose grades need no conversion and have a safe sum."""
    most = MAX_SUM / grades.shape[1] if convention.gain == "linear" else SAFE_GRADE
    is_plain = (grades.min(axis=1) >= 0) & (grades.max(axis=1) <= most)
    if convention.fractions == "dropped":
        is_plain &= (np.floor(grades) == grades).all(axis=1)
    return np.asarray(is_plain)


def _order_by_score(
    grades: Array, scores: Array, convention: Convention
) -> tuple[Array, Array | None, Array]:
    """Return grades in score order, gains with averaged ties or None, and a mask of valid rows.

    The gains are None if no tie is averaged. A row is not valid if only `ndcg` can score its ties.
    """
    if convention.scores == "float32":
        with np.errstate(over="ignore"):  # too large scores become infinite, and so equal
            scores = scores.astype(np.float32)
    # Without ids, the input order counts as id order.
    if convention.ties in ("reversed", "id-descending"):
        grades = grades[:, ::-1]
        scores = scores[:, ::-1]
    negated = -scores
    order = np.argsort(negated, axis=1)
    ranked = np.take_along_axis(negated, order, axis=1)
    is_tied = (ranked[:, 1:] == ranked[:, :-1]).any(axis=1)
    tied = np.flatnonzero(is_tied)
    if len(tied):
        keys = (grades[tied], negated[tied])[convention.ties != "worst" :]
        order[tied] = np.lexsort(keys, axis=1)  # a stable sort
    listed = np.take_along_axis(grades, order, axis=1)
    is_whole = np.ones(len(grades), dtype=bool)
    if convention.ties == "shared":
        return listed, None, ~is_tied
    if convention.ties != "averaged" or not len(tied):
        return listed, None, is_whole
    earned = _calculate_gains(listed, convention)
    own = earned[tied]
    with np.errstate(invalid="ignore"):
        is_exact = (np.floor(own) == own).all(axis=1) & (own.sum(axis=1) <= MAX_EXACT_INTEGER)
    is_whole[tied] = is_exact
    earned[tied] = _average_tied_gains(own, ranked[tied])
    return listed, earned, is_whole


def _average_tied_gains(gains: Array, sorted_scores: Array) -> Array:
    """Return the gains, but give documents with equal scores their mean gain."""
    begins = np.ones(sorted_scores.shape, dtype=bool)
    begins[:, 1:] = sorted_scores[:, 1:] != sorted_scores[:, :-1]
    starts = np.flatnonzero(begins)
    sizes = np.diff(starts, append=gains.size)
    means = np.add.reduceat(gains.ravel(), starts) / sizes
    return np.repeat(means, sizes).reshape(gains.shape)


def _list_ideal_grades(
    grades: Array,
    counted: Array,
    judged: Array | None,
    ideal_length: int,
    convention: Convention,
    is_plain: Array,
) -> Array:
    """Return the grades of each row's ideal order. Unmark rows with an incomplete pool.

    `is_plain` becomes False for rows whose pool lacks a retrieved document. If the ideal order is
    all ones, returns a single row. Raises ValueError for a cutoff that is too large for ones.
    """
    if convention.ideal_from == "ones":
        if ideal_length > MAX_ONES:
            raise ValueError("so many ones are refused")
        return np.ones((1, ideal_length))
    if convention.ideal_from == "top-k":
        return _select_highest(counted, ideal_length)
    if judged is None or convention.ideal_from == "grades":
        return _select_highest(grades, ideal_length)
    pool = _select_highest(judged, judged.shape[1])
    whole = ideal_length > pool.shape[1]
    best = _select_highest(grades, grades.shape[1] if whole else ideal_length)
    shown = pool if whole else pool[:, :ideal_length]
    rows = zip(best.tolist(), shown.tolist(), strict=True)
    for row, (retrieved, ideal) in enumerate(rows):
        try:
            refuse_incomplete_pool(retrieved, ideal, ideal_length, convention)
        except ValueError:
            is_plain[row] = False
    return pool[:, :ideal_length]


def _select_highest(grades: Array, ideal_length: int) -> Array:
    """Return the highest grades of each row, from best to worst, up to `ideal_length`."""
    return np.asarray(np.sort(grades, axis=1)[:, ::-1][:, :ideal_length])


def _calculate_gains(grades: Array, convention: Convention) -> Array:
    """Return the gain of each grade. With linear gain, this is the array itself.

    With any other gain, grades outside 0 to `SAFE_GRADE` count as 0. Their rows are not plain.
    """
    if convention.gain == "linear":
        return grades
    different, inverse = np.unique(grades, return_inverse=True)
    gain = find_gain_function(convention.gain)
    modest = (grade if 0 <= grade <= SAFE_GRADE else 0.0 for grade in different.tolist())
    return np.array([gain(grade) for grade in modest])[inverse].reshape(grades.shape)


def _sum_rows(terms: Array) -> Array:
    """Return the correctly rounded sum of each row.

    If a row cannot be summed, every row with an infinite or undefined term gets 0.
    """
    rows: Sequence[list[float]] = terms.tolist()
    try:
        return np.array([fsum(row) for row in rows])
    except (ValueError, OverflowError):  # infinities of both signs, in rows that are not plain
        return np.array([fsum(row) if np.isfinite(row).all() else 0.0 for row in rows])
