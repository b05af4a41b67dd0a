"""Fields that several pages have."""

from collections.abc import Collection
from typing import Any

import streamlit as st


def keep_known(key: str, choices: Collection[Any], kept: Any) -> None:
    """Put `kept` back, before a field is drawn, where a browser chose what is not offered."""
    if key in st.session_state and st.session_state[key] not in choices:
        st.session_state[key] = kept
