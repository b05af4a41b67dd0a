"""A calculation of NDCG, right or mistaken, whose steps are exchangeable functions.

    term i   g(r_i) / d(i)                      of the ranking, and of the ideal order
    DCG@k    sum of the ranking's first k terms
    IDCG@k   sum of the ideal order's first k terms
    NDCG@k   ratio(DCG, IDCG)

The right calculation has the numbers of the trace. A misconception changes one field.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum, nan
from typing import Any, NamedTuple

from ndcg_core.metric.gains import find_gain_function
from ndcg_core.sheets.cells import ORDER_SIDES, SIDE_OF_TOTAL, Cell, list_column
from ndcg_core.sheets.sheet import Sheet


class Row(NamedTuple):
    """A rank of an order: its term, and the numbers behind the term."""

    grade: float
    gain: float
    divisor: float
    term: float = nan


ROW_COLUMNS = ("grade", "gain", "discount", "term")
Gain = Callable[[float], float]
Discount = Callable[[int], float]
TermRule = Callable[[Row], float]
SumRule = Callable[[Sequence[Row]], float]
Ratio = Callable[[float, float], float]
Queries = Sequence[tuple[float, ...]]
Average = Callable[[Queries], float]
CellRule = Callable[["Calculation", Cell], float]


def average_scores(queries: Queries) -> float:
    """Return the mean NDCG of several queries.

    queries: the DCG, IDCG and NDCG of each query
    """
    return fsum(ndcg for _, _, ndcg in queries) / len(queries)


@dataclass(frozen=True)
class Calculation:
    """A calculation of NDCG whose steps are exchangeable fields.

    ranking         the grade at each rank of the actual order, including ranks below the cutoff
    ideal           the grades of the ideal order, uncut
    k               the number of ranks that count in the actual order
    ideal_k         the number of ranks that count in the ideal order
    gain            the gain function of the actual order
    ideal_gain      the gain function of the ideal order
    discount        the divisor by rank in the actual order
    ideal_discount  the divisor by rank in the ideal order
    term_rule       calculates the term of a row
    sum_rule        calculates DCG from rows
    ratio           calculates NDCG from DCG and IDCG
    pool            "judged" if judged documents outside the ranking count, else "grades"
    others          the same calculation for further queries
    average         combines the DCG, IDCG and NDCG of several queries into one number
    instead         calculates the number that is written into a cell
    finish          changes the number that is written, such as its decimals
    decimals        the number of decimals that `finish` keeps, or 0
    rank            the rank of a slip, or 0
    factor          the factor by which NDCG is too large
    action          the author's action, if a misconception has several variants
    written         the numbers of cells that the author uses unchanged

    >>> right = make_calculation(Sheet((3, 0, 2)))
    >>> right.find_value("dcg"), right.with_written({"actual.term.3": 2.0}).find_value("dcg")
    (4.0, 5.0)
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
    average: Average = average_scores
    instead: CellRule = lambda calc, cell: calc.derive_value(cell)
    finish: Gain = float
    decimals: int = 0
    rank: int = 0
    factor: float = 1.0
    action: str = ""
    written: Mapping[str, float] = field(default_factory=dict, hash=False)

    def with_gain(self, gain: Gain) -> "Calculation":
        """Return the calculation with another gain function for both orders."""
        return replace(self, gain=gain, ideal_gain=gain)

    def with_discount(self, discount: Discount) -> "Calculation":
        """Return the calculation with other divisors for both orders."""
        return replace(self, discount=discount, ideal_discount=discount)

    def with_written(self, written: Mapping[str, float]) -> "Calculation":
        """Return the calculation of an author who continues from the written numbers.

        Ranks below the author's order are included, with NaN as their grades.

        written: the numbers, by cell id
        """
        ranking = (*self.ranking, *(nan,) * (self.k - len(self.ranking)))
        return replace(
            self, ranking=ranking, written=written, term_rule=_return_nan_on_error(self.term_rule)
        )

    def with_shortened_divisors(self, shorten: Callable[[float], float]) -> "Calculation":
        """Return the calculation with every divisor rounded or truncated by a function."""
        discount = self.discount
        ideal = self.ideal_discount
        shortened = replace(self, discount=lambda i: shorten(discount(i)))
        return replace(shortened, ideal_discount=lambda i: shorten(ideal(i)))

    def with_slip(self, **fields: object) -> "Calculation":
        """Return the calculation with changed fields, which must not affect its rows."""
        for side in ("actual", "ideal"):
            self.list_rows(side)  # fills the cache before it is copied
        slip = object.__new__(Calculation)
        vars(slip).update(vars(self) | fields)
        vars(slip).pop("known_values", None)
        return slip

    def with_cutoff(self, k: int) -> "Calculation":
        """Return the calculation with the same cutoff for both orders."""
        return replace(self, k=k, ideal_k=k)

    def cut_order(self, side: str) -> tuple[float, ...]:
        """Return the counted grades of the "actual" or the "ideal" order."""
        return self.ranking[: self.k] if side == "actual" else self.ideal[: self.ideal_k]

    def list_rows(self, side: str) -> tuple[Row, ...]:
        """Return the counted rows of the "actual" or the "ideal" order."""
        return self._actual_rows if side == "actual" else self._ideal_rows

    def list_rows_to(self, cell: Cell) -> tuple[Row, ...]:
        """Return the rows of an order down to a cell, or all counted rows for a total.

        The order of IDCG is the ideal order. The order of any other total is the actual order.
        """
        return self.list_rows(cell.side or SIDE_OF_TOTAL.get(cell.column, "actual"))[
            : cell.rank or None
        ]

    @cached_property
    def known_values(self) -> dict[str, float]:
        """The numbers of cells that `SheetCase` has calculated, by cell."""
        return {}

    @cached_property
    def _actual_rows(self) -> tuple[Row, ...]:
        """The counted rows of the actual order."""
        return self._calculate_rows("actual", self.gain, self.discount)

    @cached_property
    def _ideal_rows(self) -> tuple[Row, ...]:
        """The counted rows of the ideal order."""
        return self._calculate_rows("ideal", self.ideal_gain, self.ideal_discount)

    def _calculate_rows(self, side: str, gain: Gain, discount: Discount) -> tuple[Row, ...]:
        """Calculate the counted rows of an order, using written numbers unchanged."""
        order = self.cut_order(side)
        known = self.written
        rows = []
        names = (list_column(side, name, len(order)) for name in ROW_COLUMNS)
        for rank, (grade, cells) in enumerate(zip(order, zip(*names, strict=True), strict=True), 1):
            grade_cell, gain_cell, divisor_cell, term_cell = cells
            grade = known.get(grade_cell, grade)
            value = known[gain_cell] if gain_cell in known else gain(grade)
            divisor = known[divisor_cell] if divisor_cell in known else discount(rank)
            term = known.get(term_cell)
            if term is None:
                term = self.term_rule(Row(grade, value, divisor))
            rows.append(Row(grade, value, divisor, term))
        return tuple(rows)

    def calculate_total(self, side: str, last_rank: int | None = None) -> float:
        """Return the DCG or IDCG of a side, or its running sum down to `last_rank`."""
        return self.sum_rule(self.list_rows(side)[:last_rank])

    @property
    def cg(self) -> float:
        """The sum of the gains of the counted rows of the actual order."""
        return fsum(row.gain for row in self.list_rows("actual"))

    @property
    def ndcg(self) -> float:
        """The ratio of the numbers that are used for DCG and IDCG."""
        return self.ratio(self.find_used_value("dcg"), self.find_used_value("idcg"))

    @property
    def mean(self) -> float:
        """The number that `average` gives for the sheet's query and all others."""
        others = [(*map(calc.calculate_total, ORDER_SIDES), calc.ndcg) for calc in self.others]
        return self.average([(*map(self.find_used_value, ("dcg", "idcg", "ndcg")),), *others])

    def find_value(self, cell: str, source: "Calculation | None" = None) -> float:
        """Return the calculation's number in a cell, or NaN for a label or below the cutoff.

        A step that divides by 0 or overflows raises ArithmeticError, and a bad value ValueError.

        source: another calculation, if its numbers are in the cells before this cell.
        """
        return self.finish(self.instead(source or self, Cell.parse(cell)))

    def find_used_value(self, cell: str) -> float:
        """Return the number that later steps use for a cell: written or derived."""
        return self.written[cell] if cell in self.written else self.derive_value(Cell.parse(cell))

    def derive_value(self, cell: Cell) -> float:
        """Calculate a cell's number from earlier cells, or NaN for a label or below the cutoff."""
        if cell.column in SIDE_OF_TOTAL:
            return self.calculate_total(SIDE_OF_TOTAL[cell.column])
        if not cell.side:
            return float(getattr(self, cell.column))
        return self._derive_in_row(cell) if cell.rank <= len(self.list_rows(cell.side)) else nan

    def _derive_in_row(self, cell: Cell) -> float:
        """Calculate the number of a cell in a counted row, or return NaN for a label."""
        is_actual = cell.side == "actual"
        row = self.list_rows(cell.side)[cell.rank - 1]
        if cell.column == "cumulative":
            return self.calculate_total(cell.side, cell.rank)
        if cell.column == "term":
            return self.term_rule(row)
        if cell.column == "gain":
            return (self.gain if is_actual else self.ideal_gain)(row.grade)
        if cell.column == "discount":
            return (self.discount if is_actual else self.ideal_discount)(cell.rank)
        return self.cut_order(cell.side)[cell.rank - 1] if cell.column == "grade" else nan


def find_value_or_nan(calc: Calculation, cell: str, source: Calculation | None = None) -> float:
    """Return the number that a calculation has in a cell, or NaN if there is none.

    Division by 0, overflow and a bad value also give NaN.

    source: another calculation, if its numbers are in the cells before this cell.
    """
    return _return_nan_on_error(lambda name: calc.find_value(name, source))(cell)


def finish_value_or_nan(calc: Calculation, value: float) -> float:
    """Return a cell's number as a calculation writes it down, or NaN if that fails."""
    return _return_nan_on_error(calc.finish)(value)


def replace_orders(
    calc: Calculation, ranking: Sequence[float], ideal: Sequence[float]
) -> Calculation:
    """Return the calculation with the first grades of both orders replaced."""
    return replace(
        calc,
        ranking=(*ranking, *calc.ranking[len(ranking) :]),
        ideal=(*ideal, *calc.ideal[len(ideal) :]),
    )


def make_calculation(sheet: Sheet) -> Calculation:
    """Return the right calculation for a sheet."""
    convention = sheet.convention
    ideal = (*sheet.trace.ideal, *sheet.trace.ideal_beyond)
    return Calculation(
        ranking=tuple(term.grade for term in (*sheet.trace.actual, *sheet.trace.beyond)),
        ideal=tuple(term.grade for term in ideal),
        k=sheet.count("actual"),
        ideal_k=sheet.count("ideal"),
        gain=_return_nan_on_error(find_gain_function(convention.gain)),
        ideal_gain=_return_nan_on_error(find_gain_function(convention.gain)),
        discount=_return_nan_on_error(convention.divisor),
        ideal_discount=_return_nan_on_error(convention.divisor),
        others=tuple(map(make_calculation, sheet.queries)),
        pool="judged" if sheet.judged and convention.ideal_from == "judged" else "grades",
        ratio=lambda dcg, idcg: dcg / idcg if idcg else convention.empty,
    )


def _return_nan_on_error(rule: Callable[[Any], float]) -> Callable[[Any], float]:
    """Wrap a rule so that it returns NaN on division by 0, overflow or a bad value."""

    def calculate_or_nan(value: Any) -> float:
        """Return the rule's result for a value, or NaN on an error."""
        try:
            return rule(value)
        except (ArithmeticError, ValueError):
            return nan

    return calculate_or_nan
