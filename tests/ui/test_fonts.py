"""The cut fonts: what is in them, and that nothing of ours needs a whole one."""

import io
import re
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from ndcg_ui.classroom import pages
from ndcg_ui.packed import fonts
from ndcg_ui.packed.cutting import cut
from tests.selection import some

ROOT = Path(__file__).parents[2]
STREAMLITS = "".join(
    path.read_text("utf-8") for path in (fonts.MEDIA.parent / "css").glob("index.*.css")
)
FACES = {face.name: face for face in fonts.FACES}
LETTERS = {code for low, high in fonts.LETTERS for code in range(low, high + 1)}
SIGNS = {"⠿", "✎", "⋮"}
"""These are in none of the fonts; `--signs` says so."""


def declarations(css):
    """Each @font-face of a style sheet: what it says, by name."""
    for inside in re.findall(r"@font-face\{([^}]*)\}", css):
        yield dict(part.split(":", 1) for part in inside.split(";") if ":" in part)


@pytest.mark.parametrize("name", [name for name in FACES if name != "icons"])
def test_a_cut_font_is_declared_as_streamlit_declares_the_whole(monkeypatch, name):
    monkeypatch.setenv("NDCG_CACHE", "/anywhere")
    face, same = FACES[name], ("font-family", "font-weight", "font-style")
    (ours,) = [
        one
        for one in declarations(fonts.style())
        if fonts.url(face) in one["src"] and one["font-family"] != "Signs"
    ]
    (theirs,) = [one for one in declarations(STREAMLITS) if face.path().name in one["src"]]
    assert [ours[part] for part in same] == [theirs[part] for part in same]
    assert "unicode-range" not in theirs


@pytest.mark.parametrize("cache", ["none", "/anywhere"])
def test_a_page_of_a_class_declares_the_fonts_it_names_cut_or_whole(monkeypatch, cache):
    monkeypatch.setenv("NDCG_CACHE", cache)
    declared = {one["font-family"]: one["src"] for one in declarations(fonts.standalone())}
    tokens = (ROOT / "ndcg_ui/style/1-tokens.css").read_text("utf-8")
    assert set(re.findall(r'--\w+: "([^"]+)"', tokens)) == set(declared)
    for family, src in declared.items():
        face = next(face for face in fonts.FACES if family in (face.family, "Signs"))
        faces = [one for one in fonts.FACES if one.family == face.family]
        assert any((one.whole() if cache == "none" else fonts.url(one)) in src for one in faces)
    for page in ("class", "wall"):
        assert b"@font-face" in pages.style(page)


def test_the_range_is_the_letters():
    declared = set()
    for part in fonts.RANGE.split(","):
        low, _, high = part.removeprefix("U+").partition("-")
        declared |= set(range(int(low, 16), int(high or low, 16) + 1))
    assert declared == LETTERS


WRITTEN = sorted(
    path
    for room in ("lessons", "ndcg_core", "ndcg_ui")
    for kind in ("md", "toml", "py", "js", "css", "html")
    for path in (ROOT / room).rglob(f"*.{kind}")
    if not {"numerals", "sandbox_files"} & set(path.parts)  # what is read, and never said
)
GUARDED = set("﹢﹣﹦﹫＋－＝＠�")
"""Looked for in what is typed."""


def test_every_character_of_lessons_and_interface_is_in_the_small_fonts():
    assert len(WRITTEN) > 300
    odd = {
        (sign, str(path.relative_to(ROOT)))
        for path in WRITTEN
        for sign in set(path.read_text("utf-8")) - SIGNS - GUARDED - {"\n"}
        if ord(sign) not in LETTERS
    }
    assert odd == set()


def test_the_signs_that_no_font_has_are_written_in_the_signs_own():
    for face in fonts.FACES:
        if face.style != "icons":
            assert not set(map(ord, SIGNS)) & set(TTFont(face.path()).getBestCmap())
    css = (ROOT / "ndcg_ui/components/board/1-cards.css").read_text("utf-8")
    assert "font-family: var(--signs)" in css.partition(".board .grip {")[2].partition("}")[0]


def test_headings_are_in_one_weight():
    """The serif is cut to it: in another one a text would look the same."""
    sheets = [path for path in (ROOT / "ndcg_ui").rglob("*.css") if "classroom" not in path.parts]
    found = [re.findall(r"[^;{}]*var\(--serif\)", sheet.read_text("utf-8")) for sheet in sheets]
    used = [one.strip() for several in found for one in several]
    assert len(used) > 15
    assert {re.sub(r"\s.*", "", one.removeprefix("font: ")) for one in used} == {"600"}
    assert FACES["serif"].only == 600


# --- What is in a cut font ---------------------------------------------------------------------


@cache
def small(name):
    """The cut font, as a file."""
    return cut(FACES[name])


def advances(font, weight):
    """How far each character moves the pen at a weight, the axes' other values being the usual."""
    location = {"wght": weight} if "fvar" in font else {}
    glyphs = font.getGlyphSet(location=location)
    return {code: glyphs[name].width for code, name in font.getBestCmap().items()}


def kerned(font):
    """Whether pairs of letters are moved together."""
    return "kern" in {one.FeatureTag for one in font["GPOS"].table.FeatureList.FeatureRecord}


CUT = [name for name in FACES if name != "icons"]


@pytest.mark.parametrize("name", some(CUT, "code".__eq__, "seconds of processor"))
def test_a_cut_font_has_the_letters_that_the_whole_has_as_wide_and_kerned(name):
    face = FACES[name]
    whole, ours = TTFont(face.path()), TTFont(io.BytesIO(small(name)))
    before = set(whole.getBestCmap())
    assert set(ours.getBestCmap()) == before & LETTERS
    assert kerned(ours) == kerned(whole)
    for weight in (face.only,) if face.only else (400, 600, 700):
        wide, now = advances(whole, weight), advances(ours, weight)
        assert all(abs(now[code] - wide[code]) <= 1 for code in now)  # thousandths of its size
    assert {axis.axisTag for axis in ours["fvar"].axes} == {
        axis.axisTag for axis in whole["fvar"].axes if not (face.only and axis.axisTag == "wght")
    }


@pytest.mark.thorough("seconds of processor")
def test_the_cut_font_of_icons_has_those_that_streamlit_names():
    icons = TTFont(io.BytesIO(small("icons")))
    words = set()
    letters = {glyph: chr(code) for code, glyph in icons.getBestCmap().items()}
    for lookup in icons["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            for first, found in table.ligatures.items():
                words |= {
                    "".join(letters[part] for part in (first, *one.Component)) for one in found
                }
    assert {"keyboard_double_arrow_right", "keyboard_arrow_right", "keyboard_arrow_down"} <= words
    assert 40 < len(words) < 200


def test_a_cut_font_keeps_its_licence_and_not_its_name():
    names = {
        record.nameID: str(record) for record in TTFont(io.BytesIO(small("code")))["name"].names
    }
    assert "Open Font License" in names[13]
    assert {names[number] for number in (1, 4, 6)} == {"NDCG-step-by-step"}
    assert not any("Source" in names[number] for number in (1, 4, 6))
