"""An exhibit on a page: its parts, which act by requests of their own.

Streamlit tells it where it begins, by the page's link; from then on the browser has the state.
"""

import json
from collections.abc import Mapping

import streamlit as st

from ndcg_ui.acts.pages import first
from ndcg_ui.exhibits.templates import templates

_exhibit = st.components.v2.component(
    "ndcg-tutor.exhibit",
    js="exhibit.js",
    html=f"<div class='exhibit-place'></div>{templates()}",
    isolate_styles=False,
)


def exhibit(page: str, query: Mapping[str, str]) -> None:
    """Mount the exhibit of `page`; a link that names nothing leaves what is there as it is."""
    # As bytes: Streamlit would write anything else as JSON twice, the second time to compare it.
    data = json.dumps(first(page, query)[0], separators=(",", ":")).encode()
    _exhibit(key=f"{page}.exhibit", data=data)
