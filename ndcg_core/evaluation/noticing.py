"""What is odd about a run beside its judgments, and what was done about it."""

from collections.abc import Sequence

import polars as pl

from ndcg_core.evaluation.choices import Choices
from ndcg_core.evaluation.findings import Finding, counted, listed
from ndcg_core.metric.conventions import Convention

DONE = {
    "id-descending": "The document whose id comes last goes first.",
    "id-ascending": "The document whose id comes first goes first.",
    "input": "They stay in the order of the file.",
    "reversed": "They stand in the opposite order of the file.",
    "worst": "The lowest grade goes first.",
    "averaged": "Each earns the mean gain of those that are tied.",
    "shared": "All stand at their mean rank, rounded down.",
}


def about_queries(
    name: str, run: pl.DataFrame, judged: pl.Series, choices: Choices
) -> list[Finding]:
    """Queries that only one of run and judgments has."""
    asked = run["query"].unique()
    missing = judged.filter(~judged.is_in(asked.implode())).to_list()
    extra = asked.filter(~asked.is_in(judged.implode())).sort().to_list()
    findings = []
    if missing:
        zero = choices.missing == "zero"
        is_missing = counted(len(missing), "judged query is", "judged queries are")
        found = f"{is_missing} missing ({listed(missing)})."
        done = "NDCG is 0 there." if zero else "Left out of this system's mean."
        findings.append(Finding("missing", name, len(missing), found, done, "missing"))
    if extra:
        has = counted(len(extra), "query has", "queries have")
        found = f"{has} no judgments ({listed(extra)})."
        findings.append(
            Finding("unasked", name, len(extra), found, "Left out, as nothing is known.")
        )
    return findings


def about_cutoff(convention: Convention, ks: Sequence[int | None]) -> list[Finding]:
    """A convention that cuts where it will, whatever k is asked for."""
    if convention.cutoff == "k" or set(ks) == {None}:
        return []
    done = "Every rank counts" if convention.cutoff == "none" else "The first 32 ranks count"
    where = convention.title or convention.name
    return [Finding("cutoff", where, 0, "It ignores k.", f"{done}, at every k.")]


def about_order(name: str, ranked: pl.DataFrame, choices: Choices, ties: str) -> list[Finding]:
    """Equal scores, and ranks that contradict the scores; scores fall in `ranked`."""
    same = pl.col("query") == pl.col("query").shift()
    equal = (same & (pl.col("score") == pl.col("score").shift())).sum()
    falls = pl.lit(0)
    if "rank_given" in ranked.columns and choices.order == "score":
        lower = pl.col("score") < pl.col("score").shift()
        falls = (same & lower & (pl.col("rank_given") < pl.col("rank_given").shift())).sum()
    tied, odd = ranked.select(equal.alias("tied"), falls.alias("odd")).row(0)
    findings = []
    if tied:
        has = counted(tied, "document has", "documents have")
        single = " in single precision" if ranked["score"].dtype == pl.Float32 else ""
        found = f"{has} the same {choices.order} as the one before{single}."
        findings.append(Finding("ties", name, tied, found, DONE[ties], "ties"))
    if odd:
        is_odd = counted(odd, "rank in the file contradicts", "ranks in the file contradict")
        found = f"{is_odd} the order of the scores."
        findings.append(Finding("order", name, odd, found, "The scores decide.", "order"))
    return findings


def about_unjudged(name: str, share: float | None, k: int | None) -> list[Finding]:
    """How much of what counts nobody judged; `share` is the mean of judged@k."""
    if share is None or share >= 1:
        return []
    where = "what it returned is" if k is None else f"the documents down to rank {k} are"
    percent = "less than 0.1 %" if share > 0.9995 else f"{1 - share:.1%}".replace("%", " %")
    found = f"In the mean over its queries, {percent} of {where} unjudged."
    return [Finding("unjudged", name, 0, found, "They count as irrelevant.", "unjudged")]


def about_one_score(name: str, run: pl.DataFrame, choices: Choices) -> list[Finding]:
    """A run in which every document has the same score, or rank, ranks nothing."""
    if run["score"].min() != run["score"].max() or run["query"].n_unique() == run.height:
        return []  # of one document a query there is nothing to rank
    found = f"Every document has the same {choices.order}: this system ranks nothing."
    return [Finding("constant", name, run.height, found, "Ties alone decide its order.", "ties")]
