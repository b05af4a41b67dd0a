"""Actions on the course page and in a lesson: link, record and action in, all three out.

The record belongs to the learner's browser. The server does not store it.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from ndcg_core.lessons.course.course import pack_course, unpack_course
from ndcg_core.lessons.course.due import read_day
from ndcg_ui.components.markup.builder import div, draw_problem, join_pieces
from ndcg_ui.components.parts import make_markup
from ndcg_ui.exhibit.parts import Action, Answer, Part, Row
from ndcg_ui.lesson_blocks.scene import (
    CourseLink,
    Learner,
    LessonScene,
    format_course_link,
    read_course_link,
)
from ndcg_ui.pages.learn import course_page, ending, home, last_list, player, ten


def _show_in_one_column(show: Callable[[Learner], list[Part]]) -> Callable[[Learner], list[Row]]:
    return lambda learner: [[[part]] for part in show(learner)]


PAGES: Mapping[str, Callable[[Learner], list[Row]]] = {
    last_list.PAGE: _show_in_one_column(last_list.show_last_list),
    ten.PAGE: _show_in_one_column(ten.show_ten),
    ending.PAGE: ending.show_ending,
}
"""The rows of each course page outside the lessons, by its name in links."""
ACTS = {
    last_list.PAGE: last_list.act_on_last_list,
    ten.PAGE: ten.act_on_ten,
    ending.PAGE: ending.act_on_ending,
}


def answer_learn(link: Mapping[str, str], record: object, state: Action, act: Action) -> Answer:
    """Return the new place, the course and the rows after an action.

    record: a course from `pack_course`. None means that the browser has not sent it yet. Anything
    else is
    a course that has not begun. act: the name of its `part` and the data of that part, or nothing
    for the page of a link.
    """
    learner = Learner(
        read_course_link(link), unpack_course(record), state, record is not None or bool(act)
    )
    before = show_learn(learner) if act else []
    if today := read_day(act):
        learner.change_state(today=today)
    # Until something is done: the browser asks once more, with its record and a link put right.
    wrong = [] if act else [*learner.link.problems] or state.get("wrong")
    learner.change_state(wrong=wrong or None)
    with suppress(ValueError):  # what cannot be done is not
        act_on_part(learner, str(act.get("part", "")), act)
    lesson = learner.link.linked_lesson
    if learner.known and lesson is not None:
        scene = LessonScene(learner.course, lesson)
        learner.link = player.find_opening_link(scene, learner.link)
    return Answer(
        format_course_link(learner.link),
        show_learn(learner),
        learner.state,
        pack_course(learner.course),
        _name_look(learner.link),
    ).omit_shown_parts(before)


def _name_look(place: CourseLink) -> str:
    """Return the name by which the style knows the page."""
    if place.linked_lesson:
        return "lesson"
    if place.page == ending.PAGE:
        return ending.PAGE
    return "lesson" if place.page else "course"


def show_learn(learner: Learner) -> list[Row]:
    """Return the rows for a learner, after sentences about bad parts of the link."""
    lesson = learner.link.linked_lesson
    wrong = learner.state.get("wrong")
    sentences = join_pieces(map(draw_problem, wrong if isinstance(wrong, list) else []))
    # The top of a lesson is then above its heading: what leads there shows the sentences too.
    top = div(sentences, data_place=lesson and f"{lesson.slug}-top", tabindex=-1)
    problems: list[Row] = [[[make_markup("problems", top, "learn")]]] if sentences else []
    if lesson is None:
        page = PAGES.get(learner.link.page)
        return problems + (page(learner) if page else _show_course_page(learner))
    scene = LessonScene(learner.course, lesson)
    place = player.find_opening_link(scene, learner.link)
    title, *played = player.show_lesson(scene, place, learner.known)
    first: Row = [[title], [player.share_lesson(scene, place, played)]]
    return [*problems, first, *([[part]] for part in played)]


def act_on_part(learner: Learner, part: str, act: Action) -> None:
    """Apply a learner's action on a part of the page."""
    learner.change_state(said=None)
    lesson = learner.link.linked_lesson
    if act.get("act") in ("unlock", "home", "open"):
        learner.link = _follow_link(learner.link, act)
    elif lesson is None and learner.link.page in ACTS:
        ACTS[learner.link.page](learner, part, act)
    elif lesson is None and part in ("board", home.GOAL):
        home.act_on_home(learner, part, act)
    elif lesson is not None:
        player.act_in_lesson(learner, lesson, part, act)
    elif part == course_page.TOOLS_PART:
        course_page.use_tools(learner, act)
    elif part.partition(".")[0] == course_page.REVIEW_PART:
        course_page.act_on_review(learner, act)


def _follow_link(place: CourseLink, act: Action) -> CourseLink:
    """Return the place to which an action on the path or the bar leads."""
    if act["act"] == "unlock":
        return CourseLink(unlock="all")
    home = CourseLink(unlock=place.unlock, path=place.path)
    if act["act"] == "open" and act.get("page"):
        return replace(home, page=read_course_link({"page": str(act["page"])}).page)
    if act["act"] == "open" and act.get("lesson"):
        return replace(home, lesson=str(act["lesson"])[:80], step=0)
    return home


def _show_course_page(learner: Learner) -> list[Row]:
    lines = [course_page.make_path(learner), *course_page.show_review(learner)]
    lines += [course_page.make_common_questions(), course_page.make_tools(learner)]
    chosen = [[[lines.pop(0)]]] if learner.link.path else []  # what a teacher chose comes first
    return [
        *chosen,
        *home.show_home(learner),
        *([[part]] for part in lines),
    ]
