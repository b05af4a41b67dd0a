"""A sheet to fill in as HTML: given numbers as text, blanks as fields. No Streamlit here."""

from collections.abc import Callable
from typing import Any

from ndcg_core.marking.wording import name_cell
from ndcg_core.sheets.cells import TOTAL_CELLS
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html

COLUMNS = ("grade", "gain", "discount", "term", "cumulative")
COLUMN_TITLES = {"cumulative": "running sum"}
TITLES = {"actual": "The ranking", "ideal": "The ideal order"}


def describe_unmarked_sheet(paper: Sheet, place: str, form: str) -> dict[str, Any]:
    """Return a sheet without marks as data for the browser."""
    return {
        "place": place,
        "form": form,
        "html": h.html(render_sides(paper, _render_field), _render_totals(paper)),
        "texts": {cell: paper.given.get(cell, "") for cell in paper.blanks},
        "marks": {},
        "state": "open",
    }


def render_sides(paper: Sheet, blank: Callable[[str], Html]) -> Html:
    """Return the tables of both sides of a sheet.

    blank: the content of a cell to fill in.
    """
    tables = h.join_pieces(_render_side(paper, side, blank) for side in ("actual", "ideal"))
    return h.div(tables, css="sheet-sides")


def _list_cells(paper: Sheet) -> set[str]:
    return {*paper.blanks, *paper.given}


def _render_side(paper: Sheet, side: str, blank: Callable[[str], Html]) -> Html:
    """Return one side's table, with only the columns that have numbers or blanks."""
    on_paper = _list_cells(paper)
    ranks = range(1, paper.trace.k + 1)
    columns = [
        name for name in COLUMNS if any(f"{side}.{name}.{rank}" in on_paper for rank in ranks)
    ]
    if not columns:
        return h.EMPTY
    count = len(paper.trace.actual if side == "actual" else paper.trace.ideal)
    rows = []
    for rank in range(1, count + 1):
        cells = (h.td(_render_cell(paper, f"{side}.{name}.{rank}", blank)) for name in columns)
        rows += [h.tr(h.row_head(rank), *cells), _render_message(len(columns) + 1)]
    return h.table(
        map(h.col, ("rank", *(COLUMN_TITLES.get(name, name) for name in columns))),
        rows,
        caption=TITLES[side],
        css=f"steps filling {side}",
    )


def _render_message(columns: int) -> Html:
    return h.tr(h.td(colspan=columns), css="message", data_testid="message", hidden=True)


def _render_totals(paper: Sheet) -> Html:
    cells = _list_cells(paper)
    rows = []
    for name in (name for name in TOTAL_CELLS if name in cells):
        asked = h.td(_render_cell(paper, name, _render_field))
        rows += [h.tr(h.row_head(name_total(paper, name)), asked), _render_message(2)]
    return h.table((), rows, caption="The sums", css="steps filling totals") if rows else h.EMPTY


def name_total(paper: Sheet, name: str) -> str:
    """Return the name of a sum on a sheet."""
    return "mean of NDCG" if name == "mean" else paper.trace.at(name.upper())


def _render_cell(paper: Sheet, cell: str, blank: Callable[[str], Html]) -> Html:
    return blank(cell) if cell in paper.blanks else h.html(paper.given.get(cell, "–"))


def _render_field(cell: str) -> Html:
    name = name_cell(cell)
    field = h.tag(
        "input",
        type="text",
        data_cell=cell,
        inputmode="text",
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        aria_label=name[:1].upper() + name[1:],
    )
    return h.span(field, h.span(css="verdict-at"), css="blank", data_cell=cell)
