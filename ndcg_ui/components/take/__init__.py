"""Buttons for files that Python makes when they are asked for, and the browser then takes."""

from __future__ import annotations

import streamlit as st

from ndcg_core.html_builder import Html
from ndcg_ui.components import exposed
from ndcg_ui.components.events import Acknowledged

HTML = """
<div class="take take-along">
  <div class="take-buttons"></div>
  <p class="say" role="status"></p>
  <p class="problem" role="alert" hidden></p>
</div>
"""
_take = st.components.v2.component("ndcg-tutor.take", js="take.js", html=HTML, isolate_styles=False)


def take(
    buttons: Html, *, ready: Html, url: str, problem: str, key: str, acknowledged: Acknowledged
) -> None:
    """Show `buttons`; one with `data-file` asks for that file, named by its `data-name`.

    An event arrives, {file}. When it is acknowledged, the browser takes the file at `url`, once.
    ready: what is said of that file, its link in it; problem: why there is none.
    """
    data = {"buttons": buttons, "ready": ready, "url": url, "problem": problem}
    _take(key=key, data={**data, **acknowledged}, on_event_change=exposed)
