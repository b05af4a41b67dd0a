"""The theme that Streamlit sends with every run, looked up once."""

from __future__ import annotations

from collections.abc import Callable

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

LookUp = Callable[[CustomThemeConfig, str], None]

LOOK_UP = "_populate_theme_msg"
"""Streamlit's function for it: it walks through all settings for each of six sections, a tenth of
what a moved card costs the server. A Streamlit without it is left as it is."""


def look_up_once() -> None:
    """Have Streamlit remember what it found, until its settings are read again."""
    look_up = getattr(app_session, LOOK_UP, None)
    if look_up is not None:
        setattr(app_session, LOOK_UP, Remembered(look_up))


class Remembered:
    """What a look-up writes into a message, section by section."""

    def __init__(self, look_up: LookUp) -> None:
        """Remember what `look_up` finds."""
        self.look_up: LookUp = look_up
        self.found: dict[str, CustomThemeConfig] = {}
        config.on_config_parsed(self.found.clear, force_connect=True)

    def __call__(self, message: CustomThemeConfig, section: str = "theme") -> None:
        """Write a section; nothing where it is empty, for then its place stays empty too."""
        if section not in self.found:
            self.look_up(filled := CustomThemeConfig(), section)
            self.found[section] = filled
        if self.found[section].ListFields():
            message.MergeFrom(self.found[section])
