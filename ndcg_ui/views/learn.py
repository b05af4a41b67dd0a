"""The course page, and the lesson that a link names: a ranking to drag before a word is read."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ndcg_core.lessons import Lesson
from ndcg_core.lessons.course.course import state_of, waits_for
from ndcg_ui.components.ask import ask
from ndcg_ui.components.events import Event, sent
from ndcg_ui.components.exhibit import exhibit
from ndcg_ui.components.markup import markup
from ndcg_ui.course import path, player, progress_file, review, store
from ndcg_ui.course.bar import BAR
from ndcg_ui.course.learning import Learner, Place
from ndcg_ui.course.scene import HIDEABLE, PAGE, LessonScene, library
from ndcg_ui.html.builder import h1, html, p, tag, title
from ndcg_ui.page import link
from ndcg_ui.page.keys import key
from ndcg_ui.page.rerun import fragment

HEADING = title(
    "Is this ranking any good?",
    "Five search results, graded from 0 to 3. Drag one up and watch NDCG, the number that says "
    "how good the order is.",
)


def render() -> None:
    """Draw the page."""
    link.whole_run(PAGE)
    _page()


@fragment
def _page() -> None:
    learner = store.load()
    _follow(learner)
    place, course = learner.place, learner.learning.course
    lesson = next((lesson for lesson in library() if lesson.slug == place.lesson), None)
    if lesson is None:
        _course_page(learner)
    elif course is None:
        markup(h1(lesson.title), key=key(PAGE, "title"))
    elif place.unlock != "all" and state_of(course, library(), lesson) == "locked":
        _locked(learner, lesson)
    else:
        learner = _lesson(learner, lesson)
    store.save(learner)
    link.follow(PAGE, _write(learner.place), _canonical)


# --- The place and the link --------------------------------------------------------------------


def _follow(learner: Learner) -> None:
    """Go where the link leads, or where the learner just went."""
    query = link.arrival(PAGE)
    if query is None and learner.learning.place is None:  # a run that was cut off has read it
        query = st.query_params.to_dict()
    if query is not None:
        learner.change(place=_read(query))
        learner.keep()
    slug = learner.place.lesson
    bars = (f"{PAGE}.{slug}.{BAR}", f"{PAGE}.{slug}.locked") if slug else (path.PATH,)
    for name in bars:
        if sent(name).get("act") not in ("home", "open", "unlock"):
            continue  # "continue" is the player's
        with learner.taking(name) as event:
            learner.change(place=_gone(learner.place, event))


def _gone(place: Place, event: Event) -> Place:
    """Where an act on the path, on the bar or below a locked lesson leads."""
    match event.get("act"):
        case "unlock":
            return Place(unlock="all", hide=place.hide)
        case "home":
            return Place(unlock=place.unlock, hide=place.hide)
        case "open" if event.get("lesson"):
            return Place(str(event["lesson"]), 0, place.unlock, place.hide)
    return place


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


def _course_page(learner: Learner) -> None:
    markup(HEADING, key=key(PAGE, "title"))
    exhibit(PAGE, {})
    if learner.learning.course is None:
        path.path(learner)
        return
    result = progress_file.used(learner)
    path.path(learner)
    review.due_again(learner)
    progress_file.tools(learner, result)


def _lesson(learner: Learner, lesson: Lesson) -> Learner:
    place = learner.place
    scene = LessonScene(learner.learning, lesson, place.hide)
    at = player.play(scene, place.step, place.unlock)
    scene.change(place=replace(place, step=at))
    return scene


def _locked(learner: Learner, lesson: Lesson) -> None:
    before = waits_for(learner.course, library(), lesson)[-1]
    name = f"{PAGE}.{lesson.slug}.locked"
    home = tag("a", "All lessons", css="plain-button strong", href="?", data_act="home")
    drawn = html(
        p(f"Lesson {lesson.number} · {lesson.minutes} minutes · locked", css="kicker"),
        title(lesson.title, f"Afterwards you can {lesson.goal}."),
        p(f"It opens when you pass “{before.title}”."),
        p(home, css="acts"),
    )
    ask(drawn, key=name, acknowledged=learner.acknowledged(name))
