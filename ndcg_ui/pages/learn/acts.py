"""Actions on the course page, in a lesson and on the pages next to the lessons.

The record belongs to the learner's browser. The server does not store the record.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from ndcg_core.lessons.course.course import pack_course, unpack_course
from ndcg_core.lessons.course.due import read_day
from ndcg_ui.components.markup.builder import div, join_pieces, render_problem
from ndcg_ui.components.parts import make_markup
from ndcg_ui.exhibit.parts import Action, Answer, Part, PlainData, Row
from ndcg_ui.lesson_blocks.gates import arrange_lesson_rows
from ndcg_ui.lesson_blocks.scene import (
    CourseLink,
    Learner,
    LessonScene,
    format_course_link,
    read_course_link,
)
from ndcg_ui.pages.learn import course_page, ending, home, last_list, player, ten


def _arrange_in_one_column(
    make_parts: Callable[[Learner], list[Part]],
) -> Callable[[Learner], list[Row]]:
    """Return a function that puts each part of a page into a row of its own."""
    return lambda learner: [[[part]] for part in make_parts(learner)]


PAGES: Mapping[str, Callable[[Learner], list[Row]]] = {
    last_list.PAGE: _arrange_in_one_column(last_list.make_last_list_parts),
    ten.PAGE: _arrange_in_one_column(ten.make_ten_parts),
    ending.PAGE: ending.build_ending_rows,
}
"""The rows of each course page outside the lessons, by its name in links."""
ACTIONS = {
    last_list.PAGE: last_list.apply_last_list_action,
    ten.PAGE: ten.apply_ten_action,
    ending.PAGE: ending.apply_ending_action,
}


def answer_learn_action(
    link: Mapping[str, str], record: object, state: PlainData, action: Action
) -> Answer:
    """Apply an action. Return the new link, the course, the tab's state and the page's rows.

    An impossible action changes nothing.

    record: a course from `pack_course`. None means that the browser has not sent its record yet.
    Any other value is a course that has not begun.

    action: the name of a part of the page in "part", and the data of that part's action, or empty.
    """
    learner = Learner(
        read_course_link(link), unpack_course(record), state, record is not None or bool(action)
    )
    before = build_learn_rows(learner) if action else []
    if today := read_day(action):
        learner.change_state(today=today)
    # The browser opens a page twice, the second time with its record. So the sentences stay in the
    # state until the first action.
    wrong = [] if action else [*learner.link.problems] or state.get("wrong")
    learner.change_state(wrong=wrong or None)
    with suppress(ValueError):  # an impossible action changes nothing
        apply_part_action(learner, str(action.get("part", "")), action)
    lesson = learner.link.linked_lesson
    if learner.is_record_known and lesson is not None:
        scene = LessonScene(learner.course, lesson, learner.today)
        learner.link = player.find_opening_link(scene, learner.link)
    return Answer(
        format_course_link(learner.link),
        build_learn_rows(learner),
        learner.state,
        pack_course(learner.course),
        _choose_style_name(learner.link),
    ).omit_shown_parts(before)


def _choose_style_name(link: CourseLink) -> str:
    """Return the name by which style sheets select the page that a link opens."""
    if link.linked_lesson:
        return "lesson"
    if link.page == ending.PAGE:
        return ending.PAGE
    return "lesson" if link.page else "course"


def build_learn_rows(learner: Learner) -> list[Row]:
    """Return the rows of the page that the learner's link opens, below any error messages."""
    lesson = learner.link.linked_lesson
    wrong = learner.state.get("wrong")
    sentences = join_pieces(map(render_problem, wrong if isinstance(wrong, list) else []))
    # With sentences, the top of a lesson is above its heading, so that a jump to it shows them.
    top = div(sentences, data_place=lesson and f"{lesson.slug}-top", tabindex=-1)
    problems: list[Row] = [[[make_markup("problems", top, "learn")]]] if sentences else []
    if lesson is None:
        page = PAGES.get(learner.link.page)
        return problems + (page(learner) if page else _build_course_rows(learner))
    scene = LessonScene(learner.course, lesson, learner.today)
    opened = player.find_opening_link(scene, learner.link)
    title, *played = player.make_lesson_parts(scene, opened, learner.is_record_known)
    first: Row = [[title], [player.make_share_part(scene, opened, played)]]
    return [*problems, first, *arrange_lesson_rows(played)]


def apply_part_action(learner: Learner, part: str, action: Action) -> None:
    """Apply an action to the learner's link, course or state. Raise ValueError if impossible.

    Ignores an action that the page does not have.
    """
    learner.change_state(said=None)
    lesson = learner.link.linked_lesson
    if action.get("act") in ("unlock", "home", "open"):
        learner.link = _follow_link(learner.link, action)
    elif lesson is None and learner.link.page in ACTIONS:
        ACTIONS[learner.link.page](learner, part, action)
    elif lesson is None and part in ("board", home.GOAL):
        home.apply_home_action(learner, part, action)
    elif lesson is not None:
        player.apply_lesson_action(learner, lesson, part, action)
    elif part == course_page.TOOLS_PART:
        course_page.apply_tools_action(learner, action)
    elif part.partition(".")[0] == course_page.REVIEW_PART:
        course_page.apply_review_action(learner, action)


def _follow_link(link: CourseLink, action: Action) -> CourseLink:
    """Return the link to the page that an action opens: a lesson, another page, or the course.

    The action "unlock" opens the course with all lessons open.
    """
    if action["act"] == "unlock":
        return CourseLink(unlock="all")
    home = CourseLink(unlock=link.unlock, path=link.path)
    if action["act"] == "open" and action.get("page"):
        return replace(home, page=read_course_link({"page": str(action["page"])}).page)
    if action["act"] == "open" and action.get("lesson"):
        return replace(home, lesson=str(action["lesson"])[:80], step=0)
    return home


def _build_course_rows(learner: Learner) -> list[Row]:
    """Return the rows of the course page: first screen, lessons, reviews, questions and tools.

    The path of a teacher's link comes before the first screen.
    """
    lines = [course_page.make_path_part(learner), *course_page.make_review_parts(learner)]
    lines += [course_page.make_common_questions_part(), course_page.make_tools_part(learner)]
    chosen = [[[lines.pop(0)]]] if learner.link.path else []  # what a teacher chose comes first
    return [
        *chosen,
        *home.build_home_rows(learner),
        *([[part]] for part in lines),
    ]
