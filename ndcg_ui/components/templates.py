"""The initial HTML of a part, sent by the server and filled by the browser."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ndcg_ui.components.board.html import draw_board
from ndcg_ui.components.markup.builder import Html, div, h2, html, join_pieces, p, tag
from ndcg_ui.exhibit.parts import Part, Row


def draw_figure(data: Mapping[str, Any]) -> Html:
    """Return a chart without its drawing: its name, area, bars and sentence."""
    stage = div(
        tag("div", tag("div", aria_hidden="true"), css="ndcg-figure-plot", role="img"),
        div(Html(data.get("bars", "")), css="ndcg-figure-bars", aria_hidden="true"),
        css="ndcg-figure-stage",
        data_testid="stage",
        style=f"height:{data.get('height', 230)}px",
    )
    return div(
        h2(data.get("name", "")),
        stage,
        div(p(data.get("text", ""), css="say"), p(css="ndcg-figure-save"), css="ndcg-figure-under"),
        css="ndcg-figure",
        data_testid="figure",
        data_state="waiting",
        data_drawn=0,
    )


def draw_markup(data: Mapping[str, Any], css: str = "markup") -> Html:
    """Return markup in its self-updating element."""
    content = Html(data.get("html", ""))
    return div(content, css=css, data_testid="markup", data_empty=not content)


def draw_form(data: Mapping[str, Any]) -> Html:
    """Return a form in its self-updating element."""
    return draw_markup(data, "markup ask")


def make_place(css: str, **attributes: str) -> Callable[[Mapping[str, Any]], Html]:
    """Return a function that makes an element, which a script fills."""
    return lambda data: div(Html(data.get("html", "")), css=css, **attributes)


TEMPLATES: Mapping[str, Callable[[Mapping[str, Any]], Html]] = {
    "ask": draw_form,
    "board": draw_board,
    "controls": make_place("controls-place"),
    "figure": draw_figure,
    "lab": make_place("lab", data_testid="lab"),
    "markup": draw_markup,
    "player": make_place("player", data_testid="player", role="group", aria_label="Replay"),
    "share": make_place("share"),
    "sheet": make_place("sheet", data_testid="sheet", role="group"),
}
"""The template of each kind of part, with its data or empty for a later part."""


def draw_templates() -> Html:
    """Return an empty template of each kind for parts that come later."""
    return join_pieces(
        tag("template", template({}), data_kind=kind) for kind, template in TEMPLATES.items()
    )


def _draw_part(part: Part) -> Html:
    drawn = TEMPLATES[part.kind](part.data)
    return div(drawn, css="exhibit-part", data_part=part.name)


def draw_exhibit(message: Mapping[str, Any], rows: Iterable[Row]) -> Html:
    """Return an exhibit's first HTML for its script: the drawn parts and their message."""
    text = json.dumps(message, separators=(",", ":")).replace("<", "\\u003c")
    data = tag("script", Html(text), type="application/json")
    drawn = (
        div(
            *(div(*map(_draw_part, column), css="exhibit-column") for column in row),
            css="exhibit-row",
        )
        for row in rows
    )
    exhibit = div(*drawn, css="exhibit", data_look=message["look"])
    return html(div(exhibit, data, css="exhibit-place"), draw_templates())
