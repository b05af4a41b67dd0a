"""An exhibit as HTML without a script or a style sheet, which a saved notebook keeps.

GitHub and nbviewer remove scripts and style sheets, so each element has its style in an attribute.
Buttons and fields are left out.
"""

import re
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from math import fsum
from typing import Any

import ndcg_core as nc
from ndcg_ui.components.markup.builder import Html, div, html, join_pieces, p, tag
from ndcg_ui.exhibit.parts import Part, Row

CELL_STYLE = "padding: .2em .6em; text-align: left; border-bottom: 1px solid #8888;"
STYLES = {
    "table": "border-collapse: collapse; margin: .6em 0;",
    "caption": "padding: .2em .6em; text-align: left; font-weight: 600;",
    "th": CELL_STYLE,
    "td": CELL_STYLE,
    "h1": "margin: .4em 0; font-size: 1.4em;",
    "h2": "margin: .6em 0 .2em; font-size: 1.2em;",
    "h3": "margin: .6em 0 .2em; font-size: 1em;",
}
"""The style of each element. Elements in neither list lose their tags."""
KEPT_ELEMENT = re.compile(
    "p|ul|ol|li|b|strong|i|em|code|pre|sub|sup|br|div|thead|tbody|tfoot|tr|dl|dt|dd|blockquote|"
    "section"
)
DROPPED_ELEMENT = re.compile(
    "button|form|input|label|math|option|output|script|select|style|svg|template|textarea|iframe"
)
"""Elements that are left out with their content."""
DROPPED_CLASSES = {
    "acts",
    "formula",
    "formulas",
    "for-screen-readers",
    "fraction",
    "message",
    "take-along",
}
TEXT_CLASSES = {"link-button", "term"}
"""Buttons of these classes are kept as text."""
VOID_ELEMENTS = ("br", "input")
KEPT_ATTRIBUTES = ("colspan", "rowspan", "start")
BAR_STYLE = "display: inline-block; height: .8em; width: {}px; background: {};"
BAR_COLOUR = "#0b62a4"  # the light theme's blue, which is also visible on a dark page
BAR_WIDTH = 120
"""The width of the longest bar in pixels."""


def render_static(rows: Iterable[Row]) -> str:
    """Return an exhibit's rows as HTML without scripts, style sheets, buttons and fields.

    >>> markup = Part("markup", "words", {"html": "<p class='lead'>2 < 3<script>x</script></p>"})
    >>> "<p>2 &lt; 3</p>" in render_static([[[markup]]])
    True
    """
    columns = [column for row in rows for column in row]
    parts = (part for column in columns for part in column)
    return str(div(*filter(None, map(_render_part, parts)), style="line-height: 1.45;"))


def _render_part(part: Part) -> Html | None:
    """Return a part as static HTML, or None for a part without static content."""
    if part.kind == "board":
        return _render_board(part.data)
    if part.kind == "figure":
        return p(tag("strong", f"{part.data['name']}. "), part.data["text"])
    if part.kind in ("markup", "ask", "sheet"):
        reader = _StaticConverter()
        reader.feed(str(part.data.get("html", "")))
        return reader.html or None
    return None


def _render_board(data: Mapping[str, Any]) -> Html:
    """Return a board as a table with a bar for each term, then NDCG and the ideal order."""
    documents = data["documents"]
    divisors = data["divisors"]
    counted = min(data["retrieved"], data["k"] or data["retrieved"])
    terms = [documents[place]["gain"] / divisors[place] for place in range(counted)]
    dcg = fsum(terms)
    idcg = data["idcg"]
    longest = max(*terms, *_compute_ideal_terms(data), 0.0) or 1.0
    heads = ("rank", "document", "grade", "term", "")
    body = (
        _render_table_row(
            [str(place + 1), documents[place]["label"], documents[place]["shown"]],
            terms[place] if place < counted else None,
            longest,
        )
        for place in range(data["retrieved"])
    )
    ndcg = nc.number(dcg / idcg) if idcg else data["empty"]
    total = f"NDCG = DCG / IDCG = {nc.number(dcg)} / {nc.number(idcg)} = {ndcg}"
    order = ", ".join(documents[place]["label"] for place in data["ideal"])
    return html(
        tag(
            "table",
            tag("thead", tag("tr", *(tag("th", head, style=CELL_STYLE) for head in heads))),
            tag("tbody", *body),
            style=STYLES["table"],
        ),
        p(tag("strong", total)),
        p(f"Ideal order: {order}."),
    )


def _compute_ideal_terms(data: Mapping[str, Any]) -> list[float]:
    gains = (data["documents"][place]["gain"] for place in data["ideal"])
    return [gain / divisor for gain, divisor in zip(gains, data["divisors"], strict=False)]


def _render_table_row(texts: Iterable[str], term: float | None, longest: float) -> Html:
    cells = [tag("td", text, style=CELL_STYLE) for text in texts]
    number = "not counted" if term is None else nc.number(term)
    width = round(BAR_WIDTH * (term or 0) / longest)
    bar = tag("span", style=BAR_STYLE.format(width, BAR_COLOUR)) if width else None
    return tag("tr", *cells, tag("td", number, style=CELL_STYLE), tag("td", bar, style=CELL_STYLE))


class _StaticConverter(HTMLParser):
    """A parser that converts our HTML to HTML that works without scripts and style sheets."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Html] = []
        self.opened: list[tuple[str, Html]] = []  # the name and the end tag of each open element
        self.hidden = 0  # the number of open elements that are dropped, or inside a dropped one

    @property
    def html(self) -> Html:
        """The converted HTML, or "" if it contains no text."""
        written = join_pieces(self.pieces)
        text = any(piece.strip() and piece[0] != "<" for piece in self.pieces)
        return written if text else Html("")

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        classes = set((given.get("class") or "").split())
        is_used = DROPPED_ELEMENT.fullmatch(name) and not classes & TEXT_CLASSES
        is_out = is_used or "hidden" in given or classes & DROPPED_CLASSES
        is_kept = name in STYLES or KEPT_ELEMENT.fullmatch(name)
        if name not in VOID_ELEMENTS:
            self.opened.append((name, Html(f"</{name}>") if is_kept else Html("")))
            self.hidden += bool(self.hidden or is_out)
        if is_kept and not self.hidden:
            kept: dict[str, Any] = {key: given[key] for key in KEPT_ATTRIBUTES if key in given}
            start = tag(name, style=STYLES.get(name), **kept)
            self.pieces.append(Html(start.removesuffix(f"</{name}>")))

    def handle_endtag(self, name: str) -> None:
        while self.opened:
            opened, end = self.opened.pop()
            if self.hidden:
                self.hidden -= 1
            else:
                self.pieces.append(end)
            if opened == name:
                return

    def handle_data(self, text: str) -> None:
        if not self.hidden:
            self.pieces.append(html(text))
