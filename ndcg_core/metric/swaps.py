"""The effect of a swap of two ranks, or of another cutoff, on NDCG."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from math import isnan

from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import count_ranks, prepare_grades
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.pools import resolve_cutoff
from ndcg_core.metric.score import has_nothing_relevant, list_running_sums, ndcg, normalize_dcg
from ndcg_core.metric.traces import Term, Trace, trace


@explain_bad_calls
def ndcg_curve(
    grades: Iterable[float],
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
) -> tuple[float, ...]:
    """Return NDCG@1, NDCG@2 and so on.

    ::

        ndcg_curve(grades)[k-1] = ndcg(grades, k)

    The curve ends where a larger k changes nothing: at the length of the ranking or of the ideal
    order, whichever is longer. NDCG@k can fall as k grows, because a missing document costs
    something as soon as the ideal order contains it.

    Parameters
    ----------
    grades : iterable of float
        The grade at each rank, rank 1 first. Grades are finite numbers. Only some conventions
        accept grades below 0, see `Convention.negative`.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`, such as "lightgbm".
    judged : iterable of float, optional
        The grades of all judged documents of the query, including the retrieved documents.
        The ideal order is built from `judged`, or from `grades` if `judged` is missing.

    Returns
    -------
    tuple of float
        The value at each cutoff.

    Raises
    ------
    ValueError
        If a grade or the convention is not valid. The message names the position and the values
        that are allowed.

    Examples
    --------
    >>> ndcg_curve([1, 0, 0])
    (1.0, 1.0, 1.0)
    >>> [round(value, 3) for value in ndcg_curve([3, 2, 3, 0, 1])]
    [1.0, 0.871, 0.978, 0.911, 0.972]
    >>> [round(value, 3) for value in ndcg_curve([3], judged=[3, 3, 3])]
    [1.0, 0.613, 0.469]
    """
    return calculate_curve(trace(grades, None, convention, judged))


def calculate_curve(ranking_trace: Trace) -> tuple[float, ...]:
    """Return NDCG@1, NDCG@2 and so on from a trace, as `ndcg_curve` does from grades.

    The cutoff of the trace does not matter.
    """
    convention = ranking_trace.convention
    rows = ranking_trace.actual + ranking_trace.beyond
    ideal = ranking_trace.ideal + ranking_trace.ideal_beyond
    last = max(len(rows), len(ideal))
    if not convention.has_matching_orders or convention.ideal_cut == "list":
        grades = [row.grade for row in rows]
        ks = (resolve_cutoff(k, convention) for k in range(1, last + 1))
        return tuple(ndcg(grades, k, convention, ranking_trace.judged) for k in ks)
    dcg = _list_padded_sums(rows, last)
    idcg = _list_padded_sums(ideal, last)
    return tuple(normalize_dcg(*pair, convention) for pair in zip(dcg, idcg, strict=True))


def _list_padded_sums(rows: Sequence[Term], n: int) -> list[float]:
    """Return n running sums of the rows' values. Repeat the last sum if there are fewer rows.

    Without rows, every sum is 0.
    """
    sums = list_running_sums(row.value for row in rows)
    return sums + (sums[-1:] or [0.0]) * (n - len(sums))


@explain_bad_calls
def delta_ndcg(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
    ranks: int | None = None,
) -> tuple[tuple[float, ...], ...]:
    """Return the change in NDCG@k for each swap of two ranks, as a matrix.

    ::

        delta[i-1][j-1] = (g(r_j) - g(r_i)) * (1/d(i) - 1/d(j)) / IDCG@k

    Below the cutoff, 1/d is 0. The element is NDCG@k after swapping ranks i and j, minus NDCG@k
    before. LambdaRank weights a pair of documents by this change. If a swap also changes the ideal
    order, as it can with ideal_from="top-k", each swapped ranking is scored instead.

    Parameters
    ----------
    grades : iterable of float
        The grade at each rank, rank 1 first. Grades are finite numbers. Only some conventions
        accept grades below 0, see `Convention.negative`.
    k : int, optional
        The number of ranks that count. Without `k`, or if the ranking is shorter, every rank
        counts.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`, such as "lightgbm".
    judged : iterable of float, optional
        The grades of all judged documents of the query, including the retrieved documents.
        The ideal order is built from `judged`, or from `grades` if `judged` is missing.
    ranks : int, optional
        The number of ranks from the top to compare. By default, all ranks.

    Returns
    -------
    tuple of tuple of float
        A symmetric matrix with 0 on its diagonal. If no document is relevant, every element is 0.

    Raises
    ------
    ValueError
        If a grade, `k`, `ranks` or the convention is not valid. The message names the position and
        the values that are allowed.

    References
    ----------
    Burges (2010), From RankNet to LambdaRank to LambdaMART: an overview.

    Examples
    --------
    >>> delta_ndcg([0, 1], k=1)  # the swap raises NDCG@1 from 0 to 1
    ((0.0, 1.0), (1.0, 0.0))
    """
    convention = find_convention(convention)
    values, _ = prepare_grades(
        grades, convention.gain, grade_rules=convention.grade_rules, fewest=judged is None
    )
    first = count_ranks(ranks, len(values), "number of ranks")
    if not convention.has_fixed_idcg:
        score = partial(ndcg, k=k, convention=convention, judged=judged)
        return _score_each_swap(values, first, score)
    return calculate_swap_changes(trace(values, k, convention, judged), first)


def calculate_swap_changes(ranking_trace: Trace, rank_count: int) -> tuple[tuple[float, ...], ...]:
    """Return a matrix of the changes in NDCG@k for swaps among a trace's first ranks.

    k is the cutoff of the trace. Every change is 0 if nothing is relevant.

    rank_count: the number of ranks to swap. There are never more than those of the trace.
    """
    convention = ranking_trace.convention
    order = ranking_trace.actual + ranking_trace.beyond
    counted = len(ranking_trace.actual)
    first = min(rank_count, len(order))
    if not convention.has_fixed_idcg:
        k = resolve_cutoff(ranking_trace.k, convention)
        return delta_ndcg([row.grade for row in order], k, convention, ranking_trace.judged, first)
    if has_nothing_relevant(ranking_trace.idcg, convention):
        return ((0.0,) * first,) * first
    rows = [
        (row.gain / ranking_trace.idcg, 1 / row.discount if index < counted else 0.0)
        for index, row in enumerate(order[:first])
    ]
    return tuple(
        [
            tuple([0.0 + (gain_j - gain_i) * (weight_i - weight_j) for gain_j, weight_j in rows])
            for gain_i, weight_i in rows
        ]
    )


def _score_each_swap(
    grades: list[float], rank_count: int, score: Callable[[list[float]], float]
) -> tuple[tuple[float, ...], ...]:
    """Return a matrix of the changes in score for swaps among the first ranks.

    The change is 0 if a score is undefined.
    """
    before = score(grades)
    indices = range(rank_count)
    change = {}
    for i, j in combinations(indices, 2):
        swapped = list(grades)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        after = score(swapped)
        change[i, j] = change[j, i] = 0.0 if isnan(after) or isnan(before) else after - before
    return tuple(tuple(change.get((i, j), 0.0) for j in indices) for i in indices)
