"""The learner's own file: saved, loaded, and forgotten, of one lesson or of all."""

from __future__ import annotations

import json
from html import escape

import streamlit as st

from ndcg_core.lessons.course.course import Course, is_course, pack, reset, unpack
from ndcg_core.plain_data import plain
from ndcg_ui.boards.downloads import link_to
from ndcg_ui.components.ask import LONGEST_FILE, ask, values
from ndcg_ui.components.events import Event
from ndcg_ui.course.learning import Learner
from ndcg_ui.course.scene import library

TOOLS = "learn.tools"


def tools(learner: Learner, said: str) -> None:
    """Draw export, import and reset; said: what was just done with them."""
    course, asked = learner.course, learner.learning.reset
    file = link_to(
        "ndcg-progress.json", "application/json", json.dumps(pack(course)), "Save to a file"
    )
    drafts = _drafts(asked or "")
    choices = '<option value="">Everything</option>' + "".join(
        f'<option value="{lesson.slug}">Lesson {lesson.number}</option>'
        for lesson in library()
        if lesson.slug in course.lessons
    )
    again = (
        f'<label>Forget <select name="slug">{choices}</select></label>'
        '<button type="button" class="plain-button" data-act="reset">Start again</button>'
        if asked is None
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
        acknowledged=learner.acknowledged(TOOLS),
    )


def used(learner: Learner) -> str:
    """Do what was just asked for with the tools, and return what to say of it."""
    with learner.taking(TOOLS, longest=LONGEST_FILE) as event:
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
    kept = {own: state for own, state in known.items() if slug and own != slug}
    cells = {
        key: cell
        for key, cell in learner.learning.cells.items()
        if not key.startswith(_drafts(slug))
    }
    learner.change(lessons=kept, cells=cells, due=None)
    gone = [lesson.slug for lesson in library() if slug in ("", lesson.slug)]
    fields = tuple(f"learn.{own}." for own in gone)
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
