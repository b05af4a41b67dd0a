"""A browser may send anything for any widget and component: a page stays up and keeps its state."""

from __future__ import annotations

import json

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


@pytest.mark.parametrize("value", ["", "{", "[]", '"x"', '{"event": 3}', "[" * 5000])
def test_a_board_keeps_its_order_when_its_value_is_none(visit, value):
    page = visit("playground", r="X:1,Y:3")
    sent(page, "playground.board", json_value=value)
    assert page.ranking == "X1 Y3"


def test_a_name_with_half_a_surrogate_pair_is_a_name(visit):
    page = visit("playground", r="X:1,Y:3")
    revision = page.data(".board")["revision"]
    command = {"seq": "1", "revision": revision, "do": "rename", "at": 0, "label": "A\ud800"}
    sent(page, "playground.board", json_value=json.dumps({"event": command}))
    assert page.ranking == "A\ufffd1 Y3"


def test_a_cutoff_that_is_no_number_leaves_the_last_one(visit):
    page = visit("playground", r="3,2,1", k="2")
    before = page.value("ndcg")
    sent(page, "playground.k", double_value=float("nan"))
    assert page.app.number_input(key="playground.k").value == 2
    assert page.value("ndcg") == before


def test_a_choice_that_is_not_offered_leaves_the_last_one(visit):
    page = visit("playground", r="3,2,1", gain="exponential")
    sent(page, "playground.gain", int_array_value={"data": [99]})
    assert page.app.session_state["playground.gain"] == "exponential"
    sent(page, "playground.discount", string_value="log7(i)")
    assert page.app.session_state["playground.discount"] == "log2(i+1)"
