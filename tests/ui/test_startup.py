"""What is settled before the server listens."""

from __future__ import annotations

import gc

import pytest

from ndcg_ui import limits
from ndcg_ui.web import startup


def test_all_objects_are_looked_through_seldom(monkeypatch):
    monkeypatch.setattr(startup, "Thread", Idle)
    monkeypatch.setattr(startup, "iter_modules", lambda folders: [])  # they need a server
    before = gc.get_threshold()
    starting = startup.warm(None).__aenter__()
    try:
        with pytest.raises(StopIteration):  # it has started, without waiting for anything
            starting.send(None)
        assert gc.get_threshold() == limits.OBJECTS_TO_COLLECT
    finally:
        gc.set_threshold(*before)


class Idle:
    """A thread that does nothing."""

    def __init__(self, **about):
        self.about = about

    def start(self):
        """Begin, and be done."""
