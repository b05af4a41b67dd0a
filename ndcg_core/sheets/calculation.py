"""One way of calculating NDCG, right or mistaken, in pieces that can be exchanged.

    term i   g(r_i) / d(i)                      of the ranking, and of the ideal order
    DCG@k    sum of the ranking's first k terms
    IDCG@k   sum of the ideal order's first k terms
    NDCG@k   ratio(DCG, IDCG)

The right calculation gives the trace's numbers. A misconception is a change of one piece.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, nan
from typing import Any, NamedTuple

from ndcg_core.metric.gains import function
from ndcg_core.sheets.cells import SIDE_OF, SIDES, Cell
from ndcg_core.sheets.sheet import Sheet


class Row(NamedTuple):
    """One rank of an order: what is known of it when its term is worked out, and the term."""

    grade: float
    gain: float
    divisor: float
    term: float = nan


Gain = Callable[[float], float]
Discount = Callable[[int], float]
TermRule = Callable[[Row], float]
SumRule = Callable[[Sequence[Row]], float]
Ratio = Callable[[float, float], float]
Queries = Sequence[tuple[float, ...]]
Average = Callable[[Queries], float]


def mean_of(queries: Queries) -> float:
    """The mean of NDCG over queries, each its DCG, IDCG and NDCG."""
    return fsum(ndcg for _, _, ndcg in queries) / len(queries)


@dataclass(frozen=True)
class Calculation:
    """The pieces of one calculation.

    ranking         the grade at each rank of the actual order, beyond the cutoff too
    ideal           the ideal order, uncut
    k, ideal_k      how many ranks of each are counted
    gain            g; ideal_gain, of the ideal order
    discount        d of the actual order; ideal_discount, of the ideal order
    term_rule       how a row becomes its term
    sum_rule        how rows become DCG
    ratio           how DCG and IDCG become NDCG
    pool            whether judged documents outside the ranking count: "judged" or "grades"
    others          the same calculation for further queries
    average         how several queries, each its DCG, IDCG and NDCG, become one number
    finish          what is done with a number when it is written down, to so many decimals
    rank            the rank whose divisor is used for another, where a mistake is about that
    factor          how many times too large NDCG becomes
    action          what its author did, where a misconception has several ways
    """

    ranking: tuple[float, ...]
    ideal: tuple[float, ...]
    k: int
    ideal_k: int
    gain: Gain
    ideal_gain: Gain
    discount: Discount
    ideal_discount: Discount
    ratio: Ratio
    pool: str
    others: tuple["Calculation", ...]
    term_rule: TermRule = lambda row: row.gain / row.divisor
    sum_rule: SumRule = lambda rows: fsum(row.term for row in rows)
    average: Average = mean_of
    finish: Gain = float
    decimals: int = 0
    rank: int = 0
    factor: float = 1.0
    action: str = ""

    def with_gain(self, gain: Gain) -> "Calculation":
        """The same calculation with one gain for both orders."""
        return replace(self, gain=gain, ideal_gain=gain)

    def with_discount(self, discount: Discount) -> "Calculation":
        """The same calculation with one divisor for both orders."""
        return replace(self, discount=discount, ideal_discount=discount)

    def with_cutoff(self, k: int) -> "Calculation":
        """The same calculation, cut at another rank."""
        return replace(self, k=k, ideal_k=k)

    def order(self, side: str) -> tuple[float, ...]:
        """The grades of one order that count."""
        return self.ranking[: self.k] if side == "actual" else self.ideal[: self.ideal_k]

    def count(self, side: str) -> int:
        """How many ranks of one order are counted."""
        return self.k if side == "actual" else self.ideal_k

    def rows(self, side: str) -> tuple[Row, ...]:
        """The rows of one order that count, each with its term."""
        return self._actual if side == "actual" else self._ideal

    @cached_property
    def _actual(self) -> tuple[Row, ...]:
        return self._worked(self.order("actual"), self.gain, self.discount)

    @cached_property
    def _ideal(self) -> tuple[Row, ...]:
        return self._worked(self.order("ideal"), self.ideal_gain, self.ideal_discount)

    def _worked(self, order: Sequence[float], gain: Gain, discount: Discount) -> tuple[Row, ...]:
        rows = (Row(grade, gain(grade), discount(rank)) for rank, grade in enumerate(order, 1))
        return tuple(row._replace(term=self.term_rule(row)) for row in rows)

    def total(self, side: str, ranks: int | None = None) -> float:
        """DCG of one side, or of its first ranks only."""
        return self.sum_rule(self.rows(side)[:ranks])

    @property
    def cg(self) -> float:
        """The sum of the gains."""
        return fsum(row.gain for row in self.rows("actual"))

    @property
    def ndcg(self) -> float:
        """What this calculation calls NDCG."""
        return self.ratio(self.total("actual"), self.total("ideal"))

    @property
    def mean(self) -> float:
        """What this calculation calls the mean over several queries."""
        return self.mean_with(self.total("actual"), self.total("ideal"), self.ndcg)

    def mean_with(self, dcg: float, idcg: float, ndcg: float) -> float:
        """The same with these numbers for its own query."""
        others = [(*map(calc.total, SIDES), calc.ndcg) for calc in self.others]
        return self.average([(dcg, idcg, ndcg), *others])

    def value(self, cell: str) -> float:
        """The number this calculation puts into a cell; nan where it has none."""
        return self.finish(self._value(Cell.of(cell)))

    def _value(self, at: Cell) -> float:
        if at.column in SIDE_OF:
            return self.total(SIDE_OF[at.column])
        if not at.side:
            return float(getattr(self, at.column))
        return self._in_row(at) if at.rank <= len(self.rows(at.side)) else nan

    def _in_row(self, at: Cell) -> float:
        if at.column == "cumulative":
            return self.total(at.side, at.rank)
        row = self.rows(at.side)[at.rank - 1]
        column = "divisor" if at.column == "discount" else at.column
        return float(getattr(row, column, nan))


def with_orders(calc: Calculation, ranking: Sequence[float], ideal: Sequence[float]) -> Calculation:
    """The same calculation with other orders at its top."""
    return replace(
        calc,
        ranking=(*ranking, *calc.ranking[len(ranking) :]),
        ideal=(*ideal, *calc.ideal[len(ideal) :]),
    )


def right_calculation(sheet: Sheet) -> Calculation:
    """The calculation whose numbers are the trace's."""
    convention = sheet.convention
    ideal = (*sheet.trace.ideal, *sheet.trace.ideal_beyond)
    return Calculation(
        ranking=tuple(term.grade for term in (*sheet.trace.actual, *sheet.trace.beyond)),
        ideal=tuple(term.grade for term in ideal),
        k=sheet.count("actual"),
        ideal_k=sheet.count("ideal"),
        gain=_or_nan(function(convention.gain)),
        ideal_gain=_or_nan(function(convention.gain)),
        discount=_or_nan(convention.divisor),
        ideal_discount=_or_nan(convention.divisor),
        others=tuple(map(right_calculation, sheet.queries)),
        pool="judged" if sheet.judged and convention.ideal_from == "judged" else "grades",
        ratio=lambda dcg, idcg: dcg / idcg if idcg else convention.empty,
    )


def _or_nan(look_up: Callable[[Any], float]) -> Callable[[Any], float]:
    """g(r) or d(i) of a sheet; nan for what somebody wrote and a table does not have."""

    def value_or_nan(place: Any) -> float:
        try:
            return look_up(place)
        except ValueError:
            return nan

    return value_or_nan
