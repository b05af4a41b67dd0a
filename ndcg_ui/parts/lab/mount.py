"""The code lab: the learner's own `dcg` and `ndcg_at_k`, run in the learner's own browser."""

from collections.abc import Sequence

import streamlit as st

from ndcg_ui.parts.lab.lab import lab_data

_lab = st.components.v2.component(
    "ndcg-tutor.lab",
    js="lab.js",
    html="<div class='lab' data-testid='lab'></div>",
    isolate_styles=False,
)


def lab(grades: Sequence[float], k: int | None = None, *, key: str) -> None:
    """Show the lab on a page of its own."""
    _lab(key=key, data=lab_data(grades, k))
