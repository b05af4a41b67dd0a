"""The learner's own file: saved, loaded, and forgotten, of one lesson or of all."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import streamlit as st

from ndcg_core.lessons.course.course import Course, is_course, pack, reset, unpack
from ndcg_core.plain_data import plain
from ndcg_ui.boards.downloads import link_to
from ndcg_ui.components.ask import ask, told, values
from ndcg_ui.course.scene import library

TOOLS = "learn.tools"


def tools(course: Course, said: str) -> None:
    """Draw export, import and reset; said: what was just done with them."""
    file = link_to(
        "ndcg-progress.json", "application/json", json.dumps(pack(course)), "Save to a file"
    )
    confirm = st.session_state.get("learn.reset") == "asked"
    drafts = _drafts(str(st.session_state.get("learn.reset.slug", "")))
    choices = '<option value="">Everything</option>' + "".join(
        f'<option value="{lesson.slug}">Lesson {lesson.number}</option>'
        for lesson in library()
        if lesson.slug in course.lessons
    )
    again = (
        f'<label>Forget <select name="slug">{choices}</select></label>'
        '<button type="button" class="plain-button" data-act="reset">Start again</button>'
        if not confirm
        else "<span>This cannot be undone.</span>"
        '<button type="button" class="plain-button" data-act="yes" '
        f'data-forgets="{escape(drafts)}">Yes, forget it</button>'
        '<button type="button" class="plain-button strong" data-act="no">Keep it</button>'
    )
    ask(
        f'<section class="own" data-form="{len(course.lessons)}"><h2>Your progress</h2>'
        '<p class="say">It is kept in this browser only. To take it to another one, save it to a '
        f'file and load it there.</p><p class="acts">{file}<label class="plain-button">Load from a '
        'file<input type="file" accept=".json,application/json" data-act="import" '
        f'data-forgets="{_drafts("")}" '
        'class="for-screen-readers"></label></p>'
        f'<p class="acts" data-testid="reset">{again}</p>'
        f'<p class="say" role="status">{escape(said)}</p></section>',
        key=TOOLS,
    )


def used(course: Course) -> tuple[Course, str]:
    """Return the course after what was just done with the tools, and what to say of it."""
    act: Any = told(TOOLS)
    state, fields = st.session_state, values(act)
    match act.get("act"):
        case "import":
            return _imported(course, fields.get("text", ""))
        case "reset":
            state["learn.reset"], state["learn.reset.slug"] = "asked", fields.get("slug", "")
        case "no":
            state["learn.reset"] = ""
        case "yes" if state.get("learn.reset") == "asked":
            state["learn.reset"], slug = "", str(state.get("learn.reset.slug", ""))
            _forget(slug)
            return (reset(course, slug) if slug else Course()), "Forgotten."
    return course, ""


def _drafts(slug: str) -> str:
    """How the names of all sheets of a lesson, or of all lessons, begin in the browser."""
    return f"learn.{slug}." if slug else "learn."


def _forget(slug: str) -> None:
    """Drop what the session holds of a lesson, or of all."""
    prefix = _drafts(slug)
    own = {"learn.course", "learn.asker", "learn.answer", "learn.link", "learn.reset"}
    lessons = tuple(f"learn.{lesson.slug}." for lesson in library())
    for name in list(st.session_state):
        if str(name).startswith(prefix) and str(name).startswith(lessons) and name not in own:
            del st.session_state[name]
    st.session_state.pop("learn.due.put", None)


def _imported(course: Course, text: str) -> tuple[Course, str]:
    try:
        data = plain(json.loads(text))
    except (ValueError, RecursionError):
        data = None
    if not is_course(data):
        return course, "This file holds no progress. It is called ndcg-progress.json when saved."
    _forget("")
    return unpack(data), "Loaded."
