"""NDCG as expressions on columns, alike in Polars, in DuckDB and in Spark (through narwhals).

dcg  = sum of g(r_i) / d(i)          over the documents of a query down to rank k
idcg = sum of g(r_(j)) / d(j)        over its best judged documents down to place k
ndcg = dcg / idcg                    `empty` where idcg is 0
"""

from collections.abc import Callable, Mapping
from math import log
from typing import Any

import narwhals as nw

from ndcg_core.metric.conventions import Convention
from ndcg_core.metric.gains import gains
from ndcg_core.metric.pools import asked
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
    return grade.clip(lower_bound=0.0) if convention.negative == "as-zero" else grade


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
    found: Any = nw.lit(0.0)
    for value, worth in zip(grades, gains(grades, convention.gain), strict=True):
        found = nw.when(grade == value).then(nw.lit(worth)).otherwise(found)
    return found  # type: ignore[no-any-return]


def divisor(rank: Expr, convention: Convention) -> Expr:
    """d(i) as an expression of the rank."""
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
    k = asked(k, convention)
    n = nw.col("retrieved")
    if k is None:
        return n
    beyond = nw.lit(0) if convention.beyond == "zero" else n
    return nw.when(n < k).then(beyond).otherwise(nw.lit(k))


def places(k: int | None, convention: Convention) -> Expr:
    """How many places the ideal order may fill; see `ndcg_core.metric.pools.reach`."""
    k = asked(k, convention)
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
