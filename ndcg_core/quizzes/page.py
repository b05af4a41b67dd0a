"""An exercise as a learning management system shows it: plain HTML, formulas as plain text.

Text such as log2(i + 1) reads alike in every system; TeX needs a filter that may be switched off,
and MathML is lost in some editors.
"""

from collections.abc import Callable

from ndcg_core.exercises.fading import filled, solved
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.statement import HOW, grades, rules
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.html_builder import Html, every, html, tag
from ndcg_core.marking.wording import cell_name
from ndcg_core.notebook import Table
from ndcg_core.sheets.cells import SIDES, TOTALS
from ndcg_core.sheets.sheet import Sheet

COLUMNS = {"grade": "Grade", "gain": "Gain", "discount": "Discount", "term": "Term"}
ORDERS = {"actual": "The ranking", "ideal": "The ideal order"}
Fill = Callable[[str], str]
"""What stands in the blank of a cell."""


def exercise_page(one: PaperExercise, fill: Fill) -> Html:
    """The task, and its sheet."""
    rule = "; ".join(
        f"{words}{formula.text if formula else ''}" for words, formula in rules(one.variant)
    )
    task = every(tag("p", text) for text in (grades(one.variant), f"{rule}.", HOW))
    return html(task, *(_order(one.sheet, side, fill) for side in SIDES), _sums(one.sheet, fill))


def blank_page(one: PaperExercise, cell: str) -> Html:
    """The task with a question mark in one blank of the sheet, and the question for it."""
    question = tag("p", tag("b", f"What is {cell_title(one.sheet, cell)}?"))
    return html(exercise_page(one, lambda other: "?" if other == cell else ""), question)


def solution(one: PaperExercise) -> Html:
    """The way to each blank's number; a rule is said once."""
    right, said = solved(one.sheet), dict[str, None]()
    for cell in right.blanks:
        said |= dict.fromkeys(hints(right, cell))
        said[f"{_capital(right, cell)} is {filled(right, cell)}."] = None
    return tag("p", " ".join(said))


def cell_title(sheet: Sheet, cell: str) -> str:
    """What a cell is called: of a sum with its cutoff.

    >>> cell_title(Sheet((3, 0, 2)), "dcg")
    'DCG@3'
    """
    if cell not in TOTALS or cell == "mean":
        return cell_name(cell)
    return f"{sheet.trace.at(cell.upper())}{' of query 1' if sheet.others else ''}"


def _capital(sheet: Sheet, cell: str) -> str:
    title = cell_title(sheet, cell)
    return f"{title[:1].upper()}{title[1:]}"


def _order(sheet: Sheet, side: str, fill: Fill) -> Html | None:
    """The table of one order: the columns in which something stands or is asked for."""
    on_sheet = {*sheet.given, *sheet.blanks}
    ranks = range(1, sheet.count(side) + 1)
    columns = [one for one in COLUMNS if on_sheet & {f"{side}.{one}.{rank}" for rank in ranks}]
    rows = [
        [rank, *(_content(sheet, f"{side}.{c}.{rank}", fill) for c in columns)] for rank in ranks
    ]
    heads = ["Rank", *(COLUMNS[one] for one in columns)]
    table = Table(ORDERS[side], heads, rows)
    return table.html(border=1, cellpadding=4) if columns else None


def _sums(sheet: Sheet, fill: Fill) -> Html:
    return every(
        tag("p", f"{_capital(sheet, cell)} = ", _content(sheet, cell, fill))
        for cell in TOTALS
        if cell in sheet.given or cell in sheet.blanks
    )


def _content(sheet: Sheet, cell: str, fill: Fill) -> str:
    return fill(cell) if cell in sheet.blanks else sheet.given.get(cell, "")
