"""Elements for any Streamlit app: a draggable board, tables of a trace, lessons and pages.

    import streamlit as st
    import ndcg_ui.streamlit as ndcg

    ranking = ndcg.board([3, 2, 3, 0, 1], key="b")
    st.metric("NDCG", f"{ranking.trace.ndcg:.3f}")

`streamlit run your_app.py` is enough. Text, background and fonts follow the theme of the Streamlit
page. The colours with a meaning, blue for the actual order and amber for the ideal order, are the
same everywhere.
"""

from ndcg_ui.components.board.alone import Ranking
from ndcg_ui.hosts.streamlit.elements import (
    board,
    formulas,
    fraction,
    ideal,
    lesson,
    page,
    practice,
    replay,
    steps,
)

__all__ = [
    "Ranking",
    "board",
    "formulas",
    "fraction",
    "ideal",
    "lesson",
    "page",
    "practice",
    "replay",
    "steps",
]
