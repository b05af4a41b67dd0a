"""The theme that is remembered is the one that Streamlit would have looked up."""

from __future__ import annotations

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig, NewSession
from streamlit.runtime import app_session

from ndcg_ui.web.themes import LOOK_UP, Remembered, look_up_once

PARTS = ("sidebar", "light", "dark")


@pytest.fixture
def look_up(monkeypatch):
    """Streamlit's own function, which is back after the test."""
    own = getattr(app_session, LOOK_UP)
    monkeypatch.setattr(app_session, LOOK_UP, own)
    return own


def begun(look_up) -> NewSession:
    """What a browser is told when its session begins, as Streamlit fills it in."""
    message = NewSession()
    look_up(message.custom_theme)
    for part in PARTS:
        look_up(getattr(message.custom_theme, part), f"theme.{part}")
    return message


def test_a_session_begins_with_the_theme_that_streamlit_finds(look_up):
    expected = begun(look_up)
    look_up_once()
    remembered = getattr(app_session, LOOK_UP)
    assert remembered is not look_up
    assert begun(remembered) == begun(remembered) == expected
    assert expected.custom_theme.dark.ListFields()
    assert not expected.custom_theme.HasField("sidebar")  # a section that we leave empty


def test_each_section_is_looked_up_once_until_the_settings_are_read_again():
    asked = []

    def look_up(message: CustomThemeConfig, section: str) -> None:
        asked.append(section)

    remembered = Remembered(look_up)
    begun(remembered)
    begun(remembered)
    assert asked == ["theme", *(f"theme.{part}" for part in PARTS)]
    config.get_config_options(force_reparse=True)
    begun(remembered)
    assert len(asked) == 2 * (1 + len(PARTS))


def test_a_streamlit_without_the_function_is_left_as_it_is(look_up, monkeypatch):
    monkeypatch.delattr(app_session, LOOK_UP)
    look_up_once()
    assert not hasattr(app_session, LOOK_UP)
