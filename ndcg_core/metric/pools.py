"""The pool behind the ideal order, and the cutoff of both orders.

The pool is every document of the query that has a grade, retrieved or not.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from ndcg_core.metric.checks import check_grades, count_ranks
from ndcg_core.metric.conventions import STANDARD, Convention
from ndcg_core.metric.gains import choose_sort_key, find_gain_function
from ndcg_core.metric.numbers import clip_text, short_repr

NO_CUTOFF = sys.maxsize
"""A number larger than the length of any ideal order."""
MAX_ONES = 1_000_000


def count_ranks_and_places(
    k: int | None, n: int, convention: Convention = STANDARD
) -> tuple[int, int]:
    """Return the number of ranks that count and the number of places of the ideal order.

    An explicit k cuts the ideal at k even if the ranking is shorter, because a system that returns
    too few documents misses their gain. Without a k, the ideal ends where the ranking ends.

    >>> count_ranks_and_places(None, 3), count_ranks_and_places(2, 3), count_ranks_and_places(5, 3)
    ((3, 3), (2, 2), (3, 5))
    """
    counted = count_ranks(k, n)
    if convention.cutoff != "k":
        refuse_k(k, convention)
        k = apply_cutoff(k, convention)
        counted = count_ranks(k, n)
    places = _count_ideal_places(k, counted, convention)
    beyond = k is not None and k > n
    return (0 if beyond and convention.beyond == "zero" else counted), places


def apply_cutoff(k: int | None, convention: Convention) -> int | None:
    """Return the cutoff that a convention applies: the requested one, its own, or none."""
    return {"k": k, "32": 32, "none": None}[convention.cutoff]


def apply_cutoffs(ks: Iterable[int | None], convention: Convention) -> tuple[int | None, ...]:
    """Return the distinct cutoffs that a convention applies."""
    return tuple(dict.fromkeys(apply_cutoff(k, convention) for k in ks))


def refuse_k(k: int | None, convention: Convention) -> None:
    """Raise ValueError for a cutoff that would do nothing."""
    if k is not None and k != apply_cutoff(k, convention):
        counts = "every rank counts" if convention.cutoff == "none" else "32 ranks count"
        raise ValueError(
            f"The cutoff k is {short_repr(k)}, but under the convention "
            f"{clip_text(convention.name)} "
            f"{counts}. Leave k out, or choose a convention with a cutoff."
        )


def _count_ideal_places(k: int | None, counted: int, convention: Convention) -> int:
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
    """Return the grades, from best to worst, of which the ideal order takes the first k.

    `counted` holds the retrieved grades that count, `best` all of them from best to worst. The
    pool counts every judged document once, the retrieved ones included. It may leave out retrieved
    documents whose grade would not reach the ideal's first k places; a better one that is missing
    raises ValueError.

    >>> list_ideal_grades([2, 3, 0], [3, 2, 0], 3, judged=[0, 2, 3, 3])
    [3, 3, 2, 0]
    """
    pool = best
    if judged is not None:
        pool = check_grades(judged, convention.gain, "judged grade", convention.reads)[1]
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
        refuse_gaps(best, pool, k, convention)
    return pool


def refuse_gaps(best: list[float], pool: list[float], k: int, convention: Convention) -> None:
    """Raise ValueError if the pool lacks a retrieved document that its first k places would
    show.

    best, pool: grades from best to worst. If the pool has k of them, only k of each are needed.
    """
    counts = float if isinstance(convention.gain, str) else find_gain_function(convention.gain)
    floor = counts(pool[k - 1]) if 0 < k <= len(pool) else 0.0
    rest = iter(pool)
    for grade in best:
        # `in` walks on, so each place is taken once
        if counts(grade) > floor and grade not in rest:
            raise ValueError(
                f"The judged grades lack a retrieved document of grade {float(grade):g}. They must "
                "hold every judged document of the query once, the retrieved ones too."
            )


def remove_retrieved(grades: Iterable[float], pool: Sequence[float]) -> list[float]:
    """Remove the retrieved documents from the pool, each by the first entry with its grade."""
    retrieved = Counter(grades)
    rest = []
    for grade in pool:
        if retrieved[grade]:
            retrieved[grade] -= 1
        else:
            rest.append(grade)
    return rest
