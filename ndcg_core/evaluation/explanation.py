"""The difference of two systems, taken apart: by document, by grade, by move."""

from dataclasses import dataclass, field
from math import fsum
from typing import NamedTuple

import polars as pl

from ndcg_core.metric.quoting import shown

RANKS = ((1, "1"), (3, "2 to 3"), (10, "4 to 10"), (100, "11 to 100"))
BELOW = "beyond 100"
ABSENT = "not returned"


class Move(NamedTuple):
    """One document: what its rank in both systems does to the difference.

    doc, grade               grade as the convention reads it; None where nobody judged it
    gain                     g(grade)
    rank_first, rank_second  None where a system does not return it
    value                    gain * (1/d(rank_second) - 1/d(rank_first)) / IDCG
    """

    doc: str
    grade: float | None
    gain: float
    rank_first: int | None
    rank_second: int | None
    value: float


@dataclass(frozen=True)
class QueryDifference:
    """One query: both values, and the documents that make the difference, the largest first.

    rest  what no document explains: where nothing is relevant, the value is by convention; 0.0
          everywhere else, but for rounding
    """

    query: str
    first: float
    second: float
    moves: tuple[Move, ...]
    rest: float

    @property
    def difference(self) -> float:
        """NDCG of the second less that of the first."""
        return self.second - self.first


@dataclass(frozen=True)
class Explanation:
    """Why two systems differ at one cutoff.

    queries    query, ndcg, ndcg_second, idcg, idcg_second
    documents  query, doc, grade, gain, rank_first, rank_second, value: as in `Move`

    The tables of `by_grade`, `by_rank` and `by_judged` have for each group how many documents, and
    what they add to the difference of the two means: their values divided by the number of queries.
    These and `rest` add up to the difference.
    """

    first: str
    second: str
    k: int | None
    queries: pl.DataFrame = field(repr=False)
    documents: pl.DataFrame = field(repr=False)

    @property
    def difference(self) -> float:
        """The second's mean NDCG less the first's, over the queries that both have."""
        gaps = self.queries["ndcg_second"] - self.queries["ndcg"]
        return fsum(gaps) / len(gaps) if len(gaps) else float("nan")

    @property
    def rest(self) -> float:
        """What no document adds to the difference of the means: see `QueryDifference`.

        Where one of the lists has nothing relevant and the ideal is made from each list alone, its
        NDCG is by convention.
        """
        explained = fsum(self.documents["value"]) / max(1, self.queries.height)
        return self.difference - explained

    def query(self, name: str) -> QueryDifference:
        """One query; ValueError for one that is not compared."""
        row = self.queries.filter(pl.col("query") == name)
        if row.is_empty():
            raise ValueError(f"The query {shown(name)} is not among those compared.")
        one, other = row.select("ndcg", "ndcg_second").row(0)
        found = self.documents.filter(pl.col("query") == name).drop("query")
        moves = [Move._make((*row[:-1], row[-1] + 0.0)) for row in found.rows()]  # no −0
        moves.sort(key=lambda m: (-abs(m.value), m.doc))
        rest = (other - one) - fsum(move.value for move in moves)
        return QueryDifference(name, one, other, tuple(moves), rest)

    def by_grade(self) -> pl.DataFrame:
        """Grade (null: unjudged), documents, value; the highest grade first."""
        return self._by("grade").sort("grade", descending=True, nulls_last=True)

    def by_judged(self) -> pl.DataFrame:
        """Judged (true or false), documents, value."""
        return self._by(pl.col("grade").is_not_null().alias("judged")).sort("judged")

    def by_rank(self) -> pl.DataFrame:
        """from, to (ranges of ranks in the first and in the second), documents, value; the largest
        first.
        """
        table = self._by(_range("rank_first").alias("from"), _range("rank_second").alias("to"))
        return table.sort(pl.col("value").abs(), "from", "to", descending=[True, False, False])

    def _by(self, *groups: str | pl.Expr) -> pl.DataFrame:
        table = self.documents.group_by(*groups).agg("value", documents=pl.len())
        # Documents come in any order; fsum gives the same to the last bit in each.
        sums = [fsum(values) / max(1, self.queries.height) for values in table["value"]]
        return table.select(
            *table.columns[:-2], "documents", value=pl.Series(sums, dtype=pl.Float64)
        )


def _range(rank: str) -> pl.Expr:
    """In which range of ranks a document stands."""
    said = pl.lit(BELOW)
    for most, words in reversed(RANKS):
        said = pl.when(pl.col(rank) <= most).then(pl.lit(words)).otherwise(said)
    return pl.when(pl.col(rank).is_null()).then(pl.lit(ABSENT)).otherwise(said)
