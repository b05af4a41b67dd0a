"""`explain_difference`: the documents whose ranks make two systems differ.

For one query with one pool, exactly:

    NDCG_B - NDCG_A = sum over documents of g(doc) * (1/d(rank in B) - 1/d(rank in A)) / IDCG

where 1/d is 0 for a document that a system does not return within the first k ranks. If a
convention builds the ideal order from each list alone, each system has its own IDCG. If a
convention averages ties, 1/d is the mean over the tied ranks. For another measure that is a sum
over documents, the value of a document is its contribution in B minus its contribution in A.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import fsum, inf
from typing import NamedTuple

import polars as pl

from ndcg_core.evaluation.scoring.by_measure import tabulate_contributions
from ndcg_core.evaluation.scoring.frames import FrameResult, render_frames
from ndcg_core.evaluation.scoring.pipeline import (
    DOCUMENT_KEYS,
    add_gains,
    express_counted_ranks,
    list_distinct_grades,
    name_column,
)
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.numbers import number, short, short_repr

RANK_RANGES = ((1, "1"), (3, "2 to 3"), (10, "4 to 10"), (100, "11 to 100"))
BEYOND_RANGES = "beyond 100"
NOT_RETURNED = "not returned"


class DocumentContribution(NamedTuple):
    """The contribution of one document to the difference between two systems.

    Attributes
    ----------
    doc : str
        The id of the document.
    grade : float or None
        The grade. None for an unjudged document.
    gain : float
        The gain of the grade.
    rank_first, rank_second : int or None
        The rank in each system. None if a system does not return the document.
    value : float
        gain * (1/d(rank_second) - 1/d(rank_first)) / IDCG.
    """

    doc: str
    grade: float | None
    gain: float
    rank_first: int | None
    rank_second: int | None
    value: float


@dataclass(frozen=True)
class QueryDifference:
    """The difference between two systems for one query, split by document.

    Attributes
    ----------
    query : str
        The name of the query.
    first, second : float
        The value of each system: its NDCG, or that of the measure.
    moves : tuple of DocumentContribution
        The contribution of each document, the largest first.
    rest : float
        The part of the difference that no document explains: 0, unless nothing is relevant.
    """

    query: str
    first: float
    second: float
    moves: tuple[DocumentContribution, ...]
    rest: float

    @property
    def difference(self) -> float:
        """The value of the second system minus that of the first."""
        return self.second - self.first


@dataclass(frozen=True)
class Explanation(FrameResult):
    """An explanation of the difference between two systems at one cutoff, by document.

    The tables of `by_grade`, `by_rank` and `by_judged` have the number of documents in each group
    and their contribution to the difference between the means. With `rest`, the contributions add
    up to this difference.

    Attributes
    ----------
    first, second : str
        The names of the systems.
    k : int or None
        The cutoff.
    queries : polars.DataFrame
        One row for each query: query, ndcg, ndcg_second, idcg and idcg_second.
    documents : polars.DataFrame
        One row for each document: query, doc, grade, gain, rank_first, rank_second and value.
    measure : str
        The name of the measure.
    """

    first: str
    second: str
    k: int | None
    queries: pl.DataFrame = field(repr=False)
    documents: pl.DataFrame = field(repr=False)
    measure: str = "NDCG"

    @property
    def difference(self) -> float:
        """The second mean minus the first, over the common queries. NaN if there are none."""
        gaps = self.queries["ndcg_second"] - self.queries["ndcg"]
        return fsum(gaps) / len(gaps) if len(gaps) else float("nan")

    @property
    def rest(self) -> float:
        """The part of the mean difference that no document explains. NaN without queries."""
        explained = fsum(self.documents["value"]) / max(1, self.queries.height)
        return self.difference - explained

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The frame that `to_pandas` and `to_arrow` convert: `documents`."""
        return self.documents

    def _repr_html_(self) -> str:
        grades = self.by_grade().with_columns(pl.col("grade").cast(pl.String).fill_null("unjudged"))
        what = f"The mean {name_column('NDCG', self.k)} of {self.second} minus that of {self.first}"
        sentence = (
            f"{what} is {number(self.difference, 4)}. It is the sum of the values of all documents "
        )
        sentence += f"and of {number(self.rest, 4)} from queries whose NDCG is set by convention."
        return render_frames([("By grade", grades), ("By rank", self.by_rank())], [sentence])

    def query(self, name: str) -> QueryDifference:
        """Return the difference for a query, by document. Raise ValueError for an unknown query."""
        row = self.queries.filter(pl.col("query") == name)
        if row.is_empty():
            raise ValueError(f"The query {short_repr(name)} is not among those compared.")
        first, second = row.select("ndcg", "ndcg_second").row(0)
        documents = self.documents.filter(pl.col("query") == name).drop("query")
        moves = [
            DocumentContribution._make((*row[:-1], row[-1] + 0.0)) for row in documents.rows()
        ]  # no −0
        moves.sort(key=lambda m: (-abs(m.value), m.doc))
        rest = (second - first) - fsum(move.value for move in moves)
        return QueryDifference(name, first, second, tuple(moves), rest)

    def by_grade(self) -> pl.DataFrame:
        """Return the number of documents, and their part of the mean difference, by grade.

        The highest grade is first. Unjudged documents have the grade null.
        """
        return self._sum_by_group("grade").sort("grade", descending=True, nulls_last=True)

    def by_judged(self) -> pl.DataFrame:
        """Return the number of unjudged and judged documents, and their parts of the difference.

        The first row is for unjudged documents, if there are any.
        """
        return self._sum_by_group(pl.col("grade").is_not_null().alias("judged")).sort("judged")

    def by_rank(self) -> pl.DataFrame:
        """Return the number of documents, and their part of the mean difference, by rank ranges.

        The ranges are those in the first and in the second system. The largest contribution is
        first.
        """
        table = self._sum_by_group(
            _express_rank_range("rank_first").alias("from"),
            _express_rank_range("rank_second").alias("to"),
        )
        return table.sort(pl.col("value").abs(), "from", "to", descending=[True, False, False])

    def _sum_by_group(self, *groups: str | pl.Expr) -> pl.DataFrame:
        """Return each group's number of documents and part of the mean difference as a frame."""
        table = self.documents.group_by(*groups).agg("value", documents=pl.len())
        # The order of the documents varies, but `fsum` has the same result for any order.
        sums = [fsum(values) / max(1, self.queries.height) for values in table["value"]]
        return table.select(
            *table.columns[:-2], "documents", value=pl.Series(sums, dtype=pl.Float64)
        )


def _express_rank_range(column: str) -> pl.Expr:
    """Return an expression for the range of a rank: "4 to 10", or "not returned" for null."""
    label = pl.lit(BEYOND_RANGES)
    for most, words in reversed(RANK_RANGES):
        label = pl.when(pl.col(column) <= most).then(pl.lit(words)).otherwise(label)
    return pl.when(pl.col(column).is_null()).then(pl.lit(NOT_RETURNED)).otherwise(label)


@explain_bad_calls
def explain_difference(
    results: Results,
    first: str | None = None,
    second: str | None = None,
    k: int | str | None = "first",
) -> Explanation:
    """Split the difference between two systems into contributions of individual documents.

    ::

        value of a document = g(grade) * (1/d(rank in second) - 1/d(rank in first)) / IDCG@k

    1/d is 0 for a document that a system does not return within the first k ranks. The values of a
    query add up to its difference. If nothing is relevant, the convention sets NDCG, and `rest`
    is the part that no document explains. Queries without a value are left out, as in `compare`.

    Parameters
    ----------
    results : Results
        The results of `evaluate` or `evaluate_measure`.
    first, second : str, optional
        Two of the systems. By default, the first two systems.
    k : int, optional
        One of the cutoffs. By default, the first cutoff.

    Returns
    -------
    Explanation
        The documents, with sums by grade, by rank and by judgment.

    Raises
    ------
    ValueError
        If there is no such system or cutoff, if there are fewer than two different systems, or if
        the measure is not a sum over documents.

    Examples
    --------
    >>> from ndcg_core.evaluation.scoring.evaluating import evaluate
    >>> runs = {"A": {"q": ["b", "a"]}, "B": {"q": ["a", "b"]}}
    >>> why = explain_difference(evaluate({"q": {"a": 2}}, runs))
    >>> [(m.doc, m.rank_first, m.rank_second, round(m.value, 4)) for m in why.query("q").moves]
    [('a', 2, 1, 0.3691), ('b', 1, 2, 0.0)]
    """
    names = _choose_systems(results, first, second)
    cutoff = results.cutoff(k)
    return _explain_pair(results, names, cutoff, _weigh_documents_by_system(results, names, cutoff))


def describe_grade_contributions(
    results: Results, pairs: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """Return a sentence about the contributions of all grades, by pair of systems.

    The sentences are about the first cutoff. For a measure that is not a sum over documents, every
    sentence explains why no grade contributes.
    """
    wanted = list(pairs)
    cutoff = results.cutoff("first")
    try:
        documents_by_system = _weigh_documents_by_system(
            results, chain.from_iterable(wanted), cutoff
        )
    except ValueError as error:
        return dict.fromkeys(wanted, str(error))
    name = name_column(results.measure, cutoff)
    sentences = {}
    for pair in wanted:
        rows = (
            _explain_pair(results, pair, cutoff, documents_by_system)
            .by_grade()
            .drop_nulls("grade")
            .rows()
        )
        parts = (f"{number(value)} from grade {short(grade)}" for grade, _, value in rows)
        by = ", ".join(parts) or "nothing"
        sentences[pair] = f"{name} by grade, “{pair[1]}” minus “{pair[0]}”: {by}."
    return sentences


def _weigh_documents_by_system(
    results: Results, names: Iterable[str], k: int | None
) -> dict[str, pl.DataFrame]:
    """Return a frame of documents and their rank weights for each system, by name.

    For a measure other than NDCG, the weight of a document is its term. Raises ValueError if the
    measure is not a sum over documents.
    """
    weigh = tabulate_contributions if results.is_other_measure else _weigh_documents
    return {name: weigh(results, name, k) for name in dict.fromkeys(names)}


def _explain_pair(
    results: Results,
    names: tuple[str, str],
    k: int | None,
    documents_by_system: Mapping[str, pl.DataFrame],
) -> Explanation:
    """Explain the difference between two systems, given the documents of each system."""
    documents = documents_by_system[names[0]].join(
        documents_by_system[names[1]],
        on=DOCUMENT_KEYS,
        how="full",
        coalesce=True,
        suffix="_second",
        maintain_order="left_right",
    )
    documents = documents.join(
        _select_judged_gains(results), on=DOCUMENT_KEYS, how="left", maintain_order="left"
    )
    queries = _join_queries(results, names, k)
    ideals = queries.select("query", pl.col("idcg", "idcg_second").fill_null(1.0))
    documents = documents.join(ideals, on="query", maintain_order="left")
    return Explanation(*names, k, queries, _add_contributions(documents), results.measure)


def _choose_systems(results: Results, first: str | None, second: str | None) -> tuple[str, str]:
    """Return two system names, by default the first two. Raise ValueError for a bad choice.

    A single system, an unknown name and two equal names are bad.
    """
    if len(results.systems) < 2:
        raise ValueError(
            "There is only one system. Pass at least two runs to explain a difference."
        )
    one = first or next(name for name in results.systems if name != second)
    other = second or next(name for name in results.systems if name != one)
    for name in (one, other):
        results.documents(name)  # raises ValueError for an unknown name
    if one == other:
        raise ValueError(f"Both systems are {one}. Choose two different systems.")
    return one, other


def _weigh_documents(results: Results, system: str, k: int | None) -> pl.DataFrame:
    """Return the documents of one system with their ranks and weights, 1 / divisor.

    The weight of a rank below the cutoff is 0. If the convention averages ties, the weight is the
    mean over the tied ranks.
    """
    rules = results.convention
    group = ["query", "score"]
    frame = results.runs[system]
    most = int(frame["rank"].max() or 0)  # type: ignore[arg-type]
    d = pl.Series((*rules.divisors(min(k or most, most))[:most], *[inf] * most))
    frame = frame.with_columns(retrieved=pl.len().over("query"), effective_rank=pl.col("rank"))
    if rules.ties == "shared":
        first = pl.col("rank").min().over(*group)
        size = pl.len().over(*group)
        frame = frame.with_columns(effective_rank=first + (size - 1) // 2)
    weight = 1.0 / d.gather(frame["effective_rank"] - 1)
    counted = pl.col("effective_rank") <= express_counted_ranks(k, rules)
    frame = frame.with_columns(weight=pl.when(counted).then(weight).otherwise(0.0))
    if rules.ties == "averaged":
        frame = frame.with_columns(weight=pl.col("weight").mean().over(*group))
    return frame.select(*DOCUMENT_KEYS, "rank", "weight")


def _select_judged_gains(results: Results) -> pl.DataFrame:
    """Return a frame with the query, document, grade and gain of each judgment.

    For a measure other than NDCG, every gain is 1.
    """
    judged = results.judged
    rules = results.convention
    if results.is_other_measure:  # the weights are the terms themselves
        return judged.select(*DOCUMENT_KEYS, "grade", gain=pl.lit(1.0))
    worth = add_gains(judged.lazy(), rules, list_distinct_grades(judged, rules)).collect()
    return worth.select(*DOCUMENT_KEYS, "grade", "gain")


def _join_queries(results: Results, names: tuple[str, str], k: int | None) -> pl.DataFrame:
    """Return NDCG and IDCG of both systems for each query with an NDCG in both."""
    first, second = (results.at(name, k).select("query", "ndcg", "idcg") for name in names)
    both = first.join(second, on="query", suffix="_second", maintain_order="left")
    return both.filter(pl.col("ndcg").is_not_nan() & pl.col("ndcg_second").is_not_nan())


def _add_contributions(documents: pl.DataFrame) -> pl.DataFrame:
    """Return the documents that count for either system, with their contributions."""
    weights = [pl.col(name).fill_null(0.0) for name in ("weight", "weight_second")]
    idcgs = [pl.col(name) for name in ("idcg", "idcg_second")]
    shares = [
        pl.when(idcg != 0).then(weight / idcg).otherwise(0.0)
        for weight, idcg in zip(weights, idcgs, strict=True)
    ]
    return documents.filter((weights[0] > 0) | (weights[1] > 0)).select(
        "query",
        "doc",
        "grade",
        pl.col("gain").fill_null(0.0),
        pl.col("rank").alias("rank_first"),
        "rank_second",
        value=pl.col("gain").fill_null(0.0) * (shares[1] - shares[0]),
    )
