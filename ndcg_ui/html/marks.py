"""One number of a marked sheet: as it is printed, with its verdict, and in a sentence. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ndcg_core.marking.marks import Mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.html.builder import Html, b, every, html, span, verdict

Marks = Mapping[str, Mark]


def parts(marks: Marks, side: str, rank: int) -> Html:
    """The verdicts on a row's name, gain and divisor; those that are right are heard, not seen."""
    named = {
        name: marks[cell]
        for name in ("label", "gain", "discount", "cumulative")
        if (cell := f"{side}.{name}.{rank}") in marks
    }
    return every(
        html(" ", span(f"{name} {mark.given} ", _badge(mark), css=_heard_or_seen(mark)))
        for name, mark in named.items()
    )


def _heard_or_seen(mark: Mark) -> str:
    return "for-screen-readers" if mark.verdict == "right" else "part"


def grade_text(sheet: Sheet, marks: Marks, cell: str, asking: bool) -> Html | None:
    """A number of a side column: its verdict is said where it is not simply right."""
    text = sheet.given.get(cell)
    if text is None:
        return None
    mark = marks.get(cell)
    if asking or mark is None:
        return span(text)
    if mark.verdict == "right":
        said = span(" right", css="for-screen-readers")
        return span(text, said, data_testid="verdict", data_cell=cell, data_verdict="right")
    return html(span(text), " ", _badge(mark))


def working(sheet: Sheet, cell: str) -> Html | None:
    """A cell as printed: earlier ways of writing it first, the last one large."""
    text = sheet.given.get(cell)
    if text is None:
        return None
    before = "".join(f"{way} = " for way in sheet.working.get(cell, ()))
    return html(span(before, css="working wide-only"), b(text, css="as-printed"))


def printed(sheet: Sheet, marks: Marks, cell: str) -> Html:
    """What a document prints for a cell, with the verdict, as a sentence.

    cell: "" for the ideal order.
    """
    text = sheet.given.get(cell) if cell else _order(sheet)
    if text is None:
        return html("It prints nothing here.")
    said = html("It prints ", b(text), ".")
    mark = marks.get(cell)
    if mark is None:
        return said
    return html(said, " ", verdict(mark.verdict), " ", mark.message)


def _order(sheet: Sheet) -> str | None:
    """The ideal order as a document prints it."""
    cells = (f"ideal.grade.{row.rank}" for row in sheet.trace.ideal)
    return ", ".join(sheet.given[cell] for cell in cells if cell in sheet.given) or None


def _badge(mark: Mark) -> Html:
    return verdict(mark.verdict, data_testid="verdict", data_cell=mark.cell, title=mark.message)


def explained(mark: Mark | None) -> Html:
    """A verdict and why; that nothing is printed where there is none."""
    if mark is None:
        return span("not printed", css="none")
    return html(_badge(mark), " ", span(mark.message, css="why", data_testid="why"))
