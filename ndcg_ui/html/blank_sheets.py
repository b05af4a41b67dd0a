"""A sheet to fill in, as HTML: what is given as text, the blanks as fields. No Streamlit here."""

from __future__ import annotations

from html import escape
from typing import Any

from ndcg_core.marking.unexplained import cell_name
from ndcg_core.sheets.cells import TOTALS
from ndcg_core.sheets.sheet import Sheet

COLUMNS = ("grade", "gain", "discount", "term", "cumulative")
HEADS = {"cumulative": "running sum"}
TITLES = {"actual": "The ranking", "ideal": "The ideal order"}


def unmarked(paper: Sheet, place: str, form: str) -> dict[str, Any]:
    """Return what the browser needs to show `paper` with nothing marked."""
    return {
        "place": place,
        "form": form,
        "html": _html(paper, set(paper.blanks)),
        "texts": {cell: paper.given.get(cell, "") for cell in paper.blanks},
        "marks": {},
        "state": "open",
    }


def _html(paper: Sheet, blanks: set[str]) -> str:
    sides = "".join(_side(paper, side, blanks) for side in ("actual", "ideal"))
    return f'<div class="sheet-sides">{sides}</div>{_totals(paper, blanks)}'


def _side(paper: Sheet, side: str, blanks: set[str]) -> str:
    """One side's table; only the columns in which something stands or is asked for."""
    on_paper = blanks | set(paper.given)
    columns = [
        name
        for name in COLUMNS
        if any(f"{side}.{name}.{rank}" in on_paper for rank in range(1, paper.trace.k + 1))
    ]
    if not columns:
        return ""
    heads = "".join(f'<th scope="col">{HEADS.get(name, name)}</th>' for name in columns)
    count = len(paper.trace.actual if side == "actual" else paper.trace.ideal)
    rows = "".join(_row(paper, side, rank, columns, blanks) for rank in range(1, count + 1))
    return (
        f'<table class="steps filling {side}"><caption>{TITLES[side]}</caption>'
        f'<thead><tr><th scope="col">rank</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    )


def _row(paper: Sheet, side: str, rank: int, columns: list[str], blanks: set[str]) -> str:
    cells = [f"{side}.{name}.{rank}" for name in columns]
    inside = "".join(f"<td>{_cell(paper, cell, blanks)}</td>" for cell in cells)
    return (
        f'<tr><th scope="row">{rank}</th>{inside}</tr>'
        f'<tr class="message" hidden><td colspan="{len(columns) + 1}"></td></tr>'
    )


def _totals(paper: Sheet, blanks: set[str]) -> str:
    on_paper = blanks | set(paper.given)
    rows = "".join(
        f'<tr><th scope="row">{_total_name(paper, name)}</th>'
        f"<td>{_cell(paper, name, blanks)}</td></tr>"
        '<tr class="message" hidden><td colspan="2"></td></tr>'
        for name in TOTALS
        if name in on_paper
    )
    if not rows:
        return ""
    return (
        '<table class="steps filling totals"><caption>The sums</caption>'
        f"<tbody>{rows}</tbody></table>"
    )


def _total_name(paper: Sheet, name: str) -> str:
    return "mean of NDCG" if name == "mean" else f"{name.upper()}@{paper.trace.k}"


def _cell(paper: Sheet, cell: str, blanks: set[str]) -> str:
    if cell not in blanks:
        return escape(paper.given.get(cell, ""))
    name = cell_name(cell)
    return (
        f'<span class="blank" data-cell="{cell}"><input type="text" data-cell="{cell}" '
        f'inputmode="text" autocomplete="off" autocapitalize="off" spellcheck="false" '
        f'aria-label="{escape(name[:1].upper() + name[1:])}">'
        '<span class="verdict-at"></span></span>'
    )
