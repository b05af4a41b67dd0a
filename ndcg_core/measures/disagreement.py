"""The smallest pair of rankings on which two measures disagree.

Both rankings have the same documents. The search begins with two documents, and tries every set of
grades, the lowest sum first, and every pair of orders of the set. In the first set with a
contradiction, the search chooses the clearest pair, whose smaller difference of values is largest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

from ndcg_core.measures.measure import Measure, Ranked, Traced
from ndcg_core.metric.numbers import number

MAX_DOCUMENTS = 5
TRIED_GRADES = (0.0, 1.0, 2.0, 3.0)
EQUAL_TOLERANCE = 1e-9
Order = tuple[float, ...]


@dataclass(frozen=True)
class Disagreement:
    """Two rankings of the same documents. The first measure prefers x, and the second y.

    x, y    the grades in ranked order
    first   the steps of the first measure for x and for y
    second  the steps of the second measure for x and for y
    """

    x: Order
    y: Order
    first: tuple[Traced, Traced]
    second: tuple[Traced, Traced]

    @property
    def explanation(self) -> str:
        """Two sentences for each measure: the decisive rank, and its two terms."""
        behind, ahead = self.second
        first = _explain_preference(*self.first, "X", "Y")
        return f"{first} {_explain_preference(ahead, behind, 'Y', 'X')}"


def _explain_preference(better: Traced, worse: Traced, better_name: str, worse_name: str) -> str:
    """Return sentences that name the rank with the largest advantage of the better ranking."""
    pairs = zip(better.rows, worse.rows, strict=True)
    advantages = [row.term - other.term for row, other in pairs]
    index = advantages.index(max(advantages))
    term = number(better.rows[index].term)
    worse_term = number(worse.rows[index].term)
    return (
        f"{better.name} prefers {better_name}, where rank {index + 1} adds {term}. "
        f"It adds {worse_term} in {worse_name}."
    )


def find_smallest_disagreement(
    first: Measure, second: Measure, max_documents: int = MAX_DOCUMENTS
) -> Disagreement | None:
    """Return the smallest disagreement between two measures, or None if there is none.

    The two rankings have at most `max_documents` documents.

    >>> from ndcg_core.measures import AP, NDCG
    >>> found = find_smallest_disagreement(NDCG, AP)
    >>> found.x, found.y
    ((2.0, 0.0, 1.0), (1.0, 2.0, 0.0))
    """
    for grades in _iterate_grade_sets(max_documents):
        orders = sorted(set(permutations(grades)), reverse=True)
        values = [
            (_trace_order(first, order).value, _trace_order(second, order).value)
            for order in orders
        ]
        pair = _find_clearest_contradiction(values)
        if pair:
            x, y = (orders[index] for index in pair)
            traced = [
                (_trace_order(measure, x), _trace_order(measure, y)) for measure in (first, second)
            ]
            return Disagreement(x, y, *traced)
    return None


def depends_on_order(measure: Measure, max_documents: int = MAX_DOCUMENTS) -> bool:
    """Return True if two orders of the same documents can have different values of a measure.

    Rankings of at most `max_documents` documents are tried.
    """
    return any(
        abs(_trace_order(measure, order).value - _trace_order(measure, grades).value)
        > EQUAL_TOLERANCE
        for grades in _iterate_grade_sets(max_documents)
        for order in set(permutations(grades))
    )


def _iterate_grade_sets(max_documents: int) -> Iterator[Order]:
    """Yield each combination of 2 to `max_documents` grades, by size and then by sum."""
    for n in range(2, max_documents + 1):
        yield from sorted(combinations_with_replacement(TRIED_GRADES, n), key=sum)


def _trace_order(measure: Measure, grades: Order) -> Traced:
    """Return the steps of a measure for a ranking in which all documents are judged."""
    rel = measure.settings.get("rel", 1)
    return measure.trace_ranked(Ranked(grades, grades, measure.cut, rel))


def _find_clearest_contradiction(values: Sequence[tuple[float, float]]) -> tuple[int, int] | None:
    """Return the indices of the two orders with the clearest contradiction, or None.

    values: the values of both measures for each order. The first measure prefers the order of the
    first index.
    """
    best = EQUAL_TOLERANCE
    found = None
    for i, j in combinations(range(len(values)), 2):
        first = values[i][0] - values[j][0]
        second = values[i][1] - values[j][1]
        if first * second < 0 and min(abs(first), abs(second)) > best:
            best = min(abs(first), abs(second))
            found = (i, j) if first > 0 else (j, i)
    return found
