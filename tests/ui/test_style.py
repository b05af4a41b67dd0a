"""The style: colours, sizes of text and spaces have a name each, and are named in one file."""

import re
from pathlib import Path

import pytest

UI = Path(__file__).parents[2] / "ndcg_ui"
TOKENS = UI / "style" / "1-tokens.css"
SHEETS = sorted(
    path for path in UI.rglob("*.css") if path != TOKENS and path.parent.name != "built"
)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;{}]+?)\s*(?:;|(?=\}))")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(")
NAMED = re.compile(
    r"(?<![\w-])(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple)(?![\w-])"
)
WIDTH = re.compile(r"(?<![\w.])([\d.]+)px\b")
LENGTH = re.compile(r"(?<![\w.-])[\d.]+(?:px|rem|pt)\b")
SPACE = re.compile(r"(?:scroll-)?(?:margin|padding)(?:-\w+)*|(?:row-|column-)?gap")
WIDEST = 32
"""Wider than this, in px, is a place that is kept for something, and no space; 1 is a hairline."""


def list_declarations(path):
    return DECLARATION.findall(COMMENT.sub("", path.read_text("utf-8")))


def list_token_lines(path):
    """Return the declarations in a file that only the tokens may contain."""
    for name, value in list_declarations(path):
        if COLOUR.search(value) or NAMED.search(value):
            yield f"{name}: {value}"
        if name == "font-size" and LENGTH.search(value):
            yield f"{name}: {value}"
        if SPACE.fullmatch(name) and any(
            1 < float(width) <= WIDEST for width in WIDTH.findall(value)
        ):
            yield f"{name}: {value}"
        if name == "font" and LENGTH.search(value.partition("/")[0]):
            yield f"{name}: {value}"


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(UI)))
def test_colours_text_sizes_and_spaces_are_tokens(path):
    assert list(list_token_lines(path)) == []


OF_THE_WINDOW = {
    "8-page.css": "the room around a page",
    "menu.css": "the header, which is as wide as the window",
    "streamlit.css": "the page that Streamlit draws over the whole window",
    "7-narrow.css": "the fraction at the foot of a narrow window",
    "1-column.css": "a meaning in front of all, which the window holds",
    "share.css": "a panel in front of all, which the window holds",
}
"""The styles that may ask how wide the window is, and what of them is as wide as it."""
WINDOW = re.compile(r"@media[^{]*\b(?:width|inline-size)\b|(?<![\w.-])[\d.]+(?:vw|vi)\b")
OF_EXHIBITS = [path for path in SHEETS if "classroom" not in path.parts]


@pytest.mark.parametrize("path", OF_EXHIBITS, ids=lambda path: str(path.relative_to(UI)))
def test_an_exhibit_depends_on_its_container_and_not_the_window(path):
    asked = WINDOW.findall(COMMENT.sub("", path.read_text("utf-8")))
    assert bool(asked) == (path.name in OF_THE_WINDOW), asked
    assert len(asked) <= 1 or path.name in ("8-page.css", "menu.css", "streamlit.css"), asked
