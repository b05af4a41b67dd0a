"""Which of several systems is better, by how much, is it real, and why."""

from importlib import import_module
from threading import Lock
from types import ModuleType

PAGE = "evaluate"
_IMPORTING = Lock()


def render() -> None:
    """Draw the page."""
    imported().draw()


def imported() -> ModuleType:
    """What the page is made of, imported for the first visitor: Polars and numpy take a while."""
    with _IMPORTING:  # two visitors' runs that import the same rooms can each get half of them
        return import_module("ndcg_ui.views.evaluate.page")
