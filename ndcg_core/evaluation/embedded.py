"""One run scored in this process, with Polars; what no expression says, by the pure core."""

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import polars as pl

from ndcg_core.evaluation.choices import Choices
from ndcg_core.evaluation.expressions import MOST_GRADES, reads
from ndcg_core.evaluation.findings import Finding, counted
from ndcg_core.evaluation.noticing import about_one_score, about_order, about_queries
from ndcg_core.evaluation.pipeline import KEYS, at, grades_of, per_query_frame
from ndcg_core.evaluation.preparing import ranking
from ndcg_core.evaluation.ranks import ranked
from ndcg_core.evaluation.results import traced
from ndcg_core.evaluation.tables import Run
from ndcg_core.metric.conventions import Convention

Scored = tuple[pl.DataFrame, pl.DataFrame, list[Finding]]


def scored(
    run: Run,
    judged: pl.DataFrame,
    ks: Sequence[int | None],
    convention: Convention,
    choices: Choices,
) -> Scored:
    """A row for each judged query (see `pipeline`), the ranked documents, and what was odd."""
    frame, findings = ranking(run, choices)
    queries = judged["query"].unique().sort()
    findings += about_queries(run.name, frame, queries, choices)
    if any(finding.kind == "unasked" for finding in findings):
        frame = frame.filter(pl.col("query").is_in(queries.implode()))
    if choices.unjudged == "removed":
        frame, removed = _condensed(frame, judged, run.name)
        findings += removed
    findings += about_one_score(run.name, frame, choices)
    documents = _ranked(frame, judged, convention)
    findings += about_order(run.name, documents, choices, convention.ties)
    documents = documents.drop("rank_given", strict=False)
    return _per_query(documents, judged, ks, convention), documents, findings


def _condensed(
    frame: pl.DataFrame, judged: pl.DataFrame, name: str
) -> tuple[pl.DataFrame, list[Finding]]:
    kept = frame.join(judged.select(KEYS), on=KEYS, how="semi", maintain_order="left")
    n = frame.height - kept.height
    found = f"{counted(n, 'document is', 'documents are')} unjudged."
    done = "Removed before ranks are counted."
    return kept, [Finding("unjudged", name, n, found, done, "unjudged")] if n else []


def _ranked(frame: pl.DataFrame, judged: pl.DataFrame, convention: Convention) -> pl.DataFrame:
    if "rank" in frame.columns:
        frame = frame.rename({"rank": "rank_given"})
    if convention.scores == "float32":
        frame = frame.with_columns(pl.col("score").cast(pl.Float32, strict=False))
    if convention.ties == "worst":
        worth = nw.from_native(judged).with_columns(grade=reads(nw.col("grade"), convention))
        frame = frame.join(
            worth.to_native().select(*KEYS, "grade"), on=KEYS, how="left", maintain_order="left"
        ).with_columns(pl.col("grade").fill_null(0.0))
    return ranked(frame, convention.ties).drop("grade", strict=False)


def _per_query(
    documents: pl.DataFrame,
    judged: pl.DataFrame,
    ks: Sequence[int | None],
    convention: Convention,
) -> pl.DataFrame:
    grades = grades_of(nw.from_native(judged), convention)
    if convention.ideal_from == "top-k" or len(grades) > MOST_GRADES:
        return _by_the_core(documents, judged, ks, convention)
    frames = nw.from_native(documents.lazy()), nw.from_native(judged.lazy())
    sizes = nw.from_native(_sizes(documents).lazy())
    made = per_query_frame(*frames, ks, convention, grades, _in_order, sizes)
    lazy: pl.LazyFrame = made.to_native()
    # The streaming engine adds in any order, and the last bit would change from call to call.
    return lazy.collect(engine="in-memory")


def _sizes(documents: pl.DataFrame) -> pl.DataFrame:
    """How many documents each query has; they stand together, so that they are only counted."""
    runs = documents["query"].rle().struct
    return pl.DataFrame({"query": runs.field("value"), "retrieved": runs.field("len")})


def _in_order(
    left: nw.LazyFrame[Any], right: nw.LazyFrame[Any], on: list[str]
) -> nw.LazyFrame[Any]:
    """A left join that keeps the order, so that sums are the same every time, to the last bit."""
    one, other = left.to_native(), right.to_native()
    joined: nw.LazyFrame[Any] = nw.from_native(
        one.join(other, on=on, how="left", maintain_order="left")
    )
    return joined


def _by_the_core(
    documents: pl.DataFrame,
    judged: pl.DataFrame,
    ks: Sequence[int | None],
    convention: Convention,
) -> pl.DataFrame:
    """The same rows, each from its own trace."""
    found = dict(documents.partition_by("query", as_dict=True))
    rows = []
    for (query,), pool in judged.partition_by("query", as_dict=True).items():
        own = found.get((query,))
        row: dict[str, object] = {"query": query, "retrieved": 0 if own is None else own.height}
        for k in ks:
            row |= _row(own, pool, k, convention)
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def _row(
    own: pl.DataFrame | None, pool: pl.DataFrame, k: int | None, convention: Convention
) -> dict[str, float]:
    values = dict.fromkeys((at(name, k) for name in ("dcg", "idcg", "ndcg", "judged")), 0.0)
    if own is None:
        return values
    steps = traced(own, pool, k, convention)
    top = own.filter(pl.col("rank") <= (own.height if k is None else k))
    known = top["doc"].is_in(pool["doc"].implode()).mean()
    sums = (steps.dcg, steps.idcg, steps.ndcg, known)
    return dict(zip(values, sums, strict=True))  # type: ignore[arg-type]
