"""All results of an evaluation that the page shows, without Streamlit.

For the bundled examples, `evaluate_files` runs in the server, which takes a moment. For a visitor's
files it runs in a separate process.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from threading import Lock

import polars as pl

from ndcg_core.evaluation.comparing.explanation import (
    QueryDifference,
    describe_grade_contributions,
    explain_difference,
)
from ndcg_core.evaluation.comparing.paired import Pair
from ndcg_core.evaluation.comparing.pairs import PairComparisons, compare
from ndcg_core.evaluation.comparing.second_convention import (
    Scores,
    SecondConvention,
    UnscoredRanking,
    second_convention,
)
from ndcg_core.evaluation.comparing.unknown import MeanRange, what_is_unknown
from ndcg_core.evaluation.files.example_files import BundledExample, load_bundled
from ndcg_core.evaluation.files.tables import Qrels, Run
from ndcg_core.evaluation.findings import Finding
from ndcg_core.evaluation.scoring.by_measure import evaluate_measure
from ndcg_core.evaluation.scoring.evaluating import evaluate
from ndcg_core.evaluation.scoring.pipeline import name_column
from ndcg_core.evaluation.scoring.preparing import apply_choices
from ndcg_core.evaluation.scoring.results import Mean, Results
from ndcg_core.metric import CONVENTIONS
from ndcg_core.metric.pools import resolve_cutoffs
from ndcg_ui.pages.evaluate.folders import deserialize
from ndcg_ui.pages.evaluate.lesson_data import load_lesson_example
from ndcg_ui.pages.evaluate.link import EvaluationSettings

ReportStep = Callable[[str], None]
FRAME_FILE = "frame.arrow"
JUDGED_FILE = "judged.parquet"
STEPS_FILE = "steps.parquet"
STOPS_FILE = "stops.parquet"
"""The files of an evaluation from another process."""
SECOND_COLUMN = "second"
MOST_CACHED_COMPARISONS = 24
"""The number of settings of the bundled example to cache for all visitors."""
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class Totals:
    """The contributions to the difference between two means: by grade and by rank.

    Rows are as in `Explanation`: the group, the number of documents, and their contribution. `rest`
    is the contribution of queries without an ideal DCG.
    """

    by_grade: tuple[tuple[float | None, int, float], ...]
    by_rank: tuple[tuple[str, str, int, float], ...]
    difference: float
    rest: float

    @property
    def with_systems_swapped(self) -> "Totals":
        """The contributions with the systems in the other order, so with the opposite signs."""
        by_rank = [(to, start, count, 0.0 - value) for start, to, count, value in self.by_rank]
        return Totals(
            tuple((grade, count, 0.0 - value) for grade, count, value in self.by_grade),
            tuple(sorted(by_rank, key=lambda row: (-abs(row[3]), *row[:2]))),
            0.0 - self.difference,
            0.0 - self.rest,
        )


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The results of an evaluation, without tables by query or document.

    totals   the causes of the difference between two systems, by pairs in the order of `systems`
    unknown  the range of each system's mean over what is not known, at the first cutoff
    beside   the means by other measures
    made_up  the sentences about each pair of systems, one for each of the other measures
    """

    systems: tuple[str, ...]
    findings: tuple[Finding, ...]
    means: tuple[Mean, ...]
    compared: PairComparisons | None
    totals: Mapping[tuple[str, str], Totals]
    unknown: Mapping[str, MeanRange] = field(repr=False)
    beside: Mapping[str, tuple[Mean, ...]] = field(repr=False)
    made_up: Mapping[tuple[str, str], tuple[str, ...]] = field(repr=False)
    second: SecondConvention | None = field(repr=False)


OTHER_MEASURES = ("P", "Recall", "ERR")
"""The other measures that use NDCG's first cutoff."""
MOST_RANKINGS_FOR_OTHERS = 5_000
"""The largest number of rankings for which other measures take only seconds."""


@dataclass(frozen=True, kw_only=True)
class EvaluationResults(Summary):
    """The results of an evaluation, with tables by query and document.

    results  the scores, with the documents and the judgments unless these are in `folder`
    folder   the folder of Parquet files with the documents, the judgments and `second` by query,
             or None if they are in memory
    """

    results: Results = field(repr=False)
    folder: Path | None = None

    @property
    def k(self) -> int | None:
        """The main cutoff, which is the first one."""
        return self.results.ks[0]

    def get_comparison(self, names: tuple[str, str] | None) -> Pair | None:
        """Return the comparison of two systems in their order here.

        Returns None without names, or if the systems have no query in common.
        """
        if names is None or self.compared is None:
            return None
        if {names, names[::-1]} & {*self.compared.apart}:
            return None
        pair = self.compared.pair(*names)
        return pair if pair.first == names[0] else pair.with_systems_swapped

    def get_totals(self, names: tuple[str, str]) -> Totals:
        """Return the causes of the difference between two systems in their order here."""
        if names in self.totals:
            return self.totals[names]
        return self.totals[names[::-1]].with_systems_swapped

    def select_query(self, query: str) -> Results:
        """Return the results of one query, with its documents."""
        this = pl.col("query") == query
        runs = {name: self._read_documents(name).filter(this) for name in self.systems}
        return replace(
            self.results,
            frame=self.results.frame.filter(this),
            judged=self._read_judgments().filter(this).collect(),
            runs={name: documents.collect() for name, documents in runs.items()},
        )

    def explain_query(self, first: str, second: str, query: str) -> QueryDifference:
        """Return the difference between two systems on a query, by document."""
        return explain_difference(self.select_query(query), first, second).query(query)

    def get_second_convention(self, query: str) -> SecondConvention | None:
        """Return the second convention's results for a query, or for all queries, or None.

        The results are for all queries if `folder` is None, and None without a second convention.
        """
        second = self.second
        if second is None or self.folder is None:
            return second
        this = pl.col("query") == query
        rows = pl.scan_parquet(self.folder / STEPS_FILE).filter(this).collect().iter_rows()
        scores: dict[int, dict[str, dict[str, float]]] = {}
        for step, system, _, ndcg in rows:
            scores.setdefault(step, {})[system] = {query: ndcg}
        none: Scores = {system: {} for system in self.systems}
        steps = enumerate(second.steps)
        stops = pl.scan_parquet(self.folder / STOPS_FILE).filter(this).collect().iter_rows()
        return replace(
            second,
            steps=tuple(replace(s, scores={**none, **scores.get(at, {})}) for at, s in steps),
            stops=tuple(UnscoredRanking(*row) for row in stops),
        )

    def _read_documents(self, system: str) -> pl.LazyFrame:
        """Return the documents of a system, from memory or from a file."""
        if self.folder is None:
            return self.results.runs[system].lazy()
        return pl.scan_parquet(self.folder / f"{self.systems.index(system)}.parquet")

    def _read_judgments(self) -> pl.LazyFrame:
        """Return the judgments, from memory or from a file."""
        if self.folder is None:
            return self.results.judged.lazy()
        return pl.scan_parquet(self.folder / JUDGED_FILE)


def evaluate_files(
    qrels: Qrels,
    runs: tuple[Run, ...],
    settings: EvaluationSettings,
    report_step: ReportStep = lambda message: None,
) -> EvaluationResults:
    """Evaluate runs, and compare each pair. Raise ValueError if the runs cannot be evaluated.

    report_step: called with the name of each step.
    """
    report_step("calculating NDCG for every query")
    results = evaluate(qrels, list(runs), settings.ks, settings.rules, settings.choices)
    report_step("calculating the range of each mean")
    means = results.means()
    compared = None
    if len(results.systems) > 1:
        report_step("comparing each pair of systems")
        compared = compare(results)
    report_step("finding the documents behind the difference")
    totals = {pair: _compute_totals(results, *pair) for pair in combinations(results.systems, 2)}
    unknown = {}
    for system in results.systems:
        report_step(f"examining the unjudged documents of {system}")
        unknown[system] = what_is_unknown(results, system)
    if settings.second:
        report_step("applying the second convention")
    report_step("calculating other measures")
    others = _evaluate_other_measures(results)
    words = [describe_grade_contributions(other, totals) for other in others.values()]
    return EvaluationResults(
        systems=results.systems,
        findings=results.findings,
        means=means,
        compared=compared,
        totals=totals,
        unknown=unknown,
        beside={name: other.means() for name, other in others.items()},
        made_up={pair: tuple(sentences[pair] for sentences in words) for pair in totals},
        second=second_convention(qrels, runs, results, settings.second, settings.ks)
        if settings.second
        else None,
        results=results,
    )


def _evaluate_other_measures(results: Results) -> dict[str, Results]:
    """Return the results of each other measure, by name, or {} for very many rankings."""
    if results.frame.height > MOST_RANKINGS_FOR_OTHERS * len(results.ks):
        return {}
    names = (f"{name}@{results.ks[0]}" if results.ks[0] else name for name in OTHER_MEASURES)
    others = (evaluate_measure(results, name) for name in (*names, "AP", "RR", "RBP"))
    return {name_column(other.measure, other.ks[0]): other for other in others}


def _compute_totals(results: Results, first: str, second: str) -> Totals:
    """Return the contributions to the difference between two means, by grade and by rank."""
    found = explain_difference(results, first, second)
    return Totals(
        tuple(found.by_grade().rows()),
        tuple(found.by_rank().rows()),
        found.difference,
        found.rest,
    )


def store_tables(evaluation: EvaluationResults, folder: Path) -> Summary:
    """Write the tables by query or document to files, and return the other results."""
    results = evaluation.results
    second = evaluation.second
    compared = evaluation.compared
    for index, system in enumerate(evaluation.systems):
        results.runs[system].sort("query").write_parquet(folder / f"{index}.parquet")
    results.judged.sort("query").write_parquet(folder / JUDGED_FILE)
    frame = results.frame
    if second:
        if second.values is not None:
            frame = frame.with_columns(second.values.alias(SECOND_COLUMN))
        _make_steps_table(second).sort("query").write_parquet(folder / STEPS_FILE)
        schema = {"system": pl.String, "query": pl.String, "reason": pl.String, "stops": pl.Boolean}
        stops = pl.DataFrame(second.stops, schema, orient="row")
        stops.sort("query").write_parquet(folder / STOPS_FILE)
        steps = tuple(replace(step, scores={}) for step in second.steps)
        second = replace(second, values=None, steps=steps, stops=())
    frame.write_ipc(folder / FRAME_FILE)
    if compared:
        pairs = tuple(replace(pair, differences={}) for pair in compared.pairs)
        compared = replace(compared, pairs=pairs)
    parts = {name: getattr(evaluation, name) for name in Summary.__dataclass_fields__}
    unknown = {name: replace(mean, queries=()) for name, mean in evaluation.unknown.items()}
    return Summary(**{**parts, "compared": compared, "unknown": unknown, "second": second})


def _make_steps_table(second: SecondConvention) -> pl.DataFrame:
    """Return a table of the scores by step, system and query."""
    rows: list[tuple[int, str, str, float]] = []
    for index, step in enumerate(second.steps):
        for system, values in step.scores.items():
            rows += [(index, system, query, value) for query, value in values.items()]
    schema = {"step": pl.Int64, "system": pl.String, "query": pl.String, "ndcg": pl.Float64}
    return pl.DataFrame(rows, schema, orient="row")


def restore_evaluation(
    summary: bytes, settings: EvaluationSettings, folder: Path
) -> EvaluationResults:
    """Combine a serialized summary with a folder's tables. Raise ValueError for bad data.

    Invalid tables can also raise KeyError, OSError or an error of Polars.
    """
    parts = deserialize(Summary, summary)
    frame = pl.read_ipc(folder / FRAME_FILE)
    second = parts.second
    rules = apply_choices(CONVENTIONS[settings.rules], settings.choices)
    if second and SECOND_COLUMN in frame.columns:
        second = replace(second, values=frame[SECOND_COLUMN])
        frame = frame.drop(SECOND_COLUMN)
    results = Results(
        frame,
        parts.systems,
        resolve_cutoffs(settings.ks, rules),
        rules,
        settings.choices,
        parts.findings,
        pl.DataFrame(schema={"query": pl.String, "doc": pl.String, "grade": pl.Float64}),
        {},
    )
    return EvaluationResults(**{**vars(parts), "second": second}, results=results, folder=folder)


@cache
def load_bundled_example(name: str = "shop") -> BundledExample:
    """Return a bundled example, which is loaded once.

    name: "shop" for a garden shop's search; any other name for the example of a lesson
    """
    return load_bundled() if name == "shop" else load_lesson_example()


def evaluate_example(settings: EvaluationSettings, data: str = "shop") -> EvaluationResults:
    """Return an example's evaluation, cached for all visitors. Raise ValueError if it fails.

    data: the name of the example, as in `load_bundled_example`.
    """
    with _ONE_AT_A_TIME:
        return _evaluate_example(settings, data)


@lru_cache(maxsize=MOST_CACHED_COMPARISONS)
def _evaluate_example(settings: EvaluationSettings, data: str) -> EvaluationResults:
    found = load_bundled_example(data)
    return evaluate_files(found.qrels, found.runs, settings)
