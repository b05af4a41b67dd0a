"""A sheet: a calculation in which somebody has filled in cells."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum
from typing import Any

from ndcg_core.metric import Trace, trace
from ndcg_core.metric.arguments import explain_bad_calls
from ndcg_core.metric.catalogue import ConventionField
from ndcg_core.metric.numbers import is_iterable, short_repr
from ndcg_core.metric.pools import resolve_cutoff
from ndcg_core.sheets.cells import (
    ROW_COLUMNS,
    Cell,
    find_exact_value,
    find_row,
    list_column,
)


@dataclass(frozen=True)
class Sheet:
    """A ranking, its convention, and the texts in the cells of its calculation.

    Parameters
    ----------
    grades : tuple of float
        The grade at each rank, rank 1 first.
    convention : Convention or str, default "standard"
        The convention or its name.
    k : int, optional
        The cutoff.
    labels : tuple of str, optional
        The names of the documents.
    judged : tuple of float, optional
        The grades of all judged documents.
    given : mapping of str to str, optional
        The texts that were written into cells.
    working : mapping of str to tuple of str, optional
        Earlier texts of the same cell, such as "2/log2(3)" before "1.26".
    blanks : tuple of str, optional
        The cells to fill in.
    others : tuple of tuple of float, optional
        The grades of further queries, for the cell "mean".
    name : str, optional
        The name of the calculation in a publication.

    Raises
    ------
    ValueError
        If a cell does not exist or a value has the wrong type.

    Examples
    --------
    >>> sheet = Sheet((3, 0, 2), blanks=("dcg",)).with_given("dcg", "4.0")
    >>> sheet.given["dcg"], sheet.exact("dcg")
    ('4.0', 4.0)
    """

    grades: tuple[float, ...]
    convention: ConventionField = ConventionField()  # noqa: RUF009
    k: int | None = None
    labels: tuple[str, ...] | None = None
    judged: tuple[float, ...] | None = None
    given: Mapping[str, str] = field(default_factory=dict, hash=False)
    working: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    blanks: tuple[str, ...] = ()
    others: tuple[tuple[float, ...], ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        for name in ("grades", "labels", "judged", "blanks"):
            value = getattr(self, name)
            listed = (
                None
                if value is None and name in ("labels", "judged")
                else _convert_to_tuple(name, value)
            )
            object.__setattr__(self, name, listed)
        others = tuple(
            _convert_to_tuple("others", grades)
            for grades in _convert_to_tuple("others", self.others)
        )
        object.__setattr__(self, "others", others)
        object.__setattr__(self, "given", _convert_to_dict("given", self.given))
        working = _convert_to_dict("working", self.working)
        object.__setattr__(
            self, "working", {c: _convert_to_tuple("working", w) for c, w in working.items()}
        )
        for cell in (*self.given, *self.working, *self.blanks):
            self.exact(cell)

    @cached_property
    def trace(self) -> Trace:
        """The exact calculation, with which the texts are compared."""
        k = resolve_cutoff(self.k, self.convention)
        return trace(self.grades, k, self.convention, self.judged, self.labels)

    def exact(self, cell: str) -> float | None:
        """Return the exact value of a cell, or None for a cell with a document's name.

        Raises ValueError if there is no such cell.
        """
        return self.mean if cell == "mean" else find_exact_value(self.trace, cell)

    @cached_property
    def mean(self) -> float:
        """The mean NDCG of all queries. Raises ValueError if there is only one query."""
        if not self.others:
            raise ValueError("A sheet with one query has no cell 'mean'.")
        scores = [self.trace.ndcg, *(sheet.trace.ndcg for sheet in self.queries)]
        return fsum(scores) / len(scores)

    @cached_property
    def queries(self) -> tuple["Sheet", ...]:
        """The empty sheets of the other queries, one for each item of `others`."""
        return tuple(Sheet(grades, self.convention, self.k) for grades in self.others)

    def count(self, side: str) -> int:
        """Return the number of ranks down to the cutoff in the "actual" or the "ideal" order."""
        return len(self.trace.actual if side == "actual" else self.trace.ideal)

    def label(self, cell: str) -> str:
        """Return the name of the document in the row of a cell.

        Raises ValueError if there is no such cell.
        """
        return find_row(self.trace, Cell.parse(cell)).label

    @property
    def cells(self) -> tuple[str, ...]:
        """All cell ids: actual order, CG, DCG, ideal order, IDCG, NDCG and any mean."""
        mean = ["mean"] if self.others else []
        return (
            *self._list_order_cells("actual"),
            "cg",
            "dcg",
            *self._list_order_cells("ideal"),
            "idcg",
            "ndcg",
            *mean,
        )

    def _list_order_cells(self, side: str) -> list[str]:
        """Return the cells of one order, column by column."""
        k = self.count(side)
        return [cell for name in ROW_COLUMNS for cell in list_column(side, name, k)]

    @property
    def missing(self) -> tuple[str, ...]:
        """The blanks that are not filled in."""
        return tuple(cell for cell in self.blanks if cell not in self.given)

    @explain_bad_calls
    def with_given(self, cell: str, text: str) -> "Sheet":
        """Return the sheet with a text in one cell. A blank text clears the cell."""
        Cell.parse(cell)
        texts = {name: value for name, value in self.given.items() if name != cell}
        return replace(self, given={**texts, cell: text} if text.strip() else texts)

    @explain_bad_calls
    def with_all(self, texts: Mapping[str, str]) -> "Sheet":
        """Return the sheet with texts in several cells. A blank text is kept as it is."""
        return replace(self, given={**self.given, **texts})


def _convert_to_tuple(name: str, value: object) -> tuple[Any, ...]:
    """Convert a list-like value to a tuple. Raise ValueError with `name` for other values."""
    if isinstance(value, (str, bytes, Mapping)) or not is_iterable(value):
        raise ValueError(f"The {name} of a sheet are {short_repr(value)}. They must be a list.")
    return tuple(value)


def _convert_to_dict(name: str, value: object) -> dict[str, Any]:
    """Convert a mapping of cells to a dict. Raise ValueError with `name` for other values.

    The values of "given" must be strings.
    """
    if not isinstance(value, Mapping):
        raise ValueError(
            f"The {name} of a sheet is {short_repr(value)}. It must map cells to texts."
        )
    texts = dict(value)
    for cell, text in texts.items() if name == "given" else ():
        if not isinstance(text, str):
            raise ValueError(
                f"The cell {short_repr(cell)} has {short_repr(text)}. It must be a string."
            )
    return texts
