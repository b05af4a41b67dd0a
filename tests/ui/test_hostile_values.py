"""A browser may send anything for any widget and component: a page stays up and keeps its state."""

from __future__ import annotations

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from benchmarks._hostile import Hostile
from benchmarks._widgets import hostile_states
from ndcg_core.lessons import load_lessons

LESSONS = [
    ("", {"lesson": lesson.slug, "unlock": "all", "step": "30"}) for lesson in load_lessons()
]
PAGES = [
    *(("", {}), ("playground", {}), ("examples", {}), ("practice", {}), ("code", {})),
    *(("practice", {"part": part}) for part in ("drag", "predict", "source")),
    ("conventions", {}),
    *(("worksheet", {}), ("evaluate", {}), ("evaluate", {"data": "own"})),
]
ROUNDS = 4


@pytest.mark.parametrize(("path", "query"), [*PAGES, *LESSONS], ids=str)
def test_no_value_from_the_browser_takes_a_page_down(visit, path, query):
    page = visit(path, **query)
    hostile = Hostile(sum(map(ord, f"{path}{query}")))
    for _ in range(ROUNDS):
        page.app._run(widget_state=hostile_states(iter(page.app.main), hostile))
        assert not page.app.exception


def state(page, name: str, **value) -> WidgetState:
    """What a component, or a widget, sends."""
    ids = [e.proto.id for e in page.app.main if getattr(e.proto, "id", "").endswith(name)]
    return WidgetState(id=ids[0], **value)


def sent(page, name: str, *others: WidgetState, **value) -> None:
    """Run the page with what a component, or a widget, sends in the place of what it should."""
    page.app._run(widget_state=WidgetStates(widgets=[state(page, name, **value), *others]))
    assert not page.app.exception
