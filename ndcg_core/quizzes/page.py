"""An exercise as a page of a learning management system: plain HTML, formulas as plain text.

Text such as log2(i + 1) looks the same in every system. TeX needs a filter that may be switched
off, and MathML is lost in some editors.
"""

from collections.abc import Mapping

from ndcg_core.exercises.fading import format_right_value, solve_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.statement import WRITING_RULE, describe_grades, iterate_rules
from ndcg_core.exercises.worksheets import WorksheetExercise
from ndcg_core.html_builder import Html, html, join_pieces, tag
from ndcg_core.marking.wording import capitalize_text, name_cell
from ndcg_core.sheets.cells import ORDER_SIDES, TOTAL_CELLS
from ndcg_core.sheets.sheet import Sheet

PAGE_COLUMNS = ("grade", "gain", "discount", "term")
ORDER_TITLES = {"actual": "The ranking, rank by rank:", "ideal": "The ideal order, rank by rank:"}


def render_exercise_page(
    exercise: WorksheetExercise, blanks: Mapping[str, str], question: str = ""
) -> Html:
    """Return an exercise as HTML: its task, its sheet and any question.

    blanks: the content of each blank, by cell.
    """
    sheet = exercise.sheet
    rule = "; ".join(
        f"{words}{formula.text if formula else ''}"
        for words, formula in iterate_rules(exercise.variant)
    )
    texts = {**sheet.given, **blanks}
    sums = (
        f"{name_cell_with_cutoff(sheet, cell)} = {texts[cell]}"
        for cell in TOTAL_CELLS
        if cell in texts
    )
    lines = (describe_grades(exercise.variant), f"{rule}.", WRITING_RULE)
    orders = join_pieces(_render_order(texts, side, sheet.count(side)) for side in ORDER_SIDES)
    return html(_render_paragraphs(*lines), orders, _render_paragraphs(*sums, question))


def _render_order(texts: dict[str, str], side: str, count: int) -> Html:
    """Return an order as a title and a numbered list, or "" if it has no cell in `texts`."""
    cells = [[(c, f"{side}.{c}.{rank}") for c in PAGE_COLUMNS] for rank in range(1, count + 1)]
    rows = [", ".join(f"{c} {texts[cell]}" for c, cell in row if cell in texts) for row in cells]
    rendered = html(
        _render_paragraphs(ORDER_TITLES[side]), tag("ol", *(tag("li", row) for row in rows))
    )
    return rendered if any(rows) else Html()


def _render_paragraphs(*texts: str) -> Html:
    """Return texts as paragraphs. Empty texts are left out."""
    return join_pieces(tag("p", text) for text in texts if text)


def render_solution(exercise: WorksheetExercise) -> Html:
    """Return the hints and the right number of each blank as HTML, each sentence once."""
    right = solve_sheet(exercise.sheet)
    sentences = dict[str, None]()
    for cell in right.blanks:
        sentences |= dict.fromkeys(list_hints(right, cell))
        sentences[
            f"{capitalize_text(name_cell_with_cutoff(right, cell))} is "
            f"{format_right_value(right, cell)}."
        ] = None
    return tag("p", " ".join(sentences))


def name_cell_with_cutoff(sheet: Sheet, cell: str) -> str:
    """Return the name of a cell. CG, DCG, IDCG and NDCG have their cutoff, as in "DCG@3".

    The cutoff is left out if it has no effect. On a sheet with several queries, the names of these
    four cells end in " of query 1".

    >>> name_cell_with_cutoff(Sheet((3, 0, 2)), "dcg")
    'DCG@3'
    """
    if cell not in TOTAL_CELLS or cell == "mean":
        return name_cell(cell)
    return f"{sheet.trace.at(cell.upper())}{' of query 1' if sheet.others else ''}"
