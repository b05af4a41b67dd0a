"""One system over several queries: NDCG for each, and what they come to together.

mean   = (NDCG_1 + ... + NDCG_n) / n                  each query counts the same
pooled = (DCG_1 + ... + DCG_n) / (IDCG_1 + ... + IDCG_n)   a rich query outweighs the rest
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, isfinite, isnan, nan
from numbers import Real

from ndcg_core.metric import Convention, Trace, trace
from ndcg_core.metric.numbers import shown

Qrels = Mapping[str, Mapping[str, float]]
"""For each query, the grade of each judged document."""
Run = Mapping[str, Sequence[str] | Mapping[str, float]]
"""For each query, the documents that a system returned, best first; or the score of each."""


@dataclass(frozen=True)
class Query:
    """What one system returned for one query.

    grades  the grade at each rank; 0 where nobody judged the document
    judged  the grades of all judged documents, or None where they are the returned ones
    labels  the documents' names, or None
    """

    name: str
    grades: tuple[float, ...]
    judged: tuple[float, ...] | None = None
    labels: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Evaluation:
    """The traces of one system's queries, in order."""

    traces: Mapping[str, Trace]

    @cached_property
    def scores(self) -> Mapping[str, float]:
        """NDCG of each query."""
        return {name: trace.ndcg for name, trace in self.traces.items()}

    @property
    def mean(self) -> float:
        """The mean of NDCG over the queries that have a value; nan where none has."""
        scores = [score for score in self.scores.values() if not isnan(score)]
        return fsum(scores) / len(scores) if scores else nan

    @property
    def dcg(self) -> float:
        """The DCGs of all queries added up."""
        return fsum(trace.dcg for trace in self.traces.values())

    @property
    def idcg(self) -> float:
        """The ideal DCGs of all queries added up."""
        return fsum(trace.idcg for trace in self.traces.values())

    @property
    def pooled(self) -> float:
        """All DCG over all IDCG: the trap, not the mean of NDCG; nan where nothing is relevant."""
        return self.dcg / self.idcg if self.idcg else nan


def evaluate(
    queries: Iterable[Query], k: int | None = None, convention: Convention | str = "standard"
) -> Evaluation:
    """NDCG@k of every query, with its trace.

    >>> two = evaluate([Query("a", (3, 2, 3, 0, 1)), Query("b", (0, 0, 1))])
    >>> round(two.mean, 4), round(two.pooled, 4)
    (0.7362, 0.9079)
    """
    traces: dict[str, Trace] = {}
    for query in queries:
        if query.name in traces:
            name = shown(query.name)
            raise ValueError(f"The query {name} comes twice; each must have its own name.")
        traces[query.name] = trace(query.grades, k, convention, query.judged, query.labels)
    if not traces:
        raise ValueError("There are no queries; at least one is needed.")
    return Evaluation(traces)


def judged_queries(qrels: Qrels, run: Run) -> list[Query]:
    """The queries of a run that were judged, with the grade of each returned document.

    A document that nobody judged has grade 0 and keeps its rank, as in trec_eval. A judged query
    that the run leaves out is left out. Documents with scores, the shape that pytrec_eval and ranx
    take, are ranked by them, the highest first; equal ones by document id, the last first, as in
    trec_eval. A score that is no finite number raises ValueError.

    >>> judged_queries({"q": {"a": 2, "b": 3}}, {"q": ["b", "x"]})
    [Query(name='q', grades=(3.0, 0.0), judged=(2.0, 3.0), labels=('b', 'x'))]
    >>> judged_queries({"q": {"a": 2, "b": 3}}, {"q": {"a": 0.5, "b": 0.9}})[0].labels
    ('b', 'a')
    """
    ranked = {name: _ranked(name, docs) for name, docs in run.items() if name in qrels}
    return [
        Query(
            name,
            tuple(float(qrels[name].get(doc, 0)) for doc in docs),
            tuple(map(float, qrels[name].values())),
            docs,
        )
        for name, docs in ranked.items()
    ]


def _ranked(query: str, docs: Sequence[str] | Mapping[str, float]) -> tuple[str, ...]:
    if not isinstance(docs, Mapping):
        return tuple(docs)
    for doc, score in docs.items():
        if isinstance(score, (str, bool)) or not isinstance(score, Real) or not isfinite(score):
            raise ValueError(
                f"The score of {doc!r} for the query {query!r} is {score!r}; it must be a finite "
                "number."
            )
    return tuple(sorted(docs, key=lambda doc: (docs[doc], doc), reverse=True))
