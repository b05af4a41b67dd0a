"""A newer message cuts a run off, wherever it stands: what was done is kept, and counted once.

Streamlit may end a run wherever it touches the session or draws, and begin the next one. Here it
does so at each touch of the session in turn.
"""

from __future__ import annotations

import json
import re
import sys

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course, pack, unpack
from tests.conftest import ALL

LESSONS = {lesson.slug: lesson for lesson in load_lessons()}
HOLD = ScriptRunner._maybe_handle_execution_control_request
GATE = re.compile(
    r'data-testid="question"[^>]*data-state="(?P<state>[^"]*)"[^>]*data-form="(?P<form>[^"]*)"'
)


class Cutter:
    """Counts the touches of the session, and ends a run at one of them.

    Between one and the next nothing of ours is kept, whatever is drawn meanwhile.
    """

    def __init__(self, monkeypatch) -> None:
        self.places, self.at, self.states = 0, 0, None
        cutter = self

        def checked(runner) -> None:
            touches = "session_state" in sys._getframe(1).f_code.co_filename
            cutter.places += touches
            if touches and cutter.places == cutter.at:
                here = get_script_run_ctx()
                runner.request_rerun(
                    RerunData(
                        query_string=here.query_string,
                        page_script_hash=here.page_script_hash,
                        widget_states=cutter.states,
                    )
                )
            HOLD(runner)

        monkeypatch.setattr(ScriptRunner, "_maybe_handle_execution_control_request", checked)

    def run(self, page, states: WidgetStates, at: int = 0) -> int:
        """Run the page with what the browser sends, cut off at one place; return the places."""
        self.places, self.at, self.states = 0, at, states
        page.app._run(widget_state=states)
        assert not page.app.exception
        return self.places


@pytest.fixture
def cutter(monkeypatch):
    return Cutter(monkeypatch)


def states(page, **events) -> WidgetStates:
    """What the browser sends: for each component, by the end of its key, its last event."""
    sent = WidgetStates()
    for key, event in events.items():
        (id,) = {e.proto.id for e in page.app.main if getattr(e.proto, "id", "").endswith(key)}
        sent.widgets.append(WidgetState(id=id, json_value=json.dumps({"event": event})))
    return sent


def course(page) -> Course:
    """The course that the browser was last told to keep."""
    return unpack(page.data("learn.progress")["value"])


def opened(visit, cutter, slug: str):
    """A lesson with all its steps, once the browser has said that it keeps nothing yet."""
    page = visit("", lesson=slug, unlock="all", step="30", hide="text")
    asked = {"seq": "asked", "kind": "asked", "value": pack(Course())}
    cutter.run(page, states(page, **{"learn.progress": asked}))
    return page


def gate_of(page) -> dict[str, str]:
    """The question of a lesson's check: its component's key, its form and its state."""
    (asked,) = [
        e.proto
        for e in page.app.main
        if ".check-1." in getattr(e.proto, "id", "") and "data-form" in getattr(e.proto, "json", "")
    ]
    found = GATE.search(json.loads(asked.json)["html"])
    return {"key": json.loads(asked.json)["name"], **found.groupdict()}


def everywhere(cutter, page, act, stride: int = 3 if ALL else 7) -> int:
    """Do `act(1)`, `act(2)`, ..., each time cut off at a later place; return how often."""
    places = cutter.run(page, act(1))
    for number, at in enumerate(range(1, places, stride), 2):
        cutter.run(page, act(number), at)
    return number


def test_an_answer_at_the_gate_is_counted_once(visit, cutter):
    page = opened(visit, cutter, "grades-not-flags")
    answers = []

    def answer(number: int) -> WidgetStates:
        """Go on to the next question, then answer that."""
        answers.append(course(page).answers)
        gate = gate_of(page)
        if gate["state"] != "open":
            event = {"seq": f"n{number}", "act": "next", "form": gate["form"]}
            cutter.run(page, states(page, **{gate["key"]: event}))
            gate = gate_of(page)
        event = {"seq": f"a{number}", "act": "answer", "form": gate["form"], "option": "0"}
        return states(page, **{gate["key"]: {**event, "values": {"number": "17"}}})

    times = everywhere(cutter, page, answer)
    assert answers == list(range(times))


@pytest.mark.thorough("the answer above is counted in the same way")
def test_a_checked_sheet_is_counted_once(visit, cutter):
    page = visit("practice", skill="ndcg", r="3,2,3,0,1", level="2")
    asked = {"seq": "asked", "kind": "asked", "value": None}
    cutter.run(page, states(page, **{"practice.keep": asked}))

    def check(number: int) -> WidgetStates:
        sheet = page.data("practice.sheet")
        texts = dict.fromkeys(sheet["texts"], "17")
        if number > 1:
            page.app.button(key="practice.again").click()
            page.run()
            sheet = page.data("practice.sheet")
        event = {"seq": f"c{number}", "form": sheet["form"], "texts": texts, "why": "check"}
        return states(page, **{"practice.sheet": event})

    times = everywhere(cutter, page, check, stride=1)
    assert f"0 right, {times} missed" in page.text


def test_a_card_moved_in_a_task_is_moved_once(visit, cutter):
    page = visit("practice", part="drag", task="3")
    name = "practice.drag.drag-task-3.board"

    def move(number: int) -> WidgetStates:
        """The first card goes to the end."""
        board = page.data(name)
        assert turned(board) == (number - 1) % 5
        command = {"seq": f"m{number}", "do": "arrange", "order": [1, 2, 3, 4, 0]}
        return states(page, **{name: {**command, "revision": board["revision"]}})

    times = everywhere(cutter, page, move, stride=2)
    assert turned(page.data(name)) == times % 5


def turned(board) -> int:
    """How often the first of five cards, A to E, has gone to the end."""
    labels = "".join(document["label"] for document in board["documents"])
    assert labels in "ABCDEABCD"
    return "ABCDEABCD".index(labels)


def test_a_prediction_stays_committed(visit, cutter):
    page = visit("practice", part="predict")

    def commit(number: int) -> WidgetStates:
        """Go on to the next question, and commit to a number."""
        if number > 1:
            assert "You said" in page.data(f"predict-{1 + (number - 2) % 5}")["html"]
            another = {"seq": f"n{number}", "act": "another"}
            cutter.run(page, states(page, **{"practice.predict.next": another}))
        name = f"predict-{1 + (number - 1) % 5}"
        assert 'data-state="open"' in page.data(name)["html"]
        event = {"seq": f"p{number}", "act": "commit", "form": name, "values": {"number": "0.25"}}
        return states(page, **{name: event})

    times = everywhere(cutter, page, commit)
    assert times > 5  # some question came again, and was open then
