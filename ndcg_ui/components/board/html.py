"""A board as HTML, shown until its script arrives or where there is none."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ndcg_core as nc
from ndcg_ui.components.markup.builder import Html, div, h2, li, p, section, span, tag, ul

CARD_DISTANCE = 56
"""Pixels from card to card, as in the board's view.js."""
TOOL_LABELS = (
    "Undo",
    "Redo",
    "Shuffle",
    "Reverse",
    "Sort to ideal",
    "Reset",
    "Add a document",
    "Add an unretrieved document",
)


def render_board(data: Mapping[str, Any]) -> Html:
    """Return a board in its initial order as HTML, or an empty board without data."""
    if not data:
        return section(css="board", data_testid="board")
    picture = data.get("picture")
    tools = TOOL_LABELS if data["mode"] == "edit" else ()
    others = [
        li(span(document["label"], css="label"), _render_chip(document))
        for document in data["documents"][data["retrieved"] :]
    ]
    remarks = (p(sentence, css="say") for sentence in data["remarks"])
    return section(
        _render_columns(data),
        div(Html(picture["below"]), css="below") if picture else None,
        div(h2("Judged but not retrieved"), ul(*others), css="unretrieved") if others else None,
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
        data_reasons=data.get("reasons", False),
        data_stage=picture and picture["stage"],
        style=picture and f"--tallest:{picture['tallest']:g};--most:{picture['most']:g}",
    )


def _render_columns(data: Mapping[str, Any]) -> Html:
    whose = "The ranking" if data["mode"] == "show" else "Your ranking"
    documents = data["documents"]
    ideal = data["ideal"]
    heads = (data.get("picture") or {}).get("heads", "")
    biggest = max(document["gain"] for document in documents) or 1
    cards = (
        _render_card(documents[slot], slot, data, biggest) for slot in range(data["retrieved"])
    )
    return div(
        div(h2(whose), css="whose-line"),
        span(Html(heads), css="heads", aria_hidden="true"),
        h2("Ideal"),
        _render_column("cards", "The ranking, from rank 1 on", cards, data["retrieved"]),
        _render_lines(ideal, data["retrieved"]),
        _render_column(
            "ideals",
            "Ideal order",
            (_render_ideal_card(documents[place], slot, data) for slot, place in enumerate(ideal)),
            len(ideal),
        ),
        css="columns",
    )


def _render_column(css: str, name: str, cards: Iterable[Html], count: int) -> Html:
    return tag("ol", *cards, css=css, aria_label=name, style=f"height:{count * CARD_DISTANCE}px")


def _format_position(slot: int) -> str:
    return f"transform:translateY({slot * CARD_DISTANCE}px)"


def _render_chip(document: Mapping[str, Any]) -> Html:
    return span(span(document["shown"], css="chip", data_level=document["level"]), css="grade")


def _render_card(
    document: Mapping[str, Any], slot: int, data: Mapping[str, Any], biggest: float
) -> Html:
    counts = slot < data["k"]
    divisor = data["divisors"][slot]
    term = document["gain"] / divisor
    over = Html('<mo lspace="1px" rspace="1px">/</mo>')
    work = tag("math", Html(document["gainMarkup"]), over, Html(data["works"][slot]))
    return li(
        span(slot + 1, css="rank"),
        span("⠿", css="grip", aria_hidden="true") if data["mode"] != "show" else span(),
        span(document["label"], css="label"),
        span(work, css="work"),
        span(nc.number(term), css="term"),
        _render_chip(document),
        tag("i", css="bar", style=f"transform:scaleX({term / biggest if counts else 0:.4f})"),
        Html(document.get("beside", "")),
        css="card" if counts else "card beyond",
        style=_format_position(slot),
    )


def _render_ideal_card(document: Mapping[str, Any], slot: int, data: Mapping[str, Any]) -> Html:
    absent = " absent" if document["place"] >= data["retrieved"] else ""
    css = f"ideal-card{absent}{'' if slot < data['k'] else ' beyond'}"
    worked = (data.get("picture") or {}).get("worked", ())[slot : slot + 1]
    return li(
        span(document["label"], css="label"),
        _render_chip(document),
        *(span(Html(text), css="worked") for text in worked),
        css=css,
        style=_format_position(slot),
    )


def _render_lines(ideal: Sequence[int], retrieved: int) -> Html:
    """Return lines from each document's rank to its ideal rank, as `view.js` draws them.

    ideal: the position of each document of the ideal order in the list of documents
    retrieved: the number of ranked documents, which are the first of the list
    """
    height = max(retrieved, len(ideal)) * CARD_DISTANCE
    ends = ((place, slot) for slot, place in enumerate(ideal) if place < retrieved)
    drawn = (
        tag(
            "path",
            css="level" if place == slot else "",
            d=f"M 2 {place * CARD_DISTANCE + 24} C 32 {place * CARD_DISTANCE + 24} "
            f"32 {slot * CARD_DISTANCE + 24} 62 {slot * CARD_DISTANCE + 24}",
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
