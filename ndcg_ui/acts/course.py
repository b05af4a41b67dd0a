"""Acts on the course page and in a lesson: from a link, a learner's record and an act to all three.

The record is the learner's browser's; the server remembers nothing of it.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from ndcg_core.lessons import Lesson, load_lessons
from ndcg_core.lessons.course.course import Course, pack, state_of, unpack, waits_for
from ndcg_ui.acts.board import after
from ndcg_ui.boards.link import State
from ndcg_ui.boards.link import state_of as board_of
from ndcg_ui.course import course_page, player
from ndcg_ui.course.player import BAR
from ndcg_ui.course.scene import Learner, LessonScene, Place, read_place, write_place
from ndcg_ui.exhibits.parts import Act, Answer, Part, Row, form, markup
from ndcg_ui.exhibits.playground import home
from ndcg_ui.html.builder import html, p, tag, title

HEADING = title(
    "Is this ranking any good?",
    "Five search results, graded from 0 to 3. Drag one up and watch NDCG, the number that says "
    "how good the order is.",
)
LOCKED = "locked"


def course(link: Mapping[str, str], record: object, state: Act, act: Act) -> Answer:
    """Return where an act leads, the course after it, and what is shown then.

    record: a course as `pack` makes it; None where the browser has not said it yet, and anything
    else is a course that has not begun. act: has the name of its `part`, and what that part sends;
    or nothing, for the page of a link as it is.
    """
    learner = Learner(read_place(link), unpack(record), state, record is not None or bool(act))
    keep_open(learner)
    before = rows(learner) if act else []
    with suppress(ValueError):  # what cannot be done is not
        obey(learner, str(act.get("part", "")), act)
    settle(learner)
    return Answer(
        write_place(learner.place),
        rows(learner),
        learner.state,
        pack(learner.course),
        "course" if learner.place.found is None else "lesson",
    ).for_browser(before)


def keep_open(learner: Learner) -> None:
    """Let all lessons stay open, at any address of this browser, once a link has opened them."""
    if "all" in (learner.place.unlock, learner.course.unlock):
        learner.place = replace(learner.place, unlock="all")
        learner.course = replace(learner.course, unlock="all")


def rows(learner: Learner) -> list[Row]:
    """Return everything that is shown of a learner."""
    lesson = learner.place.found
    if lesson is None:
        return _course_page(learner)
    if is_locked(learner, lesson):
        head = markup("title", player.head(lesson), "learn")
        return [[[_locked(learner.course, lesson) if learner.known else head]]]
    scene = LessonScene(learner.course, lesson)
    return [[[part]] for part in player.play(scene, player.standing(scene, learner.place))]


def obey(learner: Learner, part: str, act: Act) -> None:
    """Do what the learner did in a part of the page."""
    learner.remember(said=None)
    lesson = learner.place.found
    if part in (course_page.PATH, BAR, LOCKED) and act.get("act") in (
        "unlock",
        "lock",
        "home",
        "open",
    ):
        learner.place = _gone(learner.place, act)
        learner.course = replace(learner.course, unlock=learner.place.unlock)
    elif lesson is None and part == "board":
        command = {name: value for name, value in act.items() if name not in ("part", "on")}
        learner.remember(board=after(_board(act.get("on")), command).link)
    elif lesson is not None and not is_locked(learner, lesson):
        player.obey(learner, lesson, part, act)
    elif part == course_page.TOOLS:
        course_page.use(learner, act)
    elif part.partition(".")[0] == course_page.DUE:
        course_page.obey_review(learner, act)


def settle(learner: Learner) -> None:
    """Say at which step the learner stands in a lesson."""
    lesson = learner.place.found
    if learner.known and lesson is not None and not is_locked(learner, lesson):
        scene = LessonScene(learner.course, lesson)
        learner.place = player.standing(scene, learner.place)


def is_locked(learner: Learner, lesson: Lesson) -> bool:
    """Return whether a lesson waits for others."""
    place = learner.place
    unlocked = place.unlock == "all" or lesson.slug in place.path
    return not unlocked and state_of(learner.course, load_lessons(), lesson) == LOCKED


def _gone(place: Place, act: Act) -> Place:
    """Where an act on the path, on the bar or below a locked lesson leads."""
    if act["act"] == "unlock":
        return Place(unlock="all")
    if act["act"] == "open" and act.get("lesson"):
        return replace(place, lesson=str(act["lesson"])[:80], step=0)
    return Place(unlock="" if act["act"] == "lock" else place.unlock, path=place.path)


def _course_page(learner: Learner) -> list[Row]:
    lines = [course_page.path(learner), *course_page.due_again(learner)]
    lines += [course_page.asked(), course_page.tools(learner)]
    chosen = [[[lines.pop(0)]]] if learner.place.path else []  # what a teacher chose comes first
    return [
        *chosen,
        [[markup("title", HEADING, "learn")]],
        *home(_board(learner.state.get("board"))),
        *([[part]] for part in lines),
    ]


def _board(link: object) -> State:
    texts = link if isinstance(link, Mapping) else {}
    return board_of({str(k): text for k, text in texts.items() if isinstance(text, str)})


def _locked(course: Course, lesson: Lesson) -> Part:
    before = waits_for(course, load_lessons(), lesson)[-1]
    to_home = tag("a", "All lessons", css="plain-button strong", href="?", data_act="home")
    drawn = html(
        p(f"Lesson {lesson.number} · {lesson.minutes} minutes · locked", css="kicker"),
        title(lesson.title, f"Afterwards you can {lesson.goal}."),
        p(f"It opens when you pass “{before.title}”."),
        p(to_home, css="acts"),
    )
    return form(LOCKED, drawn, f"learn.{LOCKED}")
