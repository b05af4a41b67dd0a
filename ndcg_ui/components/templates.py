"""The initial HTML of a part, sent by the server and filled by the browser."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ndcg_ui.components.board.html import render_board
from ndcg_ui.components.markup.builder import Html, div, h2, html, join_pieces, p, tag
from ndcg_ui.exhibit.parts import Part, Row


def render_figure(data: Mapping[str, Any]) -> Html:
    """Return a chart's HTML: name, empty plot area, bars until Plotly draws, and description."""
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


def render_markup(data: Mapping[str, Any], css: str = "markup") -> Html:
    """Return the element of a part of kind "markup". The browser replaces its content later."""
    content = Html(data.get("html", ""))
    return div(content, css=css, data_testid="markup", data_empty=not content)


def render_form(data: Mapping[str, Any]) -> Html:
    """Return the element of a part of kind "ask". The browser replaces its content later."""
    return render_markup(data, "markup ask")


def make_template(css: str, **attributes: str) -> Callable[[Mapping[str, Any]], Html]:
    """Return a template: a function that puts the "html" of a part's data into a `div`.

    css: the classes of the `div`
    attributes: its other attributes
    """
    return lambda data: div(Html(data.get("html", "")), css=css, **attributes)


TEMPLATES: Mapping[str, Callable[[Mapping[str, Any]], Html]] = {
    "ask": render_form,
    "board": render_board,
    "controls": make_template("controls-place"),
    "figure": render_figure,
    "lab": make_template("lab", data_testid="lab"),
    "markup": render_markup,
    "player": make_template("player", data_testid="player", role="group", aria_label="Replay"),
    "share": make_template("share"),
    "sheet": make_template("sheet", data_testid="sheet", role="group"),
}
"""The template of each kind of part, with its data or empty for a later part."""


def render_templates() -> Html:
    """Return a `template` element for each kind of part that the browser may add later."""
    return join_pieces(
        tag("template", template({}), data_kind=kind) for kind, template in TEMPLATES.items()
    )


def _render_part(part: Part) -> Html:
    drawn = TEMPLATES[part.kind](part.data)
    return div(drawn, css="exhibit-part", data_part=part.name)


def render_exhibit(message: Mapping[str, Any], rows: Iterable[Row]) -> Html:
    """Return an exhibit's HTML: its rendered parts, first message as JSON, and the templates."""
    text = json.dumps(message, separators=(",", ":")).replace("<", "\\u003c")
    data = tag("script", Html(text), type="application/json")
    drawn = (
        div(
            *(div(*map(_render_part, column), css="exhibit-column") for column in row),
            css="exhibit-row",
        )
        for row in rows
    )
    exhibit = div(*drawn, css="exhibit", data_look=message["look"])
    return html(div(exhibit, data, css="exhibit-place"), render_templates())
