"""The tokens, the fonts and the CSS of every page, joined to the one sheet that a page is sent."""

from functools import cache
from pathlib import Path

from ndcg_ui.pages import FOLDERS

UI = Path(__file__).parents[1]
ROOMS = ("style", "exhibit", "components/*", *(f"pages/{folder}" for folder in FOLDERS))
"""Where the sheets lie, in the order in which one overrides another."""


@cache
def joined_style() -> bytes:
    """Return the style sheet of all pages."""
    sheets = (sheet for room in ROOMS for sheet in sorted(UI.glob(f"{room}/*.css")))
    return b"\n".join(sheet.read_bytes() for sheet in sheets)
