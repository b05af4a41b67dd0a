"""Published calculations, replayed a step at a time and marked like an exam paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from ndcg_core.examples.claims import Claim, check_claim
from ndcg_core.examples.published import Example
from ndcg_core.marking.ideal_order import order_fault
from ndcg_core.marking.summaries import summary
from ndcg_ui import figures
from ndcg_ui.boards.history import History
from ndcg_ui.boards.link_text import write_link
from ndcg_ui.components.board import board as draw_board
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.exhibits.playground import CHART
from ndcg_ui.html import marked_sheets, tables
from ndcg_ui.html.builder import NOTHING, Html, b, every, h2, html, li, p, span, title, ul, verdict
from ndcg_ui.html.marks import printed
from ndcg_ui.page import link
from ndcg_ui.page.keys import key
from ndcg_ui.page.rerun import fragment
from ndcg_ui.page.shell import declared
from ndcg_ui.replays.ask_first import ask_first
from ndcg_ui.replays.playing import draw_player
from ndcg_ui.replays.selection import PAGE, Seen, board_of, library, marks_of, see, settings_of
from ndcg_ui.views import playground


def render() -> None:
    """Draw the page."""
    link.whole_run(PAGE)
    _page()


@fragment
def _page() -> None:
    seen = see()
    markup(heading(seen.example), key=key(PAGE, "heading"))
    _controls(seen)
    if seen.asking:
        _paper(seen)
    else:
        _replay(seen)
        left, right = st.columns([1.5, 1], gap="medium")
        with left:
            _paper(seen)
        with right:
            _beside(seen)
    _about(seen.example)


def heading(example: Example) -> Html:
    """The title of an example, its source and its convention."""
    convention = example.convention
    lead = f"{example.source}. Context: {example.context}. {convention.title}, k = {example.k}."
    return title(example.title, lead)


def _controls(seen: Seen) -> None:
    titles = {slug: example.title for slug, example in library().items()}
    with st.container(horizontal=True, vertical_alignment="bottom", key="controls-examples"):
        st.selectbox(
            "Published calculation",
            list(titles),
            key=key(PAGE, "example"),
            format_func=titles.__getitem__,
            width=380,
        )
        names = [sheet.name for sheet in seen.example.sheets]
        if len(names) > 1:
            st.segmented_control(
                "Which of its calculations",
                range(len(names)),
                key=key(PAGE, "sheet"),
                format_func=names.__getitem__,
                required=True,
            )
        st.toggle("Ask me first: which lines are wrong?", key=key(PAGE, "ask"))
    if seen.asking:
        ask_first(seen)


def _replay(seen: Seen) -> None:
    draw_player(
        seen.replay,
        seen.choice.replay,
        key=key(PAGE, "player"),
        replayed=seen.choice.replayed,
        group=PAGE,
    )
    marks = marks_of(seen.example.slug, seen.number)
    said = printed(seen.sheet, marks, seen.replay.cell)
    line = p(
        span(seen.replay.formula),
        " ",
        span(said, css="say"),
        css="formula large",
        data_testid="formula",
    )
    markup(line, key=key(PAGE, "formula"), group=PAGE)


def _paper(seen: Seen) -> None:
    """The marked paper: both sides, the sums, and what the marking comes to."""
    sheet, asking = seen.sheet, seen.asking
    marks = marks_of(seen.example.slug, seen.number)
    markup(_summary(seen), key=key(PAGE, "summary"))
    both = asking or not seen.replay.step.side
    for side in ("actual", "ideal"):
        shown = both or side == seen.replay.step.side
        now = seen.replay.step.rank if side == seen.replay.step.side and not asking else 0
        table = marked_sheets.side_table(
            sheet,
            marks,
            side,
            seen.replay.reached(side),
            now=now,
            asking=asking,
            ordered=seen.replay.ordered,
        )
        markup(table if shown else NOTHING, key=key(PAGE, side), group=PAGE)
    markup(
        marked_sheets.totals_table(sheet, marks, seen.replay.done, asking=asking),
        key=key(PAGE, "totals"),
    )


def _summary(seen: Seen) -> Html:
    """What the marking comes to, at the end; before, a fault in the ideal order."""
    if seen.asking:
        return NOTHING
    if seen.replay.finished:
        return p(summary(seen.sheet), css="note", data_testid="summary")
    fault = order_fault(seen.sheet) if seen.replay.ordered else None
    return p(b(fault.title), " ", fault.message, css="problem") if fault else NOTHING


def _beside(seen: Seen) -> None:
    """The fraction, the chart and the board, as far as the replay has come."""
    replay, trace = seen.replay, seen.sheet.trace
    board = board_of(trace)
    chart = figures.terms(replay.so_far)
    markup(
        tables.fraction(trace, "plain", replay.done),
        key=key(PAGE, "fraction"),
        group=PAGE,
    )
    figure(
        chart if replay.finished else replace(chart, text=f"So far: {replay.step.title}."),
        key=key(PAGE, "terms"),
        name=CHART,
        group=PAGE,
    )
    draw_board(
        History.of(board),
        trace,
        key=key(PAGE, "board"),
        group=PAGE,
        mode="show",
        now=replay.row.doc if replay.row else None,
    )
    st.page_link(
        declared(playground.PAGE, playground.render),
        label="Open in the playground",
        query_params=write_link(board, settings_of(seen.example)),
    )


def _about(example: Example) -> None:
    scale = ", ".join(f"{grade} {name}" for grade, name in example.scale.items())
    about = html(
        _list("What it claims", (_claim(claim, example) for claim in example.claims)),
        _list("What to know", map(li, example.notes)),
        p(f"Its grades: {scale}.", css="say") if scale else None,
    )
    markup(about, key=key(PAGE, "about"))


def _list(head: str, items: Iterable[Html]) -> Html | None:
    listed = every(items)
    return html(h2(head), ul(listed)) if listed else None


def _claim(claim: Claim, example: Example) -> Html:
    answer = check_claim(claim, example.sheet)
    outcome = verdict("right" if answer.outcome == "holds" else "wrong", answer.outcome)
    return li(claim.text, " ", outcome, " ", span(answer.text, css="say"))
