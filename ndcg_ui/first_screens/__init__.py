"""The first screen of each page: what the server sends before the app has started in the browser.

It is made by the functions that make the same words later, from nothing but the link, so that a
link shows its numbers at once and without JavaScript too. Each page keeps the places of what it
cannot draw yet; `until` says what has to be on the page before the app takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ndcg_ui.first_screens import others, playground
from ndcg_ui.first_screens.screen import Screen

Query = Mapping[str, str]

SCREENS: dict[str, Callable[[Query], Screen]] = {
    "": others.learn,
    "playground": playground.screen,
    "examples": others.examples,
    "practice": others.practice,
    "code": others.code,
    "conventions": others.conventions,
    "evaluate": others.evaluate,
    "worksheet": others.worksheet,
}
"""By the page's path."""

__all__ = ["SCREENS", "Query", "Screen"]
