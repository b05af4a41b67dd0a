"""`evaluate`: NDCG of every query, for one system or several.

Polars scores the runs. Conventions without a Polars expression are calculated by
`ndcg_core.metric`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import polars as pl

from ndcg_core.evaluation.files.reading import read_qrels, read_run
from ndcg_core.evaluation.files.tables import Run
from ndcg_core.evaluation.findings import Finding, make_finding
from ndcg_core.evaluation.scoring import preparing
from ndcg_core.evaluation.scoring.choices import Choices
from ndcg_core.evaluation.scoring.matching import report_unjudged_run
from ndcg_core.evaluation.scoring.pipeline import (
    DOCUMENT_KEYS,
    MAX_GRADES,
    express_grade,
    list_distinct_grades,
    mark_excluded_queries,
    name_column,
    score_queries,
)
from ndcg_core.evaluation.scoring.ranks import rank_rows
from ndcg_core.evaluation.scoring.results import Results, trace_query
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import find_convention
from ndcg_core.metric.checks import count_ranks
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import escape_unprintable, short_repr
from ndcg_core.metric.pools import resolve_cutoffs


class ScoredRun(NamedTuple):
    """The scores of one run, with its ranked documents and findings.

    queries    one row for each judged query, with columns for each cutoff
    documents  the ranked documents: query, doc, score and rank
    findings   the findings about the run
    """

    queries: pl.DataFrame
    documents: pl.DataFrame
    findings: list[Finding]


def score_run(
    run: Run,
    judged: pl.DataFrame,
    ks: Sequence[int | None],
    convention: Convention,
    choices: Choices,
) -> ScoredRun:
    """Rank the documents of a run, and score every judged query at each cutoff.

    Raises ValueError if a choice refuses the data, if no query of the run is judged, or if its
    documents match judged documents only after a change of their ids.
    """
    frame, findings = preparing.prepare_ranking(run, choices)
    queries = judged["query"].unique().sort()
    answered = frame["query"].unique(maintain_order=True)
    findings += preparing.report_unjudged_queries(run.name, answered, queries)
    if any(finding.kind == "unasked" for finding in findings):
        frame = frame.filter(pl.col("query").is_in(queries.implode()))
    findings += preparing.report_self_retrieval(run.name, frame, convention)
    if convention.self == "left-out":
        frame = frame.filter(pl.col("query") != pl.col("doc"))
    # As an Enum in the order of the file, queries are sorted, joined and grouped much faster.
    numbered = pl.Enum(pl.concat([answered, queries]).unique(maintain_order=True))
    frame = frame.with_columns(frame["query"].cast(numbered))
    known = judged.with_columns(judged["query"].cast(numbered))
    if convention.negative == "left-out":
        below = known.filter(pl.col("grade") < 0).select(DOCUMENT_KEYS)
        frame = frame.join(below, on=DOCUMENT_KEYS, how="anti", maintain_order="left")
    if choices.unjudged == "removed":
        retrieved = frame.height
        frame = frame.join(
            known.select(DOCUMENT_KEYS), on=DOCUMENT_KEYS, how="semi", maintain_order="left"
        )
        if removed := retrieved - frame.height:
            findings.append(make_finding("removed", run.name, removed))
    findings += preparing.report_one_score(run.name, frame, choices)
    documents = _rank_documents(frame, known, convention)
    findings += preparing.report_order(run.name, documents, choices, convention.ties)
    documents = documents.drop("rank_given", strict=False)
    wide = _score_queries(documents, known, ks, convention)
    most_judged = pl.max_horizontal(pl.col(name_column("judged", k)).max() for k in ks)
    if not wide.select(most_judged).item():
        findings += report_unjudged_run(run.name, run.frame["doc"], judged["doc"])
    if convention.mean != "all":
        wide = mark_excluded_queries(wide, documents, known, ks, convention)
    wide = wide.with_columns(wide["query"].cast(pl.String))
    documents = documents.with_columns(documents["query"].cast(pl.String))
    missing = queries.filter(~queries.is_in(answered.implode()))
    findings += preparing.report_missing_queries(run.name, missing, wide, ks[0], convention)
    findings += preparing.report_empty_queries(run.name, wide, ks[0], convention)
    return ScoredRun(wide, documents, findings)


def _rank_documents(
    frame: pl.DataFrame, judged: pl.DataFrame, convention: Convention
) -> pl.DataFrame:
    """Return a run's documents in ranked order. The run's own ranks become `rank_given`."""
    if "rank" in frame.columns:
        frame = frame.rename({"rank": "rank_given"})
    if convention.scores == "float32":
        frame = frame.with_columns(pl.col("score").cast(pl.Float32, strict=False))
    if convention.ties == "worst":
        worth = judged.select(*DOCUMENT_KEYS, grade=express_grade(pl.col("grade"), convention))
        frame = frame.join(worth, on=DOCUMENT_KEYS, how="left", maintain_order="left")
        frame = frame.with_columns(pl.col("grade").fill_null(0.0))
    return rank_rows(frame, convention.ties).drop("grade", strict=False)


def _score_queries(
    documents: pl.DataFrame, judged: pl.DataFrame, ks: Sequence[int | None], convention: Convention
) -> pl.DataFrame:
    """Return one row for each judged query, with DCG, IDCG and NDCG at each cutoff.

    Polars calculates the rows if the convention and the number of distinct grades allow it.
    """
    grades = list_distinct_grades(judged, convention)
    is_user_discount = not isinstance(convention.discount, str)
    if is_user_discount or convention.ideal_from in ("top-k", "ones") or len(grades) > MAX_GRADES:
        return _score_by_trace(documents, judged, ks, convention)
    return score_queries(documents, judged, ks, convention, grades)


def _score_by_trace(
    documents: pl.DataFrame, judged: pl.DataFrame, ks: Sequence[int | None], convention: Convention
) -> pl.DataFrame:
    """Trace each judged query, and return one row per query with DCG, IDCG and NDCG."""
    rankings = dict(documents.partition_by("query", as_dict=True))
    rows = []
    for (query,), pool in judged.partition_by("query", as_dict=True).items():
        ranking = rankings.get((query,))
        retrieved = 0 if ranking is None else ranking.height
        row: dict[str, object] = {"query": query, "retrieved": retrieved}
        for k in ks:
            row |= _score_query(ranking, pool, k, convention)
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None).cast({"query": judged["query"].dtype})


def _score_query(
    ranking: pl.DataFrame | None, pool: pl.DataFrame, k: int | None, convention: Convention
) -> dict[str, float]:
    """Return DCG, IDCG, NDCG and the judged share of a query, or zeros without a ranking.

    The keys are the column names.
    """
    values = dict.fromkeys(
        (name_column(name, k) for name in ("dcg", "idcg", "ndcg", "judged")), 0.0
    )
    if ranking is None:
        return values
    steps = trace_query(ranking, pool, k, convention)
    top = ranking.filter(pl.col("rank") <= (ranking.height if k is None else k))
    judged_share = top["doc"].is_in(pool["doc"].implode()).mean()
    sums = (steps.dcg, steps.idcg, steps.ndcg, judged_share)
    return dict(zip(values, sums, strict=True))  # type: ignore[arg-type]


DEFAULT_CONVENTION = "trec_eval-ndcg_cut"
DEFAULT_CHOICES = Choices()
MAX_CUTOFF = 1_000_000_000


@explain_bad_calls
def evaluate(
    qrels: Any,
    runs: Any,
    ks: int | Iterable[int | None] | None = 10,
    convention: Convention | str = DEFAULT_CONVENTION,
    choices: Choices = DEFAULT_CHOICES,
) -> Results:
    """Calculate NDCG@k for every judged query of each system.

    Parameters
    ----------
    qrels : Qrels or source
        The judgments: a `Qrels`, or a source that `read_qrels` accepts.
    runs : Run, source, list or mapping
        The rankings: a `Run`, a source that `read_run` accepts, a list of runs or sources, or a
        mapping from the names of systems to runs or sources.
    ks : int or iterable, default 10
        One or more cutoffs. With None, every rank counts.
    convention : Convention or str, default "trec_eval-ndcg_cut"
        The convention or its name. Documents are ordered by score, and documents with equal scores
        by id, unless the convention has another rule.
    choices : Choices, optional
        The treatment of missing queries, duplicates and other unusual data.

    Returns
    -------
    Results
        The values, and `Results.findings` with sentences about unusual data.

    Raises
    ------
    ValueError
        If a file cannot be read or scored. A run that shares no query with the judgments, and
        swapped dictionaries, cannot be scored.

    See Also
    --------
    compare : Compare two systems.
    explain_difference : Find the documents behind a difference.

    References
    ----------
    Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.

    Examples
    --------
    >>> results = evaluate({"q": {"a": 1, "b": 3}}, {"mine": {"q": {"a": 0.9, "b": 0.5}}}, ks=2)
    >>> round(results.mean(), 4)  # (1 + 3/log2(3)) / (3 + 1/log2(3))
    0.7967
    """
    requested = _read_cutoffs(ks)
    rules = preparing.apply_choices(find_convention(convention), choices)
    cutoffs = resolve_cutoffs(requested, rules)
    systems = list(_iterate_systems(runs))
    judgments = read_qrels(qrels)
    all_runs = [read_run(run, name, judged=judgments) for name, run in systems]
    all_runs = _rename_duplicates(all_runs)
    for (_, source), run in zip(systems, all_runs, strict=True):
        if isinstance(source, Mapping) and isinstance(qrels, Mapping):
            preparing.refuse_swapped_tables(judgments, run)
    judged, findings = preparing.prepare_judgments(judgments, rules, choices)
    given = judged
    if rules.mean == "run":
        judged, further = preparing.add_unjudged_queries(given, all_runs, rules)
        findings += further
    all_findings = [
        *judgments.findings,
        *preparing.report_ignored_cutoffs(rules, requested),
        *findings,
    ]
    frames = []
    rankings = {}
    for run in all_runs:
        own_judged = given
        if rules.mean == "run":  # a query that only another run has does not count
            own_judged, _ = preparing.add_unjudged_queries(given, [run], rules)
        scored = score_run(run, own_judged, cutoffs, rules, choices)
        rankings[run.name] = scored.documents
        all_findings += [*run.findings, *scored.findings]
        frames.append(_stack_cutoffs(scored.queries, run.name, cutoffs, rules))
        docs = own_judged["doc"], run.frame["doc"]
        all_findings += preparing.report_unjudged_documents(
            run.name, frames[-1], cutoffs[0], choices, docs
        )
        all_findings += preparing.report_one_grade(run.name, own_judged, frames[-1])
    return Results(
        pl.concat(frames),
        tuple(rankings),
        cutoffs,
        rules,
        choices,
        tuple(all_findings),
        judged,
        rankings,
    )


def _read_cutoffs(ks: int | Iterable[int | None] | None) -> tuple[int | None, ...]:
    """Return the distinct cutoffs in the given order. Raise ValueError if one is bad.

    Also raises ValueError for an empty list.
    """
    cutoffs = list(ks) if isinstance(ks, Iterable) and not isinstance(ks, str) else [ks]
    if not cutoffs:
        raise ValueError("There is no cutoff. Set ks to 10, [5, 10] or None, for example.")
    for k in cutoffs:
        count_ranks(k, 1)  # raises ValueError for a bad cutoff
        if k is not None and k > MAX_CUTOFF:
            raise ValueError(f"The cutoff k is {short_repr(k)}. It can be at most {MAX_CUTOFF:,}.")
    return tuple(dict.fromkeys(None if k is None else int(k) for k in cutoffs))


def _iterate_systems(runs: Any) -> Iterator[tuple[str | None, Any]]:
    """Yield the name of each system, or None for no name, with the system's run or source.

    Raises ValueError for an empty list.
    """
    if isinstance(runs, Mapping) and not _is_single_run(runs):
        yield from ((escape_unprintable(str(name)), run) for name, run in runs.items())
    elif isinstance(runs, (list, tuple)):
        if not runs:
            raise ValueError("There are no runs. Pass at least one run.")
        yield from ((None, run) for run in runs)
    else:
        yield None, runs


def _is_single_run(runs: Mapping[Any, Any]) -> bool:
    """Return True if a mapping is one run, {query: ...}, and not several, {name: run}."""
    first: Any = next(iter(runs.values()), {})
    if isinstance(first, Mapping):
        return not isinstance(next(iter(first.values()), 0.0), (Mapping, list, tuple))
    return isinstance(first, (list, tuple))


def _rename_duplicates(runs: list[Run]) -> list[Run]:
    """Return the runs with their position, from 1, added to each name that is not unique.

    If the new name is not unique either, " again" is added.
    """
    names = [run.name for run in runs]
    apart: dict[str, Run] = {}
    for number, run in enumerate(runs, 1):
        name = run.name if names.count(run.name) == 1 else f"{run.name} ({number})"
        while name in apart:
            name = f"{name} again"
        apart[name] = replace(run, name=name)
    return list(apart.values())


def _stack_cutoffs(
    query_rows: pl.DataFrame, system: str, ks: tuple[int | None, ...], rules: Convention
) -> pl.DataFrame:
    """Convert a frame with one row per query to one row per cutoff and query.

    Queries without documents are dropped if the convention leaves them out.
    """
    if rules.missing == "left-out":
        query_rows = query_rows.filter(pl.col("retrieved") > 0)
    query_rows = query_rows.sort("query")
    here = pl.col("retrieved") > 0
    return pl.concat(
        query_rows.select(
            pl.lit(system).alias("system"),
            "query",
            pl.lit(k, pl.Int64).alias("k"),
            *(
                pl.col(name_column(name, k)).cast(pl.Float64).alias(name)
                for name in ("ndcg", "dcg", "idcg")
            ),
            pl.when(here).then(pl.col(name_column("judged", k)).cast(pl.Float64)).alias("judged"),
            pl.col("retrieved").cast(pl.Int64),
        )
        for k in ks
    )
