"""An exercise as a learning management system shows it: plain HTML, formulas as plain text.

Text such as log2(i + 1) looks the same in every system. TeX needs a filter that may be switched
off, and MathML is lost in some editors.
"""

from collections.abc import Mapping

from ndcg_core.exercises.fading import right_text, solve
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.statement import HOW, grades, rules
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.html_builder import Html, every, html, tag
from ndcg_core.marking.wording import capitalize, cell_name
from ndcg_core.sheets.cells import SIDES, TOTALS
from ndcg_core.sheets.sheet import Sheet

COLUMNS = ("grade", "gain", "discount", "term")
ORDERS = {"actual": "The ranking, rank by rank:", "ideal": "The ideal order, rank by rank:"}


def exercise_page(one: PaperExercise, blanks: Mapping[str, str], question: str = "") -> Html:
    """Write the task, its sheet and the question. `blanks` holds the content of each blank."""
    sheet = one.sheet
    rule = "; ".join(f"{w}{f.text if f else ''}" for w, f in rules(one.variant))
    texts = {**sheet.given, **blanks}
    sums = (f"{cell_title(sheet, cell)} = {texts[cell]}" for cell in TOTALS if cell in texts)
    lines = (grades(one.variant), f"{rule}.", HOW)
    orders = every(_order(texts, side, sheet.count(side)) for side in SIDES)
    return html(_paragraphs(*lines), orders, _paragraphs(*sums, question))


def _order(texts: dict[str, str], side: str, count: int) -> Html:
    """Write the texts of one order as a numbered list, or nothing if it is not on the sheet."""
    cells = [[(c, f"{side}.{c}.{rank}") for c in COLUMNS] for rank in range(1, count + 1)]
    rows = [", ".join(f"{c} {texts[cell]}" for c, cell in row if cell in texts) for row in cells]
    drawn = html(_paragraphs(ORDERS[side]), tag("ol", *(tag("li", row) for row in rows)))
    return drawn if any(rows) else Html()


def _paragraphs(*texts: str) -> Html:
    return every(tag("p", text) for text in texts if text)


def solution(one: PaperExercise) -> Html:
    """Write the calculation of each blank's number, each rule once."""
    right = solve(one.sheet)
    sentences = dict[str, None]()
    for cell in right.blanks:
        sentences |= dict.fromkeys(hints(right, cell))
        sentences[f"{capitalize(cell_title(right, cell))} is {right_text(right, cell)}."] = None
    return tag("p", " ".join(sentences))


def cell_title(sheet: Sheet, cell: str) -> str:
    """Return the name of a cell, with the cutoff for a sum.

    >>> cell_title(Sheet((3, 0, 2)), "dcg")
    'DCG@3'
    """
    if cell not in TOTALS or cell == "mean":
        return cell_name(cell)
    return f"{sheet.trace.at(cell.upper())}{' of query 1' if sheet.others else ''}"
