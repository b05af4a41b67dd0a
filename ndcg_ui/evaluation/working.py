"""Everything that the page shows of some files, worked out at once. No Streamlit here.

`work` is run in the server for the bundled example, which takes a moment, and in a process of its
own for files that somebody brings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from threading import Lock

import polars as pl

from ndcg_core.evaluation.evaluating import evaluate
from ndcg_core.evaluation.example_files import Bundled, bundled
from ndcg_core.evaluation.explaining import explain_difference
from ndcg_core.evaluation.explanation import QueryDifference
from ndcg_core.evaluation.pairs import Compared, compare
from ndcg_core.evaluation.resampling import Interval
from ndcg_core.evaluation.results import Mean, Results
from ndcg_core.evaluation.tables import Qrels, Run
from ndcg_core.evaluation.unknown import UnknownMean, what_is_unknown
from ndcg_core.evaluation.unknown_difference import unknown_difference
from ndcg_ui.evaluation.asked import Settings
from ndcg_ui.evaluation.beside import Beside, beside
from ndcg_ui.evaluation.lesson_data import of_lesson

Tell = Callable[[str], None]
"""Is told what is being done."""
KEPT = 24
"""So many settings of the bundled example are remembered, for all visitors."""
_ONE_AT_A_TIME = Lock()


def _nobody(said: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Totals:
    """What adds up to the difference of two systems' means: by grade, by ranks, by judged or not.

    Rows as `Explanation` has them: the group, how many documents, what they add; and its `rest`.
    """

    by_grade: tuple[tuple[float | None, int, float], ...]
    by_rank: tuple[tuple[str, str, int, float], ...]
    by_judged: tuple[tuple[bool, int, float], ...]
    difference: float
    rest: float


@dataclass(frozen=True)
class Worked:
    """What came out.

    results  with the documents of every run, or without them where `folder` holds them
    totals   by the two systems, in the order of `results.systems`
    unknown  by system, at the first cutoff
    apart    by two systems whose ranges over unjudged documents do not overlap, in the order of
             `results.systems`: the range of their difference over these
    folder   where the documents and judgments lie as Parquet files; None: they are in `results`
    """

    results: Results = field(repr=False)
    means: tuple[Mean, ...]
    compared: Compared | None
    totals: Mapping[tuple[str, str], Totals]
    unknown: Mapping[str, UnknownMean] = field(repr=False)
    beside: Beside | None = field(repr=False)
    apart: Mapping[tuple[str, str], Interval] = field(default_factory=dict, repr=False)
    folder: Path | None = None

    @property
    def k(self) -> int | None:
        """The cutoff of everything but the table of systems."""
        return self.results.ks[0]

    def of_query(self, query: str) -> Results:
        """The results of one query alone, with its documents."""
        this, found = pl.col("query") == query, self.results
        runs = {name: self._documents(name).filter(this) for name in found.systems}
        return replace(
            found,
            frame=found.frame.filter(this),
            judged=self._judged().filter(this).collect(),
            runs={name: documents.collect() for name, documents in runs.items()},
        )

    def difference(self, first: str, second: str, query: str) -> QueryDifference:
        """Why two systems differ on one query."""
        return explain_difference(self.of_query(query), first, second).query(query)

    def _documents(self, system: str) -> pl.LazyFrame:
        if self.folder is None:
            return self.results.runs[system].lazy()
        return pl.scan_parquet(self.folder / f"{self.results.systems.index(system)}.parquet")

    def _judged(self) -> pl.LazyFrame:
        if self.folder is None:
            return self.results.judged.lazy()
        return pl.scan_parquet(self.folder / "judged.parquet")


def work(qrels: Qrels, runs: tuple[Run, ...], settings: Settings, tell: Tell = _nobody) -> Worked:
    """Work everything out; ValueError with a sentence for what cannot be scored."""
    tell("NDCG of every query")
    results = evaluate(qrels, list(runs), settings.ks, settings.rules, settings.choices)
    tell("where each mean lies")
    means = results.means()
    compared = None
    if len(results.systems) > 1:
        tell("each system against each")
        compared = compare(results)
    tell("which documents make the difference")
    totals = {pair: _totals(results, *pair) for pair in combinations(results.systems, 2)}
    unknown = {}
    for system in results.systems:
        tell(f"what is not known of {system}")
        unknown[system] = what_is_unknown(results, system)
    apart = {
        pair: unknown_difference(results, *pair)
        for pair in totals
        if _are_apart(*(unknown[system].grades for system in pair))
    }
    if settings.beside:
        tell("the second convention")
    other = beside(qrels, runs, results, settings)
    return Worked(results, means, compared, totals, unknown, other, apart)


def _are_apart(one: Interval, other: Interval) -> bool:
    return one.high < other.low or other.high < one.low


def _totals(results: Results, first: str, second: str) -> Totals:
    found = explain_difference(results, first, second)
    return Totals(
        tuple(found.by_grade().rows()),
        tuple(found.by_rank().rows()),
        tuple(found.by_judged().rows()),
        found.difference,
        found.rest,
    )


def stored(worked: Worked, folder: Path) -> Worked:
    """The same with its documents in files, so that a server need not hold them in memory."""
    found = worked.results
    for place, system in enumerate(found.systems):
        found.runs[system].sort("query").write_parquet(folder / f"{place}.parquet")
    found.judged.sort("query").write_parquet(folder / "judged.parquet")
    empty = found.judged.clear()
    return replace(worked, results=replace(found, judged=empty, runs={}), folder=folder)


@cache
def example(data: str = "shop") -> Bundled:
    """What is bundled: the garden shop's search, or the queries of lesson 10; read once."""
    return bundled() if data == "shop" else of_lesson()


def of_example(settings: Settings, data: str = "shop") -> Worked:
    """What is bundled, worked out: for one visitor at a time, and then for all."""
    with _ONE_AT_A_TIME:
        return _of_example(settings, data)


@lru_cache(maxsize=KEPT)
def _of_example(settings: Settings, data: str) -> Worked:
    found = example(data)
    return work(found.qrels, found.runs, settings)
