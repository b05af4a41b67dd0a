"""Elements for any Streamlit app: a draggable board, tables of a trace, lessons and pages.

    import streamlit as st
    import ndcg_ui.streamlit as ndcg

    ranking = ndcg.board([3, 2, 3, 0, 1], key="b")
    st.metric("NDCG", f"{ranking.trace.ndcg:.3f}")

They need no server of ours: `streamlit run your_app.py` is enough. Colours and fonts of the page,
light or dark, are Streamlit's; the colours that mean something (blue the actual order, amber the
ideal) are the same everywhere.
"""

from ndcg_ui.hosts.streamlit.elements import (
    Ranking,
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
