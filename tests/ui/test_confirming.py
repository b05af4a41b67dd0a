"""What a learner does is confirmed with what the browser is to keep of it, never before."""

from __future__ import annotations

import json

from tests.ui.test_hostile_values import sent

LESSON = "grades-not-flags"
HOOK = f"learn.{LESSON}.hook"


def told(page) -> list[dict]:
    """What every component but the exhibits was told."""
    components = (element for element in page.app.main if element.type == "bidi_component")
    texts = (element.proto.json for element in components)
    return [json.loads(text) for text in texts if text]


def in_a_lesson(visit):
    """A learner in the first lesson, whose browser has said that it has nothing yet."""
    page = visit("", lesson=LESSON)
    asker = page.data("learn.progress")["asker"]
    stored = {"asker": asker, "kind": "asked", "seq": "1", "value": None}
    sent(page, "learn.progress", json_value=json.dumps({"stored": stored}))
    return page


def answer(page, **said) -> None:
    """Answer the first question."""
    act = {"act": "answer", "form": "hook", "option": "0", "values": {}, "seq": "a1"} | said
    sent(page, HOOK, json_value=json.dumps({"told": act}))


def test_an_answer_and_its_confirmation_are_one_message(visit):
    page = in_a_lesson(visit)
    answer(page)
    kept = page.data("learn.progress")
    assert kept["answers"][HOOK] == "a1"
    assert kept["value"]["lessons"][LESSON]["answers"]["hook"]["result"] == "right"
    assert {data["kept"] for data in told(page) if "answered" in data} == {"later"}


def test_a_confirmation_that_a_newer_run_cut_off_comes_with_the_next(visit):
    page = in_a_lesson(visit)
    answer(page)
    page.run()
    assert page.data("learn.progress")["answers"][HOOK] == "a1"


def test_elsewhere_what_is_done_is_confirmed_where_it_is_drawn(visit):
    page = in_a_lesson(visit)
    page.go("practice", {"part": "sheet"})
    form = page.data("practice.sheet")["form"]
    entry = {"seq": "e1", "form": form, "why": "check", "texts": {}}
    sent(page, "practice.sheet", json_value=json.dumps({"entered": entry}))
    assert page.data("practice.sheet")["answered"] == "e1"
    assert page.data("practice.sheet")["kept"] == "here"
