"""The results of several systems over many queries."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import polars as pl

from ndcg_core.evaluation.files.tables import average_numbers
from ndcg_core.evaluation.findings import Finding, format_count
from ndcg_core.evaluation.scoring.choices import Choices
from ndcg_core.evaluation.scoring.frames import FrameResult, render_frames
from ndcg_core.evaluation.scoring.intervals import FEW_QUERIES, Interval, calculate_interval
from ndcg_core.evaluation.scoring.pipeline import name_column
from ndcg_core.metric import Trace, trace
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import short_repr
from ndcg_core.metric.pools import resolve_cutoff

SHARE_DECIMALS = 15
"""The decimals of a mean share: all of those that are exact."""


@dataclass(frozen=True)
class Mean:
    """The mean NDCG, or another measure, of one system at one cutoff.

    Attributes
    ----------
    system : str
        The name of the system.
    k : int or None
        The cutoff.
    mean : float
        The mean NDCG@k over the queries that have a value.
    interval : Interval
        The 95% confidence interval of the mean.
    queries : int
        The number of queries that have a value.
    judged : float
        The mean share of judged documents in the first k ranks.
    """

    system: str
    k: int | None
    mean: float
    interval: Interval
    queries: int
    judged: float

    @property
    def warning(self) -> str:
        """A warning if the mean is over few queries, else ""."""
        if not 0 < self.queries < FEW_QUERIES:
            return ""
        n = format_count(self.queries, "query", "queries")
        return f"A mean over {n} says little about other queries, and its interval is rough."

    def _repr_html_(self) -> str:
        return Means([self])._repr_html_()


class Means(tuple[Mean, ...]):
    """The means of several systems and cutoffs, which a notebook shows as a table."""

    measure = "NDCG"

    def _repr_html_(self) -> str:
        return render_frames(
            [(f"Mean {self.measure} and its 95% interval", self.frame)], self.warnings
        )

    @property
    def frame(self) -> pl.DataFrame:
        """The means as a frame: system, k, mean, the interval's bounds, judged and queries."""
        heads = ("system", "k", self.measure, "from", "to", "judged", "queries")
        rows = [
            (m.system, "all" if m.k is None else str(m.k), m.mean, *m.interval, m.judged, m.queries)
            for m in self
        ]
        return pl.DataFrame(rows, heads, orient="row")

    @property
    def warnings(self) -> list[str]:
        """The distinct warnings about means over few queries."""
        return list(dict.fromkeys(mean.warning for mean in self if mean.warning))


@dataclass(frozen=True)
class Results(FrameResult):
    """The NDCG, or another measure, of every query of every system.

    Attributes
    ----------
    frame : polars.DataFrame
        One row for each system, cutoff and query. Its columns are system, query, k, ndcg, dcg,
        idcg, judged (the share of judged documents in the first k ranks; null for a missing query)
        and retrieved (the number of documents). ndcg is NaN if the convention has no value.
    systems : tuple of str
        The names of the systems.
    ks : tuple of int or None
        The cutoffs. With None, every rank counts.
    convention : Convention
        The convention, with the fields that the choices override.
    choices : Choices
        The choices.
    findings : tuple of Finding
        Sentences about unusual data.
    judged : polars.DataFrame
        The judgments: query, doc and grade.
    runs : mapping of str to polars.DataFrame
        The documents of each system: query, doc, score and rank.
    measure : str
        The name of the measure.
    is_other_measure : bool
        True if the measure is not NDCG, see `evaluate_measure`.
    """

    frame: pl.DataFrame = field(repr=False)
    systems: tuple[str, ...]
    ks: tuple[int | None, ...]
    convention: Convention
    choices: Choices
    findings: tuple[Finding, ...] = field(repr=False)
    judged: pl.DataFrame = field(repr=False)
    runs: Mapping[str, pl.DataFrame] = field(repr=False)
    measure: str = "NDCG"
    is_other_measure: bool = False

    def at(self, system: str | None = None, k: int | str | None = "first") -> pl.DataFrame:
        """Return the rows of `frame` for one system and cutoff, by default the first.

        Raises ValueError for an unknown system or cutoff.
        """
        name = self.systems[0] if system is None else system
        if name not in self.systems:
            names = ", ".join(self.systems)
            raise ValueError(f"There is no system {short_repr(name)}. The systems are {names}.")
        cutoff = self.cutoff(k)
        return self._rows_by_system_and_cutoff[name, cutoff]

    @explain_bad_calls
    def cutoff(self, k: int | str | None = "first") -> int | None:
        """Resolve a requested cutoff, by default the first. Raise ValueError if not evaluated.

        The result is one of `ks`. None means that every rank counts.
        """
        chosen = self.ks[0] if k == "first" else k
        cutoff = chosen if chosen in self.ks else resolve_cutoff(chosen, self.convention)  # type: ignore[arg-type]
        if cutoff not in self.ks:
            raise ValueError(f"The cutoff {short_repr(chosen)} was not evaluated, only {self.ks}.")
        return cutoff

    def name_measure(self, k: int | None) -> str:
        """Return the name of the measure at a cutoff, such as "NDCG@10"."""
        return name_column(self.measure, k)

    @cached_property
    def _rows_by_system_and_cutoff(self) -> Mapping[tuple[str, int | None], pl.DataFrame]:
        """The rows of `frame` by system and cutoff."""
        return {
            (system, k): self.frame.filter(
                pl.col("system") == system, pl.col("k").eq_missing(pl.lit(k, pl.Int64))
            )
            for system in self.systems
            for k in self.ks
        }

    def scores(self, system: str | None = None, k: int | str | None = "first") -> dict[str, float]:
        """Return the value of each query for one system and cutoff, by default the first."""
        rows = self.at(system, k)
        return dict(zip(rows["query"], rows["ndcg"], strict=True))

    def mean(self, system: str | None = None, k: int | str | None = "first") -> float:
        """Return the measure's mean over the queries that have a value, or NaN if none has one.

        Parameters
        ----------
        system : str, optional
            The name of a system. Without it, the first system.
        k : int or str or None, default "first"
            A cutoff, None for all ranks, or "first" for the first cutoff.
        """
        return average_numbers(self.at(system, k)["ndcg"])

    def means(self) -> Means:
        """Return the mean and its interval for every system at every cutoff."""
        means = []
        for system in self.systems:
            for k in self.ks:
                rows = self.at(system, k)
                values = rows["ndcg"].drop_nans().to_list()
                # A sum of shares is not exact, so their mean would print as 0.7000000000000001.
                judged = round(average_numbers(rows["judged"]), SHARE_DECIMALS)
                interval = calculate_interval(values, lowest=0.0)
                means.append(Mean(system, k, self.mean(system, k), interval, len(values), judged))
        table = Means(means)
        table.measure = self.measure
        return table

    def _repr_html_(self) -> str:
        frame = self.means().frame
        caption = f"Mean {self.measure} and its 95% interval, {self.convention.name}"
        return render_frames([(caption, frame)], [finding.sentence for finding in self.findings])

    def documents(self, system: str) -> pl.DataFrame:
        """Return a system's ranked documents. Raise ValueError if they are not loaded.

        The columns are query, doc, score and rank. Also raises ValueError for an unknown system.
        """
        self.at(system)  # raises ValueError for an unknown name
        if system not in self.runs:
            raise ValueError(f"The documents of the run {system} are not loaded here.")
        return self.runs[system]

    def trace(self, system: str, query: str, k: int | str | None = "first") -> Trace:
        """Return every step of a query, as `nc.trace` does. Raise ValueError if it is unjudged.

        An unjudged document has grade 0. With a user's own gain, the grade is -1, because grade 0
        may have a gain. Also raises ValueError if `cutoff` or `documents` does.
        """
        cutoff = self.cutoff(k)
        documents = self.documents(system).filter(pl.col("query") == query)
        pool = self.judged.filter(pl.col("query") == query)
        if pool.is_empty():
            raise ValueError(f"{system} has no judged query {short_repr(query)}.")
        return trace_query(documents, pool, cutoff, self.convention)


def trace_query(
    documents: pl.DataFrame, pool: pl.DataFrame, k: int | None, convention: Convention
) -> Trace:
    """Trace the NDCG of one query, given its ranked documents and all its judgments."""
    nothing, rules = choose_unjudged_grade(convention)
    joined = documents.join(pool.select("doc", "grade"), on="doc", how="left").sort("rank")
    if convention.ties == "reversed":  # because `trace` reverses equal scores again
        joined = joined.reverse()
    grades = joined["grade"].fill_null(nothing).to_list()
    labels = joined["doc"].to_list()
    rest = pool.join(documents.select("doc"), on="doc", how="anti")
    scores = joined["score"].rank("dense").to_list()  # the same order and ties, always finite
    judged = grades + rest["grade"].to_list()
    if not rules.negative.startswith("as-is"):
        labels += rest["doc"].to_list()
    else:  # the ideal order has no unjudged documents, because grade 0 is above negative grades
        judged = pool["grade"].to_list()
    return replace(trace(grades, k, rules, judged, labels, scores), convention=convention)


def choose_unjudged_grade(convention: Convention) -> tuple[float, Convention]:
    """Return a grade for unjudged documents, and a convention that gives this grade gain 0.

    The returned convention is a copy that also accepts a ranking of any length.
    """
    if isinstance(convention.gain, str):
        return 0.0, replace(convention, fewest=0)
    return -1.0, replace(convention, fewest=0, negative="as-zero")


def group_documents_by_query(results: Results, name: str) -> Mapping[str, pl.DataFrame]:
    """Group the ranked documents of one system by query. Unjudged documents have grade null."""
    judged = results.judged.select("query", "doc", "grade")
    keys = ["query", "doc"]
    documents = results.documents(name).join(judged, on=keys, how="left", maintain_order="left")
    rankings = documents.sort("query", "rank").partition_by("query", as_dict=True)
    return {str(query): ranking for (query,), ranking in rankings.items()}


def collect_pools(results: Results) -> tuple[Mapping[str, list[float]], float]:
    """Return the judged grades of each query, and the highest grade of all queries."""
    pools = dict(results.judged.group_by("query").agg("grade").iter_rows())
    return pools, max((max(pool) for pool in pools.values()), default=0.0)
