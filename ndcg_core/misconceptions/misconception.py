"""The class of misconceptions: a change of the right calculation, with its sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Literal, get_args

from ndcg_core.sheets.calculation import Calculation, find_value_or_nan, make_calculation
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

Change = Callable[[Calculation, Sheet], Iterable[Calculation]]
"""A function that yields the mistaken calculations, or nothing if a mistake does not apply."""


def make_field_change(**fields: object) -> Change:
    """Return a change that replaces fields of the right calculation on every sheet."""
    return lambda right, sheet: [replace(right, **fields)]  # type: ignore[arg-type]


def combine_changes(*changes: Change) -> Change:
    """Return a change that yields the calculations of several changes."""
    return lambda right, sheet: [calc for change in changes for calc in change(right, sheet)]


Concept = Literal[
    "gain", "cutoff", "discount", "ideal", "ratio", "exponential", "queries", "writing"
]
"""The concepts behind mistakes. A lesson lists the concepts that it introduces in `teaches`."""
CONCEPTS: tuple[Concept, ...] = get_args(Concept)

Scope = Literal["throughout", "cell"]
""""throughout" for a mistake in all steps, "cell" for a slip in one cell."""

CLAUSE_SUBJECT = "you "
"""The subject at the beginning of every action."""


def format_clause(who: str, *actions: str, is_sure: bool = True) -> str:
    """Return a clause with `who` as its subject and the actions joined by "or".

    is_sure: False for a clause with "may have"

    >>> format_clause("Somebody", "you divided by k")
    'Somebody divided by k'
    >>> format_clause("You", "you added", "you left", is_sure=False)
    'You may have added, or left'
    """
    done = join_actions(*actions)
    return f"{who} {done}" if is_sure else f"{who} may have {done}"


def join_actions(*actions: str) -> str:
    """Return actions without their subject "you", joined by "or".

    >>> join_actions("you added", "you left"), join_actions("you added", "you left", "you cut")
    ('added, or left', 'added, left, or cut')
    """
    *others, last = (action.removeprefix(CLAUSE_SUBJECT) for action in actions)
    return f"{', '.join(others)}, or {last}" if others else last


def shorten_action(action: str) -> str:
    """Return an action without its subject "you", up to its first comma.

    >>> shorten_action("you counted every gain in full, whatever its rank")
    'counted every gain in full'
    """
    return action.removeprefix(CLAUSE_SUBJECT).partition(",")[0]


@dataclass(frozen=True, eq=False)
class Misconception:
    """A known mistake, as a change to the right calculation.

    id       a short name that never changes
    title    a short description
    action   the author's action, as a clause that begins with “you”
    hint     a sentence that helps the author
    change   the change of the right calculation into the mistaken calculations
    scope    "throughout" for a mistake in all steps, "cell" for a slip in one cell

    misconceptions.toml explains the further fields.
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

    def format_sentences(self, who: str) -> str:
        """Return a sentence with `who` as the subject of the action, followed by the hint.

        who: the subject, such as "You" or "The author".
        """
        return f"{format_clause(who, self.action)}. {self.hint}"

    def can_change_cell(self, cell: str) -> bool:
        """Return True if the mistake can change numbers in the column of a cell."""
        return not self.columns or Cell.parse(cell).column in self.columns

    def iterate_calculations(
        self, right: Calculation, sheet: Sheet, cell: str
    ) -> Iterator[Calculation]:
        """Yield the mistaken calculations that may be behind a number in a cell, if any.

        A mean can have the mistake in every query, in the sheet's own query, or in all others.
        """
        if not self.can_change_cell(cell):
            return
        in_each = cell == "mean" and self.concept not in ("queries", "writing")
        for calc in self.change(right, sheet):
            others = right.others
            if in_each and calc.others is others:
                others = tuple(
                    self._repeat_mistake(calc, other, query)
                    for other, query in zip(others, sheet.queries, strict=True)
                )
            if others != right.others:
                yield replace(calc, others=others)
                yield replace(right, others=others, action=calc.action)
            yield calc

    def _repeat_mistake(
        self, mistaken: Calculation, right: Calculation, sheet: Sheet
    ) -> Calculation:
        """Return the same variant of the mistake for another query, or `right` if none fits.

        mistaken: the variant. right, sheet: the right calculation and the sheet of the other query.
        """
        for calc in self.change(right, sheet):
            if (calc.action, calc.rank) == (mistaken.action, mistaken.rank):
                return calc
        return right

    def list_numbers(self, cell: str, sheet: Sheet) -> tuple[float, ...]:
        """Return the distinct finite numbers that the mistake gives in a cell of a sheet.

        >>> from ndcg_core.misconceptions import MISCONCEPTIONS
        >>> MISCONCEPTIONS["no-discount"].list_numbers("dcg", Sheet((3, 2, 3, 0, 1)))
        (9.0,)
        """
        right = make_calculation(sheet)
        values = (
            find_value_or_nan(calc, cell) for calc in self.iterate_calculations(right, sheet, cell)
        )
        return tuple(dict.fromkeys(value for value in values if isfinite(value)))
