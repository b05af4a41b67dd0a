"""From ranked documents and judgments to one row a query, as a lazy frame.

ranked   query, doc, rank, and score where ties are averaged or share a rank
judged   query, doc, grade, each pair once
result   query, retrieved, and for each k: dcg@k, idcg@k, ndcg@k, judged@k

dcg  = sum of g(r_i) / d(i)          over the documents of a query down to rank k
idcg = sum of g(r_(j)) / d(j)        over its best judged documents down to place k
ndcg = dcg / idcg                    `empty` where idcg is 0
"""

from collections.abc import Callable, Mapping, Sequence
from math import log, nan
from typing import Any

import narwhals as nw

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import gains
from ndcg_core.metric.score import ROUNDING

MOST_GRADES = 200
"""A gain of one's own is an expression for so many different grades."""
UNCUT = 2**31 - 1
Expr = nw.Expr


def reads(grade: Expr, convention: Convention) -> Expr:
    """The grade as the convention reads it: fractions dropped, negative ones made 0."""
    if convention.fractions == "dropped":
        whole = nw.when(grade < 0).then(grade.ceil()).otherwise(grade.floor())
        grade = whole + 0.0
    is_zero = convention.negative == "as-zero" and isinstance(convention.gain, str)
    return grade.clip(lower_bound=0.0) if is_zero else grade


def gain(grade: Expr, convention: Convention, grades: list[float]) -> Expr:
    """g(r) as an expression; `grades` are those that occur, which a gain of one's own needs."""
    named: Mapping[str, Callable[[], Expr]] = {
        "linear": lambda: grade,
        "exponential": lambda: (grade * log(2)).exp() - 1.0,
        "binary": lambda: nw.when(grade > 0).then(nw.lit(1.0)).otherwise(nw.lit(0.0)),
        "shifted": lambda: (
            nw.when(grade > 0).then(((grade + 1) * log(2)).exp() - 1.0).otherwise(nw.lit(0.0))
        ),
    }
    if isinstance(convention.gain, str) and (convention.gain in ("linear", "binary") or not grades):
        return named[convention.gain]()
    expression: Any = nw.lit(0.0)
    for value, worth in zip(grades, gains(grades, convention.gain), strict=True):
        expression = nw.when(grade == value).then(nw.lit(worth)).otherwise(expression)
    return expression  # type: ignore[no-any-return]


def divisor(rank: Expr, convention: Convention) -> Expr:
    """d(i) as an expression of the rank, of a discount that has a name."""
    rank = rank.cast(nw.Float64())
    if convention.discount == "none":
        return rank * 0.0 + 1.0
    if convention.discount == "i":
        return rank
    if convention.discount == "log2(i+1)":
        return (rank + 1.0).log(2)
    inner = rank.log(2) if convention.base == 2.0 else rank.log() / log(convention.base)
    return nw.when(rank <= convention.base).then(nw.lit(1.0)).otherwise(inner)


def counts(k: int | None, convention: Convention) -> Expr:
    """How many ranks count of a ranking of `retrieved` documents."""
    n = nw.col("retrieved")
    if k is None:
        return n
    beyond = nw.lit(0) if convention.beyond == "zero" else n
    return nw.when(n < k).then(beyond).otherwise(nw.lit(k))


def places(k: int | None, convention: Convention) -> Expr:
    """How many places the ideal order may fill; see `ndcg_core.metric.pools.cuts`."""
    n = nw.col("retrieved")
    if convention.ideal_cut == "none" or (k is None and convention.ideal_cut == "pool"):
        return n * 0 + UNCUT
    if k is None:
        return n
    if convention.ideal_cut == "list":
        return nw.when(n < k).then(n).otherwise(nw.lit(k))
    return n * 0 + k


def share(dcg: Expr, idcg: Expr, convention: Convention) -> Expr:
    """NDCG from its two sums, as `ndcg_core.metric.score.normalised` has it."""
    nothing = idcg <= 0 if convention.negative == "as-is-above-zero" else idcg == 0
    ratio = dcg / nw.when(nothing).then(nw.lit(1.0)).otherwise(idcg)
    rounded = nw.when((ratio > 1.0) & (ratio <= ROUNDING)).then(nw.lit(1.0)).otherwise(ratio)
    return nw.when(nothing).then(nw.lit(convention.empty)).otherwise(rounded)


Frame = nw.LazyFrame[Any]
KEYS = ["query", "doc"]
Joined = Callable[[Frame, Frame, list[str]], Frame]


def at(name: str, k: int | None) -> str:
    """The name of a column: "ndcg@10", or "ndcg" without a cutoff."""
    return name if k is None else f"{name}@{k}"


def _joined(left: Frame, right: Frame, on: list[str]) -> Frame:
    return left.join(right, on=on, how="left")


def per_query_frame(
    ranked: Frame,
    judged: Frame,
    ks: Sequence[int | None],
    convention: Convention,
    grades: list[float],
    joined: Joined = _joined,
) -> Frame:
    """One row for each judged query; a query that the run leaves out has `retrieved` 0 and NDCG 0.

    grades: the different grades as the convention reads them, for the table of gains; an empty
    list has named gains worked out by the engine instead. joined: how documents get what belongs to
    them; sums are the same to the last bit only where it keeps their order. ks: those that the
    convention goes by.
    """
    worth = worth_of(judged, convention, grades)
    sizes = ranked.group_by("query").agg(retrieved=nw.len())
    documents = _documents(ranked, worth, ks, convention, joined)
    pool = worth if convention.ideal_from == "judged" else documents
    queries = judged.select("query").unique().join(sizes, on="query", how="left")
    queries = queries.with_columns(retrieved=nw.col("retrieved").fill_null(0))
    together = queries.join(
        _actual(documents, sizes, ks, convention, joined), on="query", how="left"
    )
    best = _ideal(pool, queries, ks, convention, joined)
    together = together.join(best, on="query", how="left")
    return together.select("query", "retrieved", *_columns(ks, convention))


def in_the_mean(
    wide: Frame, ranked: Frame, judged: Frame, ks: Sequence[int | None], convention: Convention
) -> Frame:
    """The rows of `per_query_frame`, NDCG being NaN where the mean of the convention has no part in
    a query: nothing is relevant, or the grades of what was returned do not vary.
    """
    if convention.mean not in ("relevant", "varied"):
        return wide
    grades = judged.with_columns(floor=nw.lit(0.0))
    if convention.mean == "varied":
        grades = ranked.select(*KEYS).join(judged, on=KEYS, how="left")
        grades = grades.with_columns(grade=nw.col("grade").fill_null(0.0))
        grades = grades.with_columns(floor=nw.col("grade"))
    spans = grades.group_by("query").agg(most=nw.col("grade").max(), least=nw.col("floor").min())
    names = [at("ndcg", k) for k in ks]
    values = (nw.when(nw.col("most") > nw.col("least")).then(nw.col(name)) for name in names)
    columns = dict(zip(names, (value.otherwise(nw.lit(nan)) for value in values), strict=True))
    return wide.join(spans, on="query", how="left").with_columns(**columns).drop("most", "least")


def worth_of(judged: Frame, convention: Convention, grades: list[float]) -> Frame:
    """The judgments with grades as the convention reads them, and what each is worth."""
    read = judged.with_columns(grade=reads(nw.col("grade"), convention))
    return read.with_columns(gain=gain(nw.col("grade"), convention, grades))


def grades_of(judged: nw.DataFrame[Any], convention: Convention) -> list[float]:
    """The different grades, as the convention reads them."""
    grades = judged.select(grade=reads(nw.col("grade"), convention))["grade"]
    return grades.unique().sort().to_list()


def _documents(
    ranked: Frame, worth: Frame, ks: Sequence[int | None], convention: Convention, joined: Joined
) -> Frame:
    """The retrieved documents that may matter, with their gains."""
    least = _reach(ks, convention)
    if least is not None:
        ranked = ranked.filter(nw.col("rank") <= least)
    documents = joined(ranked, worth.select(*KEYS, "grade", "gain"), KEYS)
    documents = documents.with_columns(
        judged=nw.when(nw.col("gain").is_null()).then(nw.lit(0)).otherwise(nw.lit(1)),
        gain=nw.col("gain").fill_null(0.0),
    )
    return _tied(documents, convention)


def _reach(ks: Sequence[int | None], convention: Convention) -> int | None:
    """The lowest rank that any sum looks at; None for all of them."""
    whole = convention.ideal_from != "judged" or convention.ties in ("averaged", "shared")
    cutoffs = [k for k in ks if k is not None]
    return None if whole or len(cutoffs) < len(ks) else max(cutoffs)


def _tied(documents: Frame, convention: Convention) -> Frame:
    """Equal scores share their gain, or their rank, where the convention has it so."""
    group = ["query", "score"]
    if convention.ties == "averaged":
        return documents.with_columns(gain=nw.col("gain").mean().over(*group), own=nw.col("gain"))
    if convention.ties == "shared":
        first, size = nw.col("rank").min().over(*group), nw.len().over(*group)
        return documents.with_columns(rank=first + (size - 1) // 2, own=nw.col("gain"))
    return documents.with_columns(own=nw.col("gain"))


def _actual(
    documents: Frame, sizes: Frame, ks: Sequence[int | None], convention: Convention, joined: Joined
) -> Frame:
    if convention.beyond == "zero" or convention.ties == "shared":
        documents = joined(documents, sizes, ["query"])
        limits = [counts(k, convention) for k in ks]
    else:  # a rank is never beyond the ranking, whose length need not be asked
        limits = [nw.col("rank") if k is None else nw.lit(k) for k in ks]
    rank, term = nw.col("rank"), nw.col("gain") / divisor(nw.col("rank"), convention)
    documents = documents.with_columns(term=term)
    columns = {}
    for k, limit in zip(ks, limits, strict=True):
        counted = rank <= limit
        columns[at("dcg", k)] = nw.when(counted).then(nw.col("term")).otherwise(nw.lit(0.0))
        seen = rank <= (rank if k is None else k)
        columns[at("known", k)] = nw.when(seen).then(nw.col("judged")).otherwise(nw.lit(0))
    return _summed(documents.select("query", **columns), list(columns))


def _ideal(
    pool: Frame, queries: Frame, ks: Sequence[int | None], convention: Convention, joined: Joined
) -> Frame:
    name = "gain" if convention.ideal_from == "judged" else "own"
    pool = pool.select("query", gain=nw.col(name))
    if not convention.negative.startswith("as-is"):
        pool = pool.filter(nw.col("gain") > 0)  # what is worth nothing adds nothing
    place = nw.col("gain").cum_count(reverse=True).over("query", order_by="gain")
    best = joined(pool.with_columns(place=place), queries, ["query"])
    term = nw.col("gain") / divisor(nw.col("place"), convention)
    columns = {
        at("idcg", k): nw.when(nw.col("place") <= places(k, convention))
        .then(term)
        .otherwise(nw.lit(0.0))
        for k in ks
    }
    return _summed(best.select("query", **columns), list(columns))


def _summed(frame: Frame, names: list[str]) -> Frame:
    return frame.group_by("query").agg(*(nw.col(name).sum() for name in names))


def _columns(ks: Sequence[int | None], convention: Convention) -> list[nw.Expr]:
    n = nw.col("retrieved")
    columns: list[nw.Expr] = []
    for k in ks:
        dcg, idcg = (nw.col(at(name, k)).fill_null(0.0) for name in ("dcg", "idcg"))
        ndcg = nw.when(n == 0).then(nw.lit(0.0)).otherwise(share(dcg, idcg, convention))
        seen = n if k is None else nw.when(n < k).then(n).otherwise(nw.lit(k))
        judged = nw.col(at("known", k)) / nw.when(n == 0).then(nw.lit(1)).otherwise(seen)
        columns += [
            dcg.alias(at("dcg", k)),
            idcg.alias(at("idcg", k)),
            ndcg.alias(at("ndcg", k)),
            judged.alias(at("judged", k)),
        ]
    return columns
