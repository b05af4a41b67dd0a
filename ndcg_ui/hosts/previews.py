"""Pictures of pages for previews: chats and learning management systems show one for a link.

Pillow draws them. Without it, pages have no picture.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.metric.numbers import clip_text, replace_surrogates
from ndcg_ui import PRODUCT, limits
from ndcg_ui.components.board.board import compute_grade_level
from ndcg_ui.components.markup.builder import EMPTY, Html, html, tag
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import Page
from ndcg_ui.style.fonts import find_font_file
from ndcg_ui.style.tokens import read_tokens

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH = 1200
HEIGHT = 630
MARGIN = 72
LAST_BASELINE = 566
"""The baseline of the last line."""
PREVIEW_FOLDER = "/previews/"
MOST_CARDS = 6
CARD_WIDTH = 480
CARD_HEIGHT = 62
CARD_DISTANCE = 70
LABEL_LENGTH = 18
TITLE_LENGTH = 120
SENTENCE_LENGTH = 220
NUMBER_SIZE = 172
Fill = str


class Card(NamedTuple):
    """The texts of one card on a preview, and the colour level of its grade."""

    rank: str
    label: str
    term: str
    grade: str
    level: int


class Preview(NamedTuple):
    """The texts of a preview, and for a ranking its first cards, NDCG, DCG and IDCG."""

    heading: str
    sentence: str
    cards: tuple[Card, ...] = ()
    more: int = 0
    """The number of documents without a card."""
    sums: tuple[tuple[str, str], ...] = ()
    """NDCG, DCG and IDCG, each with its name at the cutoff."""


def has_pillow() -> bool:
    """Return True if Pillow is installed."""
    return find_spec("PIL") is not None


def build_picture_address(page: Page, query: Query, app_address: str) -> str:
    """Return the address of a link's preview picture, or "" if the link is too long.

    app_address: the app's own address
    """
    link = urlencode({name: replace_surrogates(text) for name, text in query.items()}, safe=",:")
    if len(link) > limits.LONGEST_QUERY:
        return ""
    return f"{app_address}{PREVIEW_FOLDER}{page.name}.png{'?' if link else ''}{link}"


def render_picture_tags(page: Page, query: Query, app_address: str) -> Html:
    """Return the meta elements that name a link's preview picture, or "" without a picture.

    There is no picture without Pillow, without `app_address`, or for a link that is too long.

    app_address: the app's own address, or ""
    """
    address = (
        build_picture_address(page, query, app_address) if app_address and has_pillow() else ""
    )
    if not address:
        return EMPTY
    return html(
        tag("meta", property="og:image", content=address),
        tag("meta", property="og:image:type", content="image/png"),
        tag("meta", property="og:image:width", content=WIDTH),
        tag("meta", property="og:image:height", content=HEIGHT),
        tag("meta", property="og:image:alt", content=describe_preview(page, query)),
        tag("meta", name="twitter:card", content="summary_large_image"),
    )


def describe_preview(page: Page, query: Query) -> str:
    """Return the text alternative of a link's preview picture."""
    preview = build_preview(page, query)
    if not preview.sums:
        return f"{PRODUCT}: {preview.heading}"
    sums = ", ".join(f"{name} {number}" for name, number in preview.sums)
    return f"A ranking as cards. {sums}."


def build_preview(page: Page, query: Query) -> Preview:
    """Return a link's preview. Only the preview of a ranking has cards and sums."""
    title, sentence = page.describe(dict(query))
    texts = clip_text(title, TITLE_LENGTH), clip_text(sentence, SENTENCE_LENGTH)
    trace = page.ranking(dict(query))
    if trace is None:
        return Preview(*texts)
    rows = sorted((*trace.actual, *trace.beyond), key=lambda row: row.rank)
    shown = rows if len(rows) <= MOST_CARDS else rows[: MOST_CARDS - 1]
    highest = max(row.grade for row in (*rows, *trace.ideal, *trace.ideal_beyond))
    cards = (
        Card(
            str(row.rank),
            clip_text(row.label, LABEL_LENGTH),
            nc.number(row.value) if row.rank <= len(trace.actual) else "",
            clip_text(nc.short(row.grade), 6),
            compute_grade_level(row.grade, highest),
        )
        for row in shown
    )
    values = {"NDCG": trace.ndcg, "DCG": trace.dcg, "IDCG": trace.idcg}
    sums = tuple((trace.at(name), nc.number(value)) for name, value in values.items())
    return Preview(*texts, tuple(cards), len(rows) - len(shown), sums)


@lru_cache(maxsize=limits.PICTURES_KEPT)
def render_preview(preview: Preview) -> bytes:
    """Return a preview as PNG. Raise ImportError without Pillow."""
    from PIL import Image, ImageDraw  # imported here, because few requests need it

    picture = Image.new("RGB", (WIDTH, HEIGHT), _find_colour("paper"))
    draw = ImageDraw.Draw(picture)
    if preview.sums:
        _draw_ranking(draw, preview)
    else:
        _draw_texts(draw, preview)
    _draw_text(draw, (MARGIN, LAST_BASELINE), PRODUCT, "serif", 30, "ink", weight=600)
    out = BytesIO()
    # A picture has few colours, so that a palette makes the file half as large.
    picture.quantize(64, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _draw_ranking(draw: "ImageDraw", preview: Preview) -> None:
    for place, card in enumerate(preview.cards):
        _draw_card(draw, card, MARGIN - 12 + place * CARD_DISTANCE)
    if preview.more:
        said = f"and {preview.more} more"
        below = MARGIN - 12 + len(preview.cards) * CARD_DISTANCE + 40
        _draw_text(draw, (MARGIN + 24, below), said, "sans", 28, "mute")
    left = MARGIN + CARD_WIDTH + 72
    (ndcg, number), (dcg, actual), (idcg, ideal) = preview.sums
    _draw_text(draw, (left, 122), ndcg, "sans", 40, "mute")
    _draw_text(draw, (left - 8, 290), number, "serif", NUMBER_SIZE, "ink", weight=600)
    _draw_text(draw, (left, 370), f"{dcg} = {actual}", "sans", 34, "actual")
    draw.line((left, 392, WIDTH - MARGIN, 392), _find_colour("edge"), 2)
    _draw_text(draw, (left, 434), f"{idcg} = {ideal}", "sans", 34, "ideal")


def _draw_card(draw: "ImageDraw", card: Card, top: int) -> None:
    right = MARGIN + CARD_WIDTH
    bottom = top + CARD_HEIGHT
    box = (MARGIN, top, right, bottom)
    draw.rounded_rectangle(box, 10, _find_colour("card"), _find_colour("line"), 2)
    base = top + 41
    _draw_text(draw, (MARGIN + 24, base), card.rank, "sans", 26, "mute")
    _draw_text(draw, (MARGIN + 72, base), card.label, "sans", 28, "ink")
    _draw_text(draw, (right - 100, base), card.term, "sans", 26, "ink", anchor="rs")
    chip = (right - 78, top + 10, right - 12, bottom - 10)
    draw.rounded_rectangle(chip, 8, _find_colour(f"g{card.level}"))
    middle = ((chip[0] + chip[2]) // 2, base)
    _draw_text(draw, middle, card.grade, "sans", 26, f"g{card.level}t", weight=600, anchor="ms")


def _draw_texts(draw: "ImageDraw", preview: Preview) -> None:
    """Draw a heading and a sentence below the grades of the course's first ranking."""
    for place, grade in enumerate((3, 2, 3, 0, 1)):
        left = MARGIN + place * 70
        draw.rounded_rectangle(
            (left, MARGIN, left + 58, MARGIN + 52), 10, _find_colour(f"g{grade}")
        )
        middle = (left + 29, MARGIN + 37)
        _draw_text(draw, middle, str(grade), "sans", 30, f"g{grade}t", weight=600, anchor="ms")
    base = 220
    for line in _wrap_text(preview.heading, "serif", 68, 600, 3):
        _draw_text(draw, (MARGIN, base), line, "serif", 68, "ink", weight=600)
        base += 78
    base -= 12
    for line in _wrap_text(preview.sentence, "sans", 34, 400, 2):
        _draw_text(draw, (MARGIN, base), line, "sans", 34, "mute")
        base += 46


def _draw_text(
    draw: "ImageDraw",
    position: tuple[int, int],
    text: str,
    family: str,
    size: int,
    colour: str,
    *,
    weight: int = 400,
    anchor: str = "ls",
) -> None:
    """Draw a line of text.

    anchor: the point of the text that is at `position`, as in Pillow; "ls" is the left end of the
        baseline
    """
    draw.text(position, text, _find_colour(colour), _load_font(family, size, weight), anchor)


def _wrap_text(text: str, family: str, size: int, weight: int, max_lines: int) -> list[str]:
    """Split a text into at most `max_lines` lines that fit a preview. “…” marks missing text.

    Words are not split, so a very long word does not fit.
    """
    font = _load_font(family, size, weight)
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or font.getlength(longer) <= WIDTH - 2 * MARGIN:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > max_lines:
        lines[max_lines - 1] += " …"
    return lines[:max_lines]


def _find_colour(name: str) -> Fill:
    return COLOURS[name]


@lru_cache(maxsize=32)
def _load_font(family: str, size: int, weight: int) -> Any:
    """Return a font of the app, or Pillow's default font if the app's file is missing."""
    from PIL import ImageFont

    file = find_font_file(FAMILIES[family])
    if file is None:
        return ImageFont.load_default(size)
    font = ImageFont.truetype(str(file), size)
    axes = font.get_variation_axes()  # the weight comes first; any other keeps its default
    font.set_variation_by_axes([weight, *(axis["default"] or 0 for axis in axes[1:])])
    return font


COLOURS: Mapping[str, Fill] = read_tokens("light")
FAMILIES = {"sans": "Source Sans", "serif": "Source Serif"}
