"""The HTML that a part begins with: what the server sends first, and what the browser fills."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import ndcg_core as nc
from ndcg_ui.exhibits.parts import Part, Row
from ndcg_ui.html.builder import Html, div, every, h2, html, li, p, section, span, tag, ul

PITCH = 56
"""Pixels from card to card, as in the board's view.js."""
TOOLS = (
    *("Undo", "Redo", "Shuffle", "Reverse", "Sort to ideal", "Reset"),
    *("Add a document", "Add one judged, not retrieved"),
)


def figure(data: Mapping[str, Any]) -> Html:
    """Return a chart without its drawing: its name, its place, its bars and its sentence."""
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


def markup(data: Mapping[str, Any], css: str = "markup") -> Html:
    """Return markup in the element that keeps it up to date."""
    content = Html(data.get("html", ""))
    return div(content, css=css, data_testid="markup", data_empty=not content)


def form(data: Mapping[str, Any]) -> Html:
    """Return what is asked in the element that keeps it up to date."""
    return markup(data, "markup ask")


def place(css: str, **attributes: str) -> Callable[[Mapping[str, Any]], Html]:
    """Return what makes an element that a script fills, or goes on with."""
    return lambda data: div(Html(data.get("html", "")), css=css, **attributes)


def board(data: Mapping[str, Any]) -> Html:
    """Return a board; without its script it shows the order that it begins with."""
    if not data:
        return section(css="board", data_testid="board")
    tools = TOOLS if data["mode"] == "edit" else ()
    others = [
        li(span(document["label"], css="label"), _chip(document))
        for document in data["documents"][data["retrieved"] :]
    ]
    remarks = (p(sentence, css="say") for sentence in data["remarks"])
    return section(
        _columns(data),
        div(h2("Judged, not retrieved"), ul(*others), css="unretrieved") if others else None,
        div(
            *(span(tool, css="plain-button") for tool in tools),
            css="tools",
            data_testid="tools",
            aria_hidden="true",
        ),
        div(*remarks, css="remarks", data_testid="remarks"),
        css="board",
        data_testid="board",
        data_mode=data["mode"],
        data_look=data["look"],
    )


def _columns(data: Mapping[str, Any]) -> Html:
    whose = "The ranking" if data["mode"] == "show" else "Your ranking"
    documents, ideal = data["documents"], data["ideal"]
    biggest = max(document["gain"] for document in documents) or 1
    cards = (_card(documents[slot], slot, data, biggest) for slot in range(data["retrieved"]))
    return div(
        div(h2(whose), css="whose-line"),
        span(),
        h2("Ideal"),
        _column("cards", "The ranking, best place first", cards, data["retrieved"]),
        _lines(ideal, data["retrieved"]),
        _column(
            "ideals",
            "Ideal order",
            (_ideal(documents[place], slot, data) for slot, place in enumerate(ideal)),
            len(ideal),
        ),
        css="columns",
    )


def _column(css: str, name: str, cards: Iterable[Html], count: int) -> Html:
    return tag("ol", *cards, css=css, aria_label=name, style=f"height:{count * PITCH}px")


def _at(slot: int) -> str:
    return f"transform:translateY({slot * PITCH}px)"


def _chip(document: Mapping[str, Any]) -> Html:
    return span(span(document["shown"], css="chip", data_level=document["level"]), css="grade")


def _card(document: Mapping[str, Any], slot: int, data: Mapping[str, Any], biggest: float) -> Html:
    counts, divisor = slot < data["k"], data["divisors"][slot]
    term = document["gain"] / divisor
    over = Html('<mo lspace="1px" rspace="1px">/</mo>')
    work = tag("math", Html(document["gainMarkup"]), over, Html(data["works"][slot]))
    left = round(100 / divisor) if data["look"] == "readers" else None
    return li(
        span(slot + 1, css="rank"),
        span("⠿", css="grip", aria_hidden="true") if data["mode"] != "show" else span(),
        span(document["label"], css="label"),
        span(work, css="work"),
        left and span(tag("b", left), css="left"),
        span(nc.number(term), css="term"),
        _chip(document),
        tag("i", css="bar", style=f"transform:scaleX({term / biggest if counts else 0:.4f})"),
        css="card" if counts else "card beyond",
        style=_at(slot),
    )


def _ideal(document: Mapping[str, Any], slot: int, data: Mapping[str, Any]) -> Html:
    absent = " absent" if document["place"] >= data["retrieved"] else ""
    css = f"ideal-card{absent}{'' if slot < data['k'] else ' beyond'}"
    return li(span(document["label"], css="label"), _chip(document), css=css, style=_at(slot))


def _lines(ideal: Sequence[int], retrieved: int) -> Html:
    """Lines from each place of the ranking to that of the ideal order, as view.js has them."""
    height = max(retrieved, len(ideal)) * PITCH
    ends = ((place, slot) for slot, place in enumerate(ideal) if place < retrieved)
    drawn = (
        tag(
            "path",
            css="level" if place == slot else "",
            d=f"M 2 {place * PITCH + 24} C 32 {place * PITCH + 24} "
            f"32 {slot * PITCH + 24} 62 {slot * PITCH + 24}",
        )
        for place, slot in ends
    )
    return tag(
        "svg",
        *drawn,
        css="lines",
        aria_hidden="true",
        preserveAspectRatio="none",
        viewBox=f"0 0 64 {height}",
        style=f"height:{height}px",
    )


TEMPLATES: Mapping[str, Callable[[Mapping[str, Any]], Html]] = {
    "ask": form,
    "board": board,
    "controls": place("controls-place"),
    "figure": figure,
    "lab": place("lab", data_testid="lab"),
    "markup": markup,
    "player": place("player", data_testid="player", role="group", aria_label="Replay"),
    "sheet": place("sheet", data_testid="sheet", role="group"),
}
"""By the kind of a part; with its data, or with none for a part that is yet to come."""


def templates() -> Html:
    """Return an empty template of each kind, for parts that come later."""
    return every(
        tag("template", template({}), data_kind=kind) for kind, template in TEMPLATES.items()
    )


def exhibit(rows: Iterable[Row], look: str = "") -> Html:
    """Return an exhibit as the server sends it first."""
    drawn = (
        div(
            *(div(*map(_part, column), css="exhibit-column") for column in row),
            css="exhibit-row",
        )
        for row in rows
    )
    return div(*drawn, css="exhibit", data_look=look)


def _part(part: Part) -> Html:
    drawn = TEMPLATES[part.kind](part.data)
    return div(drawn, css="exhibit-part", data_part=part.name)


def first(message: Mapping[str, Any], rows: Iterable[Row]) -> Html:
    """Return an exhibit that its script takes hold of: what is drawn, and the message behind it."""
    text = json.dumps(message, separators=(",", ":")).replace("<", "\\u003c")
    data = tag("script", Html(text), type="application/json")
    return html(div(exhibit(rows, message["look"]), data, css="exhibit-place"), templates())
