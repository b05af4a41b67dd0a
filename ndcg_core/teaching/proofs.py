"""The proof that a variant tells the mistakes in play from the right answer and each other."""

from collections.abc import Iterator, Mapping

from ndcg_core.teaching.cells import Cell
from ndcg_core.teaching.marking import Mark, mark
from ndcg_core.teaching.mistakes import MISCONCEPTIONS
from ndcg_core.teaching.mistakes.kind import value_in
from ndcg_core.teaching.numerals import CLOSE
from ndcg_core.teaching.rulings import RIGHT, WRONG
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.variants import Variant
from ndcg_core.teaching.worlds import World, right_world

DECIMALS = (2, 3, 4)
SCORE_DECIMALS = (3, 4)
"""NDCG of different mistakes often agrees in two decimals, so its proof starts at three."""


def faults(variant: Variant) -> Iterator[str]:
    """What keeps a variant from being a fair exercise, in sentences; nothing for a good one.

    >>> list(faults(Variant("dcg", (3, 2, 0, 0, 1, 3))))
    []
    """
    sheet = variant.blank_sheet
    for cells, ids in variant.in_play.items():
        yield from _right_faults(sheet, cells)
        for id in ids:
            yield from _mistake_faults(sheet, cells, id)
        sheet = sheet.with_all(right_texts(sheet, cells, 4))


def right_texts(sheet: Sheet, cells: tuple[str, ...], decimals: int) -> Mapping[str, str]:
    """The right numbers of some cells, rounded; grades as they are."""
    return {cell: _text(sheet.exact(cell) or 0.0, cell, decimals) for cell in cells}


def _right_faults(sheet: Sheet, cells: tuple[str, ...]) -> Iterator[str]:
    for decimals in DECIMALS:
        texts = right_texts(sheet, cells, decimals)
        for cell, found in _marked(sheet, texts).items():
            if found.verdict != RIGHT:
                yield f"The right answer {found.given} in {cell} is marked {found.verdict}."


def _mistake_faults(sheet: Sheet, cells: tuple[str, ...], id: str) -> Iterator[str]:
    """A mistake with several numbers, such as another rank's divisor, must show with one."""
    right, found = right_world(sheet), []
    for world in MISCONCEPTIONS[id].worlds(right, sheet, cells[0]):
        if any(_differs(world, sheet, cell) for cell in cells):
            found.append([*_misread(world, sheet, cells, id)])
    yield from min(found, key=len, default=[f"{id} is not visible in {cells[0]}."])


def _differs(world: World, sheet: Sheet, cell: str) -> bool:
    return abs(value_in(world, cell) - (sheet.exact(cell) or 0.0)) > CLOSE


def _misread(world: World, sheet: Sheet, cells: tuple[str, ...], id: str) -> Iterator[str]:
    """Where what the author of a mistake writes is not diagnosed as that mistake."""
    for decimals in SCORE_DECIMALS if cells[0] in ("ndcg", "mean") else DECIMALS:
        texts = {cell: _text(value_in(world, cell), cell, decimals) for cell in cells}
        first = next((m for m in _marked(sheet, texts).values() if m.verdict != RIGHT), None)
        if first is None or (first.verdict, first.misconception) != (WRONG, id):
            yield f"{id} is not told apart in {texts}: {first and first.misconception}."


def _marked(sheet: Sheet, texts: Mapping[str, str]) -> dict[str, Mark]:
    return {found.cell: found for found in mark(sheet.with_all(texts)) if found.cell in texts}


def _text(value: float, cell: str, decimals: int) -> str:
    return f"{value:g}" if Cell.of(cell).column == "grade" else f"{value:.{decimals}f}"
