"""What is settled before the server listens."""

from __future__ import annotations

import gc
from types import SimpleNamespace

from ndcg_ui import limits
from ndcg_ui.server import startup
from tests.clock import run


def test_all_objects_are_looked_through_seldom(monkeypatch):
    idle = SimpleNamespace(start=lambda: None)
    monkeypatch.setattr(startup, "Thread", lambda **about: idle)
    monkeypatch.setattr(startup, "iter_modules", lambda folders: [])  # they need a server
    before = gc.get_threshold()
    try:
        run(startup.warm(None).__aenter__())
        assert gc.get_threshold() == limits.OBJECTS_TO_COLLECT
    finally:
        gc.set_threshold(*before)
