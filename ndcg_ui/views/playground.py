"""The playground: one ranking, every side of its calculation."""

from __future__ import annotations

import streamlit as st

from ndcg_ui import figures
from ndcg_ui.boards import remarks, session
from ndcg_ui.boards.adoption import adopt
from ndcg_ui.boards.downloads import link_to_file
from ndcg_ui.boards.link_text import write_link
from ndcg_ui.boards.settings import DISCOUNTS, GAINS, IDEALS
from ndcg_ui.boards.stage import chart, grades_field, stage, words
from ndcg_ui.boards.state import Played
from ndcg_ui.components.exhibit import Row
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, button, div, every, p, problem, section, span, title
from ndcg_ui.page import link
from ndcg_ui.page.fields import cutoff_field
from ndcg_ui.page.keys import key
from ndcg_ui.page.rerun import fragment

PAGE = "playground"
HEADING = title(
    "Playground",
    "Drag a document. Everything on this page is one calculation, seen from different sides.",
)
GAIN_NAMES = {"linear": "grade", "exponential": "2^grade − 1"}
DISCOUNT_NAMES = {"log2(i+1)": "log₂(i + 1)", "logb(i)": "log_b(i)", "none": "none"}
IDEAL_NAMES = {"judged": "all judged documents", "grades": "this ranking only"}


def render() -> None:
    """Draw the page."""
    hidden = "title" in st.query_params.get("hide", "").split(",")
    css = "for-screen-readers" if hidden else ""
    st.html(div(HEADING, css=f"markup {css}"))
    link.whole_run(PAGE)
    adopt(PAGE)
    with st.container(key="bench"):
        if "controls" not in st.session_state[key(PAGE, "hide")]:
            _controls()
        _page()


@fragment
def _page() -> None:
    played = session.play(PAGE)
    hidden = played.settings.hide
    swaps = remarks.advised_swaps(played.trace)
    sentences = remarks.remarks(played.trace, played.settings, swaps)
    field = [] if "controls" in hidden else [[[grades_field(PAGE, played)]]]
    stage(
        PAGE,
        played.history,
        played.trace,
        () if "words" in hidden else sentences,
        acknowledged=played.acknowledged,
        mode="move" if "tools" in hidden else "edit",
        above=[*field, [[words(PAGE, "problems", problems(played))]]],
        below=[
            [[words(PAGE, "steps", steps(played, hidden))]],
            *([] if "charts" in hidden else [_charts(played, swaps)]),
        ],
    )
    session.follow(PAGE, played)


def _controls() -> None:
    """The settings, which a move leaves alone: outside the fragment, for each of them costs."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="controls"):
        st.segmented_control(
            "Gain", GAINS, key=key(PAGE, "gain"), format_func=GAIN_NAMES.__getitem__, required=True
        )
        cutoff_field(key(PAGE, "k"))
        st.selectbox(
            "Discount",
            DISCOUNTS,
            key=key(PAGE, "discount"),
            format_func=DISCOUNT_NAMES.__getitem__,
            width=170,
        )
        if st.session_state[key(PAGE, "discount")] == "logb(i)":
            st.number_input(
                "Base b", 2.0, None, step=1.0, format="%g", key=key(PAGE, "base"), width=100
            )
        st.selectbox(
            "Ideal from",
            IDEALS,
            key=key(PAGE, "ideal"),
            format_func=IDEAL_NAMES.__getitem__,
            width=190,
        )


def problems(played: Played) -> Html:
    """What is wrong with what was entered, in sentences."""
    return every(map(problem, played.problems))


def steps(played: Played, hidden: tuple[str, ...]) -> Html:
    """Formulas, both tables and the downloads."""
    trace = played.trace
    parts = {
        "formulas": tables.formulas(trace),
        "steps": tables.steps(trace),
        "ideal": tables.ideal(trace),
        "downloads": _downloads(played),
    }
    return every(section(part) for name, part in parts.items() if name not in hidden)


def _downloads(played: Played) -> Html:
    shown = played.board, played.trace, write_link(played.board, played.settings)
    parts = (
        button("Copy link", data_copy_link=True),
        link_to_file("ndcg-steps.csv", "Steps as CSV", *shown),
        link_to_file("ranking.json", "Ranking as JSON", *shown),
        span(role="status", css="say"),
    )
    return p(every(parts, " "), css="take-along")


def _charts(played: Played, swaps: list[list[float]]) -> Row:
    trace = played.trace
    return [
        [
            chart(PAGE, "DCG catching up with IDCG", figures.running(trace)),
            chart(PAGE, "NDCG at every cutoff", figures.cutoffs(trace)),
        ],
        [
            chart(
                PAGE,
                "What each swap would change",
                figures.swaps(swaps, played.board.labels),
                height=420,
                clickable=True,
            )
        ],
    ]
