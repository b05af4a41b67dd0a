"""A worksheet's exercises as HTML for paper: empty boxes to write in, and a code. No Streamlit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from ndcg_core.exercises.fading import SHOWN_DECIMALS
from ndcg_core.exercises.worksheets import PaperExercise
from ndcg_core.sheets.cells import TOTALS
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.addresses import qr
from ndcg_ui.html.blank_sheets import sides, total_name
from ndcg_ui.html.builder import (
    NOTHING,
    Html,
    col,
    div,
    h2,
    h3,
    html,
    p,
    section,
    span,
    table,
    tag,
    td,
    tr,
)
from ndcg_ui.worksheet.given import given
from ndcg_ui.worksheet.link import Chosen

NEAR = 2
"""The pattern of every code: from near by each of the eight is read, and a sheet has many codes."""
DECIMALS = {3: "three"}[SHOWN_DECIMALS]
HOW = (
    f"Write into every box: {DECIMALS} decimals, as in 1.262; grades and gains as they are. Work "
    "on with the numbers that you wrote. Where your calculator has no log2: log2(x) = log(x) / "
    "log(2). The code of an exercise, or its address, opens it in the app, which marks it."
)


def paper(chosen: Chosen, drawn: Iterable[Html]) -> Html:
    """The learners' part: a line for the name, how to write, and the exercises."""
    name = div(_line("Name", "long"), _line("Date"), css="who")
    head = div(h2("NDCG worksheet"), p(f"Sheet {chosen.worksheet.seed}"), css="paper-head")
    return _part("exercises", chosen, head, name, p(HOW, css="how"), *drawn)


def key_part(chosen: Chosen, drawn: Iterable[Html]) -> Html:
    """The teacher's part: every step of every exercise."""
    head = div(h2("Key"), p(f"Sheet {chosen.worksheet.seed}"), css="paper-head")
    return _part("key", chosen, head, *drawn)


def exercise(number: int, one: PaperExercise, origin: str) -> Html:
    """One exercise; origin: where the app is, as phones reach it."""
    sheet = one.sheet
    words = div(title(number, one), given(one.variant), css="words")
    return section(
        div(words, _code(address(one, origin)), css="exercise-head"),
        div(sides(sheet, _box), _sums(sheet), css="to-write"),
        css="exercise",
        data_testid="exercise",
    )


def title(number: int, one: PaperExercise) -> Html:
    """An exercise's number and what it trains."""
    return h3(f"{number}. {one.variant.trains.title}")


def address(one: PaperExercise, origin: str) -> str:
    """Where an exercise is in the app.

    >>> from ndcg_core.exercises.variants import Variant
    >>> address(PaperExercise(Variant("cg", (3, 0, 2), k=2), "all"), "http://192.168.1.7:8501")
    'http://192.168.1.7:8501/practice?skill=cg&r=3,0,2&k=2&level=1'
    """
    return f"{origin}/practice?{urlencode(one.link, safe=',;')}"


def _part(name: str, chosen: Chosen, *content: object) -> Html:
    return div(
        *content,
        css=f"paper {chosen.paper}",
        data_part=name,
        data_paper=chosen.paper,
        data_testid=f"paper-{name}",
    )


def _line(label: str, css: str = "") -> Html:
    return span(label, span(css=f"line {css}".strip()))


def _code(target: str) -> Html:
    """The code that leads to an address, and the address itself."""
    picture = Html(qr(target, mask=NEAR))
    drawn = div(picture, css="code", role="img", aria_label="Code of the address beside it")
    return html(tag("a", target, href=target, css="address"), drawn if picture else NOTHING)


def _box(cell: str) -> Html:
    """Room to write a number by hand."""
    return span(
        span("to fill in", css="for-screen-readers"), css="box", data_testid="box", data_cell=cell
    )


def _sums(sheet: Sheet) -> Html:
    """The sums side by side, and room for the other queries where a mean is asked for."""
    columns = list(_columns(sheet))
    if not columns:
        return NOTHING
    row = tr(*(td(content) for _, content in columns))
    return table((col(name) for name, _ in columns), [row], caption="The sums", css="steps sums")


def _columns(sheet: Sheet) -> Iterator[tuple[str, Html]]:
    for name in TOTALS:
        if name == "mean" and "mean" in sheet.blanks:
            for number, query in enumerate(sheet.queries, 2):
                yield f"NDCG@{query.trace.k}, query {number}", span(css="box", data_testid="box")
        if name in sheet.blanks:
            yield _name(sheet, name), _box(name)
        elif name in sheet.given:
            yield _name(sheet, name), html(sheet.given[name])


def _name(sheet: Sheet, name: str) -> str:
    return f"{total_name(sheet, name)}{', query 1' if sheet.others and name != 'mean' else ''}"
