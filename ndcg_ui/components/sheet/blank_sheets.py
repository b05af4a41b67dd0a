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
SIDE_TITLES = {"actual": "The ranking", "ideal": "The ideal order"}


def describe_unmarked_sheet(sheet: Sheet, draft_key: str, form: str) -> dict[str, Any]:
    """Return a sheet without marks as data for the browser.

    draft_key: the key under which the browser stores unsent entries
    form: identifies the attempt
    """
    return {
        "place": draft_key,
        "form": form,
        "html": h.html(render_sides(sheet, _render_field), _render_totals(sheet)),
        "texts": {cell: sheet.given.get(cell, "") for cell in sheet.blanks},
        "marks": {},
        "state": "open",
    }


def render_sides(sheet: Sheet, render_blank: Callable[[str], Html]) -> Html:
    """Return the tables of both sides of a sheet.

    render_blank: a function that returns the content of a blank cell
    """
    tables = h.join_pieces(_render_side(sheet, side, render_blank) for side in ("actual", "ideal"))
    return h.div(tables, css="sheet-sides")


def _collect_cells(sheet: Sheet) -> set[str]:
    return {*sheet.blanks, *sheet.given}


def _render_side(sheet: Sheet, side: str, render_blank: Callable[[str], Html]) -> Html:
    """Return a table of one side's columns with numbers or blanks, or "" if there are none.

    side: "actual" or "ideal"
    """
    on_paper = _collect_cells(sheet)
    ranks = range(1, sheet.trace.k + 1)
    columns = [
        name for name in COLUMNS if any(f"{side}.{name}.{rank}" in on_paper for rank in ranks)
    ]
    if not columns:
        return h.EMPTY
    count = len(sheet.trace.actual if side == "actual" else sheet.trace.ideal)
    rows = []
    for rank in range(1, count + 1):
        cells = (
            h.td(_render_cell(sheet, f"{side}.{name}.{rank}", render_blank)) for name in columns
        )
        rows += [h.tr(h.row_head(rank), *cells), _render_message(len(columns) + 1)]
    return h.table(
        map(h.col, ("rank", *(COLUMN_TITLES.get(name, name) for name in columns))),
        rows,
        caption=SIDE_TITLES[side],
        css=f"steps filling {side}",
    )


def _render_message(columns: int) -> Html:
    return h.tr(h.td(colspan=columns), css="message", data_testid="message", hidden=True)


def _render_totals(sheet: Sheet) -> Html:
    cells = _collect_cells(sheet)
    rows = []
    for name in (name for name in TOTAL_CELLS if name in cells):
        asked = h.td(_render_cell(sheet, name, _render_field))
        rows += [h.tr(h.row_head(name_total(sheet, name)), asked), _render_message(2)]
    return h.table((), rows, caption="The sums", css="steps filling totals") if rows else h.EMPTY


def name_total(sheet: Sheet, cell: str) -> str:
    """Return the displayed name of a total's cell: “DCG@5” for "dcg", for example."""
    return "mean of NDCG" if cell == "mean" else sheet.trace.at(cell.upper())


def _render_cell(sheet: Sheet, cell: str, render_blank: Callable[[str], Html]) -> Html:
    return render_blank(cell) if cell in sheet.blanks else h.html(sheet.given.get(cell, "–"))


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
