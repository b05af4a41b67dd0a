"""A place to drop files on, or to choose them; they go to the server by requests of their own."""

from __future__ import annotations

import streamlit as st

from ndcg_ui.components import exposed
from ndcg_ui.components.events import Acknowledged

HTML = """
<div class="drop" data-testid="drop">
  <label><span class="drop-what"></span><span class="drop-how"></span>
  <input type="file"></label>
  <p class="say" role="status"></p>
  <p class="problem" role="alert" hidden></p>
</div>
"""
_drop = st.components.v2.component("ndcg-tutor.drop", js="drop.js", html=HTML, isolate_styles=False)


def drop(
    what: str,
    how: str,
    *,
    url: str,
    kind: str,
    files: int,
    many: str,
    most: int,
    large: str,
    key: str,
    acknowledged: Acknowledged,
) -> None:
    """Show the place, called `what`; `how` says what is taken.

    Each file is put to `url`, with its name as ?name=. Once all are there an event arrives:
    {act: "uploaded", kind, files: how many}. files: how many are taken at once, and `many` what is
    said of more, which are not sent. most: bytes of a file, and `large` what is said of a larger
    one, which is not sent. A folder is said to be one.
    """
    data = {"what": what, "how": how, "url": url, "kind": kind, "files": files}
    _drop(
        key=key,
        data={**data, "many": many, "most": most, "large": large, **acknowledged},
        on_event_change=exposed,
    )
