"""The calculation of NDCG with every step kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from operator import truediv
from typing import NamedTuple

from ndcg_core.metric.checks import checked, shown
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.cutoffs import asked, reach
from ndcg_core.metric.gain_tables import gains, worth
from ndcg_core.metric.naming import named
from ndcg_core.metric.pools import ideal_order, unretrieved
from ndcg_core.metric.records import Term, Trace
from ndcg_core.metric.score import normalised
from ndcg_core.metric.sums import running_sums
from ndcg_core.metric.ties import as_given, ranked


class _Document(NamedTuple):
    doc: int
    label: str
    grade: float


@dataclass(frozen=True, slots=True)
class _Order:
    """The rows of one order that count, and those that do not."""

    counted: tuple[Term, ...]
    beyond: tuple[Term, ...]

    def __len__(self) -> int:
        return len(self.counted) + len(self.beyond)


def trace(
    grades: Iterable[float],
    k: int | None = None,
    convention: Convention | str = "standard",
    judged: Iterable[float] | None = None,
    labels: Iterable[str] | None = None,
    scores: Iterable[float] | None = None,
) -> Trace:
    """The rows behind `ndcg(grades, k, convention, judged, scores)`: g(r_i) / d(i) at each rank i.

    labels: the documents' names in the order of the grades, "D1", "D2", ... by default; with
    scores, the ids that ties look at. The names of judged but unretrieved documents may follow,
    in the order in which `judged` has them once the retrieved ones are taken out. Errors as in
    `ndcg`, and ValueError for labels that are not texts, or too few or too many.

    >>> t = trace([3, 0, 2])
    >>> [row.value for row in t.actual], t.dcg
    ([3.0, 0.0, 1.0], 4.0)
    >>> [row.label for row in t.ideal]
    ['D1', 'D3', 'D2']
    """
    convention = named(convention)
    gain, reads = convention.gain, convention.reads
    values, best = checked(grades, gain, reads=reads)
    pool = None if judged is None else checked(judged, gain, "judged grade", reads)[0]
    n = len(values)
    counted, places = reach(k, n, convention)
    ideal_order(values, best, places, pool, convention)  # refuses a pool with a gap
    documents = _documents(values, [] if pool is None else unretrieved(values, pool), labels)
    ids = None if labels is None else [document.label for document in documents[:n]]
    order = as_given(n) if scores is None else ranked(values, scores, convention, ids)
    retrieved = [documents[place] for place in order.places]
    earned = order.earned(gains(list(map(float, values)), convention.gain))
    actual = _rows(retrieved, earned, order.ranks, counted, convention)
    ideal = _ideal(retrieved, documents[n:], counted, places, convention)
    return _trace(actual, ideal, asked(k, convention), convention, pool)


def _trace(
    actual: _Order, ideal: _Order, k: int | None, convention: Convention, pool: list[float] | None
) -> Trace:
    dcg, idcg = _sum(actual.counted), _sum(ideal.counted)
    n, longest = len(actual), max(len(actual), len(ideal))
    return Trace(
        actual=actual.counted,
        ideal=ideal.counted,
        beyond=actual.beyond,
        ideal_beyond=ideal.beyond,
        cg=fsum(row.gain for row in actual.counted),
        dcg=dcg,
        idcg=idcg,
        ndcg=normalised(dcg, idcg, convention),
        k=n if k is None else min(int(k), longest),
        convention=convention,
        judged=None if pool is None else tuple(map(float, pool)),
    )


def _ideal(
    retrieved: list[_Document],
    rest: list[_Document],
    counted: int,
    places: int,
    convention: Convention,
) -> _Order:
    """The best order of the documents that the ideal may show."""
    shown = {
        "judged": [*retrieved, *rest],
        "grades": retrieved,
        "top-k": retrieved[:counted],
    }[convention.ideal_from]
    value = worth(convention.gain)
    # Sorting keeps equal grades in ranked order, unretrieved ones last, also when it is reversed.
    best = sorted(shown, key=lambda document: value(document.grade), reverse=True)
    earned = gains([document.grade for document in best], convention.gain)
    return _rows(best, earned, range(1, len(best) + 1), places, convention)


def _documents(
    retrieved: Sequence[float], rest: Sequence[float], labels: Iterable[str] | None
) -> list[_Document]:
    grades = [*retrieved, *rest]
    names = _named(labels, len(retrieved), len(grades))
    return [_Document(doc, names[doc], float(grade)) for doc, grade in enumerate(grades)]


def _named(labels: Iterable[str] | None, least: int, most: int) -> list[str]:
    """The labels given, followed by "D4", "D5", ... for the documents that have none."""
    given = [] if labels is None else [labels] if isinstance(labels, str) else list(labels)
    for place, label in enumerate(given, 1):
        if not isinstance(label, str):
            raise ValueError(f"Label {place} is {shown(label)}; it must be a text.")
    if labels is not None and not least <= len(given) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(
            f"Labels given: {len(given)}; wanted: {wanted}, one for each retrieved document, "
            "and then, if you like, for the judged but unretrieved ones."
        )
    return given + [f"D{place}" for place in range(len(given) + 1, most + 1)]


def _rows(
    documents: Sequence[_Document],
    earned: Sequence[float],
    ranks: Sequence[int],
    counted: int,
    convention: Convention,
) -> _Order:
    """The rows of one order.

    ranks: where each document stands; the ones that stand at rank `counted` or above count.
    """
    d = convention.divisors(len(documents))
    divisors = [d[rank - 1] for rank in ranks]
    values = list(map(truediv, earned, divisors))
    k = sum(rank <= counted for rank in ranks)
    sums = list(running_sums(values[:k]))
    sums += [sums[-1] if sums else 0.0] * (len(values) - k)
    columns = zip(documents, earned, divisors, values, sums, strict=True)
    rows = tuple(
        Term(rank, document.label, document.grade, gain, divisor, value, total, document.doc)
        for rank, (document, gain, divisor, value, total) in enumerate(columns, 1)
    )
    return _Order(rows[:k], rows[k:])


def _sum(rows: Sequence[Term]) -> float:
    return rows[-1].cumulative if rows else 0.0
