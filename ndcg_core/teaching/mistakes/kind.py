"""What a misconception is: a change to the right way of calculating, and what to say about it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite

from ndcg_core.teaching.cells import Cell
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.worlds import World, right_world

Change = Callable[[World, Sheet], Iterable[World]]
"""The mistaken worlds that a misconception makes of the right one; none where it does not apply."""


@dataclass(frozen=True)
class Misconception:
    """A mistake that can be run: it yields the number its author gets.

    id          short and fixed
    title       three or four words
    message     what was done and where to look, without the answer; may hold {rank}, {divisor}
    change      the mistaken worlds
    seen        where it has been seen, as far as anybody wrote it down
    legitimate  where the same calculation is a convention, and no mistake
    reverse     the message where the sheet's own convention is that one and the author left it
    columns     the cells it speaks about; empty for all
    """

    id: str
    title: str
    message: str
    change: Change
    seen: str = ""
    legitimate: str = ""
    reverse: str = ""
    columns: tuple[str, ...] = ()

    def speaks_of(self, cell: str) -> bool:
        """Whether it can be about this cell."""
        return not self.columns or Cell.of(cell).column in self.columns

    def worlds(self, right: World, sheet: Sheet, cell: str) -> tuple[World, ...]:
        """The mistaken worlds that a cell may have been worked out in."""
        return tuple(self.change(right, sheet)) if self.speaks_of(cell) else ()

    def numbers(self, cell: str, sheet: Sheet) -> tuple[float, ...]:
        """The numbers that this mistake puts into a cell of a sheet, each once; nan never.

        >>> from ndcg_core.teaching.mistakes import MISCONCEPTIONS
        >>> MISCONCEPTIONS["no-discount"].numbers("dcg", Sheet((3, 2, 3, 0, 1)))
        (9.0,)
        """
        found = (value_in(world, cell) for world in self.worlds(right_world(sheet), sheet, cell))
        return tuple(dict.fromkeys(value for value in found if isfinite(value)))


def value_in(world: World, cell: str) -> float:
    """The number a world puts into a cell; nan where it has none, or divides by 0."""
    try:
        return world.value(cell)
    except (ArithmeticError, ValueError):
        return float("nan")
