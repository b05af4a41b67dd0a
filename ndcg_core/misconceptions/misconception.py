"""A misconception: a change to the right calculation, and its sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Literal, get_args

from ndcg_core.sheets.calculation import Calculation, find_value, make_calculation
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

Change = Callable[[Calculation, Sheet], Iterable[Calculation]]
"""Yields the calculations of a misconception, or nothing if it does not apply."""


def replace_fields(**fields: object) -> Change:
    """Return the change that gives the right calculation these fields on every sheet."""
    return lambda right, sheet: [replace(right, **fields)]  # type: ignore[arg-type]


def combine_changes(*changes: Change) -> Change:
    """Return the change that yields the calculations of all these changes."""
    return lambda right, sheet: [calc for change in changes for calc in change(right, sheet)]


Concept = Literal[
    "gain", "cutoff", "discount", "ideal", "ratio", "exponential", "queries", "writing"
]
"""The concept that a learner must know to understand a mistake. Lessons list them in `teaches`."""
CONCEPTS: tuple[Concept, ...] = get_args(Concept)

Scope = Literal["throughout", "cell"]
""""throughout" for a mistake made everywhere, "cell" for a slip in one place."""

CLAUSE_SUBJECT = "you "
"""The first words of every action."""


def write_clause(who: str, *actions: str, sure: bool = True) -> str:
    """Return a clause about the actions of somebody, joined by "or".

    >>> write_clause("Somebody", "you divided by k")
    'Somebody divided by k'
    >>> write_clause("You", "you added", "you left", sure=False)
    'You may have added, or left'
    """
    done = ", or ".join(action.removeprefix(CLAUSE_SUBJECT) for action in actions)
    return f"{who} {done}" if sure else f"{who} may have {done}"


@dataclass(frozen=True, eq=False)
class Misconception:
    """A mistake that can be run: it yields the number its author gets.

    id       a short name that never changes
    change   the mistaken calculations
    scope    "throughout" for a mistake in all steps, "cell" for a slip in one cell

    misconceptions.toml explains the other fields.
    """

    id: str
    title: str
    action: str
    hint: str
    change: Change
    concept: Concept
    group: str = ""
    scope: Scope = "throughout"
    reverse: Sequence[str] = ()
    columns: Sequence[str] = ()
    depends_on_terms: bool = False

    def write_sentences(self, who: str) -> str:
        """Return the action and the hint as sentences with `who` as the subject.

        who: such as "You" or "The author"
        """
        return f"{write_clause(who, self.action)}. {self.hint}"

    def speaks_of(self, cell: str) -> bool:
        return not self.columns or Cell.parse(cell).column in self.columns

    def make_calculations(
        self, right: Calculation, sheet: Sheet, cell: str
    ) -> Iterator[Calculation]:
        """Yield the mistaken calculations behind a cell.

        A mean has the mistake in every query, in all but the sheet's own, or in that one alone.
        """
        if not self.speaks_of(cell):
            return
        in_each = cell == "mean" and self.concept not in ("queries", "writing")
        for calc in self.change(right, sheet):
            way = (calc.action, calc.rank)
            others = right.others
            if in_each and calc.others is others:
                others = tuple(  # mistaken in the same way; right where that does not apply
                    next((w for w in self.change(one, query) if (w.action, w.rank) == way), one)
                    for one, query in zip(others, sheet.queries, strict=True)
                )
            if others != right.others:
                yield replace(calc, others=others)
                yield replace(right, others=others, action=calc.action)
            yield calc

    def list_numbers(self, cell: str, sheet: Sheet) -> tuple[float, ...]:
        """Return the numbers of this mistake in a cell of a sheet, each once, without nan.

        >>> from ndcg_core.misconceptions import MISCONCEPTIONS
        >>> MISCONCEPTIONS["no-discount"].list_numbers("dcg", Sheet((3, 2, 3, 0, 1)))
        (9.0,)
        """
        right = make_calculation(sheet)
        values = (find_value(calc, cell) for calc in self.make_calculations(right, sheet, cell))
        return tuple(dict.fromkeys(value for value in values if isfinite(value)))
