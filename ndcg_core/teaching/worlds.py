"""A world: one way of calculating NDCG, right or mistaken, in pieces that can be exchanged.

    term i   g(r_i) / d(i)                      of the ranking, and of the ideal order
    DCG@k    sum of the ranking's first k terms
    IDCG@k   sum of the ideal order's first k terms
    NDCG@k   ratio(DCG, IDCG)

The right world gives the trace's numbers. A misconception is a change of one piece.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import fsum, nan

from ndcg_core.metric import DISCOUNTS, Convention
from ndcg_core.metric.gain_tables import function
from ndcg_core.teaching.cells import SIDE_OF, SIDES, Cell
from ndcg_core.teaching.sheets import Sheet

Gain = Callable[[float], float]
Discount = Callable[[int], float]
Ratio = Callable[[float, float], float]


def quotient(dcg: float, idcg: float) -> float:
    """NDCG = DCG / IDCG; nan where there is nothing to divide by.

    >>> quotient(3.0, 4.0)
    0.75
    """
    return dcg / idcg if idcg else nan


@dataclass(frozen=True)
class World:
    """The pieces of one calculation.

    ranking         the grade at each rank of the actual order, beyond the cutoff too
    ideal           the ideal order, uncut
    k, ideal_k      how many ranks of each are counted
    gain            g
    discount        d of the actual order; ideal_discount, of the ideal order
    ratio           how DCG and IDCG become NDCG
    pool            whether judged documents outside the ranking count: "judged" or "grades"
    others          the same calculation for further queries
    average         how several queries become one number: "mean" of NDCG, or "pooled" sums
    rank            the rank whose divisor is used for another, where a mistake is about that
    """

    ranking: tuple[float, ...]
    ideal: tuple[float, ...]
    k: int
    ideal_k: int
    gain: Gain
    discount: Discount
    ideal_discount: Discount
    pool: str = "grades"
    ratio: Ratio = quotient
    others: tuple["World", ...] = ()
    average: str = "mean"
    rank: int = 0

    def with_discount(self, discount: Discount) -> "World":
        """The same world with one divisor for both orders."""
        return replace(self, discount=discount, ideal_discount=discount)

    def with_cutoff(self, k: int) -> "World":
        """The same world, cut at another rank."""
        return replace(self, k=k, ideal_k=k)

    def order(self, side: str) -> tuple[float, ...]:
        """The grades of one order that count."""
        return self.ranking[: self.k] if side == "actual" else self.ideal[: self.ideal_k]

    def divisor(self, side: str, rank: int) -> float:
        """d(i) on one side."""
        return (self.discount if side == "actual" else self.ideal_discount)(rank)

    def term(self, side: str, rank: int) -> float:
        """g(r_i) / d(i) on one side."""
        return self.gain(self.order(side)[rank - 1]) / self.divisor(side, rank)

    def total(self, side: str, ranks: int | None = None) -> float:
        """The sum of the terms of one side, or of its first ranks only."""
        counted = len(self.order(side)[:ranks])
        return fsum(self.term(side, rank) for rank in range(1, counted + 1))

    @property
    def cg(self) -> float:
        """The sum of the gains."""
        return fsum(map(self.gain, self.order("actual")))

    @property
    def ndcg(self) -> float:
        """What this world calls NDCG."""
        return self.ratio(self.total("actual"), self.total("ideal"))

    @property
    def mean(self) -> float:
        """What this world calls the mean over several queries."""
        queries = (self, *self.others)
        if self.average == "pooled":
            return self.ratio(*(fsum(w.total(side) for w in queries) for side in SIDES))
        return fsum(world.ndcg for world in queries) / len(queries)

    def value(self, cell: str) -> float:
        """The number this world puts into a cell; nan where it has none."""
        at = Cell.of(cell)
        if at.column in SIDE_OF:
            return self.total(SIDE_OF[at.column])
        if not at.side:
            return float(getattr(self, at.column))
        return self._in_row(at) if at.rank <= len(self.order(at.side)) else nan

    def _in_row(self, at: Cell) -> float:
        if at.column == "discount":
            return self.divisor(at.side, at.rank)
        if at.column == "cumulative":
            return self.total(at.side, at.rank)
        if at.column == "term":
            return self.term(at.side, at.rank)
        grade = self.order(at.side)[at.rank - 1]
        return {"grade": grade, "gain": self.gain(grade)}.get(at.column, nan)


def right_world(sheet: Sheet) -> World:
    """The world whose numbers are the trace's.

    >>> world = right_world(Sheet((3, 0, 2)))
    >>> world.value("dcg"), world.value("ideal.term.1")
    (4.0, 3.0)
    """
    convention = sheet.convention
    divide = DISCOUNTS[convention.discount]
    ideal = (*sheet.trace.ideal, *sheet.trace.ideal_beyond)
    return World(
        ranking=sheet.grades,
        ideal=tuple(term.grade for term in ideal),
        k=sheet.count("actual"),
        ideal_k=sheet.count("ideal"),
        gain=_gain(convention),
        discount=lambda rank: divide(rank, convention.base),
        ideal_discount=lambda rank: divide(rank, convention.base),
        others=tuple(map(right_world, sheet.queries)),
        pool="judged" if sheet.judged and convention.ideal_from == "judged" else "grades",
        ratio=lambda dcg, idcg: dcg / idcg if idcg else convention.empty,
    )


def _gain(convention: Convention) -> Callable[[float], float]:
    """g(r) of a sheet; nan for a grade that somebody wrote and a table does not have."""
    gain = function(convention.gain)
    if isinstance(convention.gain, str):
        return gain

    def known(r: float) -> float:
        try:
            return gain(r)
        except ValueError:
            return nan

    return known


def with_orders(world: World, ranking: Sequence[float], ideal: Sequence[float]) -> World:
    """The same world with other orders at its top."""
    return replace(
        world,
        ranking=(*ranking, *world.ranking[len(ranking) :]),
        ideal=(*ideal, *world.ideal[len(ideal) :]),
    )
