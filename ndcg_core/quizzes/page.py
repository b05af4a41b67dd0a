"""An exercise as a learning management system shows it: plain HTML, formulas as plain text.

Text such as log2(i + 1) looks the same in every system. TeX needs a filter that may be switched
off, and MathML is lost in some editors.
"""

from collections.abc import Mapping

from ndcg_core.exercises.fading import format_right_value, solve_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.statement import WRITING_RULE, describe_grades, list_rules
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.html_builder import Html, html, join_pieces, tag
from ndcg_core.marking.wording import capitalize_text, name_cell
from ndcg_core.sheets.cells import ORDER_SIDES, TOTAL_CELLS
from ndcg_core.sheets.sheet import Sheet

PAGE_COLUMNS = ("grade", "gain", "discount", "term")
ORDER_TITLES = {"actual": "The ranking, rank by rank:", "ideal": "The ideal order, rank by rank:"}


def write_exercise_page(one: PaperExercise, blanks: Mapping[str, str], question: str = "") -> Html:
    """Write the task, its sheet and the question. `blanks` holds the content of each blank."""
    sheet = one.sheet
    rule = "; ".join(f"{w}{f.text if f else ''}" for w, f in list_rules(one.variant))
    texts = {**sheet.given, **blanks}
    sums = (
        f"{name_cell_with_cutoff(sheet, cell)} = {texts[cell]}"
        for cell in TOTAL_CELLS
        if cell in texts
    )
    lines = (describe_grades(one.variant), f"{rule}.", WRITING_RULE)
    orders = join_pieces(_write_order(texts, side, sheet.count(side)) for side in ORDER_SIDES)
    return html(_write_paragraphs(*lines), orders, _write_paragraphs(*sums, question))


def _write_order(texts: dict[str, str], side: str, count: int) -> Html:
    """Write the texts of one order as a numbered list, or nothing if it is not on the sheet."""
    cells = [[(c, f"{side}.{c}.{rank}") for c in PAGE_COLUMNS] for rank in range(1, count + 1)]
    rows = [", ".join(f"{c} {texts[cell]}" for c, cell in row if cell in texts) for row in cells]
    drawn = html(
        _write_paragraphs(ORDER_TITLES[side]), tag("ol", *(tag("li", row) for row in rows))
    )
    return drawn if any(rows) else Html()


def _write_paragraphs(*texts: str) -> Html:
    return join_pieces(tag("p", text) for text in texts if text)


def write_solution(one: PaperExercise) -> Html:
    """Write the calculation of each blank's number, each rule once."""
    right = solve_sheet(one.sheet)
    sentences = dict[str, None]()
    for cell in right.blanks:
        sentences |= dict.fromkeys(list_hints(right, cell))
        sentences[
            f"{capitalize_text(name_cell_with_cutoff(right, cell))} is "
            f"{format_right_value(right, cell)}."
        ] = None
    return tag("p", " ".join(sentences))


def name_cell_with_cutoff(sheet: Sheet, cell: str) -> str:
    """Return the name of a cell, with the cutoff for a sum.

    >>> name_cell_with_cutoff(Sheet((3, 0, 2)), "dcg")
    'DCG@3'
    """
    if cell not in TOTAL_CELLS or cell == "mean":
        return name_cell(cell)
    return f"{sheet.trace.at(cell.upper())}{' of query 1' if sheet.others else ''}"
