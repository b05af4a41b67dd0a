"""The tokens, fonts and CSS of every page, joined into one style sheet."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ndcg_ui.pages import FOLDERS

UI = Path(__file__).parents[1]
STYLE_FOLDERS = ("style", "exhibit", "components/*", *(f"pages/{folder}" for folder in FOLDERS))
"""The folders of the style sheets. Later ones override earlier ones."""


STREAMLIT_SHEET = "streamlit.css"
"""The style sheet for Streamlit's own elements on pages of our server."""


PLACE_CONTAINER = re.compile(rb"^ *container: place / inline-size;.*\n", re.MULTILINE)


@cache
def build_document_style() -> bytes:
    """Return the style sheet for the HTML documents of our server and of the static site.

    In these documents an exhibit fills the window, so media queries are enough. Container queries
    would restyle three times as many elements during a drag.
    """
    sheet = PLACE_CONTAINER.sub(b"", _join_files(_list_style_files()))
    return sheet.replace(b"@container place (", b"@media (")


@cache
def build_exhibit_style() -> bytes:
    """Return the style sheet for exhibits on other people's pages, before it is scoped.

    The rules for Streamlit's own elements are left out.
    """
    return _join_files(sheet for sheet in _list_style_files() if sheet.name != STREAMLIT_SHEET)


def _list_style_files() -> list[Path]:
    return [sheet for room in STYLE_FOLDERS for sheet in sorted(UI.glob(f"{room}/*.css"))]


def _join_files(sheets: Iterable[Path]) -> bytes:
    return b"\n".join(sheet.read_bytes() for sheet in sheets)
