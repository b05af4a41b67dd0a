"""The marks of a sheet: a list that shows itself as a table in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ndcg_core.marking.unexplained import cell_name
from ndcg_core.metric.numbers import exact, number
from ndcg_core.notebook import Number, Table, shown

if TYPE_CHECKING:
    from ndcg_core.marking.record import Mark

SIGNS = {"right": "✓", "carried": "✓", "last-digit": "≈", "wrong": "✗", "invalid": "?"}
HEADS = ("cell", "written", "exact", "verdict", "what is said")


class Marks(list["Mark"]):
    """The marks in the order of the calculation."""

    def rows(self) -> list[dict[str, str | float | None]]:
        """One record a mark, for any data frame."""
        return [
            {
                "cell": mark.cell,
                "given": mark.given,
                "exact": mark.exact,
                "verdict": mark.verdict,
                "misconception": mark.misconception,
                "message": mark.message,
            }
            for mark in self
        ]

    def _repr_html_(self) -> str:
        rows = [row for mark in self for row in _rows(mark)]
        right = sum(mark.verdict in ("right", "carried") for mark in self)
        said = f"{right} of {len(self)} right, or right for what they were worked out from."
        return shown([Table("The sheet, marked", HEADS, rows)], said)


def _rows(mark: Mark) -> list[list[object]]:
    name = cell_name(mark.cell)
    name = f"{name[:1].upper()}{name[1:]}"
    earlier = [_row(f"{name}, as first written", mark) for mark in mark.working]
    return [*earlier, _row(name, mark)]


def _row(name: str, mark: Mark) -> list[object]:
    verdict = f"{SIGNS.get(mark.verdict, '')} {mark.verdict}".strip()
    value = "" if mark.exact is None else _number(mark.exact)
    return [name, mark.given or "nothing", Number(value), verdict, mark.message]


def _number(value: float) -> str:
    return exact(value) if value.is_integer() and abs(value) < 1e6 else number(value, 6)
