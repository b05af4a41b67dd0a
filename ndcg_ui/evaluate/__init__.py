"""Which of several systems is better, by how much, is it real, and why."""

from importlib import import_module
from threading import Lock
from types import ModuleType

from ndcg_ui.parts.markup.builder import title

PAGE = "evaluate"
HEADING = title(
    "Many queries, several systems",
    "Judgments, and what several systems returned: which is better, by how much, is it real, "
    "and which documents make the difference.",
)
_IMPORTING = Lock()


def render() -> None:
    """Draw the page."""
    imported().draw()


def imported() -> ModuleType:
    """What the page is made of, imported for the first visitor: Polars and numpy take a while."""
    with _IMPORTING:  # two visitors' runs that import the same rooms can each get half of them
        return import_module("ndcg_ui.evaluate.view")
