"""The figure component: draws a figure with Plotly, moves it when the data change.

Its sentence stands under it. Pointing at a bar highlights its document wherever the page shows it:
components tell each other in the browser, by the event `ndcg:highlight` with {group, doc}.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from ndcg_ui.figures import Figure
from ndcg_ui.web import PLOTLY_URL

# The height stands in the page before script and style have come, so that nothing moves later.
HTML = """
<div class="ndcg-figure" data-testid="figure" data-state="waiting" data-drawn="0">
  <h2></h2>
  <div class="ndcg-figure-stage" data-testid="stage" style="height:230px">
    <div class="ndcg-figure-plot" role="img"><div aria-hidden="true"></div></div>
  </div>
  <div class="ndcg-figure-under">
    <p class="say"></p>
    <p class="ndcg-figure-save"></p>
  </div>
</div>
"""

_figure = st.components.v2.component(
    "ndcg-tutor.figure", html=HTML, js="figure.js", isolate_styles=False
)


def figure(fig: Figure, *, key: str, **how: Any) -> None:
    """Show the figure, as `payload` describes it."""
    _figure(key=key, data=payload(fig, **how))


def payload(
    fig: Figure, *, name: str, group: str = "main", height: int = 230, clickable: bool = False
) -> dict[str, Any]:
    """Return what the browser needs, for `figure` or a part of an exhibit.

    name       what the chart is called: for screen readers and for the files it is saved as
    group      highlights stay among components of one group
    clickable  whether a click, or Enter on a cell of a heat map, swaps two ranks on the board of
               the same exhibit
    """
    return {
        "spec": fig.spec,
        "text": fig.text,
        "name": name,
        "group": group,
        "height": height,
        "clickable": clickable,
        "plotly": PLOTLY_URL,
    }
