"""`evaluate`: NDCG of every query, of one system or several."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import narwhals as nw
import polars as pl

from ndcg_core.evaluation.choices import Choices
from ndcg_core.evaluation.embedded import scored
from ndcg_core.evaluation.findings import Finding
from ndcg_core.evaluation.noticing import about_cutoff, about_unjudged
from ndcg_core.evaluation.pipeline import at
from ndcg_core.evaluation.preparing import judgments, settled
from ndcg_core.evaluation.reading import read_qrels, read_run
from ndcg_core.evaluation.results import Results
from ndcg_core.evaluation.tables import Run
from ndcg_core.evaluation.tables_elsewhere import check_tables, is_elsewhere, per_query
from ndcg_core.metric.catalogue import named
from ndcg_core.metric.checks import cutoff
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.quoting import shown

CONVENTION = "trec_eval-ndcg_cut"
DEFAULT = Choices()
MOST = 1_000_000_000


def evaluate(
    qrels: Any,
    runs: Any,
    ks: int | Iterable[int | None] | None = 10,
    convention: Convention | str = CONVENTION,
    choices: Choices = DEFAULT,
) -> Results:
    """NDCG@k of every judged query of each system, and what was odd about the data.

    qrels       what `read_qrels` returns or takes
    runs        what `read_run` returns or takes; a list of several; or {name: run}
    ks          a cutoff or several; None is the whole ranking
    convention  a Convention or the name of one; scores rank the documents, equal ones by
                document id, the last first (trec_eval), unless the convention says otherwise
    choices     what to do about missing queries, duplicates and the like

    With judgments and runs that are all tables elsewhere (DuckDB, Spark, ... as narwhals knows
    them) the engine does the work, and only a row a query comes back; a document that is there
    twice is refused, as rows of a table have no order. What cannot be scored raises ValueError.
    Järvelin & Kekäläinen 2002.

    >>> results = evaluate({"q": {"a": 1, "b": 3}}, {"mine": {"q": {"a": 0.9, "b": 0.5}}}, ks=2)
    >>> round(results.mean(), 4)  # (1 + 3/log2(3)) / (3 + 1/log2(3))
    0.7967
    """
    cutoffs = _cutoffs(ks)
    rules = settled(named(convention), choices)
    systems = list(_systems(runs))
    if all(map(is_elsewhere, [qrels, *(run for _, run in systems)])):
        return _elsewhere(qrels, systems, cutoffs, rules, choices)
    read = _named_apart([read_run(run, name) for name, run in systems])
    given = read_qrels(qrels)
    judged, findings = judgments(given, rules, choices)
    found = [*given.findings, *about_cutoff(rules, cutoffs), *findings]
    frames, kept = [], {}
    for run in read:
        wide, kept[run.name], odd = scored(run, judged, cutoffs, rules, choices)
        found += [*run.findings, *odd]
        frames.append(_long(wide, run.name, cutoffs, choices))
        found += _unjudged(frames[-1], run.name, cutoffs, choices)
    return Results(
        pl.concat(frames), tuple(kept), cutoffs, rules, choices, tuple(found), judged, kept
    )


def _elsewhere(
    qrels: Any,
    systems: list[tuple[str | None, Any]],
    ks: tuple[int | None, ...],
    rules: Convention,
    choices: Choices,
) -> Results:
    check_tables(qrels, [run for _, run in systems], rules, choices)
    frames = {}
    for number, (name, run) in enumerate(systems, 1):
        lazy: Any = nw.from_native(per_query(qrels, run, ks, rules))
        name = name or ("run" if len(systems) == 1 else f"run {number}")
        frames[name] = _long(lazy.collect(backend="polars").to_native(), name, ks, choices)
    empty = pl.DataFrame(schema={"query": pl.String, "doc": pl.String, "grade": pl.Float64})
    found = tuple(about_cutoff(rules, ks))
    return Results(pl.concat(frames.values()), tuple(frames), ks, rules, choices, found, empty, {})


def _cutoffs(ks: int | Iterable[int | None] | None) -> tuple[int | None, ...]:
    asked = list(ks) if isinstance(ks, Iterable) and not isinstance(ks, str) else [ks]
    if not asked:
        raise ValueError("There is no cutoff; ks must be such as 10, or [5, 10], or None.")
    for k in asked:
        cutoff(k, 1)  # refuses what is none
        if k is not None and k > MOST:
            raise ValueError(f"The cutoff k is {shown(k)}; {MOST:,} is the most.")
    return tuple(dict.fromkeys(None if k is None else int(k) for k in asked))


def _systems(runs: Any) -> Iterator[tuple[str | None, Any]]:
    """Each run, with its name where it was given one."""
    if isinstance(runs, Mapping) and not _is_a_run(runs):
        yield from ((str(name), run) for name, run in runs.items())
    elif isinstance(runs, (list, tuple)):
        if not runs:
            raise ValueError("There are no runs; at least one is needed.")
        yield from ((None, run) for run in runs)
    else:
        yield None, runs


def _is_a_run(runs: Mapping[Any, Any]) -> bool:
    """Whether this is one run, {query: ...}, and not several, {name: run}."""
    first: Any = next(iter(runs.values()), {})
    if isinstance(first, Mapping):
        return not isinstance(next(iter(first.values()), 0.0), (Mapping, list, tuple))
    return isinstance(first, (list, tuple))


def _named_apart(runs: list[Run]) -> list[Run]:
    """The runs, numbered where two have the same name."""
    names = [run.name for run in runs]
    apart: dict[str, Run] = {}
    for number, run in enumerate(runs, 1):
        name = run.name if names.count(run.name) == 1 else f"{run.name} ({number})"
        while name in apart:
            name = f"{name} again"
        apart[name] = replace(run, name=name)
    return list(apart.values())


def _long(
    wide: pl.DataFrame, system: str, ks: tuple[int | None, ...], choices: Choices
) -> pl.DataFrame:
    """A row for each query and cutoff."""
    if choices.missing == "left-out":
        wide = wide.filter(pl.col("retrieved") > 0)
    wide, here = wide.sort("query"), pl.col("retrieved") > 0
    return pl.concat(
        wide.select(
            pl.lit(system).alias("system"),
            "query",
            pl.lit(k, pl.Int64).alias("k"),
            *(pl.col(at(name, k)).cast(pl.Float64).alias(name) for name in ("ndcg", "dcg", "idcg")),
            pl.when(here).then(pl.col(at("judged", k)).cast(pl.Float64)).alias("judged"),
            pl.col("retrieved").cast(pl.Int64),
        )
        for k in ks
    )


def _unjudged(
    long: pl.DataFrame, name: str, ks: tuple[int | None, ...], choices: Choices
) -> list[Finding]:
    if choices.unjudged == "removed":
        return []
    k = ks[0]
    share = long.filter(pl.col("k").eq_missing(pl.lit(k, pl.Int64)))["judged"].mean()
    return about_unjudged(name, share if isinstance(share, float) else None, k)
