"""The results of a second convention on the same files, and the choices that matter.

The choices of the second convention are applied one by one, and every query is evaluated after each
change. A library may have no fixed number for some rankings, because the library raises an error,
or because the number depends on the machine. The record of the library (`ndcg_core.libraries`)
describes such rankings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan
from typing import NamedTuple

import polars as pl

from ndcg_core.evaluation.comparing.comparison import EVEN_TOLERANCE
from ndcg_core.evaluation.files.tables import Qrels, Run
from ndcg_core.evaluation.findings import format_count
from ndcg_core.evaluation.scoring.evaluating import evaluate
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.libraries import LIBRARIES, Ranking
from ndcg_core.libraries.chains import describe_change, describe_ineffective_choices, list_changes
from ndcg_core.libraries.record import explain_first_limit
from ndcg_core.metric import CONVENTIONS
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.pools import resolve_cutoff

Scores = Mapping[str, Mapping[str, float]]
"""NDCG by system and query."""


@dataclass(frozen=True)
class ConventionStep:
    """A changed choice of a convention, with the effect on each system.

    change   the new choice in words
    means    the mean of each system after the change
    changes  the number of queries of each system whose value changes
    scores   the value of each query after the change
    """

    change: str
    means: Mapping[str, float]
    changes: Mapping[str, int]
    scores: Scores = field(repr=False)


class UnscoredRanking(NamedTuple):
    """A ranking for which a library raises an error or has no fixed value.

    reason  the error, or the reason for an undetermined number
    stops   True for an error
    """

    system: str
    query: str
    reason: str
    stops: bool


@dataclass(frozen=True)
class SecondConvention:
    """The results of the same files under a second convention.

    Attributes
    ----------
    rules : str
        The name of the second convention.
    ks : mapping
        The cutoff of the second convention for each cutoff of the first convention.
    means : mapping
        The mean for each system and each cutoff of the first convention.
    steps : tuple of ConventionStep
        The choices that change a query, at the first cutoff.
    silent : int
        The number of choices that differ but change nothing.
    agrees : bool
        True if every query has the same value under both conventions.
    stops : tuple of UnscoredRanking
        The rankings for which the library raises an error or has no fixed value.
    stopped : tuple
        The number of rankings with an error, and of rankings with an undetermined value, each with
        the first ranking.
    values : polars.Series or None
        The NDCG of each row of `Results.frame`.
    problem : str
        The reason why there are no values, or "".
    """

    rules: str
    ks: Mapping[int | None, int | None] = field(default_factory=dict)
    means: Mapping[tuple[str, int | None], float] = field(default_factory=dict)
    steps: tuple[ConventionStep, ...] = ()
    silent: int = 0
    agrees: bool = False
    stops: tuple[UnscoredRanking, ...] = field(default=(), repr=False)
    stopped: tuple[tuple[int, UnscoredRanking], ...] = ()
    values: pl.Series | None = field(default=None, repr=False, compare=False)
    problem: str = ""

    def describe_agreement(self, measure: str) -> str:
        """Return sentences about ineffective choices and about equal results, or "".

        measure: the name of the measure with its cutoff, such as "NDCG@10".
        """
        silent = describe_ineffective_choices(self.silent, f"no {measure} in these files")
        same = f"They agree on the {measure} of every query in these files."
        return f"{silent} {same if self.agrees else ''}".strip()

    def explain_unscored_rankings(self, results: Results) -> list[str]:
        """Return a sentence for rankings with an error and one for undetermined values, if any."""
        total = sum(int((results.at(name)["retrieved"] > 0).sum()) for name in results.systems)
        does = {True: "itself raises an error for", False: "itself has no fixed number for"}
        return [
            f"{get_convention_title(self.rules)} {does[stop.stops]} {count:,} of these "
            f"{format_count(total, 'ranking')}, such as {stop.system} on “{stop.query}”: "
            f"{stop.reason}"
            for count, stop in self.stopped
        ]


@explain_bad_calls
def second_convention(
    qrels: Qrels, runs: Sequence[Run], results: Results, name: str, ks: Sequence[int | None]
) -> SecondConvention:
    """Evaluate the runs under a second convention, and find the choices that change a value.

    Parameters
    ----------
    qrels : Qrels
        The judgments.
    runs : sequence of Run
        The runs.
    results : Results
        The results under the first convention.
    name : str
        The name of the second convention.
    ks : sequence of int or None
        The requested cutoffs. The choices are applied one by one at the first cutoff.

    Returns
    -------
    SecondConvention
        The means under the second convention, and the choices that change a value. If the
        second convention cannot be applied, the result has only its name and the problem.

    Raises
    ------
    ValueError
        If there is no such convention.

    Examples
    --------
    >>> from ndcg_core.evaluation import evaluate, load_bundled
    >>> found = load_bundled()
    >>> results = evaluate(found.qrels, list(found.runs), 5)
    >>> second = second_convention(found.qrels, found.runs, results, "lightgbm", [5])
    >>> [step.change for step in second.steps][:2]
    ['gain 2^r − 1 instead of r', 'the ideal order built from the ranking alone']
    """
    find_convention(name)  # raises ValueError for an unknown name
    try:
        second = evaluate(qrels, list(runs), ks, name, results.choices)
        first_k = ks[0]  # late: `evaluate` refuses an empty list
        steps = list(_evaluate_steps(qrels, runs, results, name, first_k))
    except ValueError as error:
        return SecondConvention(name, problem=str(error))
    second_ks = {resolve_cutoff(k, results.convention): second.cutoff(k) for k in reversed(ks)}
    keys = [(system, k) for system in results.systems for k in results.ks]
    effective = tuple(step for step in steps if any(step.changes.values()))
    agrees = not any(
        _count_different_queries(results.scores(system, first_k), second.scores(system, first_k))
        for system in results.systems
    )
    unscored = list_unscored_rankings(second, name, first_k)
    kinds = ([ranking for ranking in unscored if ranking.stops == kind] for kind in (True, False))
    return SecondConvention(
        name,
        second_ks,
        {(system, k): second.mean(system, second_ks[k]) for system, k in keys},
        effective,
        len(steps) - len(effective),
        agrees,
        unscored,
        tuple((len(alike), alike[0]) for alike in kinds if alike),
        pl.concat(_align_values(results, second, system, k, second_ks[k]) for system, k in keys),
    )


def _align_values(
    first: Results, second: Results, system: str, k: int | None, second_k: int | None
) -> pl.Series:
    """Return each query's NDCG in the second results, in the order of the first results.

    A query that the second results lack has NaN.
    """
    rows = first.at(system, k).select("query")
    values = rows.join(second.at(system, second_k), on="query", how="left", maintain_order="left")
    return values["ndcg"].fill_null(nan)


def _evaluate_steps(
    qrels: Qrels, runs: Sequence[Run], first: Results, name: str, k: int | None
) -> Iterator[ConventionStep]:
    """Change one choice at a time, keeping earlier changes, and yield the effect of each."""
    before = {system: first.scores(system, k) for system in first.systems}
    for change in list_changes(first.convention.name, name, has_many_queries=True):
        results = evaluate(qrels, list(runs), k, change.after, first.choices)
        scores = {system: results.scores(system) for system in results.systems}
        changes = {s: _count_different_queries(before[s], scores[s]) for s in results.systems}
        means = {system: results.mean(system) for system in results.systems}
        yield ConventionStep(
            describe_change(change.before, change.after, change.field, k), means, changes, scores
        )
        before = scores


def _count_different_queries(before: Mapping[str, float], after: Mapping[str, float]) -> int:
    """Return the number of queries with different values. NaN equals a missing value."""
    return sum(not are_values_equal(before.get(q), after.get(q)) for q in {*before, *after})


def are_values_equal(first: float | None, second: float | None) -> bool:
    """Return True if two values are equal except for rounding. None equals NaN.

    >>> are_values_equal(0.5, 0.5), are_values_equal(0.5, None), are_values_equal(None, nan)
    (True, False, True)
    """
    first = nan if first is None else first
    second = nan if second is None else second
    return (isnan(first) and isnan(second)) or abs(first - second) <= EVEN_TOLERANCE


def list_unscored_rankings(
    results: Results, name: str, k: int | None
) -> tuple[UnscoredRanking, ...]:
    """Return the rankings for which a library raises an error or has no fixed value.

    name: the id of the library. A convention without a library has no such rankings.
    """
    library = LIBRARIES.get(name)
    if library is None or not (library.refuses or library.open):
        return ()
    pools = results.judged.group_by("query").agg(pool="grade")
    unscored = []
    for system, documents in results.runs.items():
        for query, ranking in _iterate_rankings(documents, results.judged, pools, k):
            error = explain_first_limit(library.refuses, ranking, name)
            reason = error or explain_first_limit(library.open, ranking, name)
            if reason:
                unscored.append(UnscoredRanking(system, query, reason, bool(error)))
    return tuple(unscored)


def _iterate_rankings(
    documents: pl.DataFrame, judged: pl.DataFrame, pools: pl.DataFrame, k: int | None
) -> Iterator[tuple[str, Ranking]]:
    """Yield the name and the ranking of each judged query that a system answers."""
    listed = documents.join(judged, on=["query", "doc"], how="left", maintain_order="left")
    grouped = listed.group_by("query", maintain_order=True).agg(
        pl.col("grade").fill_null(0),
        pl.col("score").rank("dense"),  # the same order and ties, always finite
    )
    for query, grades, scores, pool in grouped.join(pools, on="query").sort("query").iter_rows():
        yield query, Ranking(tuple(grades), k, tuple(pool), tuple(scores))


def get_convention_title(name: str) -> str:
    """Return the title of a convention. Raise KeyError for an unknown name.

    >>> get_convention_title("lightgbm")
    'LightGBM'
    """
    return CONVENTIONS[name].title
