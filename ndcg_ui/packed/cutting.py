"""A font cut to a range of characters, and to one weight where no other is used.

A heading's letters are drawn for its size (the axis `opsz`), and stay so.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from ndcg_ui.packed.fonts import LETTERS, MEDIA, Face

FEATURES = (
    *("kern", "liga", "rlig", "ccmp", "locl", "mark", "mkmk", "frac", "numr", "dnom"),
    *("lnum", "tnum"),
)
"""What a browser applies unasked, to 1⁄2 too, and what our style sheets ask for."""
COPYRIGHT, LICENCE, LICENCE_ADDRESS = 0, 13, 14
NAMES = (1, 4, 6, 16)
_ICON = re.compile(r"material/([a-z0-9_]+)")


def cut(face: Face) -> bytes:
    """Return the font with the characters of LETTERS, or with the icons that Streamlit names."""
    path = face.path()
    if path is None:
        raise FileNotFoundError(f"Streamlit has no font {face.source}")
    font = TTFont(path)
    if face.style == "icons":
        _keep_icons(font)
    else:
        _keep_letters(font)
    if face.only is not None:
        instancer.instantiateVariableFont(font, {"wght": face.only}, inplace=True)
    _rename(font)
    font.flavor = "woff2"
    packed = io.BytesIO()
    font.save(packed)
    return packed.getvalue()


def _options() -> subset.Options:
    options = subset.Options()
    options.name_IDs = [COPYRIGHT, *NAMES, LICENCE, LICENCE_ADDRESS]
    return options


def _keep_letters(font: TTFont) -> None:
    options = _options()
    options.layout_features = list(FEATURES)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for low, high in LETTERS for code in range(low, high + 1)])
    cutter.subset(font)


def _keep_icons(font: TTFont) -> None:
    """Keep each icon whose name is in Streamlit's scripts: it is written as that word."""
    words = dict(_words(font))
    wanted = {name: words[name] for name in _named() if name in words}
    options = _options()
    options.layout_features = ["*"]
    options.layout_closure = False  # else the letters bring every word that they spell
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=set(map(ord, "".join(wanted))), glyphs=list(wanted.values()))
    cutter.subset(font)


def _named() -> set[str]:
    scripts = (MEDIA.parent / "js").glob("*.js")
    return {name for script in scripts for name in _ICON.findall(script.read_text("utf-8"))}


def _words(font: TTFont) -> Iterator[tuple[str, str]]:
    """Each word that the font has an icon for, with the name of its glyph."""
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            for first, ligatures in getattr(table, "ligatures", {}).items():
                for ligature in ligatures:
                    parts = (first, *ligature.Component)
                    yield "".join(letters.get(part, "?") for part in parts), ligature.LigGlyph


def _rename(font: TTFont) -> None:
    """Give the font another name: its licence reserves "Source" for the unchanged one."""
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = "NDCG-step-by-step"
