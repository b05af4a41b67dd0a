"""CG, DCG, IDCG and NDCG of one ranking.

    CG@k   = sum of g(r_i)         over ranks i = 1 .. k
    DCG@k  = sum of g(r_i) / d(i)  over ranks i = 1 .. k
    IDCG@k = DCG@k of the ideal order: the same grades, or all judged ones, from best to worst
    NDCG@k = DCG@k / IDCG@k

Sums are exactly rounded (`math.fsum`), so the ideal order scores 1.0 and not 0.9999999999999999.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import fsum
from operator import truediv

from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import check_grades, cutoff
from ndcg_core.metric.conventions import STANDARD, Convention
from ndcg_core.metric.gains import gains
from ndcg_core.metric.pools import cuts, ideal_order
from ndcg_core.metric.ties import rank_by_score

ROUNDING = 1.0 + 1e-9
"""Up to here, more than 1 is only the rounding of near-equal grades."""


@explain_bad_calls
def cg(
    grades: Iterable[float], k: int | None = None, convention: Convention | str = "standard"
) -> float:
    """CG@k = g(r_1) + g(r_2) + ... + g(r_k): the gain collected, in whatever order.

    grades: the grade at each rank, rank 1 first; finite numbers, below 0 only where the convention
    takes them (its `negative`). k: how many ranks count; None, or more than there are, means the
    whole list. In units of gain. Bad grades or a bad k raise ValueError. convention: a Convention
    or the name of one, such as "lightgbm".
    Järvelin & Kekäläinen 2002.

    >>> cg([3, 2, 3, 0, 1])
    9.0
    """
    actual, *_ = _orders(grades, k, find_convention(convention))
    return fsum(actual)


@explain_bad_calls
def dcg(
    grades: Iterable[float], k: int | None = None, convention: Convention | str = "standard"
) -> float:
    """DCG@k = g(r_1) / d(1) + g(r_2) / d(2) + ... + g(r_k) / d(k): gain, discounted by rank.

    grades, k, convention and errors as in `cg`. In units of gain, with no upper bound. Järvelin &
    Kekäläinen 2002; with d(i) = log2(i + 1), trec_eval's ndcg.

    >>> dcg([3, 0, 2])  # 3/log2(2) + 0/log2(3) + 2/log2(4) = 3 + 0 + 1
    4.0
    """
    actual, _, d, _ = _orders(grades, k, find_convention(convention))
    return fsum(map(truediv, actual, d))


@explain_bad_calls
def idcg(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
) -> float:
    """IDCG@k = DCG@k of the ideal order: the most that k places could have earned.

    The ideal order is the grades given, from best to worst, cut at the same k. With `judged`, the
    grades of all judged documents (each counted once, the retrieved ones included), it is those
    from best to worst, unless the convention says ideal_from="grades". Without a k it has as many
    places as the ranking has, however large the pool; with one it has k, even where the ranking
    is shorter (trec_eval ndcg_cut). Errors as in `cg`, and ValueError for a pool that lacks a
    retrieved document which the ideal would show.

    >>> idcg([2, 0, 3], k=1), idcg([2, 0, 3], k=1, judged=[5, 3, 2, 0])
    (3.0, 5.0)
    >>> idcg([2], judged=[2, 0, 4]), idcg([2], k=3, judged=[2, 0, 4])  # 4; 4 + 2/log2(3)
    (4.0, 5.2618595071429155)
    """
    _, ideal, d, _ = _orders(grades, k, find_convention(convention), judged)
    return fsum(map(truediv, ideal, d))


@explain_bad_calls
def ndcg(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
    scores: Iterable[float] | None = None,
    ids: Iterable[str] | None = None,
) -> float:
    """Return NDCG@k = DCG@k / IDCG@k, the ranking's share of the ideal score.

    It is from 0.0 to 1.0, but where a grade is below 0, or the ideal leaves some grades out.

    grades      the grade at each rank, rank 1 first: finite numbers, below 0 only where the
                convention takes them (its `negative`)
    k           how many ranks count; None, or more than there are, means the whole list
    convention  a Convention, or the name of one of CONVENTIONS, such as "lightgbm"
    judged      the grades of all judged documents, the retrieved ones included, for the ideal
    scores      a system's score for each grade: the highest score then has rank 1
    ids         the documents' names, which some conventions look at where scores are equal

    Where IDCG is 0 there is nothing to divide by: the value is the convention's `empty`. A query
    with judgments and no results has 0. Bad grades, a bad k and an unknown name raise ValueError.
    Järvelin & Kekäläinen 2002.

    >>> ndcg([0, 1], k=1), ndcg([3, 2, 0]), ndcg([0, 0]), ndcg([], 10, judged=[3, 2])
    (0.0, 1.0, 0.0, 0.0)
    >>> ndcg([3, 2, 0], scores=[0.1, 0.9, 0.5]) == ndcg([2, 0, 3])
    True
    >>> round(ndcg([3, 2, 3, 0, 1], k=5, convention="lightgbm"), 3)
    0.957
    """
    convention = find_convention(convention)
    if scores is not None:
        return _score(grades, k, convention, judged, scores, ids)
    actual, ideal, d, answered = _orders(grades, k, convention, judged)
    dcg, idcg = fsum(map(truediv, actual, d)), fsum(map(truediv, ideal, d))
    return normalize(dcg, idcg, convention, answered)


@explain_bad_calls
def ndcg_at_k(ranked_rels: Iterable[float], k: int) -> float:
    """Return DCG@k divided by DCG@k of the same grades from best to worst, or 0.0 if that is 0.

    The function that interviews and courses ask for: linear gain, log2(i + 1), the ideal from the
    same list.

    >>> ndcg_at_k([3, 0, 2], k=1), ndcg_at_k([0, 0], k=2)
    (1.0, 0.0)
    """
    return ndcg(ranked_rels, k)


def shuffled_ndcg(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention = STANDARD,
    judged: Iterable[float] | None = None,
) -> float:
    """Return the mean NDCG@k over all orders of the ranking, each equally likely.

        E[NDCG@k] = mean gain * (1/d(1) + ... + 1/d(k)) / IDCG@k

    A system that gives every document the same score knows nothing: this is its NDCG where ties
    are averaged. grades, k, judged and errors as in `ndcg`.

    >>> shuffled_ndcg([1, 0]) == (1 + ndcg([0, 1])) / 2
    True
    """
    values, _ = check_grades(grades, convention.gain, reads=convention.reads)
    alike = replace(convention, ties="averaged", scores="float64")
    return ndcg(values, k, alike, judged, scores=[0.0] * len(values))


def nothing_relevant(idcg: float, convention: Convention) -> bool:
    """Return True if IDCG is 0, so that the convention decides the value of NDCG."""
    return not idcg or (idcg < 0 and convention.negative == "as-is-above-zero")


def normalize(
    dcg: float, idcg: float, convention: Convention = STANDARD, answered: bool = True
) -> float:
    """Return DCG / IDCG, or the convention's value if nothing is relevant.

    answered: False of a query with judgments and no results, which has 0.
    """
    if nothing_relevant(idcg, convention):
        return convention.empty if answered else 0.0
    share = dcg / idcg
    return share if share < 1.0 or share > ROUNDING else 1.0


def _orders(
    grades: Iterable[float],
    k: int | None,
    convention: Convention,
    judged: Iterable[float] | None = None,
) -> tuple[list[float], list[float], tuple[float, ...], bool]:
    """Return the counted gains of both orders, the divisors, and True if the query was answered."""
    fewest = convention.fewest if judged is None else 0
    actual, ideal = check_grades(grades, convention.gain, reads=convention.reads, fewest=fewest)
    if convention.negative == "left-out":
        actual = [grade for grade in actual if grade >= 0]
    answered = bool(actual) or judged is None
    if judged is None and convention.plain:
        n = m = len(actual) if k is None else cutoff(k, len(actual))
    else:
        n, m = cuts(k, len(actual), convention)
        ideal = ideal_order(actual[:n], ideal, m, judged, convention)
        m = min(m, len(ideal))
    if n < len(actual) or m < len(ideal):
        actual, ideal = actual[:n], ideal[:m]
    if convention.gain != "linear":
        actual, ideal = gains(actual, convention.gain), gains(ideal, convention.gain)
    return actual, ideal, convention.divisors(max(n, m)), answered


def _score(
    grades: Iterable[float],
    k: int | None,
    convention: Convention,
    judged: Iterable[float] | None,
    scores: Iterable[float],
    ids: Iterable[str] | None,
) -> float:
    fewest = convention.fewest if judged is None else 0
    values, _ = check_grades(grades, convention.gain, reads=convention.reads, fewest=fewest)
    order = rank_by_score(values, scores, convention, ids)
    listed = [values[place] for place in order.places]
    _, ideal, d, answered = _orders(listed or values, k, convention, judged)
    counted, _ = cuts(k, len(listed), convention)
    earned = order.earn_in_order(gains(values, convention.gain))
    pairs = zip(earned, order.ranks, strict=True)
    dcg = fsum(gain / d[rank - 1] for gain, rank in pairs if rank <= counted)
    return normalize(dcg, fsum(map(truediv, ideal, d)), convention, answered)


# --- Running sums as exact as `math.fsum` ------------------------------------------------------


def running_sums(values: Iterable[float]) -> list[float]:
    """Return v_1, v_1 + v_2, ...: element n is `math.fsum` of the first n values, to the last bit.

    A few numbers have the exact sum so far (Shewchuk 1997).
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
