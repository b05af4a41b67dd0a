"""The code lab: the learner's own `dcg` and `ndcg_at_k`, run in the learner's own browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from ndcg_core.teaching import code_checks
from ndcg_ui.components import exposed
from ndcg_ui.web.sandbox import ENGINE_URL, FRAME_URL

_lab = st.components.v2.component(
    "ndcg-tutor.lab",
    js="lab.js",
    html="<div class='lab' data-testid='lab'></div>",
    isolate_styles=False,
)


def lab(
    grades: Sequence[float],
    k: int | None = None,
    *,
    key: str,
    steps: tuple[str, ...] | None = None,
) -> tuple[str, ...]:
    """Show the lab and return the ids of the steps that this browser has passed.

    grades, k: the ranking that Run scores, and its cutoff. steps: which of "order", "blanks",
    "dcg" and "ndcg" to offer; None offers all. What is returned is the browser's word for it.
    """
    data = {
        **code_checks.lab(steps),
        "board": {"rows": code_checks.comparison(grades, k)},
        "urls": {"frame": FRAME_URL, "engine": ENGINE_URL},
    }
    _lab(key=key, data=data, on_done_change=exposed)
    return passed(key)


def passed(key: str) -> tuple[str, ...]:
    """Return the steps passed on the lab `key`, before it is drawn.

    >>> passed("a lab that nobody has opened")
    ()
    """
    value = st.session_state.get(key)
    done = value.get("done") if isinstance(value, Mapping) else None
    known = {task.id for task in code_checks.TASKS}
    said = done if isinstance(done, list) else []
    return tuple(step for step in said[: len(known)] if isinstance(step, str) and step in known)
