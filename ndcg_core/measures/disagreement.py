"""The smallest two rankings of the same documents on which two measures disagree.

The search begins with two documents. It tries every set of grades, the lowest sum first, and every
two orders of it. In the first set with a contradiction, it takes the clearest one, in which the
smaller of the two differences is largest.
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
    """A pair of rankings of the same documents. The first measure prefers x, the second y.

    x, y    the grades, the best place first
    first   the first measure on x and on y
    second  the second measure on x and on y
    """

    x: Order
    y: Order
    first: tuple[Traced, Traced]
    second: tuple[Traced, Traced]

    @property
    def sentence(self) -> str:
        """Explain the disagreement by the rank that matters most to each measure."""
        behind, ahead = self.second
        first = _explain_preference(*self.first, "X", "Y")
        return f"{first} {_explain_preference(ahead, behind, 'Y', 'X')}"


def _explain_preference(better: Traced, worse: Traced, here: str, there: str) -> str:
    gains = [one.term - other.term for one, other in zip(better.rows, worse.rows, strict=True)]
    rank = max(range(len(gains)), key=lambda place: gains[place])
    terms = (number(traced.rows[rank].term) for traced in (better, worse))
    return "{} prefers {}, where rank {} adds {}. It adds {} in {}.".format(
        better.name, here, rank + 1, *terms, there
    )


def find_smallest_disagreement(
    first: Measure, second: Measure, most: int = MAX_DOCUMENTS
) -> Disagreement | None:
    """Return the smallest disagreement of two measures with at most `most` documents, or None.

    >>> from ndcg_core.measures import AP, NDCG
    >>> found = find_smallest_disagreement(NDCG, AP)
    >>> found.x, found.y
    ((2.0, 0.0, 1.0), (1.0, 2.0, 0.0))
    """
    for grades in _list_grade_sets(most):
        orders = sorted(set(permutations(grades)), reverse=True)
        values = [
            (_trace_order(first, order).value, _trace_order(second, order).value)
            for order in orders
        ]
        pair = _find_clearest(values)
        if pair:
            x, y = (orders[place] for place in pair)
            on = [
                (_trace_order(measure, x), _trace_order(measure, y)) for measure in (first, second)
            ]
            return Disagreement(x, y, *on)
    return None


def reads_order(measure: Measure, most: int = MAX_DOCUMENTS) -> bool:
    """Return True if two orders of the same documents can have different values."""
    return any(
        abs(_trace_order(measure, order).value - _trace_order(measure, grades).value)
        > EQUAL_TOLERANCE
        for grades in _list_grade_sets(most)
        for order in set(permutations(grades))
    )


def _list_grade_sets(most: int) -> Iterator[Order]:
    for n in range(2, most + 1):
        yield from sorted(combinations_with_replacement(TRIED_GRADES, n), key=sum)


def _trace_order(measure: Measure, grades: Order) -> Traced:
    rel = measure.settings.get("rel", 1)
    return measure.of(Ranked(grades, grades, measure.cut, rel))


def _find_clearest(values: Sequence[tuple[float, float]]) -> tuple[int, int] | None:
    """Return the two orders with the clearest contradiction. The first measure prefers the first
    one.
    """
    best = EQUAL_TOLERANCE
    found = None
    for i, j in combinations(range(len(values)), 2):
        ahead, behind = (values[i][m] - values[j][m] for m in (0, 1))
        if ahead * behind < 0 and min(abs(ahead), abs(behind)) > best:
            best = min(abs(ahead), abs(behind))
            found = (i, j) if ahead > 0 else (j, i)
    return found
