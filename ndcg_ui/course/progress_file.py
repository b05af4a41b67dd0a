"""The learner's own file: saved, loaded, and forgotten, of one lesson or of all."""

from __future__ import annotations

import json

import streamlit as st

from ndcg_core.lessons.course.course import Course, is_course, pack, reset, unpack
from ndcg_core.plain_data import plain
from ndcg_ui import limits
from ndcg_ui.boards.downloads import link_to
from ndcg_ui.components.ask import ask, values
from ndcg_ui.components.events import Event
from ndcg_ui.course.learning import Learner
from ndcg_ui.course.scene import library
from ndcg_ui.html.builder import Html, button, h2, html, label, p, section, span, tag

TOOLS = "learn.tools"


def tools(learner: Learner, result: str) -> None:
    """Draw export, import and reset; result: what was just done with them, in words."""
    drawn = section(
        h2("Your progress"),
        p(
            "It is kept in this browser only. To take it to another one, save it to a file and "
            "load it there.",
            css="say",
        ),
        p(_export(learner.course), _import(), css="acts"),
        p(_reset(learner.course, learner.learning.reset), css="acts", data_testid="reset"),
        p(result, css="say", role="status"),
        css="progress-tools",
        data_form=len(learner.course.lessons),
    )
    ask(drawn, key=TOOLS, acknowledged=learner.acknowledged(TOOLS))


def _export(course: Course) -> Html:
    content = json.dumps(pack(course))
    return link_to("ndcg-progress.json", "application/json", content, "Save to a file")


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


def _reset(course: Course, asked: str | None) -> Html:
    """What to forget; or, once that is chosen, whether it is meant."""
    if asked is not None:
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


def used(learner: Learner) -> str:
    """Do what was just asked for with the tools, and return what to say of it."""
    with learner.taking(TOOLS, longest=limits.LONGEST_PROGRESS_FILE) as event:
        return _used(learner, event)


def _used(learner: Learner, event: Event) -> str:
    fields, asked = values(event), learner.learning.reset
    match event.get("act"):
        case "import":
            return _imported(learner, fields.get("text", ""))
        case "reset":
            learner.change(reset=fields.get("slug", ""))
        case "no":
            learner.change(reset=None)
        case "yes" if asked is not None:
            _forget(learner, asked)
            learner.change(course=reset(learner.course, asked) if asked else Course(), reset=None)
            return "Forgotten."
    return ""


def _drafts(slug: str) -> str:
    """How the names of all sheets of a lesson, or of all lessons, begin in the browser."""
    return f"learn.{slug}." if slug else "learn."


def _forget(learner: Learner, slug: str) -> None:
    """Drop what the session holds of a lesson, or of all; its fields too."""
    known = learner.learning.lessons
    kept = {other: state for other, state in known.items() if slug and other != slug}
    cells = {
        key: cell
        for key, cell in learner.learning.cells.items()
        if not key.startswith(_drafts(slug))
    }
    learner.change(lessons=kept, cells=cells, due=None)
    gone = [lesson.slug for lesson in library() if slug in ("", lesson.slug)]
    fields = tuple(map(_drafts, gone))
    for name in list(st.session_state):
        if str(name).startswith(fields):
            del st.session_state[name]


def _imported(learner: Learner, text: str) -> str:
    try:
        data = plain(json.loads(text))
    except (ValueError, RecursionError):
        data = None
    if not is_course(data):
        return "This file holds no progress. It is called ndcg-progress.json when saved."
    _forget(learner, "")
    learner.change(course=unpack(data))
    return "Loaded."
