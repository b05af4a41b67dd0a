"""A marked sheet as semantic HTML: the printed and exact values and the verdicts."""

from collections.abc import Mapping

import ndcg_core as nc
from ndcg_core.marking.marks import Mark
from ndcg_core.sheets.cells import SUM_CELLS
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html

Marks = Mapping[str, Mark]
HIDDEN_BADGE = {"right": "for-screen-readers"}


def render_marked_cell(sheet: Sheet, marks: Marks, cell: str, hides_verdicts: bool) -> Html | None:
    """Return a cell's printed text and its verdict, if any, or None if nothing is printed.

    hides_verdicts: True to return only the printed text
    """
    text = sheet.given.get(cell)
    if text is None:
        return None
    mark = marks.get(cell)
    if hides_verdicts or mark is None:
        return h.span(text)
    if mark.verdict == "right":
        sentence = h.span(" right", css="for-screen-readers")
        return h.span(text, sentence, data_testid="verdict", data_cell=cell, data_verdict="right")
    return h.html(h.span(text), " ", _render_badge(mark))


def render_printed_cell(sheet: Sheet, cell: str) -> Html | None:
    """Return a cell's printed working and number, or None if no number is printed."""
    text = sheet.given.get(cell)
    if text is None:
        return None
    before = "".join(f"{way} = " for way in sheet.working.get(cell, ()))
    return h.html(h.span(before, css="working wide-only"), h.b(text, css="as-printed"))


def explain_printed_number(sheet: Sheet, marks: Marks, cell: str) -> Html:
    """Return a sentence about the number, if any, that a source prints for a cell.

    A marked number is followed by its verdict and the reason.

    cell: a cell, or "" for the grades of the ideal order
    """
    ideal = (sheet.given.get(f"ideal.grade.{row.rank}") for row in sheet.trace.ideal)
    order = ", ".join(text for text in ideal if text is not None)
    text = sheet.given.get(cell) if cell else order or None
    if text is None:
        return h.html("This source prints nothing here.")
    sentence = h.html("This source prints ", h.b(text), ".")
    mark = marks.get(cell)
    if mark is None:
        return sentence
    return h.html(sentence, " ", h.render_verdict(mark.verdict), " ", mark.message)


def _render_badge(mark: Mark) -> Html:
    return h.render_verdict(
        mark.verdict, data_testid="verdict", data_cell=mark.cell, title=mark.message
    )


def explain_mark(mark: Mark | None) -> Html:
    """Return a mark's verdict and reason as HTML, or “not printed” without a mark."""
    if mark is None:
        return h.span("not printed", css="none")
    return h.html(_render_badge(mark), " ", h.span(mark.message, css="why", data_testid="why"))


SIDE_TITLES = {"actual": ("The ranking", "DCG"), "ideal": ("The ideal order", "IDCG")}


def render_side(
    sheet: Sheet,
    marks: Marks,
    side: str,
    last_rank: int,
    *,
    current_rank: int = 0,
    hides_verdicts: bool = False,
    ideal_state: str = "",
) -> Html:
    """Return one side of a sheet as HTML, with its rows up to `last_rank` filled in.

    side: "actual" or "ideal"
    current_rank: the rank that is highlighted, or 0
    hides_verdicts: True to hide exact values and verdicts, and to show every printed number
    ideal_state: "ordered" once the ideal order is shown, so that later rows show their grades
    """
    rows = sheet.trace.actual if side == "actual" else sheet.trace.ideal
    title, total = SIDE_TITLES[side]
    heads = [h.col("rank"), h.col("document", css="name wide")]
    heads += map(h.col, ("grade", f"term of {total}, as printed", "exact"))
    heads.append(h.col("verdict", css="verdict-head"))
    body = (
        _render_row(
            sheet, marks, side, row, "now" if row.rank == current_rank else "", hides_verdicts
        )
        if hides_verdicts or row.rank <= last_rank
        else _render_later_row(sheet, side, row, marks, ideal_state)
        for row in rows
    )
    return h.table(
        heads,
        body,
        caption=title,
        css=f"steps marked {side}",
        data_testid="steps" if side == "actual" else side,
    )


def _render_later_row(
    sheet: Sheet, side: str, row: nc.Term, marks: Marks, ideal_state: str
) -> Html:
    """Return a row that is not calculated yet, with its label and grade if its order is known."""
    given = side == "actual"  # known from the beginning, but its verdicts appear step by step
    known = given or ideal_state
    name, grade = (
        _find_label_and_grade(sheet, side, row, marks, hides_verdicts=given)
        if known
        else (None, None)
    )
    return h.tr(
        h.row_head(row.rank), h.td(name, css="name wide"), h.td(grade), h.td(), h.td(), h.td()
    )


def _find_label_and_grade(
    sheet: Sheet, side: str, row: nc.Term, marks: Marks, *, hides_verdicts: bool
) -> tuple[str, Html | str]:
    """Return a row's label and grade, as printed in the source if possible.

    hides_verdicts: True to return the grade without a verdict
    """
    grade = render_marked_cell(sheet, marks, f"{side}.grade.{row.rank}", hides_verdicts)
    return sheet.given.get(f"{side}.label.{row.rank}", row.label), grade or nc.short(row.grade)


def _render_row(
    sheet: Sheet, marks: Marks, side: str, row: nc.Term, css: str, hides_verdicts: bool
) -> Html:
    term = f"{side}.term.{row.rank}"
    name, grade = _find_label_and_grade(sheet, side, row, marks, hides_verdicts=hides_verdicts)
    exact = None if hides_verdicts else h.span(nc.number(row.value), title=nc.exact(row.value))
    named = {
        name: marks[cell]
        for name in ("label", "gain", "discount", "cumulative")
        if (cell := f"{side}.{name}.{row.rank}") in marks
    }
    said = h.html(
        explain_mark(marks.get(term)),
        h.join_pieces(
            h.html(
                " ",
                h.span(
                    f"{name} {mark.given} ",
                    _render_badge(mark),
                    css=HIDDEN_BADGE.get(mark.verdict, "part"),
                ),
            )
            for name, mark in named.items()
        ),
    )
    return h.tr(
        h.row_head(row.rank),
        h.td(name, css="name wide"),
        h.td(grade),
        h.td(render_printed_cell(sheet, term)),
        h.td(exact),
        h.td(None if hides_verdicts else said, css="verdict-cell"),
        css=css,
        data_doc=row.doc,
        aria_current="step" if css else None,
        tabindex=0 if row.rank == 1 else -1,
    )


def render_totals(
    sheet: Sheet,
    marks: Marks,
    reached_sums: tuple[str, ...],
    *,
    hides_verdicts: bool,
    names: tuple[str, ...] = SUM_CELLS,
) -> Html:
    """Return a table of sums, each with its printed number, exact number and verdict.

    A row is empty until the replay has reached its sum.

    reached_sums: the sums that the replay has reached
    hides_verdicts: True to show every printed number, without exact numbers and verdicts
    names: all sums of the table
    """
    close = "" if any(sheet.working.get(name) for name in names) else " close"
    return h.table(
        [*map(h.col, ("sum", "printed", "exact")), h.col("verdict", css="verdict-head")],
        (
            _render_total(
                sheet,
                marks,
                n,
                is_reached=hides_verdicts or n in reached_sums,
                hides_verdicts=hides_verdicts,
            )
            for n in names
        ),
        caption="The sums",
        css=f"steps marked totals{close}",
        data_testid="totals",
    )


def _render_total(
    sheet: Sheet, marks: Marks, name: str, *, is_reached: bool, hides_verdicts: bool
) -> Html:
    head = h.row_head(sheet.trace.at(name.upper()))
    if not is_reached:
        return h.tr(head, h.td(), h.td(), h.td())
    exact = sheet.exact(name) or 0.0
    return h.tr(
        head,
        h.td(render_printed_cell(sheet, name)),
        h.td(None if hides_verdicts else h.span(nc.number(exact), title=nc.exact(exact))),
        h.td(None if hides_verdicts else explain_mark(marks.get(name)), css="verdict-cell"),
    )
