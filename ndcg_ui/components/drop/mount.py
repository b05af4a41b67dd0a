"""An area to drop or choose files, which go to the server by requests of their own."""

from collections.abc import Mapping

import streamlit as st

from ndcg_ui.components.mount import expose

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
    """Show the drop area for a `kind` of file.

    data: `what` names the area, and `how` tells the formats.

    Each file is put into `folder`, with its name as ?name=; then the page is run again. Returned is
    the name of the first folder that this tab was told, which it keeps, though its session end; or
    anything else that a browser may send.

    files: how many are taken at once, and `many` what is said of more, which are not sent. most:
    bytes of a file, and `large` what is said of a larger one, which is not sent. A folder is said
    to be one.
    """
    value = _drop(key=key, data=data, on_folder_change=expose, on_uploaded_change=expose)
    return value.get("folder")
