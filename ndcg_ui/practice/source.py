"""Where does this number come from? A ranking and a number, and who or what gives it."""

from __future__ import annotations

import streamlit as st

from ndcg_ui import limits
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.boards.settings import whole
from ndcg_ui.components.markup import markup
from ndcg_ui.conventions.origins import origins
from ndcg_ui.html.builder import Html, div, li, p, problem, ul
from ndcg_ui.page.fields import cutoff_field
from ndcg_ui.page.keys import key
from ndcg_ui.page.link import Query

SCENE = "practice.source"
FIELDS = {"r": "3, 2, 3, 0, 1", "number": "0.957", "judged": ""}


def adopt(query: Query) -> str:
    """Take over the ranking and the number a link names."""
    for name, default in FIELDS.items():
        st.session_state[key(SCENE, name)] = query.get(name, default)
    st.session_state[key(SCENE, "k")] = whole(query.get("k", "")) or None
    return ""


def link() -> dict[str, str]:
    """Return the parameters of a link to what is asked on the screen."""
    state = st.session_state
    texts = {name: str(state[key(SCENE, name)] or "") for name in FIELDS}
    link = {name: text for name, text in texts.items() if 0 < len(text) <= limits.LONGEST_RANKING}
    k = state[key(SCENE, "k")]
    return link | ({"k": str(k)} if k else {})


def draw() -> None:
    """Draw the question and the answer."""
    state = st.session_state
    for name, default in {**FIELDS, "k": None}.items():
        state.setdefault(key(SCENE, name), state.get(key(SCENE, f"kept {name}"), default))
    with st.container(horizontal=True, vertical_alignment="bottom", key="controls-source"):
        ranking = st.text_input("The ranking's grades", key=key(SCENE, "r"), width=300)
        number = st.text_input("The number somebody got", key=key(SCENE, "number"), width=190)
        k = cutoff_field(key(SCENE, "k"))
        judged = st.text_input(
            "Judged but not retrieved", key=key(SCENE, "judged"), placeholder="none", width=220
        )
    for name in (*FIELDS, "k"):
        state[key(SCENE, f"kept {name}")] = state[key(SCENE, name)]
    markup(_answer(ranking, number, k, judged), key=key(SCENE, "answer"))


def _answer(ranking: str, number: str, k: int | None, judged: str) -> Html:
    try:
        grades = [document.grade for document in read_ranking(ranking)]
        rest = [document.grade for document in read_ranking(judged)] if judged.strip() else []
        found = origins(grades, number, k, [*grades, *rest] if rest else None)
    except ValueError as error:
        return problem(error)
    if not found:
        return p(
            "No convention here and no known mistake gives this number for this ranking.",
            css="note",
            role="status",
            data_testid="origin",
            data_origin="unknown",
        )
    items = (li(one.message, data_testid="origin", data_origin=one.id) for one in found)
    return div(ul(*items, css="origins"), role="status")
