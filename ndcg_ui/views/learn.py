"""The course page, and the lesson that a link names: a ranking to drag before a word is read."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from ndcg_core.lessons import Lesson
from ndcg_core.lessons.course.course import Course, state_of, waits_for
from ndcg_ui.boards import remarks, session
from ndcg_ui.boards.link_text import write_link
from ndcg_ui.boards.session import key
from ndcg_ui.boards.stage import stage
from ndcg_ui.components import sent
from ndcg_ui.components.ask import ask, told
from ndcg_ui.components.markup import markup
from ndcg_ui.course import path, player, progress_file, review, store
from ndcg_ui.course.scene import HIDEABLE, PAGE, Scene, library
from ndcg_ui.page import link
from ndcg_ui.views import playground

PLACE = key(PAGE, "place")


@dataclass(frozen=True)
class Place:
    """Where the learner is: a lesson and a step in it, or the course page; and what is preset.

    step    counts from 1; 0 is wherever the learner left the lesson
    """

    lesson: str = ""
    step: int = 1
    unlock: str = ""
    hide: tuple[str, ...] = ()


def page() -> StreamlitPage:
    """Return this page for the navigation."""
    return st.Page(render, title="Learn", url_path="", default=True)


def render() -> None:
    """Draw the page."""
    link.whole_run(PAGE)
    _page()


@st.fragment
def _page() -> None:
    course = store.load()
    place = _place()
    lesson = next((lesson for lesson in library() if lesson.slug == place.lesson), None)
    if lesson is None:
        course = _course_page(place, course)
    elif course is None:
        markup(f"<h1>{escape(lesson.title)}</h1>", key=key(PAGE, "title"))
    elif place.unlock != "all" and state_of(course, library(), lesson) == "locked":
        _locked(course, lesson)
    else:
        course = _lesson(place, course, lesson)
    store.save(course)
    link.follow(PAGE, _write(st.session_state[PLACE]), _canonical)


# --- The place and the link --------------------------------------------------------------------


def _place() -> Place:
    """Where the link leads, or where the learner went since."""
    query = link.arrival(PAGE)
    if query is not None:
        st.session_state[PLACE] = _read(query)
    place: Place = st.session_state[PLACE]
    went = path.chosen() if not place.lesson else _left_lesson(place.lesson)
    if went == "unlock":
        place = Place(unlock="all", hide=place.hide)
    elif went == "home":
        place = Place(unlock=place.unlock, hide=place.hide)
    elif went:
        place = Place(went, 0, place.unlock, place.hide)
    st.session_state[PLACE] = place
    return place


def _left_lesson(slug: str) -> str:
    """Where the bar at the bottom, or a locked lesson's button, leads: "home" or a lesson."""
    for name in (f"{PAGE}.{slug}.{player.BAR}", f"{PAGE}.{slug}.locked"):
        if sent(name, "told").get("act") in ("home", "open"):
            act = told(name)
            if act:
                return "home" if act["act"] == "home" else str(act.get("lesson", ""))
    return ""


def _read(query: link.Query) -> Place:
    step = query.get("step", "1")
    hide = tuple(name for name in query.get("hide", "").split(",") if name in HIDEABLE)
    slug = query.get("lesson", "")
    return Place(
        slug if slug in {lesson.slug for lesson in library()} else "",
        max(1, int(step)) if step.isdecimal() and len(step) < 4 else 1,
        "all" if query.get("unlock") == "all" else "",
        hide,
    )


def _write(place: Place) -> dict[str, str]:
    return (
        ({"lesson": place.lesson} if place.lesson else {})
        | ({"step": str(place.step)} if place.lesson and place.step > 1 else {})
        | ({"unlock": place.unlock} if place.unlock else {})
        | ({"hide": ",".join(place.hide)} if place.hide else {})
    )


def _canonical(query: link.Query) -> link.Query:
    return _write(_read(query))


# --- What is drawn -----------------------------------------------------------------------------


def _course_page(place: Place, course: Course | None) -> Course | None:
    markup(
        "<h1>Is this ranking any good?</h1><p class='lead'>Five search results, graded from 0 to "
        "3. Drag one up and watch NDCG, the number that says how good the order is.</p>",
        key=key(PAGE, "title"),
    )
    played = session.play(PAGE, linked=False)
    swaps = remarks.advised_swaps(played.trace)
    sentences = remarks.remarks(played.trace, played.settings, swaps)
    stage(PAGE, played.history, played.trace, sentences, answered=played.answered)
    st.page_link(
        playground.page(),
        label="See every step in the playground",
        query_params=write_link(played.board, played.settings),
    )
    if course is None:
        path.path(None, place.unlock)
        return None
    course, said = progress_file.used(course)
    path.path(course, place.unlock)
    course = review.due_again(course)
    progress_file.tools(course, said)
    return course


def _lesson(place: Place, course: Course, lesson: Lesson) -> Course:
    scene = Scene(lesson, course, place.hide)
    at = player.play(scene, place.step, place.unlock)
    st.session_state[PLACE] = Place(lesson.slug, at, place.unlock, place.hide)
    return scene.course


def _locked(course: Course, lesson: Lesson) -> None:
    before = waits_for(course, library(), lesson)[-1]
    ask(
        f'<p class="kicker">Lesson {lesson.number} · {lesson.minutes} minutes · locked</p>'
        f"<h1>{escape(lesson.title)}</h1>"
        f'<p class="lead">Afterwards you can {escape(lesson.goal)}.</p>'
        f"<p>It opens when you pass “{escape(before.title)}”.</p>"
        '<p class="acts"><a class="plain-button strong" href="?" data-act="home">'
        "All lessons</a></p>",
        key=f"{PAGE}.{lesson.slug}.locked",
    )
