"""An area to drop or choose files, which go to the server by requests of their own."""

from collections.abc import Mapping

import streamlit as st

from ndcg_ui.components.mount import ignore_change

HTML = """
<div class="drop" data-testid="drop">
  <label><span class="drop-what"></span><span class="drop-how"></span>
  <input type="file"></label>
  <p class="say" role="status"></p>
  <p class="problem" role="alert" hidden></p>
</div>
"""
_drop = st.components.v2.component("ndcg-tutor.drop", js="drop.js", html=HTML, isolate_styles=False)


def mount_drop(data: Mapping[str, object], *, key: str) -> object:
    """Show an area that uploads dropped files, and return the browser's folder name.

    data: `what` names the area, and `how` lists the formats.

    Each file is uploaded to `folder`, with its name as ?name=, and the page runs again. Returns the
    name of the tab's first folder, which the tab keeps beyond the session, or anything else that a
    browser may send.

    files: the number of files at once. `many` is the message about more, which are not sent. most:
    the largest size of a file in bytes. `large` is the message about a larger one, which is not
    sent. A folder is reported as one.
    """
    value = _drop(
        key=key, data=data, on_folder_change=ignore_change, on_uploaded_change=ignore_change
    )
    return value.get("folder")
