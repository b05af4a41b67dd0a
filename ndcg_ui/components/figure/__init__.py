"""The figure component: draws a figure with Plotly, moves it when the data change.

Its sentence stands under it. Pointing at a bar highlights its document wherever the page shows it:
components tell each other in the browser, by the event `ndcg:highlight` with {group, doc}.
"""

from typing import Any

import streamlit as st

from ndcg_ui.exhibits.parts import figure_data
from ndcg_ui.exhibits.templates import figure as template
from ndcg_ui.figures import Figure

_figure = st.components.v2.component(
    "ndcg-tutor.figure", html=template({}), js="figure.js", isolate_styles=False
)


def figure(fig: Figure, *, key: str, **how: Any) -> None:
    """Show the figure, as `figure_data` describes it; it is part of a section."""
    _figure(key=key, data={**figure_data(fig, **how), "level": 3})
