"""CG, DCG, IDCG and NDCG of one ranking.

    CG@k   = sum of g(r_i)         over ranks i = 1 .. k
    DCG@k  = sum of g(r_i) / d(i)  over ranks i = 1 .. k
    IDCG@k = DCG@k of the ideal order: the same grades, or all judged grades, from best to worst
    NDCG@k = DCG@k / IDCG@k

Sums are correctly rounded (`math.fsum`), so the ideal order scores 1.0 and not 0.9999999999999999.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import fsum
from operator import truediv
from typing import NamedTuple

from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import count_ranks, prepare_grades
from ndcg_core.metric.conventions import STANDARD, Convention
from ndcg_core.metric.gains import list_gains
from ndcg_core.metric.pools import count_actual_and_ideal_ranks, list_ideal_grades
from ndcg_core.metric.ties import rank_by_score

ROUNDING_FACTOR = 1.0 + 1e-9
"""The largest quotient of DCG and IDCG that is above 1 only because of rounding."""


@explain_bad_calls
def cg(
    grades: Iterable[float], k: int | None = None, convention: Convention | str = "standard"
) -> float:
    """Return CG@k, the sum of the gains at the first k ranks.

    The order within the first k ranks does not matter::

        CG@k = g(r_1) + g(r_2) + ... + g(r_k)

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

    Returns
    -------
    float
        The cumulated gain, in units of gain.

    Raises
    ------
    ValueError
        If a grade, `k` or the convention is not valid. The message names the position and the
        values that are allowed.

    References
    ----------
    Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.

    Examples
    --------
    >>> cg([3, 2, 3, 0, 1])
    9.0
    """
    return fsum(_prepare_orders(grades, k, find_convention(convention)).actual)


@explain_bad_calls
def dcg(
    grades: Iterable[float], k: int | None = None, convention: Convention | str = "standard"
) -> float:
    """Return DCG@k, the sum of the gains, each divided by the discount of its rank.

    ::

        DCG@k = g(r_1) / d(1) + g(r_2) / d(2) + ... + g(r_k) / d(k)

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

    Returns
    -------
    float
        The discounted cumulated gain, in units of gain. DCG has no upper bound.

    Raises
    ------
    ValueError
        If a grade, `k` or the convention is not valid. The message names the position and the
        values that are allowed.

    References
    ----------
    Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.
    With d(i) = log2(i + 1), the value is the DCG of trec_eval.

    Examples
    --------
    >>> dcg([3, 0, 2])  # 3/log2(2) + 0/log2(3) + 2/log2(4) = 3 + 0 + 1
    4.0
    """
    orders = _prepare_orders(grades, k, find_convention(convention))
    return fsum(map(truediv, orders.actual, orders.divisors))


@explain_bad_calls
def idcg(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
) -> float:
    """Return IDCG@k, the DCG@k of the ideal order.

    IDCG is the largest DCG that any order of the documents can reach. The ideal order sorts the
    grades from best to worst and cuts them at the same k.

    Parameters
    ----------
    grades : iterable of float
        The grade at each rank, rank 1 first. Grades are finite numbers. Only some conventions
        accept grades below 0, see `Convention.negative`.
    k : int, optional
        The number of ranks that count. Without `k`, or if the ranking is shorter, every rank
        counts. With `judged`, the ideal order has k ranks even if the ranking is shorter, as in
        trec_eval's ndcg_cut.
    convention : Convention or str, default "standard"
        A convention, or a name in `CONVENTIONS`, such as "lightgbm".
    judged : iterable of float, optional
        The grades of all judged documents of the query, including the retrieved documents.
        The ideal order is built from `judged`, or from `grades` if `judged` is missing.
        A convention with ideal_from="grades" ignores `judged`.

    Returns
    -------
    float
        The DCG of the ideal order, in units of gain.

    Raises
    ------
    ValueError
        If a grade, `k` or the convention is not valid. The message names the position and the
        values that are allowed. A pool is not valid if it lacks a retrieved document
        that belongs to the ideal order.

    References
    ----------
    Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.

    Examples
    --------
    >>> idcg([2, 0, 3], k=1), idcg([2, 0, 3], k=1, judged=[5, 3, 2, 0])
    (3.0, 5.0)
    >>> idcg([2], judged=[2, 0, 4]), idcg([2], k=3, judged=[2, 0, 4])  # 4; 4 + 2/log2(3)
    (4.0, 5.2618595071429155)
    """
    orders = _prepare_orders(grades, k, find_convention(convention), judged)
    return fsum(map(truediv, orders.ideal, orders.divisors))


@explain_bad_calls
def ndcg(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
    scores: Iterable[float] | None = None,
    ids: Iterable[str] | None = None,
) -> float:
    """Return NDCG@k, the DCG@k of a ranking divided by the DCG@k of its ideal order.

    ::

        NDCG@k = DCG@k / IDCG@k

    The value lies between 0.0 and 1.0, unless a grade is below 0 or the convention leaves some
    grades out of the ideal order.

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
    scores : iterable of float, optional
        The score that a system gave each document. The document with the highest score gets
        rank 1.
    ids : iterable of str, optional
        The names of the documents. Some conventions order documents with equal scores by name.

    Returns
    -------
    float
        The value. If IDCG is 0, the convention decides (`Convention.empty`). A query with judgments
        but without results has the value 0.0.

    Raises
    ------
    ValueError
        If a grade, `k` or the convention is not valid. The message names the position and the
        values that are allowed.

    See Also
    --------
    trace : The same calculation with every step.
    ndcg_many : The same for many rankings at once.

    References
    ----------
    Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.

    Examples
    --------
    >>> ndcg([0, 1], k=1), ndcg([3, 2, 0]), ndcg([0, 0]), ndcg([], 10, judged=[3, 2])
    (0.0, 1.0, 0.0, 0.0)
    >>> ndcg([3, 2, 0], scores=[0.1, 0.9, 0.5]) == ndcg([2, 0, 3])
    True
    >>> round(ndcg([3, 2, 3, 0, 1], k=5, convention="lightgbm"), 3)
    0.957
    """
    convention = find_convention(convention)
    if scores is not None:
        return _rank_and_score(grades, k, convention, judged, scores, ids)
    orders = _prepare_orders(grades, k, convention, judged)
    dcg = fsum(map(truediv, orders.actual, orders.divisors))
    idcg = fsum(map(truediv, orders.ideal, orders.divisors))
    return normalize_dcg(dcg, idcg, convention, orders.is_answered)


@explain_bad_calls
def ndcg_at_k(ranked_rels: Iterable[float], k: int) -> float:
    """Return NDCG@k of a list of grades, with linear gain and log2(i + 1).

    ::

        DCG@k  = r_1 / log2(2) + r_2 / log2(3) + ... + r_k / log2(k + 1)
        NDCG@k = DCG@k / (DCG@k of the same grades, sorted from best to worst)

    This is the function that interviews and courses ask for. `ndcg` has more choices.

    Parameters
    ----------
    ranked_rels : iterable of float
        The grade at each rank, rank 1 first.
    k : int
        The number of ranks that count.

    Returns
    -------
    float
        The value, or 0.0 if no document is relevant.

    Raises
    ------
    ValueError
        If a grade or `k` is not valid.

    Examples
    --------
    >>> ndcg_at_k([3, 0, 2], k=1), ndcg_at_k([0, 0], k=2)
    (1.0, 0.0)
    """
    return ndcg(ranked_rels, k)


def average_over_orders(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention = STANDARD,
    judged: Iterable[float] | None = None,
) -> float:
    """Return the mean NDCG@k over all orders of the ranking, each equally likely.

        E[NDCG@k] = mean gain * (1/d(1) + ... + 1/d(k)) / IDCG@k

    This is the NDCG of a system whose scores are all equal, if ties are averaged. If the convention
    takes the ideal order from the top k, IDCG@k is that of the given order.
    grades, k, judged and errors are as in `ndcg`.

    >>> average_over_orders([1, 0]) == (1 + ndcg([0, 1])) / 2
    True
    """
    values, _ = prepare_grades(grades, convention.gain, grade_rules=convention.grade_rules)
    alike = replace(convention, ties="averaged", scores="float64")
    return ndcg(values, k, alike, judged, scores=[0.0] * len(values))


def has_nothing_relevant(idcg: float, convention: Convention) -> bool:
    """Return True if IDCG is or counts as 0, so that the convention sets NDCG.

    Under "as-is-above-zero", a negative IDCG counts as 0 too.
    """
    return not idcg or (idcg < 0 and convention.negative == "as-is-above-zero")


def normalize_dcg(
    dcg: float, idcg: float, convention: Convention = STANDARD, is_answered: bool = True
) -> float:
    """Return DCG / IDCG, or the convention's value if nothing is relevant.

    A quotient that is above 1 only because of rounding becomes 1.

    is_answered: False for a judged query without results. Its value is 0 if nothing is relevant.
    """
    if has_nothing_relevant(idcg, convention):
        return convention.empty if is_answered else 0.0
    share = dcg / idcg
    return share if share < 1.0 or share > ROUNDING_FACTOR else 1.0


class _Orders(NamedTuple):
    """The gains of a ranking and of its ideal order down to the cutoff, with the divisors.

    is_answered  False for a judged query without results
    """

    actual: list[float]
    ideal: list[float]
    divisors: tuple[float, ...]
    is_answered: bool


def _prepare_orders(
    grades: Iterable[float],
    k: int | None,
    convention: Convention,
    judged: Iterable[float] | None = None,
) -> _Orders:
    """Check grades, and return the counted gains of both orders, with their divisors.

    Raises ValueError for a bad grade, cutoff or pool.
    """
    fewest = convention.fewest if judged is None else 0
    actual, ideal = prepare_grades(
        grades, convention.gain, grade_rules=convention.grade_rules, fewest=fewest
    )
    if convention.negative == "left-out":
        actual = [grade for grade in actual if grade >= 0]
    is_answered = bool(actual) or judged is None
    if judged is None and convention.has_matching_orders:
        n = m = len(actual) if k is None else count_ranks(k, len(actual))
    else:
        n, m = count_actual_and_ideal_ranks(k, len(actual), convention)
        ideal = list_ideal_grades(actual[:n], ideal, m, judged, convention)
        m = min(m, len(ideal))
    if n < len(actual) or m < len(ideal):
        actual = actual[:n]
        ideal = ideal[:m]
    if convention.gain != "linear":
        actual = list_gains(actual, convention.gain)
        ideal = list_gains(ideal, convention.gain)
    return _Orders(actual, ideal, convention.divisors(max(n, m)), is_answered)


def _rank_and_score(
    grades: Iterable[float],
    k: int | None,
    convention: Convention,
    judged: Iterable[float] | None,
    scores: Iterable[float],
    ids: Iterable[str] | None,
) -> float:
    """Rank documents by score, and return NDCG@k of this ranking."""
    fewest = convention.fewest if judged is None else 0
    values, _ = prepare_grades(
        grades, convention.gain, grade_rules=convention.grade_rules, fewest=fewest
    )
    order = rank_by_score(values, scores, convention, ids)
    listed = [values[position] for position in order.positions]
    orders = _prepare_orders(listed or values, k, convention, judged)
    counted, _ = count_actual_and_ideal_ranks(k, len(listed), convention)
    earned = order.list_earned_gains(list_gains(values, convention.gain))
    pairs = zip(earned, order.ranks, strict=True)
    dcg = fsum(gain / orders.divisors[rank - 1] for gain, rank in pairs if rank <= counted)
    idcg = fsum(map(truediv, orders.ideal, orders.divisors))
    return normalize_dcg(dcg, idcg, convention, orders.is_answered)


# --- Running sums as exact as `math.fsum` ------------------------------------------------------


def list_running_sums(values: Iterable[float]) -> list[float]:
    """Return the running sums v_1, v_1 + v_2, ..., each correctly rounded.

    Element n equals `math.fsum` of the first n values to the last bit. A few floats represent the
    exact sum so far (Shewchuk 1997).
    """
    sums: list[float] = []
    parts: list[float] = []
    for value in values:
        grown = []
        for part in parts:
            total = value + part
            back = total - value
            lost = (value - (total - back)) + (part - back)
            grown += [lost] if lost else []
            value = total
        parts = [*grown, value]
        sums.append(fsum(parts))
    return sums
