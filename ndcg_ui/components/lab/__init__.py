"""The code lab: the learner's own `dcg` and `ndcg_at_k`, run in the learner's own browser."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ndcg_core import code_lab
from ndcg_ui.components import exposed
from ndcg_ui.components.events import Acknowledged, Event
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
    acknowledged: Acknowledged,
    steps: tuple[str, ...] | None = None,
) -> None:
    """Show the lab; which steps this browser has passed arrives as an event: see `passed`.

    grades, k: the ranking that Run scores, and its cutoff. steps: which of "order", "blanks",
    "dcg" and "ndcg" to offer; None offers all.
    """
    data = {
        **code_lab.lab(steps),
        "board": {"rows": code_lab.comparison(grades, k)},
        "urls": {"frame": f".{FRAME_URL}", "engine": f".{ENGINE_URL}"},
        **acknowledged,
    }
    _lab(key=key, data=data, on_event_change=exposed)


def passed(event: Event) -> tuple[str, ...]:
    """Return the steps that the browser says it has passed.

    >>> passed({"done": ["order", "nonsense", "dcg"]}), passed({})
    (('order', 'dcg'), ())
    """
    done = event.get("done")
    known = {task.id for task in code_lab.TASKS}
    named = done if isinstance(done, list) else []
    return tuple(step for step in named[: len(known)] if isinstance(step, str) and step in known)
