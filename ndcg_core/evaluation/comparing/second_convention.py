"""A second convention on the same files: its results, and the choices that cause them.

The choices of the second convention are applied one by one, and every query is evaluated after
each. For some rankings the library has no number: it may stop with an error, or print a number that
depends on the machine. Its record describes these cases.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan
from typing import NamedTuple

import polars as pl

from ndcg_core.evaluation.comparing.comparison import EVEN_TOLERANCE
from ndcg_core.evaluation.files.tables import Qrels, Run
from ndcg_core.evaluation.findings import count_noun
from ndcg_core.evaluation.scoring.evaluating import evaluate
from ndcg_core.evaluation.scoring.results import Results
from ndcg_core.libraries import LIBRARIES, Ranking
from ndcg_core.libraries.chains import describe_change, describe_without_effect, list_changes
from ndcg_core.libraries.record import explain_first_limit
from ndcg_core.metric import CONVENTIONS
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.pools import apply_cutoff

Scores = Mapping[str, Mapping[str, float]]
"""NDCG by system and query."""


@dataclass(frozen=True)
class ConventionStep:
    """One changed choice: its value, the new mean, and the number of queries that change."""

    change: str
    means: Mapping[str, float]
    changes: Mapping[str, int]
    scores: Scores = field(repr=False)


class Stop(NamedTuple):
    """A ranking for which a library has no single number.

    reason  the error, or the reason for an undetermined number
    stops   True for an error
    """

    system: str
    query: str
    reason: str
    stops: bool


@dataclass(frozen=True)
class SecondConvention:
    """The values of the same files under a second convention.

    Attributes
    ----------
    rules : str
        The name of the second convention.
    ks : mapping
        Its cutoff for each cutoff of the first convention.
    means : mapping
        The mean for each system and each cutoff of the first convention.
    steps : tuple of ConventionStep
        The choices that change a query, at the first cutoff.
    silent : int
        The number of choices that differ but change nothing.
    agrees : bool
        True if both conventions give every query the same value.
    stops : tuple of Stop
        The rankings for which the library has no single number.
    stopped : tuple
        The number of these rankings by reason, with the first of each.
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
    stops: tuple[Stop, ...] = field(default=(), repr=False)
    stopped: tuple[tuple[int, Stop], ...] = ()
    values: pl.Series | None = field(default=None, repr=False, compare=False)
    problem: str = ""

    def note(self, k: str) -> str:
        """List the choices without an effect, and say if the conventions agree. `k` is such as
        "NDCG@10".
        """
        same = f"They agree on the {k} of every query in these files." if self.agrees else ""
        return f"{describe_without_effect(self.silent, f'no {k} in these files')} {same}".strip()

    def stop_sentences(self, results: Results) -> list[str]:
        """Return one sentence for each kind of ranking for which the library has no number."""
        total = sum(int((results.at(name)["retrieved"] > 0).sum()) for name in results.systems)
        does = {True: "itself raises an error for", False: "itself has no fixed number for"}
        return [
            f"{find_title(self.rules)} {does[stop.stops]} {count:,} of these "
            f"{count_noun(total, 'ranking')}, such as {stop.system} on “{stop.query}”: "
            f"{stop.reason}"
            for count, stop in self.stopped
        ]


@explain_bad_calls
def second_convention(
    qrels: Qrels, runs: Sequence[Run], here: Results, name: str, asked: Sequence[int | None]
) -> SecondConvention:
    """Evaluate the same files under a second convention, one changed choice at a time.

    Parameters
    ----------
    qrels : Qrels
        The judgments.
    runs : sequence of Run
        The runs.
    here : Results
        The results under the first convention.
    name : str
        The name of the second convention.
    asked : sequence of int or None
        The cutoffs that were asked for.

    Returns
    -------
    SecondConvention
        The means under the second convention, and the choices that change a value.

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
    ['gain 2^r − 1 instead of r', 'the ideal order built from this list alone']
    """
    find_convention(name)  # refuses what is none
    try:
        there = evaluate(qrels, list(runs), asked, name, here.choices)
        steps = list(_list_steps(qrels, runs, here, name, asked[0]))
    except ValueError as error:
        return SecondConvention(name, problem=str(error))
    ks = {apply_cutoff(k, here.convention): there.cutoff(k) for k in reversed(asked)}
    each = [(system, k) for system in here.systems for k in here.ks]
    loud = tuple(step for step in steps if any(step.changes.values()))
    k = asked[0]
    agrees = not any(_count_different(here.scores(s, k), there.scores(s, k)) for s in here.systems)
    ends = list_stops(there, name, k)
    kinds = ([stop for stop in ends if stop.stops == kind] for kind in (True, False))
    return SecondConvention(
        name,
        ks,
        {(system, k): there.mean(system, ks[k]) for system, k in each},
        loud,
        len(steps) - len(loud),
        agrees,
        ends,
        tuple((len(alike), alike[0]) for alike in kinds if alike),
        pl.concat(_read_column(here, there, system, k, ks[k]) for system, k in each),
    )


def _read_column(
    here: Results, there: Results, system: str, k: int | None, other: int | None
) -> pl.Series:
    rows = here.at(system, k).select("query")
    values = rows.join(there.at(system, other), on="query", how="left", maintain_order="left")
    return values["ndcg"].fill_null(nan)


def _list_steps(
    qrels: Qrels, runs: Sequence[Run], here: Results, name: str, k: int | None
) -> Iterator[ConventionStep]:
    before = {system: here.scores(system, k) for system in here.systems}
    for change in list_changes(here.convention.name, name, files=True):
        results = evaluate(qrels, list(runs), k, change.after, here.choices)
        scores = {system: results.scores(system) for system in results.systems}
        changes = {s: _count_different(before[s], scores[s]) for s in results.systems}
        means = {system: results.mean(system) for system in results.systems}
        yield ConventionStep(
            describe_change(change.before, change.after, change.field, k), means, changes, scores
        )
        before = scores


def _count_different(before: Mapping[str, float], after: Mapping[str, float]) -> int:
    """Count the queries with different values. NaN is a value."""
    return sum(not are_equal(before.get(q), after.get(q)) for q in {*before, *after})


def are_equal(one: float | None, other: float | None) -> bool:
    """Return True if two values are equal except for rounding, or both undefined.

    >>> are_equal(0.5, 0.5), are_equal(0.5, None), are_equal(float("nan"), float("nan"))
    (True, False, True)
    """
    one, other = (nan if value is None else value for value in (one, other))
    return (isnan(one) and isnan(other)) or abs(one - other) <= EVEN_TOLERANCE


def list_stops(results: Results, name: str, k: int | None) -> tuple[Stop, ...]:
    """Return the rankings for which a library stops or has no single number."""
    library = LIBRARIES.get(name)
    if library is None or not (library.refuses or library.open):
        return ()
    pools = results.judged.group_by("query").agg(pool="grade")
    ends = []
    for system, documents in results.runs.items():
        for query, ranking in _list_rankings(documents, results.judged, pools, k):
            error = explain_first_limit(library.refuses, ranking, name)
            reason = error or explain_first_limit(library.open, ranking, name)
            if reason:
                ends.append(Stop(system, query, reason, bool(error)))
    return tuple(ends)


def _list_rankings(
    documents: pl.DataFrame, judged: pl.DataFrame, pools: pl.DataFrame, k: int | None
) -> Iterator[tuple[str, Ranking]]:
    """Yield for each judged query the inputs that a library gets."""
    listed = documents.join(judged, on=["query", "doc"], how="left", maintain_order="left")
    each = listed.group_by("query", maintain_order=True).agg(
        pl.col("grade").fill_null(0),
        pl.col("score").rank("dense"),  # the same order and ties, always finite
    )
    for query, grades, scores, pool in each.join(pools, on="query").sort("query").iter_rows():
        yield query, Ranking(tuple(grades), k, tuple(pool), tuple(scores))


def find_title(rules: str) -> str:
    """Return the title of a convention.

    >>> find_title("lightgbm")
    'LightGBM'
    """
    return CONVENTIONS[rules].title
