"""The learner's progress, kept by the learner's browser and nowhere else.

The server asks with a name of its own session, `asker`, and the browser answers. After a restart
the server, which has forgotten everything, first gets the component's last value, meant for
another asker, and then what the browser answers to its own question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ndcg_ui.components import exposed

_progress = st.components.v2.component(
    "ndcg-tutor.progress",
    js="progress.js",
    html="<div class='progress-keeper' hidden></div>",
    isolate_styles=False,
)


def progress(
    asker: str, value: Mapping[str, Any] | None, answers: Mapping[str, str], *, key: str
) -> None:
    """Have the browser store `value`; None only asks for what it has.

    answers: what each component said last of all that `value` has the effect of.
    """
    data = {"asker": asker, "value": value, "answers": answers}
    _progress(key=key, data=data, on_stored_change=exposed)


def stored(key: str) -> Mapping[str, Any] | None:
    """Return what the browser last said, {asker, kind, seq, value}; None before it said anything.

    kind: "asked", an answer to the asker; "tab", another tab has stored something; "echo", what
    was stored by request.
    """
    value = st.session_state.get(key)
    answer = value.get("stored") if isinstance(value, Mapping) else None
    return answer if isinstance(answer, Mapping) else None
