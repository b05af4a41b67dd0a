"""The code page: write dcg and ndcg_at_k, and run them in this browser."""

import streamlit as st

import ndcg_core as nc
from ndcg_ui.code import HEADING
from ndcg_ui.parts.board.link import FIRST_RANKING, INSTEAD, STILL
from ndcg_ui.parts.board.ranking_text import read_ranking
from ndcg_ui.parts.exhibit.mount import markup
from ndcg_ui.parts.lab.mount import lab
from ndcg_ui.parts.markup.builder import problem
from ndcg_ui.session import key

PAGE = "code"


def render() -> None:
    markup(HEADING, key=key(PAGE, "title"))
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
    """The grades of a typed ranking; or the last that could be read, and what is wrong."""
    last = key(PAGE, "grades")
    try:
        grades = [document.grade for document in read_ranking(text)]
        nc.dcg(grades)
        st.session_state[last] = grades
        return grades, ""
    except ValueError as error:
        if last in st.session_state:
            return st.session_state[last], f"{error} {STILL}"
        return [document.grade for document in read_ranking(FIRST_RANKING)], f"{error} {INSTEAD}"
