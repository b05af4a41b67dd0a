"""The calculation of one row per query from ranked documents and judgments, with Polars.

ranked   query, doc, rank, and score if ties are averaged or share a rank
judged   query, doc, grade, each pair once
result   query, retrieved, and for each k: dcg@k, idcg@k, ndcg@k, judged@k

dcg  = sum of g(r_i) / d(i)          over the documents of a query down to rank k
idcg = sum of g(r_(j)) / d(j)        over its best judged documents down to rank k
ndcg = dcg / idcg                    `empty` if idcg is 0
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum, log, nan
from typing import Any

import polars as pl

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import list_gains
from ndcg_core.metric.score import ROUNDING_FACTOR

MAX_GRADES = 200
"""The largest number of distinct grades for which a gain table becomes an expression."""
NO_CUTOFF = 2**31 - 1
Expr = pl.Expr


def express_grade(grade: Expr, convention: Convention) -> Expr:
    """Return an expression for the grade after applying the convention's rules.

    The rules may drop decimals and replace negative grades by 0.
    """
    if convention.fractions == "dropped":
        whole = pl.when(grade < 0).then(grade.ceil()).otherwise(grade.floor())
        grade = whole + 0.0
    is_zero = convention.negative == "as-zero" and isinstance(convention.gain, str)
    return grade.clip(lower_bound=0.0) if is_zero else grade


def express_gain(grade: Expr, convention: Convention, grades: list[float]) -> Expr:
    """Return an expression for the gain of a grade.

    grades: the distinct grades, for a table of their gains. Polars calculates a named gain without
    a table if the list is empty.
    """
    named: Mapping[str, Callable[[], Expr]] = {
        "linear": lambda: grade,
        "exponential": lambda: (grade * log(2)).exp() - 1.0,
        "binary": lambda: pl.when(grade > 0).then(pl.lit(1.0)).otherwise(pl.lit(0.0)),
        "shifted": lambda: (
            pl.when(grade > 0).then(((grade + 1) * log(2)).exp() - 1.0).otherwise(pl.lit(0.0))
        ),
    }
    if isinstance(convention.gain, str) and (convention.gain in ("linear", "binary") or not grades):
        return named[convention.gain]()
    expression: Any = pl.lit(0.0)
    for value, worth in zip(grades, list_gains(grades, convention.gain), strict=True):
        expression = pl.when(grade == value).then(pl.lit(worth)).otherwise(expression)
    return expression  # type: ignore[no-any-return]


def express_counted_ranks(k: int | None, convention: Convention) -> Expr:
    """Return an expression for the number of ranks that count, from the column `retrieved`."""
    n = pl.col("retrieved")
    if k is None:
        return n
    beyond = pl.lit(0) if convention.beyond == "zero" else n
    return pl.when(n < k).then(beyond).otherwise(pl.lit(k))


def express_ideal_length(k: int | None, convention: Convention) -> Expr:
    """Return an expression for the length of the ideal order, as in `ndcg_core.metric.pools`."""
    n = pl.col("retrieved")
    if convention.ideal_cut == "none" or (k is None and convention.ideal_cut == "pool"):
        return pl.lit(NO_CUTOFF)
    if k is None:
        return n
    if convention.ideal_cut == "list":
        return pl.when(n < k).then(n).otherwise(pl.lit(k))
    return pl.lit(k)


def express_ndcg(dcg: Expr, idcg: Expr, convention: Convention) -> Expr:
    """Return an expression for NDCG, as in `ndcg_core.metric.score.normalize_dcg`."""
    nothing = idcg <= 0 if convention.negative == "as-is-above-zero" else idcg == 0
    ratio = dcg / pl.when(nothing).then(pl.lit(1.0)).otherwise(idcg)
    rounded = pl.when((ratio > 1.0) & (ratio <= ROUNDING_FACTOR)).then(pl.lit(1.0)).otherwise(ratio)
    return pl.when(nothing).then(pl.lit(convention.empty)).otherwise(rounded)


Frame = pl.LazyFrame
DOCUMENT_KEYS = ["query", "doc"]


def name_column(name: str, k: int | None) -> str:
    """Return the name of a column for a cutoff: "ndcg@10", or "ndcg" without a cutoff."""
    return name if k is None else f"{name}@{k}"


def score_queries(
    ranked: pl.DataFrame,
    judged: pl.DataFrame,
    ks: Sequence[int | None],
    convention: Convention,
    grades: list[float],
) -> pl.DataFrame:
    """Return one row for each judged query, with DCG, IDCG and NDCG at each cutoff.

    A query that the run leaves out has `retrieved` 0 and NDCG 0. Each sum is `math.fsum` of the
    same terms as in `ndcg`, so both values are equal to the last bit.

    ks: the cutoffs after applying the convention's rules. grades: the distinct grades after
    applying the convention's rules, see `express_gain`.
    """
    worth = add_gains(judged.lazy(), convention, grades)
    sizes = ranked.group_by("query").agg(retrieved=pl.len())
    documents = _select_documents(ranked.lazy(), worth, ks, convention).collect(engine="in-memory")
    documents = _apply_tie_rule(documents, convention)
    queries = judged.select("query").unique().join(sizes, on="query", how="left")
    queries = queries.with_columns(retrieved=pl.col("retrieved").fill_null(0))
    name = "gain" if convention.ideal_from == "judged" else "own"
    pool = worth.collect(engine="in-memory") if name == "gain" else documents
    pool = pool.select("query", gain=pl.col(name))
    together = queries.join(_sum_dcg(documents, sizes, ks, convention), on="query", how="left")
    together = together.join(_sum_idcg(pool, queries, ks, convention), on="query", how="left")
    return together.select("query", "retrieved", *_list_result_columns(ks, convention))


def mark_excluded_queries(
    query_rows: pl.DataFrame,
    ranked: pl.DataFrame,
    judged: pl.DataFrame,
    ks: Sequence[int | None],
    convention: Convention,
) -> pl.DataFrame:
    """Return the rows with NDCG set to NaN for queries that the convention's mean excludes.

    With `Convention.mean` "relevant", these are the queries without a relevant document. With
    "varied", these are the queries whose returned grades are all equal.
    """
    if convention.mean not in ("relevant", "varied"):
        return query_rows
    grades = judged.with_columns(floor=pl.lit(0.0))
    if convention.mean == "varied":
        grades = ranked.select(*DOCUMENT_KEYS).join(judged, on=DOCUMENT_KEYS, how="left")
        grades = grades.with_columns(grade=pl.col("grade").fill_null(0.0))
        grades = grades.with_columns(floor=pl.col("grade"))
    spans = grades.group_by("query").agg(most=pl.col("grade").max(), least=pl.col("floor").min())
    names = [name_column("ndcg", k) for k in ks]
    values = (pl.when(pl.col("most") > pl.col("least")).then(pl.col(name)) for name in names)
    columns = dict(zip(names, (value.otherwise(pl.lit(nan)) for value in values), strict=True))
    return (
        query_rows.join(spans, on="query", how="left").with_columns(**columns).drop("most", "least")
    )


def add_gains(judged: Frame, convention: Convention, grades: list[float]) -> Frame:
    """Return the judgments with grades as the convention reads them, and with gains."""
    read = judged.with_columns(grade=express_grade(pl.col("grade"), convention))
    return read.with_columns(gain=express_gain(pl.col("grade"), convention, grades))


def list_distinct_grades(judged: pl.DataFrame, convention: Convention) -> list[float]:
    """Return the sorted distinct grades after applying the convention's rules."""
    grades = judged.select(grade=express_grade(pl.col("grade"), convention))["grade"]
    return grades.unique().sort().to_list()


def _select_documents(
    ranked: Frame, judged_gains: Frame, ks: Sequence[int | None], convention: Convention
) -> Frame:
    """Return the retrieved documents that may count for DCG or IDCG, with their gains."""
    least = _find_deepest_rank(ks, convention)
    if least is not None:
        ranked = ranked.filter(pl.col("rank") <= least)
    documents = ranked.join(
        judged_gains.select(*DOCUMENT_KEYS, "grade", "gain"), on=DOCUMENT_KEYS, how="left"
    )
    return documents.with_columns(
        judged=pl.when(pl.col("gain").is_null()).then(pl.lit(0)).otherwise(pl.lit(1)),
        gain=pl.col("gain").fill_null(0.0),
    )


def _find_deepest_rank(ks: Sequence[int | None], convention: Convention) -> int | None:
    """Return the largest rank that may count for DCG or IDCG, or None for all ranks."""
    whole = convention.ideal_from != "judged" or convention.ties in ("averaged", "shared")
    cutoffs = [k for k in ks if k is not None]
    return None if whole or len(cutoffs) < len(ks) else max(cutoffs)


def _apply_tie_rule(documents: pl.DataFrame, convention: Convention) -> pl.DataFrame:
    """Return the documents with mean gains or shared ranks for ties, by the convention's rule.

    Other rules for ties change neither. The column `own` has the gain before this change. A shared
    rank is the mean rank of the ties, rounded down.
    """
    documents = documents.with_columns(own=pl.col("gain"))
    if convention.ties not in ("averaged", "shared"):
        return documents
    documents = documents.sort("query", "rank")
    query = pl.col("query")
    score = pl.col("score")
    is_new = (query != query.shift()) | (score != score.shift())
    documents = documents.with_columns(group=is_new.fill_null(True).cum_sum())
    size = pl.len().over("group")
    if convention.ties == "shared":
        return documents.with_columns(rank=pl.col("rank").min().over("group") + (size - 1) // 2)
    tied = documents.filter(size > 1).group_by("group").agg("gain")
    means = [fsum(gains) / len(gains) for gains in tied["gain"].to_list()]
    tied = tied.select("group", mean=pl.Series(means, dtype=pl.Float64))
    documents = documents.join(tied, on="group", how="left")
    return documents.with_columns(gain=pl.coalesce("mean", "gain"))


def _sum_dcg(
    documents: pl.DataFrame,
    sizes: pl.DataFrame,
    ks: Sequence[int | None],
    convention: Convention,
) -> pl.DataFrame:
    """Return DCG and the number of judged documents for each query at each cutoff."""
    if convention.beyond == "zero" or convention.ties == "shared":
        documents = documents.join(sizes, on="query", how="left")
        limits = [express_counted_ranks(k, convention) for k in ks]
    else:  # no rank is larger than the ranking, so its length does not matter
        limits = [pl.col("rank") if k is None else pl.lit(k) for k in ks]
    seen = (
        pl.col("judged").filter(pl.col("rank") <= (NO_CUTOFF if k is None else k)).sum() for k in ks
    )
    known = documents.group_by("query").agg(
        **dict(zip([name_column("known", k) for k in ks], seen, strict=True))
    )
    documents = _add_terms(documents, "rank", convention)
    terms = {
        name_column("dcg", k): pl.col("rank") <= limit for k, limit in zip(ks, limits, strict=True)
    }
    return known.join(_sum_terms(documents, terms), on="query", how="left")


def _sum_idcg(
    pool: pl.DataFrame, queries: pl.DataFrame, ks: Sequence[int | None], convention: Convention
) -> pl.DataFrame:
    """Return IDCG for each query at each cutoff, from the gains of the query's pool."""
    if not convention.negative.startswith("as-is"):
        pool = pool.filter(pl.col("gain") > 0)  # a gain of 0 adds nothing
    rank = pl.col("gain").cum_count(reverse=True).over("query", order_by="gain")
    best = pool.with_columns(rank=rank)
    # The length of the ideal order may depend on the length of the ranking.
    if convention.ideal_cut == "list" or None in ks:
        best = best.join(queries, on="query", how="left")
    limits = [express_ideal_length(k, convention) for k in ks]
    best = _add_terms(best.filter(pl.col("rank") <= pl.max_horizontal(limits)), "rank", convention)
    terms = {
        name_column("idcg", k): pl.col("rank") <= limit for k, limit in zip(ks, limits, strict=True)
    }
    return _sum_terms(best, terms)


def _add_terms(frame: pl.DataFrame, rank_column: str, convention: Convention) -> pl.DataFrame:
    """Return the rows whose gain is not 0, and add the column `term`: gain / divisor.

    rank_column: the name of the column with the ranks.
    """
    frame = frame.filter(pl.col("gain") != 0)
    most = frame[rank_column].max()
    count = most if isinstance(most, int) else 0
    divisors = pl.Series(convention.divisors(count)[:count], dtype=pl.Float64)
    return frame.with_columns(term=frame["gain"] / divisors.gather(frame[rank_column] - 1))


def _sum_terms(frame: pl.DataFrame, conditions: Mapping[str, Expr]) -> pl.DataFrame:
    """Return the correctly rounded sums of each query's terms, one for each condition.

    conditions: the condition for a term to count, by the name of the sum.
    """
    terms = (
        pl.col("term").filter(is_counted).alias(name) for name, is_counted in conditions.items()
    )
    lists = frame.group_by("query").agg(*terms)
    sums = (pl.Series(name, map(fsum, lists[name].to_list()), pl.Float64) for name in conditions)
    return lists.select("query", *sums)


def _list_result_columns(ks: Sequence[int | None], convention: Convention) -> list[pl.Expr]:
    """Return expressions for dcg, idcg, ndcg and judged at each cutoff."""
    n = pl.col("retrieved")
    columns: list[pl.Expr] = []
    for k in ks:
        dcg, idcg = (pl.col(name_column(name, k)).fill_null(0.0) for name in ("dcg", "idcg"))
        ndcg = pl.when(n == 0).then(pl.lit(0.0)).otherwise(express_ndcg(dcg, idcg, convention))
        seen = n if k is None else pl.when(n < k).then(n).otherwise(pl.lit(k))
        judged = pl.col(name_column("known", k)) / pl.when(n == 0).then(pl.lit(1)).otherwise(seen)
        columns += [
            dcg.alias(name_column("dcg", k)),
            idcg.alias(name_column("idcg", k)),
            ndcg.alias(name_column("ndcg", k)),
            judged.alias(name_column("judged", k)),
        ]
    return columns
