"""What a first screen consists of."""

from __future__ import annotations

from dataclasses import dataclass

from ndcg_ui.html.builder import Html


@dataclass(frozen=True)
class Screen:
    """A page's title, what it says in a sentence, and what it shows first.

    until: a selector for what has to be on the page before the app takes over. components,
    widgets: ours and Streamlit's that the page will ask for first. scripts: components of
    ours that act before the app is there.
    """

    title: str
    summary: str
    content: Html
    until: str
    components: tuple[str, ...] = ()
    widgets: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
