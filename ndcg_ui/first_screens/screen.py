"""What a first screen consists of."""

from __future__ import annotations

from dataclasses import dataclass

from ndcg_ui.html.builder import Html, tag


@dataclass(frozen=True)
class Screen:
    """A page's title, what it says in a sentence, and what it shows first.

    until: a selector for what has to be on the page before the app takes over. components,
    widgets: ours and Streamlit's that the page will ask for first.
    """

    title: str
    summary: str
    content: Html
    until: str
    components: tuple[str, ...] = ()
    widgets: tuple[str, ...] = ()


def kept(height: int) -> Html:
    """An empty place, so many pixels high.

    >>> kept(56)
    '<div class="kept" style="height:56px"></div>'
    """
    return tag("div", css="kept", style=f"height:{height}px")
