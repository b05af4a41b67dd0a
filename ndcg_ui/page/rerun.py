"""A page's fragment: the part of it that is run after an act, and run once more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import NoReturn

import streamlit as st
from streamlit.errors import StreamlitAPIException

from ndcg_ui.web.turns import turn


def fragment(draw: Callable[[], None]) -> Callable[[], None]:
    """Let what somebody does here run this part of a page alone, before the pages of newcomers."""

    @wraps(draw)
    def drawn() -> None:
        with turn():
            draw()

    return st.fragment(drawn)


def again() -> NoReturn:
    """Run the fragment again: what was just done changes what stands above it.

    Or the whole page, where that is what is being run.
    """
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:  # a whole run: the browser was away when the act reached Python
        st.rerun()
