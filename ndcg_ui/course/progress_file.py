"""The learner's own file: saved, loaded, and forgotten, of one lesson or of all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ndcg_core.lessons.course.course import Course, is_course, reset, unpack
from ndcg_core.plain_data import plain
from ndcg_ui.course.learner import Learner
from ndcg_ui.course.scene import library
from ndcg_ui.exhibits.parts import Part, fields_of, form
from ndcg_ui.html.builder import Html, button, h2, html, label, p, section, span, tag

TOOLS = "tools"


def tools(learner: Learner) -> Part:
    """Return export, import and reset, and what was just done with them."""
    drawn = section(
        h2("Your progress"),
        p(
            "It is kept in this browser only. To take it to another one, save it to a file and "
            "load it there.",
            css="say",
        ),
        p(button("Save to a file", data_save="ndcg-progress.json"), _import(), css="acts"),
        p(_reset(learner.course, learner.state.get("reset")), css="acts", data_testid="reset"),
        p(str(learner.state.get("said", "")), css="say", role="status"),
        css="progress-tools",
        data_form=len(learner.course.lessons),
    )
    return form(TOOLS, drawn, f"learn.{TOOLS}")


def _import() -> Html:
    field = tag(
        "input",
        css="for-screen-readers",
        type="file",
        accept=".json,application/json",
        data_act="import",
        data_forgets=_drafts(""),
    )
    return label("Load from a file", field, css="plain-button")


def _reset(course: Course, asked: object) -> Html:
    """What to forget; or, once that is chosen, whether it is meant."""
    if isinstance(asked, str):
        return html(
            span("This cannot be undone."),
            button("Yes, forget it", data_act="yes", data_forgets=_drafts(asked)),
            button("Keep it", css="plain-button strong", data_act="no"),
        )
    choices = (
        tag("option", f"Lesson {lesson.number}", value=lesson.slug)
        for lesson in library()
        if lesson.slug in course.lessons
    )
    everything = tag("option", "Everything", value="")
    return html(
        label("Forget ", tag("select", everything, *choices, name="slug")),
        button("Start again", data_act="reset"),
    )


def use(learner: Learner, act: Mapping[str, Any]) -> None:
    """Do what was asked for with the tools."""
    fields, chosen = fields_of(act), learner.state.get("reset")
    match act.get("act"):
        case "import":
            learner.remember(said=_imported(learner, fields.get("text", "")))
        case "reset":
            learner.remember(reset=fields.get("slug", "")[:80])
        case "no":
            learner.remember(reset=None)
        case "yes" if isinstance(chosen, str):
            learner.course = reset(learner.course, chosen) if chosen else Course()
            learner.remember(reset=None, due=None, said="Forgotten.")


def _drafts(slug: str) -> str:
    """How the names of all sheets of a lesson, or of all lessons, begin in the browser."""
    return f"learn.{slug}." if slug else "learn."


def _imported(learner: Learner, text: str) -> str:
    try:
        data = plain(json.loads(text))
    except (ValueError, RecursionError):
        data = None
    if not is_course(data):
        return "This file holds no progress. It is called ndcg-progress.json when saved."
    learner.course = unpack(data)
    learner.remember(due=None, reset=None)
    return "Loaded."
