"""One system over several queries: NDCG of each query, and the mean.

mean        = (NDCG_1 + ... + NDCG_n) / n
pooled_ndcg = (DCG_1 + ... + DCG_n) / (IDCG_1 + ... + IDCG_n)

In the mean, each query counts the same. In the pooled value, a query with many relevant documents
outweighs the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import fsum, isnan, nan

from ndcg_core.metric import Convention, Trace, trace
from ndcg_core.metric.numbers import short_repr


@dataclass(frozen=True)
class Query:
    """The documents that one system returned for one query.

    Parameters
    ----------
    name : str
        The name of the query.
    grades : tuple of float
        The grade at each rank. An unjudged document has grade 0.
    judged : tuple of float, optional
        The grades of all judged documents. By default, the grades of the returned documents.
    """

    name: str
    grades: tuple[float, ...]
    judged: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Evaluation:
    """The traces of one system for several queries.

    Attributes
    ----------
    traces : mapping of str to Trace
        The trace of each query.
    """

    traces: Mapping[str, Trace]

    @cached_property
    def scores(self) -> Mapping[str, float]:
        """The NDCG of each query."""
        return {name: trace.ndcg for name, trace in self.traces.items()}

    @property
    def mean(self) -> float:
        """The mean NDCG over the queries that have a value, or NaN if no query has one."""
        scores = [score for score in self.scores.values() if not isnan(score)]
        return fsum(scores) / len(scores) if scores else nan

    @property
    def dcg(self) -> float:
        """The sum of the DCGs of all queries."""
        return fsum(trace.dcg for trace in self.traces.values())

    @property
    def idcg(self) -> float:
        """The sum of the ideal DCGs of all queries."""
        return fsum(trace.idcg for trace in self.traces.values())

    @property
    def pooled_ndcg(self) -> float:
        """The sum of the DCGs of all queries, divided by the sum of their ideal DCGs.

        The value is NaN if nothing is relevant.
        """
        return self.dcg / self.idcg if self.idcg else nan


def evaluate(
    queries: Iterable[Query], k: int | None = None, convention: Convention | str = "standard"
) -> Evaluation:
    """Trace every query down to rank k. Raise ValueError for no queries or duplicate names.

    >>> two = evaluate([Query("a", (3, 2, 3, 0, 1)), Query("b", (0, 0, 1))])
    >>> round(two.mean, 4), round(two.pooled_ndcg, 4)
    (0.7362, 0.9079)
    """
    traces: dict[str, Trace] = {}
    for query in queries:
        if query.name in traces:
            name = short_repr(query.name)
            raise ValueError(f"There are two queries {name}. Each query needs its own name.")
        traces[query.name] = trace(query.grades, k, convention, query.judged)
    if not traces:
        raise ValueError("There are no queries. Pass at least one query.")
    return Evaluation(traces)
