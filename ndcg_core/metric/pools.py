"""The pool behind the ideal order, and the cutoff of both orders.

The pool is every document of the query that has a grade, retrieved or not.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from ndcg_core.metric.checks import count_ranks, prepare_grades
from ndcg_core.metric.conventions import STANDARD, Convention
from ndcg_core.metric.gains import choose_sort_key, find_gain_function
from ndcg_core.metric.numbers import clip_text, short_repr

NO_CUTOFF = sys.maxsize
"""A cutoff that is larger than any ideal order."""
MAX_ONES = 1_000_000


def count_actual_and_ideal_ranks(
    k: int | None, n: int, convention: Convention = STANDARD
) -> tuple[int, int]:
    """Return the numbers of counted ranks in a ranking of n documents and in its ideal order.

    An explicit k cuts the ideal order at k even if the ranking is shorter, because a system that
    returns too few documents misses their gain. Without a k, both orders have the same length.
    A convention can change these rules. The second number is `NO_CUTOFF` if the ideal order has all
    documents. Raises ValueError for a bad k.

    >>> [count_actual_and_ideal_ranks(k, 3) for k in (None, 2, 5)]
    [(3, 3), (2, 2), (3, 5)]
    """
    counted = count_ranks(k, n)
    if convention.cutoff != "k":
        refuse_ignored_cutoff(k, convention)
        k = resolve_cutoff(k, convention)
        counted = count_ranks(k, n)
    ideal_ranks = _find_ideal_cutoff(k, counted, convention)
    beyond = k is not None and k > n
    return (0 if beyond and convention.beyond == "zero" else counted), ideal_ranks


def resolve_cutoff(k: int | None, convention: Convention) -> int | None:
    """Return k, or the convention's fixed cutoff if it has one: 32, or None for every rank."""
    return {"k": k, "32": 32, "none": None}[convention.cutoff]


def resolve_cutoffs(ks: Iterable[int | None], convention: Convention) -> tuple[int | None, ...]:
    """Return the distinct cutoffs that result under a convention, in order of `ks`."""
    return tuple(dict.fromkeys(resolve_cutoff(k, convention) for k in ks))


def refuse_ignored_cutoff(k: int | None, convention: Convention) -> None:
    """Raise ValueError for a cutoff that the convention ignores."""
    if k is not None and k != resolve_cutoff(k, convention):
        counts = "every rank counts" if convention.cutoff == "none" else "32 ranks count"
        raise ValueError(
            f"The cutoff k is {short_repr(k)}, but under the convention "
            f"{clip_text(convention.name)} {counts}. Leave k out, or choose a convention with a "
            "cutoff."
        )


def _find_ideal_cutoff(k: int | None, counted: int, convention: Convention) -> int:
    """Return the cutoff of the ideal order, or `NO_CUTOFF` if all documents count.

    counted: the number of counted ranks of the ranking
    """
    is_cut = convention.ideal_cut != "none" and (k is not None or convention.ideal_cut != "pool")
    if not is_cut and convention.ideal_from != "ones":
        return NO_CUTOFF
    return counted if k is None or convention.ideal_cut == "list" else k


def list_ideal_grades(
    counted: list[float],
    best: list[float],
    k: int,
    judged: Iterable[float] | None,
    convention: Convention = STANDARD,
) -> list[float]:
    """Return the grades that the ideal order is built from, from best to worst.

    The ideal order has the first k grades of the result. The pool has every judged document once,
    including the retrieved documents. The pool may lack a retrieved document whose grade is not
    among the best k. Raises ValueError if the pool lacks a better document, or for an ideal order
    of more than `MAX_ONES` ones.

    counted: the retrieved grades that count. best: all retrieved grades, from best to worst.
    judged: the pool.

    >>> list_ideal_grades([2, 3, 0], [3, 2, 0], 3, judged=[0, 2, 3, 3])
    [3, 3, 2, 0]
    """
    pool = best
    if judged is not None:
        pool = prepare_grades(judged, convention.gain, "judged grade", convention.grade_rules)[1]
    if convention.ideal_from == "top-k":
        return sorted(counted, key=choose_sort_key(convention.gain), reverse=True)
    if convention.ideal_from == "ones":
        if k > MAX_ONES:
            raise ValueError(
                f"The ideal would have {short_repr(k)} ones. At most {MAX_ONES:,} are allowed."
            )
        return [1.0] * k
    if convention.ideal_from == "grades":
        return best
    if judged is not None:
        refuse_incomplete_pool(best, pool, k, convention)
    return pool


def refuse_incomplete_pool(
    best: list[float], pool: list[float], k: int, convention: Convention
) -> None:
    """Raise ValueError if the pool lacks a retrieved grade that belongs to the best k.

    best, pool: the retrieved and the judged grades, from best to worst. If the pool has k grades,
    the first k grades of each list are enough. With k = 0, the pool needs every relevant grade.
    """
    counts = float if isinstance(convention.gain, str) else find_gain_function(convention.gain)
    floor = counts(pool[k - 1]) if 0 < k <= len(pool) else 0.0
    rest = iter(pool)
    for grade in best:
        # `in` advances the iterator, so each entry of the pool matches one grade only
        if counts(grade) > floor and grade not in rest:
            raise ValueError(
                f"The judged grades lack a retrieved document of grade {float(grade):g}. They must "
                "hold every judged document of the query once, the retrieved ones too."
            )


def remove_retrieved(retrieved: Iterable[float], pool: Sequence[float]) -> list[float]:
    """Return a copy of the pool, with one equal grade removed for each retrieved grade."""
    counts = Counter(retrieved)
    rest = []
    for grade in pool:
        if counts[grade]:
            counts[grade] -= 1
        else:
            rest.append(grade)
    return rest
