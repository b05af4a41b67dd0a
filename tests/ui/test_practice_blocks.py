"""Tasks by drag and predictions on the practice page, put one after the other."""

from __future__ import annotations

import json
import re
from itertools import count

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from ndcg_core.lessons.practice import load_practice

NUMBERS = map("event {}".format, count())
TASKS, QUESTIONS = (load_practice()[name].blocks for name in ("drag", "predict"))


def send(page, name: str, **event) -> None:
    """Run the page with what a component sends."""
    (id,) = {e.proto.id for e in page.app.main if getattr(e.proto, "id", "").endswith(name)}
    sent = WidgetState(id=id, json_value=json.dumps({"event": {"seq": next(NUMBERS), **event}}))
    page.app._run(widget_state=WidgetStates(widgets=[sent]))
    assert not page.app.exception


def asked(page, place: int) -> str:
    """What stands above the board of a task."""
    return page.data(f"drag-task-{place}.ask")["html"]


def order(page, place: int) -> str:
    """The documents on the board of a task."""
    return "".join(d["label"] for d in page.data(f"drag-task-{place}.board")["documents"])


def solve(page, place: int) -> None:
    """Move the documents into the order that the task's file has as its solution."""
    name = f"drag-task-{place}.board"
    places = [rank - 1 for rank in TASKS[place - 1].solution]
    revision = page.data(name)["revision"]
    send(page, name, do="arrange", order=places, revision=revision)


def test_a_task_is_done_by_its_solution_and_says_what_there_is_to_see(visit):
    page = visit("practice", part="drag", task="5")
    assert "Nothing is moved yet." in asked(page, 5)
    solve(page, 5)
    assert 'data-state="done"' in asked(page, 5)
    assert "A and D changed places" in page.text


def test_a_task_that_comes_again_is_open_and_has_its_first_order(visit):
    page = visit("practice", part="drag", task="2")
    solve(page, 2)
    assert order(page, 2) == "CBADE"
    for _ in TASKS:
        send(page, "drag.next", act="another")
    assert order(page, 2) == "ABCDE"
    assert "Nothing is moved yet." in asked(page, 2)


def test_start_again_takes_back_what_was_moved_done_and_shown(visit):
    page = visit("practice", part="drag", task="1")
    send(page, "drag-task-1.ask", act="hint")
    assert "Only three ranks count." in asked(page, 1)
    send(page, "drag-task-1.ask", act="show")
    assert order(page, 1) == "DEBAC"
    assert 'data-state="done"' in asked(page, 1)
    send(page, "drag.next", act="again")
    assert order(page, 1) == "ABCDE"
    assert 'data-state="not yet"' in asked(page, 1)
    assert "Only three ranks count." not in asked(page, 1)


@pytest.mark.parametrize("place", range(1, len(QUESTIONS) + 1))
def test_a_prediction_is_committed_once_and_both_numbers_are_said(visit, place):
    page, name = visit("practice", part="predict", question=str(place)), f"predict-{place}"
    assert "You said" not in page.data(name)["html"]
    for number in ("0.25", "0.75"):
        send(page, name, act="commit", form=name, values={"number": number})
    said, question = re.sub("<[^>]*>", "", page.data(name)["html"]), QUESTIONS[place - 1]
    answer = f"{question.value:.3f}".removesuffix(".000")
    assert f"You said 0.25; it is {answer}" in said
    assert said.endswith(question.why.shown())


@pytest.mark.parametrize(
    ("query", "component"),
    [
        ({"part": "drag", "task": "3"}, "drag-task-3.ask"),
        ({"part": "drag", "task": "99"}, "drag-task-6.ask"),
        ({"part": "drag", "task": "second"}, "drag-task-1.ask"),
        ({"part": "predict", "question": "2"}, "predict-2"),
        ({"part": "predict", "question": "-1"}, "predict-1"),
    ],
)
def test_a_link_leads_to_the_task_that_it_names(visit, query, component):
    assert visit("practice", **query).data(f".{component}")["html"]


def test_the_link_goes_on_with_what_is_put(visit):
    page = visit("practice", part="predict", question=str(len(QUESTIONS)))
    send(page, "predict.next", act="another")
    assert dict(page.app.query_params) == {"part": "predict", "question": "1"}
