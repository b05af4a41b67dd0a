"""Published calculations, replayed a step at a time and marked like an exam paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ndcg_core.examples.claims import check_claim
from ndcg_core.examples.published import Example
from ndcg_core.marking.ideal_order import order_fault
from ndcg_core.marking.marks import Mark
from ndcg_core.marking.summaries import summary
from ndcg_core.marking.unexplained import cell_name, leads_to
from ndcg_ui import figures
from ndcg_ui.boards.board import History
from ndcg_ui.boards.session import key
from ndcg_ui.boards.settings import write_link
from ndcg_ui.boards.stage import CHART
from ndcg_ui.components.board import board as draw_board
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.html import marked_sheets, tables
from ndcg_ui.page import link
from ndcg_ui.replays.replay import draw_player
from ndcg_ui.replays.selection import PAGE, Seen, board_of, library, marks_of, see, settings_of
from ndcg_ui.views import playground


def page() -> StreamlitPage:
    """Return this page for the navigation."""
    return st.Page(render, title="Examples", url_path=PAGE)


def render() -> None:
    """Draw the page."""
    link.whole_run(PAGE)
    _page()


@st.fragment
def _page() -> None:
    seen = see()
    _heading(seen)
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


def _heading(seen: Seen) -> None:
    example = seen.example
    convention = example.convention
    lead = (
        f"{escape(example.source)}. Context: {escape(example.context)}. "
        f"{escape(convention.title)}, k = {example.k}."
    )
    markup(f"<h1>{escape(example.title)}</h1><p class='lead'>{lead}</p>", key=key(PAGE, "heading"))


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
        _question(seen)


def _question(seen: Seen) -> None:
    """Ask which printed numbers are wrong, then say how the answer compares."""
    marks = marks_of(seen.example.slug, seen.number)
    asked = [cell for cell in marks if ".term." in cell or cell in ("dcg", "idcg", "ndcg")]
    names = {cell: _short_name(cell, marks[cell]) for cell in asked}
    with st.form(key(PAGE, "question"), border=False):
        named = st.pills(
            "Name every number below that its author got wrong.",
            asked,
            selection_mode="multi",
            format_func=names.__getitem__,
            key=f"{PAGE}.named.{seen.example.slug}.{seen.sheet.name}",
        )
        if st.form_submit_button("Compare with the marking"):
            markup(_compared(marks, set(asked), set(named or ())), key=key(PAGE, "compared"))


def _short_name(cell: str, printed: Mark) -> str:
    side, _, rank = cell.rpartition(".term.")
    place = {"actual": f"ranking {rank}", "ideal": f"ideal {rank}"}.get(side, cell.upper())
    return f"{place}: {printed.given}"


def _compared(marks: Mapping[str, Mark], asked: set[str], named: set[str]) -> str:
    wrong = {cell for cell in asked if marks[cell].verdict == "wrong"}
    follows = _follows(marks, asked) & named
    found, missed, blamed = named & wrong, wrong - named, named - wrong - follows
    said = [
        f"{len(found)} of the {len(wrong)} wrong numbers named."
        if wrong
        else "Not one of these numbers is wrong: what differs was rounded on the way."
    ]
    if follows:
        said.append(
            f"Found as well: {_list(follows)}, which follow{'s' if len(follows) == 1 else ''} from "
            "a wrong ideal order further up and cannot be right either."
        )
    if missed:
        said.append(f"Not named: {_list(missed)}.")
    if blamed:
        said.append(f"Named, but not wrong: {_list(blamed)}.")
    said.append("Switch the question off to see the marking, and what each author did.")
    return f'<p class="note" role="status">{escape(" ".join(said))}</p>'


def _follows(marks: Mapping[str, Mark], asked: set[str]) -> set[str]:
    """The carried numbers whose cause, a wrong grade, is not among what can be named."""
    causes = [c for c in marks if marks[c].verdict in ("wrong", "carried") and c not in asked]
    carried = {c for c in asked if marks[c].verdict == "carried"}
    return {c for c in carried if any(leads_to(cause, c) for cause in causes)}


def _list(cells: set[str]) -> str:
    return ", ".join(sorted(cell_name(cell) for cell in cells))


def _replay(seen: Seen) -> None:
    draw_player(
        seen.replay,
        seen.choice.replay,
        key=key(PAGE, "player"),
        replayed=seen.choice.replayed,
        group=PAGE,
    )
    marks = marks_of(seen.example.slug, seen.number)
    said = marked_sheets.printed(seen.sheet, marks, seen.replay.cell)
    markup(
        f'<p class="formula large"><span>{seen.replay.formula}</span> '
        f'<span class="say">{said}</span></p>',
        key=key(PAGE, "formula"),
        group=PAGE,
    )


def _paper(seen: Seen) -> None:
    """The marked paper: both sides, the sums, and what the marking comes to."""
    sheet, asking = seen.sheet, seen.asking
    marks = marks_of(seen.example.slug, seen.number)
    finished = seen.replay.finished and not asking
    said = f'<p class="note" data-testid="summary">{escape(summary(sheet))}</p>' if finished else ""
    fault = (
        order_fault(sheet)
        if "ideal.order" in [s.id for s in seen.replay.steps[: seen.replay.at + 1]]
        else None
    )
    if fault and not finished and not asking:
        said = f'<p class="problem"><b>{escape(fault.title)}</b> {escape(fault.message)}</p>'
    markup(said, key=key(PAGE, "summary"))
    both = asking or not seen.replay.step.side
    for side in ("actual", "ideal"):
        shown = both or side == seen.replay.step.side
        now = seen.replay.step.rank if side == seen.replay.step.side and not asking else 0
        table = marked_sheets.side_table(
            sheet, marks, side, seen.replay.reached(side), now=now, asking=asking
        )
        markup(table if shown else "", key=key(PAGE, side), group=PAGE)
    markup(
        marked_sheets.totals_table(sheet, marks, seen.replay.done, asking=asking),
        key=key(PAGE, "totals"),
    )


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
        playground.page(),
        label="Open in the playground",
        query_params=write_link(board, settings_of(seen.example)),
    )


def _about(example: Example) -> None:
    claims = []
    for claim in example.claims:
        answer = check_claim(claim, example.sheet)
        claims.append(
            f'<li>{escape(claim.text)} <span class="verdict" data-verdict='
            f'"{"right" if answer.outcome == "holds" else "wrong"}">{answer.outcome}</span> '
            f'<span class="say">{escape(answer.text)}</span></li>'
        )
    notes = "".join(f"<li>{escape(note)}</li>" for note in example.notes)
    scale = ", ".join(f"{grade} {escape(name)}" for grade, name in example.scale.items())
    markup(
        (f"<h2>What it claims</h2><ul>{''.join(claims)}</ul>" if claims else "")
        + (f"<h2>What to know</h2><ul>{notes}</ul>" if notes else "")
        + (f'<p class="say">Its grades: {scale}.</p>' if scale else ""),
        key=key(PAGE, "about"),
    )
