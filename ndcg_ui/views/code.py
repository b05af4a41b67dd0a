"""The code page: write dcg and ndcg_at_k, and run them in this browser."""

from __future__ import annotations

import streamlit as st

import ndcg_core as nc
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.boards.settings import FIRST_RANKING, INSTEAD, STILL
from ndcg_ui.components.lab import lab
from ndcg_ui.components.markup import markup
from ndcg_ui.first_screens import HEADINGS
from ndcg_ui.html.builder import problem
from ndcg_ui.page.keys import key

PAGE = "code"


def render() -> None:
    """Draw the page."""
    markup(HEADINGS[PAGE], key=key(PAGE, "title"))
    _page()


@st.fragment
def _page() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="code-ranking"):
        text = st.text_input(
            "Ranking that Run scores", FIRST_RANKING, key="r", bind="query-params", width=220
        )
        k = st.number_input(
            "Cutoff k",
            1,
            None,
            value=None,
            step=1,
            placeholder="all",
            key="k",
            bind="query-params",
            width=120,
        )
    grades, wrong = _grades(text)
    markup(problem(wrong), key=key(PAGE, "problem"))
    lab(grades, k, key=key(PAGE, "lab"))


def _grades(text: str) -> tuple[list[float], str]:
    """Return the grades of a typed ranking; or the last that could be read, and what is wrong."""
    kept = key(PAGE, "grades")
    try:
        grades = [document.grade for document in read_ranking(text)]
        nc.dcg(grades)
        st.session_state[kept] = grades
        return grades, ""
    except ValueError as error:
        there = STILL if kept in st.session_state else INSTEAD
        first = [document.grade for document in read_ranking(FIRST_RANKING)]
        return st.session_state.get(kept, first), f"{error} {there}"
