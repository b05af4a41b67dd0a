"""The fonts of the first visit: Streamlit's own, cut to the characters that our texts are made of.

Streamlit declares each font whole; the heading's alone has 429 kB. A page declares it once more,
behind that, for a range of characters: so the browser fetches the small file, and the whole one
for a character outside the range only, in somebody's name, say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import streamlit as st

from ndcg_ui.packed import folder

MEDIA = Path(st.__file__).parent / "static" / "static" / "media"
CUTTING = Path(__file__).with_name("cutting.py")
LETTERS = (
    *((0x20, 0x7E), (0xA0, 0x17F)),  # ASCII, Latin-1, Latin Extended-A
    *((0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026)),  # punctuation
    *((0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A), (0x2044, 0x2044)),
    *((0x2070, 0x208E), (0x20AC, 0x20AC), (0x2122, 0x2122)),  # high and low digits, €, ™
    *((0x2190, 0x2193), (0x21D2, 0x21D2), (0x2211, 0x2212), (0x2215, 0x2215), (0x2219, 0x221A)),
    *((0x2248, 0x2248), (0x2260, 0x2260), (0x2264, 0x2265)),  # arrows, mathematical signs
    *((0x25A0, 0x25A0), (0x25C6, 0x25C6), (0x25CF, 0x25CF), (0x2713, 0x2713), (0x2717, 0x2717)),
)
"""The characters that the small files are for, as ranges."""
RANGE = ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in LETTERS)


@dataclass(frozen=True)
class Face:
    """A font that is cut; source: what the name of Streamlit's file begins with.

    only: the one weight that our style sheets ask for; None where they ask for several. style is
    "icons" for the font of icons, of which those are kept that Streamlit names itself.
    """

    name: str
    family: str
    source: str
    only: int | None = None
    style: str = "normal"

    def path(self) -> Path | None:
        """Return Streamlit's file; None where the installed Streamlit has none of the name."""
        return next(iter(MEDIA.glob(f"{self.source}*.woff2")), None)

    def whole(self) -> str:
        """Return the address of Streamlit's file."""
        path = self.path()
        return f"/static/media/{path.name if path else self.source}"


FACES = (
    Face("sans", "Source Sans", "SourceSansVF-Upright"),
    Face("serif", "Source Serif", "SourceSerifVariable-Roman", only=600),
    Face("sans-italic", "Source Sans", "SourceSansVF-Italic", style="italic"),
    Face("code", "Source Code Pro", "SourceCodeVF-Upright"),
    Face("code-italic", "Source Code Pro", "SourceCodeVF-Italic", style="italic"),
    Face("icons", "Few Icons", "MaterialSymbols-Rounded", style="icons"),
)
"""The first two are on every page."""


@cache
def key(face: Face) -> str:
    """Return the name of the cut font: by its source, what is kept of it, and how it is cut."""
    path = face.path()
    assert path
    how = (CUTTING.read_bytes(), f"fonttools {version('fonttools')}")
    return folder.key(path.read_bytes(), repr(face), RANGE, *how)


def url(face: Face) -> str:
    """Return the address of the cut font."""
    return f"/assets/{face.name}-{key(face)[:12]}.woff2"


def faces() -> tuple[Face, ...]:
    """Return the fonts that are cut here: none where nothing is kept."""
    return () if folder.folder() is None else tuple(face for face in FACES if face.path())


def missing() -> list[Face]:
    """Return the fonts that are not there, or not whole."""
    return [face for face in faces() if folder.read(key(face)) is None]


def style() -> str:
    """Return a page's declarations, which stand behind Streamlit's own and otherwise equal them.

    Two declarations are one font, each for its range, if weight and style are declared the same.
    """
    cut = {face: url(face) for face in faces()}
    icons = [
        _declared(face.family, f".{at}", "400", "normal", "font-display:block")
        for face, at in cut.items()
        if face.style == "icons"
    ]
    return "\n".join((*_letters(".", cut, f"unicode-range:{RANGE}"), *icons))


def standalone(top: str = "..") -> str:
    """Return the declarations for the style of a page of our own; where none is cut, of the whole.

    Its words are there at once, in a font of the machine, until ours has come. top: how a link from
    there to the app's top begins.
    """
    whole = {face: face.whole() for face in FACES}
    return "\n".join(
        _letters(top, whole | {face: url(face) for face in faces()}, "font-display:swap")
    )


def _letters(top: str, urls: Mapping[Face, str], *more: str) -> Iterator[str]:
    """Declare the fonts of letters, each at its address; top: how a link to the app's top begins.

    "Signs" is the sans alone: for a character that is in none, such as a handle's, the browser
    would fetch the whole of any other to look there too.
    """
    for face, at in urls.items():
        if face.style != "icons":
            yield _declared(face.family, f"{top}{at}", "100 900", face.style, *more)
    sans = FACES[0]
    yield _declared("Signs", f"{top}{urls.get(sans, sans.whole())}", "100 900", "normal")


def _declared(family: str, url: str, weight: str, style: str, *more: str) -> str:
    parts = (
        *(f"font-family:{family}", f"font-weight:{weight}", f"font-style:{style}"),
        *(f'src:url({url})format("woff2")', *more),
    )
    return f"@font-face{{{';'.join(parts)}}}"


def on_every_page() -> tuple[str, ...]:
    """Return the addresses that every page asks for."""
    return tuple(url(face) for face in faces()[:2])
