"""The course page: the path through the lessons, reviews, and the learner's file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons import Lesson, Prose, load_lessons, load_questions
from ndcg_core.lessons.blocks.kinds import Board, Compare, DragTask
from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.blocks.wants import format_measure_name
from ndcg_core.lessons.course.attempts import Attempt, read_count, unpack_attempt
from ndcg_core.lessons.course.course import (
    Course,
    count_answer,
    find_next_lesson,
    find_state,
    reset_lesson,
    unpack_course,
)
from ndcg_core.lessons.course.due import find_question, list_due
from ndcg_core.lessons.ending import has_ending
from ndcg_core.lessons.placeholders.expressions import calculate_sheet_measure
from ndcg_core.plain_data import copy_plain
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.board.board import find_grade_level
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.components.picture.picture import draw_readers
from ndcg_ui.components.questions.forms import Presentation, draw_lesson_link, draw_page_link
from ndcg_ui.exhibit.parts import Action, Part, read_form_fields
from ndcg_ui.lesson_blocks.questions import change_attempt, is_next_requested, make_attempt_parts
from ndcg_ui.lesson_blocks.scene import Learner, list_exercises
from ndcg_ui.pages.learn import ten

PATH_PART = "path"
DISCOUNTS = nc.STANDARD.divisors(3)[:3]
States = Mapping[str, str]
"""The state of each lesson by slug, or "" before the browser has sent the record."""
PART_TEXTS = {
    1: (
        "Part one: calculate NDCG",
        "Rate the order of any graded list with pencil and paper.",
    ),
    2: (
        "Part two: understand the number",
        "Compare two systems, find an error in a paper, choose a measure, write a program.",
    ),
}
TEACH_LINK = h.html(
    h.tag("a", "Teach a class", href="class"),
    ": put these questions to a room, and see on the wall what it did.",
)
"""The link to a live class. A page inside another one leaves it out."""
ONE_PAGE_LINK = h.html(
    h.tag("a", "NDCG on one page", href="one-page"),
    ": the formula, an example and seven pitfalls, to read in five minutes or to print.",
)


def make_path(learner: Learner) -> Part:
    """Return the path of lessons. States are missing until the browser sends the record."""
    lessons = load_lessons()
    course = learner.course if learner.known else None
    unlock = learner.link.unlock
    if learner.link.path:
        return make_form(
            PATH_PART, _render_teacher_path(learner.link.path, course), f"learn.{PATH_PART}"
        )
    states = {one.slug: _find_state(course, lessons, one, unlock) for one in lessons}
    now = find_next_lesson(course, lessons) if course else None
    bypass = h.html(
        "You can open any lesson. In a lesson, each step opens the next. Are you teaching, or "
        "coming back? ",
        h.tag("a", "Open every step", href="?unlock=all", data_act="unlock"),
    )
    drawn = h.div(
        h.section(_render_next(course, now or lessons[0], states), css="next"),
        h.div(
            *(_render_part(part, learner, states, now) for part in PART_TEXTS),
            h.p("Every step is open." if unlock == "all" else bypass, css="say"),
            h.p(ONE_PAGE_LINK, css="say"),
            h.p(TEACH_LINK, css="say of-a-class"),
        ),
        css="course",
    )
    return make_form(PATH_PART, drawn, f"learn.{PATH_PART}")


def _render_teacher_path(path: Sequence[str], course: Course | None) -> Html:
    """Return the lessons and exercises of a teacher's link in its order."""
    known = list_exercises()
    lessons = {lesson.slug: lesson for lesson in load_lessons()}
    states = {slug: _find_state(course, load_lessons(), lessons[slug], "all") for slug in lessons}
    rows = (
        _render_station(lessons[step], states[step])
        if step in lessons
        else _render_exercise(*known[step])
        for step in path
    )
    left = [lessons[step] for step in path if step in lessons and states[step] != "done"]
    strong = {"css": "plain-button strong", "data_testid": "start"}
    return h.html(
        h.h2("Your path, in this order"),
        h.p(draw_lesson_link(left[0], f"Continue with “{left[0].title}”", **strong))
        if left
        else h.EMPTY,
        h.tag("ol", *rows, css="stations part-2"),
        h.p(h.tag("a", "The whole course", href="./"), css="say"),
    )


def _render_exercise(title: str, link: str) -> Html:
    """Return an exercise of a teacher's path. Its completion is not stored."""
    way = h.tag("a", title, href=link)
    return h.li(way, h.small("an exercise"), css="open", data_testid="exercise")


def _render_part(part: int, learner: Learner, states: States, now: Lesson | None) -> Html:
    inside = [lesson for lesson in load_lessons() if lesson.part == part]
    if not inside:
        return h.EMPTY
    stations = (_render_station(lesson, states[lesson.slug], lesson is now) for lesson in inside)
    title, sentence = PART_TEXTS[part]
    left = [lesson for lesson in inside if states[lesson.slug] != "done"]
    minutes = sum(lesson.minutes for lesson in left)
    done = len(inside) - len(left)
    counted = f"{len(inside)} lessons, {minutes} minutes"
    if done:
        counted = f"{done} of {len(inside)} done, {minutes} minutes left"
    below: list[Html] = []
    if part == 1 and learner.known:
        below += _render_beside_part_one(learner)
    if part == 2 and has_ending():
        below.append(_render_way_to_end())
    return h.section(
        h.h3(title, " ", h.small(counted)),
        h.p(sentence, css="say"),
        h.tag("ol", *stations, css=f"stations part-{part}", start=inside[0].number),
        *below,
        css="part",
    )


def _render_way_to_end() -> Html:
    return h.p(draw_page_link("ending", "The end of the course"), END_DESCRIPTION, css="say")


def _render_station(lesson: Lesson, state: str, now: bool = False) -> Html:
    """Return a lesson on the path: its link and its duration."""
    return h.li(
        draw_lesson_link(
            lesson, lesson.title.partition(":")[0], aria_current="step" if now else None
        ),
        h.small("done" if state == "done" else f"{lesson.minutes} min"),
        css="now" if now and state != "done" else state,
        data_testid="lesson",
        data_slug=lesson.slug,
        data_state=state or "loading",
    )


END_DESCRIPTION = ": your ten items before and after, a last task, and a certificate to print."
TEN_ITEMS = {
    "before": "Take ten short items now and ten like them after part one, to see what you learn.",
    "after": "Take ten items like those before part one, to see what you learned.",
    "later": "Take ten items a week later, to see what you remember.",
}


def _render_beside_part_one(learner: Learner) -> Iterator[Html]:
    """Yield links to the pages next to part one that are relevant now."""
    ways = {"ten": TEN_ITEMS.get(ten.find_next_form(learner), "")}
    if ten.is_part_one_done(learner.course):
        ways = {"last-list": "Sort a last list against the clock, and against a friend."} | ways
    for page, text in ways.items():
        if text:
            yield h.p(draw_page_link(page, text), css="say")


def _find_state(
    course: Course | None, lessons: Sequence[Lesson], lesson: Lesson, unlock: str
) -> str:
    if course is None:
        return ""
    state = find_state(course, lessons, lesson)
    return "open" if state == "locked" and unlock == "all" else state


def _render_next(course: Course | None, lesson: Lesson, states: States) -> Html:
    """Return the next lesson in large type."""
    strong = {"css": "plain-button strong", "data_testid": "start"}
    if all(state == "done" for state in states.values()):
        ways = [h.tag("a", "Continue with practice", href="practice", **strong)]
        if has_ending():
            end = draw_page_link("ending", "See the end of the course", **strong)
            ways = [end, h.tag("a", "Continue with practice", href="practice", css="plain-button")]
        return h.html(h.h2("Every lesson is done."), h.p(*ways, css="acts"))
    begun = bool(course and course.lessons)
    text = f"Continue with lesson {lesson.number}" if begun else "Start with lesson 1"
    way = draw_lesson_link(lesson, text, **strong)
    if course is None:
        way = h.span("Start", css="plain-button strong waiting")
    said = f"lesson {lesson.number} of {len(states)}, {lesson.minutes} minutes"
    return h.html(
        h.p("Next: " if begun else "Start here: ", said, css="kicker"),
        h.h2(lesson.title),
        h.p(f"You will be able to {lesson.goal}.", css="can"),
        h.p(way, css="acts"),
        h.join_pieces(h.div(row, css="glimpse") for row in _render_glimpse(lesson)),
    )


def _render_glimpse(lesson: Lesson) -> Iterator[Html]:
    """Yield a lesson's preview: readers, or two lists with a measure each."""
    compared = [block for block in lesson.blocks if isinstance(block, Compare)]
    tasks = [block.board for block in lesson.blocks if isinstance(block, DragTask)]
    boards = [block for block in lesson.blocks if isinstance(block, Board)] + tasks
    if any(board.picture == "discount" for board in boards):
        yield from (h.div(draw_readers(discount), aria_hidden="true") for discount in DISCOUNTS)
    elif compared:
        name = compared[0].measures[0]
        rows = compared[0].rows[:2]
        yield from (_render_list(title.partition(":")[0], sheet, name) for title, sheet in rows)
    elif boards:
        now = boards[0].sheet
        best = replace(now, grades=tuple(sorted(now.grades, reverse=True)), labels=None)
        yield from (_render_list("Now", now, "ndcg"), _render_list("Best", best, "ndcg"))


def _render_list(title: str, sheet: Sheet, name: str) -> Html:
    """Return a list's title, grades and measure."""
    grades = [(nc.short(grade), find_grade_level(grade, 3)) for grade in sheet.grades]
    chips = (h.span(grade, css="chip", data_level=level) for grade, level in grades)
    says = f"grades {', '.join(grade for grade, _ in grades)}"
    drawn = h.span(*chips, css="chips", role="img", aria_label=says)
    value = h.span(
        format_measure_name(name, sheet), " ", h.b(nc.number(calculate_sheet_measure(name, sheet)))
    )
    return h.html(h.span(title), drawn, value)


def make_common_questions() -> Part:
    """Return common questions. A browser's search finds closed answers too."""
    title, steps = load_questions()
    answers = (
        h.tag(
            "details",
            h.tag("summary", step.title),
            h.div(*(part.fill_in() for part in step.parts if isinstance(part, Prose)), css="prose"),
        )
        for step in steps
    )
    drawn = h.section(h.h2(title), *answers, css="asked", data_testid="asked")
    return make_markup("asked", drawn, "learn.asked")


REVIEW_PART = "due"
REVIEW_STATE = f"learn.{REVIEW_PART}"


@dataclass(frozen=True)
class Review:
    """A question under review: its attempt, the number of earlier ones, and its state."""

    item: str
    question: Question
    number: int
    times: int
    attempt: Attempt


def show_review(learner: Learner) -> list[Part]:
    """Return the reviews from earlier lessons, one question at a time."""
    turn = _find_review(learner)
    if turn is None:
        days = [memory.due - learner.today for memory in learner.course.memories.values()]
        if not days or not learner.today:
            return []
        questions = "1 missed question" if len(days) == 1 else f"{len(days)} missed questions"
        soonest = max(1, min(days))
        when = "tomorrow" if soonest == 1 else f"in {soonest} days"
        verb = "comes back" if len(days) == 1 else "come back, the first"
        later = f"{questions} {verb} {when}, with new numbers."
        return [
            make_markup(
                f"{REVIEW_PART}.head",
                h.p(later, css="say", data_testid=REVIEW_PART, data_due=0),
                REVIEW_STATE,
            )
        ]
    slug = turn.item.partition("/")[0]
    title = next(lesson.title for lesson in load_lessons() if lesson.slug == slug)
    number = len(_list_due(learner))
    sentence = f"You missed this in “{title}”. {number} due today."
    head = h.div(
        h.h2("Due again"), h.p(sentence, css="say"), data_testid=REVIEW_PART, data_due=number
    )
    put = _make_presentation(learner, turn)
    return [
        make_markup(f"{REVIEW_PART}.head", head, REVIEW_STATE),
        *make_attempt_parts(turn.question, turn.attempt, REVIEW_PART, REVIEW_STATE, put),
    ]


def act_on_review(learner: Learner, act: Action) -> None:
    """Store an answer, which counts once, or go to the next question."""
    turn = _find_review(learner)
    if turn is None:
        return
    put = _make_presentation(learner, turn)
    attempt = change_attempt(turn.question, turn.attempt, act, put)
    if attempt != turn.attempt:
        if attempt.result != "open":
            learner.course = count_answer(
                learner.course, turn.item, attempt.result, turn.times, learner.today
            )
        kept = {"item": turn.item, "number": turn.number, "times": turn.times}
        learner.change_state(due={**kept, "attempt": asdict(attempt)})
    elif is_next_requested(attempt, act, put):
        learner.change_state(due=None)


def _list_due(learner: Learner) -> list[str]:
    known = {
        item: memory
        for item, memory in learner.course.memories.items()
        if find_question(load_lessons(), item)
    }
    return list_due(known, learner.today)


def _find_review(learner: Learner) -> Review | None:
    """Return the current question, the next due one, or None."""
    turn = learner.state.get(REVIEW_PART)
    if isinstance(turn, dict) and isinstance(turn.get("item"), str):
        number = turn.get("number")
        times = read_count(turn, "times")
        question = find_question(load_lessons(), turn["item"], times)
        if question is not None and type(number) is int:
            return Review(
                turn["item"], question, number, times, unpack_attempt(turn.get("attempt"))
            )
    for item in _list_due(learner):
        times = learner.course.memories[item].times
        if question := find_question(load_lessons(), item, times):
            return Review(item, question, learner.course.answers, times, Attempt())
    return None


def _make_presentation(learner: Learner, turn: Review) -> Presentation:
    then = "Next one" if _list_due(learner) else "Done"
    form = f"due/{turn.item}/{turn.number}"
    return Presentation(form, tries="one", next=then, times=turn.times)


TOOLS_PART = "tools"


def make_tools(learner: Learner) -> Part:
    """Return the export, import and reset buttons, with the result of the last use."""
    how = {"data_act": "import", "data_forgets": "learn."}
    files = h.tag(
        "input", css="for-screen-readers", type="file", accept=".json,application/json", **how
    )
    load = h.label("Load from a file", files, css="plain-button")
    drawn = h.section(
        h.h2("Your progress"),
        h.p(
            h.span("Your progress is stored only in this browser. ", css="keeps-here"),
            "To move it to another browser, save it to a file and load it there.",
            css="say",
        ),
        h.p(h.button("Save to a file", data_save="ndcg-progress.json"), load, css="acts"),
        h.p(
            _render_reset(learner.course, learner.state.get("reset")),
            css="acts",
            data_testid="reset",
        ),
        h.p(str(learner.state.get("said", "")), css="say", role="status"),
        css="progress-tools",
        data_form=len(learner.course.lessons),
    )
    return make_form(TOOLS_PART, drawn, f"learn.{TOOLS_PART}")


def _render_reset(course: Course, slug: object) -> Html:
    """Return the choice of parts to reset, or the confirmation of a chosen one."""
    if isinstance(slug, str):
        drafts = f"learn.{slug}." if slug else "learn."  # how the names of their sheets begin
        return h.html(
            h.span("This cannot be undone."),
            h.button("Yes, delete it", data_act="yes", data_forgets=drafts),
            h.button("Keep it", css="plain-button strong", data_act="no"),
        )
    choices = (
        h.tag("option", f"Lesson {lesson.number}", value=lesson.slug)
        for lesson in load_lessons()
        if lesson.slug in course.lessons
    )
    everything = h.tag("option", "Everything", value="")
    return h.html(
        h.label("Forget ", h.tag("select", everything, *choices, name="slug")),
        h.button("Start again", data_act="reset"),
    )


def use_tools(learner: Learner, act: Mapping[str, Any]) -> None:
    """Export, import or reset the learner's record."""
    fields = read_form_fields(act)
    chosen = learner.state.get("reset")
    match act.get("act"):
        case "import":
            learner.change_state(said=_import_record(learner, fields.get("text", "")))
        case "reset":
            learner.change_state(reset=fields.get("slug", "")[:80])
        case "no":
            learner.change_state(reset=None)
        case "yes" if isinstance(chosen, str):
            learner.course = reset_lesson(learner.course, chosen) if chosen else Course()
            learner.change_state(reset=None, due=None, said="Deleted.")


def _import_record(learner: Learner, text: str) -> str:
    try:
        data = copy_plain(json.loads(text))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, Mapping) or not {"version", "lessons"} <= data.keys():
        return "This file has no progress in it. Saved progress is called ndcg-progress.json."
    learner.course = unpack_course(data)
    learner.change_state(due=None, reset=None)
    return "Loaded."
