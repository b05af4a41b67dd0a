"""What a first screen consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ndcg_ui.acts.pages import first
from ndcg_ui.exhibits import templates
from ndcg_ui.html.builder import Html

UNTIL = ".exhibit-place[data-ready]"
"""Streamlit's place for an exhibit, which then moves there."""


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


def exhibited(page: str, query: Mapping[str, str], title: str, summary: str) -> Screen:
    """Return the first screen of a page that is one exhibit."""
    content = templates.first(*first(page, query))
    return Screen(title, summary, content, UNTIL, (), scripts=("exhibit",))
