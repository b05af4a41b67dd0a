"""The proof that a variant is fair, on the sheet as it is handed out, and a search for new ones.

An author who makes a mistake fills in the blanks: the rows with the mistake, the sums from these
rows. If the mistake is visible, the marking must name it at the first wrong blank.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import isclose, isfinite
from random import Random

from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.skills import Skill
from ndcg_core.exercises.variants import Variant
from ndcg_core.marking.cases import SheetCase
from ndcg_core.marking.marks import Marking
from ndcg_core.marking.verdicts import CLOSE_SHARE, RIGHT, WRONG
from ndcg_core.misconceptions import MISCONCEPTIONS
from ndcg_core.numerals.numerals import CLOSE_TOLERANCE, read_numeral_or_none
from ndcg_core.sheets.calculation import Calculation, find_value, make_calculation
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

CHECKED_DECIMALS = (2, 3, 4)
WRITTEN_DECIMALS = 3
"""The decimals that the author of a mistake writes, equal to those of the sheet."""


def list_faults(variant: Variant, level: int | Collection[int] | None = None) -> Iterator[str]:
    """Yield a sentence for each fault of a variant.

    level: the level to check, or several, or None for all. With several, every mistake must be
    visible at one of them.

    >>> list(list_faults(Variant("dcg", (3, 2, 0, 0, 1, 3))))
    []
    """
    every = [fade_sheet(variant, each) for each in range(count_levels(variant))]
    places: Iterable[int] = range(len(every))
    if level is not None:
        places = [level] if isinstance(level, int) else level
    sheets = [every[min(place, len(every) - 1)] for place in places]
    for sheet, decimals in product(sheets, CHECKED_DECIMALS):
        marking = Marking(sheet.with_all(write_right_texts(sheet, sheet.blanks, decimals)))
        for cell in sheet.blanks:
            if marking.verdicts[cell] != RIGHT:
                yield f"The right answer in {cell} is marked {marking.verdicts[cell]}."
    for id in dict.fromkeys(id for ids in variant.in_play.values() for id in ids):
        results = [
            fault for sheet in sheets for fault in _find_mistake_faults(sheet, id, every[-1])
        ]
        yield from filter(None, results)
        if not results and not isinstance(level, int):
            yield f"{id} is not visible."
        yield from _find_score_faults(every[-1], id)


def find_visible_mistakes(sheet: Sheet, ids: Collection[str], whole: Sheet) -> frozenset[str]:
    """Return the ids of the mistakes that the blanks of a sheet reveal.

    whole: the sheet with every cell of the skill blank.
    """
    return frozenset(id for id in ids if "" in _find_mistake_faults(sheet, id, whole))


def write_right_texts(sheet: Sheet, cells: tuple[str, ...], decimals: int) -> Mapping[str, str]:
    """Return the right numbers of some cells, rounded. Grades stay exact."""
    return {cell: write_value(sheet.exact(cell) or 0.0, cell, decimals) for cell in cells}


def calculate_blanks(calc: Calculation, sheet: Sheet) -> Mapping[str, str]:
    """Return the numbers that an author with this calculation writes into the blanks."""
    numbers = dict(SheetCase(sheet).numbers)
    texts = {}
    for cell in sheet.blanks:
        value = find_value(calc if Cell.parse(cell).side else calc.with_written(numbers), cell)
        figure = value if isfinite(value) else sheet.exact(cell) or 0.0
        texts[cell] = write_value(figure, cell, WRITTEN_DECIMALS)
        if number := read_numeral_or_none(texts[cell]):
            numbers[cell] = number.value
    return texts


def write_value(value: float, cell: str, decimals: int) -> str:
    return f"{value:g}" if Cell.parse(cell).column in ("grade", "gain") else f"{value:.{decimals}f}"


def _find_mistake_faults(sheet: Sheet, id: str, whole: Sheet) -> Iterator[str]:
    """Yield "" or a fault if a mistake is visible, and nothing if it is not.

    A mistake with several variants, such as another rank's divisor, must be known in one of them.
    """
    printed = [cell for cell in sheet.given if cell.startswith("ideal.grade.")]
    results = [
        _explain_misread(sheet, id, calc, whole)
        for calc in MISCONCEPTIONS[id].change(make_calculation(sheet), sheet)
        if all(find_value(calc, cell) == sheet.exact(cell) for cell in printed)  # there is room
    ]
    sentences = [sentence for sentence in results if sentence is not None]
    if sentences:
        yield min(sentences, key=len)


def _find_score_faults(sheet: Sheet, id: str) -> Iterator[str]:
    """Yield a sentence for each mistaken NDCG that is too close to the right one."""
    if "ndcg" not in sheet.blanks:
        return
    for calc in MISCONCEPTIONS[id].change(make_calculation(sheet), sheet):
        off = abs(find_value(calc, "ndcg") - (sheet.exact("ndcg") or 0.0))
        if CLOSE_TOLERANCE < off <= CLOSE_SHARE:
            yield f"{id} changes NDCG by only {off:.4f}."


def _explain_misread(sheet: Sheet, id: str, calc: Calculation, whole: Sheet) -> str | None:
    """Return a reason if a mistake is not recognized, "" if it is, None if no blank is wrong."""
    texts = calculate_blanks(calc, sheet)
    right = write_right_texts(sheet, sheet.blanks, WRITTEN_DECIMALS)
    mistake = MISCONCEPTIONS[id]
    silent = [c for c in texts if not mistake.speaks_of(c)]
    if any(not isclose(find_value(calc, c), sheet.exact(c) or 0.0, rel_tol=1e-9) for c in silent):
        # It is known by its result alone: its author does the rest in their head.
        own = (c for c in texts if mistake.speaks_of(c))
        texts = {c: write_value(find_value(calc, c), c, WRITTEN_DECIMALS) for c in own}
    if all(texts[c] == right[c] for c in texts):
        return None
    marking = Marking(sheet.with_all(texts))
    wrong = next((c for c in sheet.blanks if marking.verdicts[c] == WRONG), None)
    if wrong is None:
        return None
    diagnosis = marking.explain_cell(wrong)
    same = id in diagnosis.others and _are_indistinguishable(
        calc, diagnosis.misconception or "", whole
    )
    if same or diagnosis.misconception == id:
        return ""
    return (
        f"{id} is not distinguished in {wrong} = {texts[wrong]}. The diagnosis is "
        f"{diagnosis.misconception}."
    )


def _are_indistinguishable(calc: Calculation, other: str, whole: Sheet) -> bool:
    """Return True if another mistake gives the same numbers in the whole sheet."""
    texts = calculate_blanks(calc, whole)
    others = MISCONCEPTIONS[other].change(make_calculation(whole), whole)
    return any(calculate_blanks(other, whole) == texts for other in others)


DRAWN_GRADES = (0, 1, 2, 3)


@lru_cache(maxsize=4096)
def is_fair(variant: Variant, level: int | Collection[int] | None = None) -> bool:
    """Return True if a variant's mistakes give distinct numbers, none of them right."""
    return next(list_faults(variant, level), None) is None


def draw_variant(skill: Skill, rng: Random) -> Variant:
    """Draw a list for a skill, fair or not."""
    n = rng.randint(4, 6)
    grades = tuple(float(rng.choice(DRAWN_GRADES)) for _ in range(n))
    if skill.id == "nothing-relevant":
        grades = (0.0,) * rng.randint(2, 9)
    return Variant(
        skill.id,
        grades,
        k=rng.randint(2, n - 1) if skill.cutoff == "cut" else 0,
        rank=rng.randint(3, n) if skill.id == "term" else 0,
        judged=(*grades, *_draw_further_grades(rng)) if skill.pool == "judged" else None,
        others=_draw_queries(skill, rng),
    )


def _draw_queries(skill: Skill, rng: Random) -> tuple[tuple[float, ...], ...]:
    """Draw further queries for a mean, one of them with nothing relevant."""
    if not skill.id.startswith("mean"):
        return ()
    empty = ((0.0,) * rng.randint(2, 4),) if skill.id == "mean-empty" else ()
    return (_draw_further_grades(rng), *empty)


def _draw_further_grades(rng: Random) -> tuple[float, ...]:
    """Draw the grades of some further documents, one of them relevant."""
    return (float(rng.choice(DRAWN_GRADES[1:])), *(float(g) for g in rng.sample(DRAWN_GRADES, 2)))
