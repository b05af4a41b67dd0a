"""What a learner does is acknowledged with what the browser stores of it, never before."""

from __future__ import annotations

import json

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course, pack
from ndcg_core.lessons.course.course import answer as answer_to
from tests.ui.test_hostile_values import sent, state

LESSONS = {lesson.slug: lesson for lesson in load_lessons()}
LESSON = "grades-not-flags"
HOOK = f"learn.{LESSON}.hook"
COURSE, RECORD, SHEET = "learn.progress", "practice.keep", "practice.sheet"


def acknowledgements(page) -> list[dict]:
    """What every component that sends events was told of them, but the exhibits and the store."""
    components = (element for element in page.app.main if element.type == "bidi_component")
    texts = (element.proto.json for element in components)
    return [data for text in texts if text and "counts" in (data := json.loads(text))]


def restore(page, store: str, value: object = None) -> None:
    """The browser says what it has; nothing yet, unless that is named."""
    session = page.data(store)["session"]
    asked = {"session": session, "kind": "asked", "seq": "1", "value": value}
    sent(page, store, json_value=json.dumps({"event": asked}))


def in_a_lesson(visit):
    """A learner in the first lesson, whose browser has said that it has nothing yet."""
    page = visit("", lesson=LESSON)
    restore(page, COURSE)
    return page


def answer(page) -> None:
    """Answer the first question."""
    event = {"act": "answer", "form": "hook", "option": "0", "values": {}, "seq": "a1"}
    sent(page, HOOK, json_value=json.dumps({"event": event}))


def with_board(ranking: list) -> dict:
    """A course in which the first board of the second lesson lies so."""
    board = {"ranking": ranking, "unretrieved": []}
    course = answer_to(Course(), LESSONS["gain"], "board-1.board", board)
    return json.loads(json.dumps(pack(course)))


def check(page, *others) -> None:
    """Have the sheet on the practice page checked, with a wrong number in each cell."""
    texts = dict.fromkeys(page.data(SHEET)["texts"], "77")
    event = {"seq": "e1", "form": page.data(SHEET)["form"], "why": "check", "texts": texts}
    sent(page, SHEET, *others, json_value=json.dumps({"event": event}))


def test_an_answer_and_its_acknowledgement_are_one_message(visit):
    page = in_a_lesson(visit)
    answer(page)
    stored = page.data(COURSE)
    assert "a1" in stored["stored"]
    assert stored["value"]["lessons"][LESSON]["answers"]["hook"]["result"] == "right"
    assert page.data(HOOK)["acknowledged"] == "a1"
    assert {data["counts"] for data in acknowledgements(page)} == {"stored"}


def test_an_acknowledgement_that_a_newer_run_cut_off_comes_with_the_next(visit):
    page = in_a_lesson(visit)
    answer(page)
    page.run()
    assert "a1" in page.data(COURSE)["stored"]


def test_a_checked_sheet_and_its_acknowledgement_are_one_message(visit):
    page = visit("practice", skill="ndcg", r="3,2,3,0,1", level="2")
    restore(page, RECORD)
    check(page)
    stored = page.data(RECORD)
    assert "e1" in stored["stored"]
    assert stored["value"]["ndcg"]["missed"] == 1
    assert (page.data(SHEET)["acknowledged"], page.data(SHEET)["counts"]) == ("e1", "stored")


def test_with_an_entry_another_skill_is_what_a_browser_was_not_told_and_no_choice(visit):
    page = visit("practice", skill="ndcg", r="3,2,3,0,1", level="2")
    restore(page, RECORD)
    check(page, state(page, "practice.skill", string_value="Mixed"))
    assert page.app.selectbox(key="practice.skill").value == "ndcg"
    assert "NDCG" in page.text
    assert page.data(SHEET)["acknowledged"] == "e1"
    page.app.selectbox(key="practice.skill").set_value("cg").run()
    assert page.app.selectbox(key="practice.skill").value == "cg"


def test_a_sheet_checked_before_the_browser_has_said_what_it_has_is_added_to_that(visit):
    page = visit("practice", skill="ndcg", r="3,2,3,0,1", level="2")
    check(page)
    assert page.data(SHEET)["acknowledged"] is None
    assert (page.data(RECORD)["value"], page.data(RECORD)["stored"]) == (None, [])
    restore(page, RECORD, {"ndcg": {"right": 57}})
    check(page)
    stored = page.data(RECORD)
    assert (stored["value"]["ndcg"]["right"], stored["value"]["ndcg"]["missed"]) == (57, 1)
    assert "e1" in stored["stored"]


def test_what_an_earlier_session_was_told_is_not_stored_over_what_the_browser_has(visit):
    """The browser's last word to a server that was killed may be older than what it stores."""
    page = visit("", lesson="gain", unlock="all", step="30")
    first = [[0, "A", 3], [1, "B", 2], [2, "C", 3], [3, "D", 0], [4, "E", 1]]
    older, newer = first[::-1], [*first[1:], first[0]]
    echo = {"session": "earlier", "kind": "echo", "seq": "0", "value": with_board(older)}
    sent(page, COURSE, json_value=json.dumps({"event": echo}))
    restore(page, COURSE, with_board(newer))
    assert page.data(COURSE)["value"] == with_board(newer)
