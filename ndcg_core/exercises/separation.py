"""The proof that a variant is fair at a level, and a search for new variants.

An author who makes a mistake fills in the blanks: the rows with the mistake, and the sums of these
rows. If the mistake is visible, the marking must name the mistake at the first wrong blank.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
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
from ndcg_core.sheets.calculation import Calculation, find_value_or_nan, make_calculation
from ndcg_core.sheets.cells import Cell
from ndcg_core.sheets.sheet import Sheet

CHECKED_DECIMALS = (2, 3, 4)
WRITTEN_DECIMALS = 3
"""The number of decimals that the author of a mistake writes, as many as the sheet has."""


def iterate_variant_faults(
    variant: Variant, level: int | Collection[int] | None = None
) -> Iterator[str]:
    """Yield a sentence for each fault of a variant. A fair variant has none.

    level: the level to check, several levels, or None for all levels. Of several levels, one must
    make each mistake visible.

    >>> list(iterate_variant_faults(Variant("dcg", (3, 2, 0, 0, 1, 3))))
    []
    """
    every = [fade_sheet(variant, n) for n in range(count_levels(variant))]
    levels: Iterable[int] = range(len(every))
    if level is not None:
        levels = [level] if isinstance(level, int) else level
    sheets = [every[min(n, len(every) - 1)] for n in levels]
    for sheet, decimals in product(sheets, CHECKED_DECIMALS):
        marking = Marking(sheet.with_all(format_right_texts(sheet, sheet.blanks, decimals)))
        for cell in sheet.blanks:
            if marking.verdicts[cell] != RIGHT:
                yield f"The right answer in {cell} is marked {marking.verdicts[cell]}."
    for id in dict.fromkeys(id for ids in variant.mistakes_by_cell_group.values() for id in ids):
        results = [_find_mistake_fault(sheet, id, every[-1]) for sheet in sheets]
        yield from filter(None, results)
        is_visible = any(result is not None for result in results)
        if not is_visible and not isinstance(level, int):
            yield f"{id} is not visible."
        yield from _iterate_score_faults(every[-1], id)


def find_visible_mistakes(sheet: Sheet, ids: Collection[str], all_blank: Sheet) -> frozenset[str]:
    """Return the ids of the mistakes that the marking recognizes in a sheet's blanks.

    all_blank: the sheet in which every cell of the skill is blank.
    """
    return frozenset(id for id in ids if _find_mistake_fault(sheet, id, all_blank) == "")


def format_right_texts(sheet: Sheet, cells: tuple[str, ...], decimals: int) -> Mapping[str, str]:
    """Map cells to their right texts. Only grades and gains are not rounded to `decimals`."""
    return {cell: format_value(sheet.exact(cell) or 0.0, cell, decimals) for cell in cells}


def calculate_mistaken_texts(calculation: Calculation, sheet: Sheet) -> Mapping[str, str]:
    """Map each blank to the text that the author of a mistaken calculation writes there."""
    numbers = dict(SheetCase(sheet).numbers)
    texts = {}
    for cell in sheet.blanks:
        value = find_value_or_nan(
            calculation if Cell.parse(cell).side else calculation.with_written(numbers), cell
        )
        written = value if isfinite(value) else sheet.exact(cell) or 0.0
        texts[cell] = format_value(written, cell, WRITTEN_DECIMALS)
        if number := read_numeral_or_none(texts[cell]):
            numbers[cell] = number.value
    return texts


def format_value(value: float, cell: str, decimals: int) -> str:
    """Format a number with `decimals` decimals, or a grade or gain with up to 6 digits."""
    return f"{value:g}" if Cell.parse(cell).column in ("grade", "gain") else f"{value:.{decimals}f}"


def _find_mistake_fault(sheet: Sheet, misconception_id: str, all_blank: Sheet) -> str | None:
    """Return a fault if a mistake is misread, "" if it is recognized, None if not visible.

    A mistake with several variants, such as another rank's divisor, must be recognized in one
    variant.
    """
    printed = [cell for cell in sheet.given if cell.startswith("ideal.grade.")]
    results = [
        _explain_misread(sheet, misconception_id, calculation, all_blank)
        for calculation in MISCONCEPTIONS[misconception_id].change(make_calculation(sheet), sheet)
        # The mistake must agree with the printed order.
        if all(find_value_or_nan(calculation, cell) == sheet.exact(cell) for cell in printed)
    ]
    sentences = [sentence for sentence in results if sentence is not None]
    return min(sentences, key=len) if sentences else None


def _iterate_score_faults(sheet: Sheet, misconception_id: str) -> Iterator[str]:
    """Yield a sentence for each mistaken NDCG that is too close to the right NDCG."""
    if "ndcg" not in sheet.blanks:
        return
    for calculation in MISCONCEPTIONS[misconception_id].change(make_calculation(sheet), sheet):
        off = abs(find_value_or_nan(calculation, "ndcg") - (sheet.exact("ndcg") or 0.0))
        if CLOSE_TOLERANCE < off <= CLOSE_SHARE:
            yield f"{misconception_id} changes NDCG by only {off:.4f}."


def _explain_misread(
    sheet: Sheet, misconception_id: str, calculation: Calculation, all_blank: Sheet
) -> str | None:
    """Explain why the marking does not recognize a mistake in a sheet.

    Returns "" for a recognized mistake, and None if the mistake makes no blank wrong.
    """
    texts = calculate_mistaken_texts(calculation, sheet)
    right = format_right_texts(sheet, sheet.blanks, WRITTEN_DECIMALS)
    mistake = MISCONCEPTIONS[misconception_id]
    silent = [c for c in texts if not mistake.can_change_cell(c)]
    if any(
        not isclose(find_value_or_nan(calculation, c), sheet.exact(c) or 0.0, rel_tol=1e-9)
        for c in silent
    ):
        # The mistake shows only in these cells, because its author calculates the rest mentally.
        changed = (c for c in texts if mistake.can_change_cell(c))
        texts = {
            c: format_value(find_value_or_nan(calculation, c), c, WRITTEN_DECIMALS) for c in changed
        }
    if all(texts[c] == right[c] for c in texts):
        return None
    marking = Marking(sheet.with_all(texts))
    wrong = next((c for c in sheet.blanks if marking.verdicts[c] == WRONG), None)
    if wrong is None:
        return None
    diagnosis = marking.explain_cell(wrong)
    same = misconception_id in diagnosis.others and _are_indistinguishable(
        calculation, diagnosis.misconception or "", all_blank
    )
    if same or diagnosis.misconception == misconception_id:
        return ""
    return (
        f"{misconception_id} is not distinguished in {wrong} = {texts[wrong]}. The diagnosis is "
        f"{diagnosis.misconception}."
    )


def _are_indistinguishable(
    calculation: Calculation, misconception_id: str, all_blank: Sheet
) -> bool:
    """Return True if a misconception can give the same texts in the blanks as a calculation."""
    texts = calculate_mistaken_texts(calculation, all_blank)
    others = MISCONCEPTIONS[misconception_id].change(make_calculation(all_blank), all_blank)
    return any(calculate_mistaken_texts(other, all_blank) == texts for other in others)


DRAWN_GRADES = (0, 1, 2, 3)


def draw_variant(skill: Skill, rng: Random) -> Variant:
    """Return a random variant for a skill. The variant may be unfair."""
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
        others=_draw_further_queries(skill, rng),
    )


def _draw_further_queries(skill: Skill, rng: Random) -> tuple[tuple[float, ...], ...]:
    """Return random grades for the other queries of a mean, or () for a skill without a mean."""
    if not skill.id.startswith("mean"):
        return ()
    empty = ((0.0,) * rng.randint(2, 4),) if skill.id == "mean-empty" else ()
    return (_draw_further_grades(rng), *empty)


def _draw_further_grades(rng: Random) -> tuple[float, ...]:
    """Return random grades of three documents, of which at least one is relevant."""
    return (float(rng.choice(DRAWN_GRADES[1:])), *(float(g) for g in rng.sample(DRAWN_GRADES, 2)))
