"""The stage of a page before its board can be dragged: numbers, sentences, places. Pure."""

from __future__ import annotations

from ndcg_ui import figures
from ndcg_ui.boards.remarks import advised_swaps, remarks
from ndcg_ui.boards.stage import CHART
from ndcg_ui.boards.state import Played
from ndcg_ui.first_screens.screen import kept
from ndcg_ui.html import tables
from ndcg_ui.html.builder import Html, every, p, tag

PITCH = 56
"""Pixels from card to card, as in the board's view.js."""
TOOLS = (
    *("Undo", "Redo", "Shuffle", "Reverse", "Sort to ideal", "Reset"),
    *("Add a document", "Add one judged, not retrieved"),
)

SAVE = "ndcg-figure-save unseen-place"


def stage_row(played: Played) -> Html:
    """Board, fraction and first chart, as `stage` puts them side by side."""
    right = every((_part(tables.fraction(played.trace)), _part(_chart(played))))
    return row(_part(_board(played)), right)


def row(*columns: Html) -> Html:
    """A row of columns, as in an exhibit."""
    return tag(
        "div", *(tag("div", one, css="exhibit-column") for one in columns), css="exhibit-row"
    )


def _part(content: Html) -> Html:
    return tag("div", tag("div", content, css="markup"), css="exhibit-part")


def _chart(played: Played) -> Html:
    """The chart without its drawing: its name, its place and its sentence."""
    stage = tag("div", css="ndcg-figure-stage", style="height:230px")
    text = p(figures.terms(played.trace).text, css="say")
    said = tag("div", text, p(*map(_button, ("SVG", "PNG")), css=SAVE), css="ndcg-figure-under")
    return tag("div", tag("h2", CHART), stage, said, css="ndcg-figure", data_testid="figure")


def _button(text: str) -> Html:
    return tag("button", text, type="button", disabled=True)


def _board(played: Played) -> Html:
    """The board without its cards; a screen reader waits for those that can be moved."""
    hidden, trace = played.settings.hide, played.trace
    said = () if "words" in hidden else remarks(trace, played.settings, advised_swaps(trace))
    tools = () if "tools" in hidden else TOOLS
    return tag(
        "section",
        _columns(len(played.board.ranking), len(trace.ideal) + len(trace.ideal_beyond)),
        _unretrieved(played),
        tag(
            "div",
            *(tag("span", tool, css="plain-button") for tool in tools),
            css="tools",
            data_testid="tools",
        ),
        tag(
            "div",
            *(p(sentence, css="say") for sentence in said),
            css="remarks",
            data_testid="remarks",
        ),
        css="board",
        aria_hidden="true",
    )


def _columns(cards: int, ideal: int) -> Html:
    heads = (
        tag("div", tag("h2", "Your ranking"), css="whose-line"),
        tag("span"),
        tag("h2", "Ideal"),
    )
    places = (kept(cards * PITCH), tag("span"), kept(ideal * PITCH))
    return tag("div", *heads, *places, css="columns")


def _unretrieved(played: Played) -> Html | None:
    if not played.board.unretrieved:
        return None
    items = (tag("li", tag("span", d.label, css="label")) for d in played.board.unretrieved)
    return tag("div", tag("h2", "Judged, not retrieved"), tag("ul", *items), css="unretrieved")
