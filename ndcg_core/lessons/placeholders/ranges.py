"""Numbers over everything that could have been: other orders, other grades, tied scores.

worst NAME, average NAME      over all orders of the ranking
tied worst, tied best         NDCG over all orders of the documents that share a score
least NAME, most NAME         over all grades that the documents marked ? could get
signed NAME                   the plain sum, quotient and all, where grades may be negative
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import fsum

from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.metric import dcg, ndcg

LONGEST = 7
"""All orders of so many documents are tried, and all grades of so many."""
UNJUDGED = "?"

Measure = Callable[[Setting], float]


def over_orders(head: str, setting: Setting, measure: Measure) -> float:
    """The least ("worst") or the mean ("average") over all orders.

    >>> over_orders("worst", Setting((0.0, 1.0)), lambda s: s.grades[0])
    0.0
    """
    if len(setting.grades) > LONGEST:
        raise ValueError(f"all orders of more than {LONGEST} documents are too many.")
    # Equal grades make equal orders, each of them as often as any other: one of each is enough.
    orders = sorted(set(permutations(setting.grades)))
    values = [measure(replace(setting, grades=order)) for order in orders]
    return min(values) if head == "worst" else fsum(values) / len(values)


def tied(which: str, setting: Setting) -> float:
    """NDCG with the documents that share a score in their "worst" or their "best" order.

    >>> rivals = Setting((0.0, 3.0), scores=(1.0, 1.0))
    >>> round(tied("worst", rivals), 3), tied("best", rivals)
    (0.631, 1.0)
    """
    if which not in ("worst", "best") or setting.scores is None:
        raise ValueError("tied needs scores=, and worst or best.")
    sign = 1 if which == "worst" else -1
    rows = zip(setting.scores, setting.grades, strict=True)
    grades = [grade for _, grade in sorted(rows, key=lambda row: (-row[0], sign * row[1]))]
    return ndcg(grades, setting.k, setting.convention, setting.judged)


def graded(text: str, top: int) -> Iterator[str]:
    """The grades with every ? replaced by every grade from 0 to top.

    >>> list(graded("3,?", 1))
    ['3,0', '3,1']
    """
    parts = text.split(",")
    holes = [place for place, part in enumerate(parts) if part == UNJUDGED]
    if not 1 <= len(holes) <= LONGEST:
        raise ValueError(f"one to {LONGEST} grades must be {UNJUDGED}.")
    for grades in product(range(top + 1), repeat=len(holes)):
        filled = dict(zip(holes, map(str, grades), strict=True))
        yield ",".join(filled.get(place, part) for place, part in enumerate(parts))


def signed(name: str, grades: Sequence[float], k: int | None) -> float:
    """DCG, IDCG or NDCG as the bare formula has them, a negative grade being a negative gain.

    >>> round(signed("dcg", (3.0, -1.0, 2.0), None), 3)
    3.369
    """
    return SIGNED[name](grades, k)


def _sum(grades: Sequence[float], k: int | None) -> float:
    """What is gained, less what is lost."""
    gained, lost = ([max(0.0, sign * grade) for grade in grades] for sign in (1, -1))
    return dcg(gained, k) - dcg(lost, k)


def _ideal(grades: Sequence[float], k: int | None) -> float:
    return _sum(sorted(grades, reverse=True), k)


SIGNED: Mapping[str, Callable[[Sequence[float], int | None], float]] = {
    "dcg": _sum,
    "idcg": _ideal,
    "ndcg": lambda grades, k: _sum(grades, k) / _ideal(grades, k),
}
