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
    """Show an upload area. Return the folder that the browser reports, or None before that.

    The folder is the first one that the tab used, which the tab remembers beyond the session. The
    returned value comes from the browser, so it may be anything. The page runs again after each
    upload.

    data has these keys:

    kind    the kind of file, which the browser returns with each upload
    what    the name of the area
    how     the list of accepted formats
    folder  the address for uploads; each file's name is added as ?name=
    files   the greatest number of files at once
    many    the message if there are more files, of which none is uploaded
    most    the largest size of a file in bytes
    large   the message about a larger file, which is not uploaded
    """
    value = _drop(
        key=key, data=data, on_folder_change=ignore_change, on_uploaded_change=ignore_change
    )
    return value.get("folder")
