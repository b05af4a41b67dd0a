"""A browser may send anything for any widget and component: a page stays up and keeps its state."""

from __future__ import annotations

import pytest

from benchmarks._hostile import Hostile
from benchmarks._widgets import hostile_states

PAGES = [
    *(("", {}), ("code", {}), ("conventions", {}), ("worksheet", {})),
    *(("evaluate", {}), ("evaluate", {"data": "own"})),
]
ROUNDS = 4


@pytest.mark.parametrize(("path", "query"), PAGES, ids=str)
def test_no_value_from_the_browser_takes_a_page_down(visit, path, query):
    page = visit(path, **query)
    hostile = Hostile(sum(map(ord, f"{path}{query}")))
    for _ in range(ROUNDS):
        page.app._run(widget_state=hostile_states(iter(page.app.main), hostile))
        assert not page.app.exception
