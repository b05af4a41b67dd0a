"""Judgments and runs that are tables of an engine: DuckDB, Spark and others that narwhals knows."""

from collections.abc import Sequence
from typing import Any

import narwhals as nw

from ndcg_core.evaluation.files.columns import Source
from ndcg_core.evaluation.files.contents import refuse
from ndcg_core.evaluation.files.reading import chosen
from ndcg_core.evaluation.scoring.choices import Choices
from ndcg_core.evaluation.scoring.pipeline import in_the_mean, per_query_frame, reads
from ndcg_core.evaluation.scoring.ranks import ranked_lazily
from ndcg_core.metric.arguments import explained
from ndcg_core.metric.catalogue import named
from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.numbers import clipped, printable
from ndcg_core.metric.pools import effective_ks

JUDGMENTS = "judgments"
"""What sentences call the table of them."""
MOST_IDS = 10_000


def is_elsewhere(source: Any) -> bool:
    """Whether this is a lazy table of an engine other than Polars."""
    frame = nw.from_native(source, pass_through=True)
    return isinstance(frame, nw.LazyFrame) and not frame.implementation.is_polars()


def check_tables(qrels: Any, runs: list[Any], rules: Convention, choices: Choices) -> None:
    """ValueError for what would be scored wrongly in silence: documents twice, a grade below 0 that
    the convention refuses, choices that need the rows here.
    """
    for name in ("unjudged", "nan", "order"):
        if getattr(choices, name) != getattr(Choices(), name):
            raise ValueError(
                f"The choice {name}={getattr(choices, name)!r} needs the rows here; collect the "
                "tables first, or let the engine do it."
            )
    for kind, where, table in (("qrels", JUDGMENTS, qrels), *(("run", "run", r) for r in runs)):
        frame = chosen(table, Source(kind, where)).lazy()
        again = frame.group_by("query", "doc").agg(times=nw.len()).filter(nw.col("times") > 1)
        _refuse(
            again,
            f"{where}: the table has “{{doc}}” for “{{query}}” {{times}} times; once is enough.",
        )
    if rules.negative == "refuse":
        below = chosen(qrels, Source("qrels", JUDGMENTS)).lazy().filter(nw.col("grade") < 0)
        must = 'it must be 0 or more; choose negative="as-zero", or another convention'
        _refuse(below, f"{JUDGMENTS}: the grade of “{{doc}}” for “{{query}}” is {{grade}}; {must}.")


def first_ids(table: Any, kind: str, where: str, field: str) -> list[str]:
    """The first queries or documents in the order of ids; ValueError for a table without rows."""
    ids = chosen(table, Source(kind, where)).lazy().select(field).unique().sort(field)
    found = ids.head(MOST_IDS).collect(backend="polars")[field].to_list()
    if not found:
        refuse(where, "there is no row with data in it.")
    return [*map(str, found)]


def in_common(run: Any, qrels: Any, field: str) -> bool:
    """Whether a run has one of the judgments' queries, or documents."""
    ours = chosen(run, Source("run", "run")).lazy().select(field)
    theirs = chosen(qrels, Source("qrels", JUDGMENTS)).lazy().select(field)
    both = ours.join(theirs, on=field, how="semi").head(1)
    return len(both.collect(backend="polars")) > 0


def _refuse(wrong: nw.LazyFrame[Any], sentence: str) -> None:
    first = wrong.head(1).collect(backend="polars")
    if len(first):
        row = first.rows(named=True)[0]
        raise ValueError(printable(sentence.format(**row)))


@explained
def per_query(
    qrels: Any,
    run: Any,
    ks: Sequence[int | None] = (10,),
    convention: Convention | str = "trec_eval-ndcg_cut",
) -> Any:
    """One row for each judged query, as a lazy frame of the engine that holds both tables.

    qrels  a table with columns such as query, doc, grade; run, with query, doc, score
    result  query, retrieved, and for each k: dcg@k, idcg@k, ndcg@k, judged@k. Nothing is worked
            out before it is asked for

    Each document must be there once for a query, and nothing is collected to check it. Needs a
    convention with a named gain and discount, whose ideal is not "top-k" or "ones", whose mean is
    not over the "run", and whose equal scores do not go by the order of a file; any other raises
    ValueError. Negative grades that the convention refuses are not looked for.

    >>> import polars as pl
    >>> qrels = pl.LazyFrame({"query": ["q", "q"], "doc": ["a", "b"], "grade": [1, 3]})
    >>> run = pl.LazyFrame({"query": ["q", "q"], "doc": ["a", "b"], "score": [0.5, 0.9]})
    >>> per_query(qrels, run, [1]).collect().select("query", "ndcg@1").rows()
    [('q', 1.0)]
    """
    rules = named(convention)
    are_named = isinstance(rules.gain, str) and isinstance(rules.discount, str)
    if not are_named or rules.ideal_from in ("top-k", "ones") or rules.mean == "run":
        raise ValueError(
            f"The convention {clipped(rules.name)} cannot be written as expressions of a table; "
            "collect the table first, or choose another."
        )
    judged = chosen(qrels, Source("qrels", JUDGMENTS)).lazy()
    documents = _typed(chosen(run, Source("run", "run")).lazy(), rules)
    judged = judged.with_columns(grade=nw.col("grade").cast(nw.Float64()))
    if rules.self == "left-out":
        documents = documents.filter(nw.col("query") != nw.col("doc"))
    if rules.negative == "left-out":
        below = judged.filter(nw.col("grade") < 0).select("query", "doc")
        documents = documents.join(below, on=["query", "doc"], how="anti")
    if rules.ties == "worst":  # equal scores go by grade
        read = judged.with_columns(grade=reads(nw.col("grade"), rules))
        documents = documents.join(read, on=["query", "doc"], how="left")
        documents = documents.with_columns(grade=nw.col("grade").fill_null(0.0))
    ranked = ranked_lazily(documents, rules).select("query", "doc", "score", "rank")
    cutoffs = effective_ks(ks, rules)
    lazy = per_query_frame(ranked, judged, cutoffs, rules, [])
    return in_the_mean(lazy, ranked, judged, cutoffs, rules).to_native()


def _typed(documents: nw.LazyFrame[Any], rules: Convention) -> nw.LazyFrame[Any]:
    if "score" not in documents.collect_schema().names():
        documents = documents.with_columns(score=-nw.col("rank"))
    score = nw.col("score").cast(nw.Float64())
    if rules.scores == "float32":
        score = nw.col("score").cast(nw.Float32())
    return documents.select("query", "doc", score=score)
