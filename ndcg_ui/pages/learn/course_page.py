"""The course page: the path through the lessons, reviews, and the learner's file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons import Lesson, Prose, load_lessons, load_questions
from ndcg_core.lessons.blocks.kinds import Board, ComparisonTable, DragTask, Lab
from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.blocks.wants import format_measure_name
from ndcg_core.lessons.course.attempts import Attempt, read_count, unpack_attempt
from ndcg_core.lessons.course.course import (
    Course,
    count_answer,
    find_lesson_state,
    find_next_lesson,
    reset_lesson,
    unpack_course,
)
from ndcg_core.lessons.course.due import find_question, list_due_question_ids
from ndcg_core.lessons.ending import has_ending
from ndcg_core.lessons.placeholders.expressions import calculate_sheet_measure
from ndcg_core.plain_data import copy_plain_data
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.board.board import compute_grade_level
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.components.picture.picture import render_readers
from ndcg_ui.components.questions.forms import Presentation, render_lesson_link, render_page_link
from ndcg_ui.exhibit.parts import Action, Part, read_form_fields
from ndcg_ui.lesson_blocks.questions import change_attempt, is_next_requested, make_attempt_parts
from ndcg_ui.lesson_blocks.scene import Learner, get_exercises
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
UNLOCKED = "Every step is open. In a lesson, Continue does not wait for the tasks of a step."
TEACH_LINK = h.html(
    h.tag("a", "Teach a class", href="class"),
    ": ask a class these questions, and see the answers on the wall.",
)
"""The link to a live class, which a page inside another page leaves out."""
ONE_PAGE_LINK = h.html(
    h.tag("a", "NDCG on one page", href="one-page"),
    ": the formula, an example and seven pitfalls, to read in five minutes or to print.",
)


def make_path_part(learner: Learner) -> Part:
    """Return the part with the path of lessons, or with the path in a teacher's link.

    The states of lessons are missing until the browser sends the record.
    """
    lessons = load_lessons()
    course = learner.course if learner.is_record_known else None
    unlock = learner.link.unlock
    if learner.link.path:
        return make_form(
            PATH_PART, _render_teacher_path(learner.link.path, course), f"learn.{PATH_PART}"
        )
    states = {lesson.slug: _get_lesson_state(course, lessons, lesson, unlock) for lesson in lessons}
    next_lesson = find_next_lesson(course, lessons) if course else None
    bypass = h.html(
        "You can open any lesson. Within a lesson, each finished step opens the next. Are you "
        "teaching, or coming back? ",
        h.tag("a", "Open every step", href="?unlock=all", data_act="unlock"),
    )
    drawn = h.div(
        h.section(_render_next_lesson(course, next_lesson or lessons[0], states), css="next"),
        h.div(
            *(_render_course_part(part, learner, states, next_lesson) for part in PART_TEXTS),
            h.p(UNLOCKED, css="say", tabindex=-1, data_focus=True)
            if unlock == "all"
            else h.p(bypass, css="say"),
            h.p(ONE_PAGE_LINK, css="say"),
            h.p(TEACH_LINK, css="say of-a-class"),
        ),
        css="course",
    )
    return make_form(PATH_PART, drawn, f"learn.{PATH_PART}")


def _render_teacher_path(path: Sequence[str], course: Course | None) -> Html:
    """Return the lessons and exercises of a teacher's link, in the order of the link."""
    known = get_exercises()
    lessons = {lesson.slug: lesson for lesson in load_lessons()}
    states = {
        slug: _get_lesson_state(course, load_lessons(), lessons[slug], "all") for slug in lessons
    }
    rows = (
        _render_lesson_item(lessons[step], states[step])
        if step in lessons
        else _render_exercise(*known[step])
        for step in path
    )
    left = [lessons[step] for step in path if step in lessons and states[step] != "done"]
    strong = {"css": "plain-button strong", "data_testid": "start"}
    return h.html(
        h.h2("Your learning path"),
        h.p(render_lesson_link(left[0], f"Continue with “{left[0].title}”", **strong))
        if left
        else h.EMPTY,
        h.tag("ol", *rows, css="stations part-2"),
        h.p(h.tag("a", "Open the full course", href="./"), css="say"),
    )


def _render_exercise(title: str, link: str) -> Html:
    """Return a list item with a link to an exercise of a teacher's path."""
    way = h.tag("a", title, href=link)
    return h.li(way, h.small("an exercise"), css="open", data_testid="exercise")


def _render_course_part(
    part: int, learner: Learner, states: States, next_lesson: Lesson | None
) -> Html:
    """Return a part of the course: its lessons, the time left and links. Empty without lessons."""
    inside = [lesson for lesson in load_lessons() if lesson.part == part]
    if not inside:
        return h.EMPTY
    stations = (
        _render_lesson_item(lesson, states[lesson.slug], lesson is next_lesson) for lesson in inside
    )
    title, sentence = PART_TEXTS[part]
    left = [lesson for lesson in inside if states[lesson.slug] != "done"]
    minutes = sum(lesson.minutes for lesson in left)
    done = len(inside) - len(left)
    counted = f"{len(inside)} lessons, {minutes} minutes"
    if done:
        counted = f"{done} of {len(inside)} done, {minutes} minutes left"
    below: list[Html] = []
    if part == 1 and learner.is_record_known:
        below += _render_extra_links(learner)
    if part == 2 and has_ending():
        below.append(_render_ending_link())
    return h.section(
        h.h3(title, " ", h.small(counted)),
        h.p(sentence, css="say"),
        h.tag("ol", *stations, css=f"stations part-{part}", start=inside[0].number),
        *below,
        css="part",
    )


def _render_ending_link() -> Html:
    return h.p(render_page_link("ending", "The end of the course"), END_DESCRIPTION, css="say")


def _render_lesson_item(lesson: Lesson, state: str, is_next: bool = False) -> Html:
    """Return a list item with a link to a lesson, and its duration or "done"."""
    return h.li(
        render_lesson_link(
            lesson, lesson.title.partition(":")[0], aria_current="step" if is_next else None
        ),
        h.small("done" if state == "done" else f"{lesson.minutes} min"),
        css="now" if is_next and state != "done" else state,
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


def _render_extra_links(learner: Learner) -> Iterator[Html]:
    """Yield links to the last list and the ten items, if the learner can use them now."""
    ways = {"ten": TEN_ITEMS.get(ten.find_next_test(learner), "")}
    if ten.is_part_one_done(learner.course):
        ways = {"last-list": "Sort one last list against the clock, and against a friend."} | ways
    for page, text in ways.items():
        if text:
            yield h.p(render_page_link(page, text), css="say")


def _get_lesson_state(
    course: Course | None, lessons: Sequence[Lesson], lesson: Lesson, unlock: str
) -> str:
    """Return the state of a lesson, or "" if the learner's course is not known yet.

    A locked lesson is open if `unlock` is "all".
    """
    if course is None:
        return ""
    state = find_lesson_state(course, lessons, lesson)
    return "open" if state == "locked" and unlock == "all" else state


def _render_next_lesson(course: Course | None, lesson: Lesson, states: States) -> Html:
    """Return the next lesson in large type, or links onward once every lesson is done."""
    strong = {"css": "plain-button strong", "data_testid": "start"}
    if all(state == "done" for state in states.values()):
        ways = [h.tag("a", "Continue with practice", href="practice", **strong)]
        if has_ending():
            end = render_page_link("ending", "See the end of the course", **strong)
            ways = [end, h.tag("a", "Continue with practice", href="practice", css="plain-button")]
        return h.html(h.h2("Every lesson is done."), h.p(*ways, css="acts"))
    begun = bool(course and course.lessons)
    text = f"Continue with lesson {lesson.number}" if begun else "Start with lesson 1"
    way = render_lesson_link(lesson, text, **strong)
    if course is None:
        way = h.span("Start", css="plain-button strong waiting")
    about = f"lesson {lesson.number} of {len(states)}, {lesson.minutes} minutes"
    return h.html(
        h.p("Next: " if begun else "Start here: ", about, css="kicker"),
        h.h2(lesson.title),
        h.p(f"You will be able to {lesson.goal}.", css="can"),
        h.p(way, css="acts"),
        h.join_pieces(h.div(row, css="glimpse") for row in _render_preview(lesson)),
    )


def _render_preview(lesson: Lesson) -> Iterator[Html]:
    """Yield any rows of a lesson's preview: readers by rank, or two lists with a measure."""
    compared = [block for block in lesson.blocks if isinstance(block, ComparisonTable)]
    tasks = [block.board for block in lesson.blocks if isinstance(block, DragTask)]
    boards = [block for block in lesson.blocks if isinstance(block, Board)] + tasks
    if any(board.picture == "discount" for board in boards):
        yield from (h.div(render_readers(discount), aria_hidden="true") for discount in DISCOUNTS)
    elif compared:
        name = compared[0].measures[0]
        rows = compared[0].rows[:2]
        yield from (_render_list(title.partition(":")[0], sheet, name) for title, sheet in rows)
    elif boards:
        now = boards[0].sheet
        best = replace(now, grades=tuple(sorted(now.grades, reverse=True)), labels=None)
        yield from (_render_list("Now", now, "ndcg"), _render_list("Best", best, "ndcg"))


def _render_list(title: str, sheet: Sheet, measure_name: str) -> Html:
    """Return a ranking's title, its grades and its score by a measure."""
    grades = [(nc.short(grade), compute_grade_level(grade, 3)) for grade in sheet.grades]
    chips = (h.span(grade, css="chip", data_level=level) for grade, level in grades)
    says = f"grades {', '.join(grade for grade, _ in grades)}"
    drawn = h.span(*chips, css="chips", role="img", aria_label=says)
    value = h.span(
        format_measure_name(measure_name, sheet),
        " ",
        h.b(nc.number(calculate_sheet_measure(measure_name, sheet))),
    )
    return h.html(h.span(title), drawn, value)


def make_common_questions_part() -> Part:
    """Return the part with common questions, whose answers open on a click."""
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
    """A missed question that is asked again.

    item     the question's name in the course: the slug of its lesson, and its id
    number   the number of answers in the course before this one
    times    the number of times that the question was asked before
    attempt  the learner's answer and its verdict
    """

    item: str
    question: Question
    number: int
    times: int
    attempt: Attempt


def make_review_parts(learner: Learner) -> list[Part]:
    """Return the parts of a missed question due today, a sentence about later ones, or [].

    Returns [] if no question was missed, or if the day is not known.
    """
    review = _load_review(learner)
    if review is None:
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
    slug = review.item.partition("/")[0]
    title = next(lesson.title for lesson in load_lessons() if lesson.slug == slug)
    number = len(_list_due_items(learner))
    sentence = f"You missed this in “{title}”. {number} due today."
    head = h.div(
        h.h2("Due again"), h.p(sentence, css="say"), data_testid=REVIEW_PART, data_due=number
    )
    presentation = _make_presentation(learner, review)
    return [
        make_markup(f"{REVIEW_PART}.head", head, REVIEW_STATE),
        *make_attempt_parts(
            review.question, review.attempt, REVIEW_PART, REVIEW_STATE, presentation
        ),
    ]


def apply_review_action(learner: Learner, action: Action) -> None:
    """Store an answer to the question that is due, if any, or move to the next question."""
    review = _load_review(learner)
    if review is None:
        return
    presentation = _make_presentation(learner, review)
    attempt = change_attempt(review.question, review.attempt, action, presentation)
    if attempt != review.attempt:
        if attempt.result != "open":
            learner.course = count_answer(
                learner.course, review.item, attempt.result, review.times, learner.today
            )
        kept = {"item": review.item, "number": review.number, "times": review.times}
        learner.change_state(due={**kept, "attempt": asdict(attempt)})
    elif is_next_requested(attempt, action, presentation):
        learner.change_state(due=None)


def _list_due_items(learner: Learner) -> list[str]:
    """Return the names of the missed questions to repeat today, at most the day's limit.

    Questions that no longer exist are left out.
    """
    known = {
        item: memory
        for item, memory in learner.course.memories.items()
        if find_question(load_lessons(), item)
    }
    return list_due_question_ids(known, learner.today)


def _load_review(learner: Learner) -> Review | None:
    """Return the review on the screen, or else the next one that is due, or None."""
    stored = learner.state.get(REVIEW_PART)
    if isinstance(stored, dict) and isinstance(stored.get("item"), str):
        number = stored.get("number")
        times = read_count(stored, "times")
        question = find_question(load_lessons(), stored["item"], times)
        if question is not None and type(number) is int:
            return Review(
                stored["item"], question, number, times, unpack_attempt(stored.get("attempt"))
            )
    for item in _list_due_items(learner):
        times = learner.course.memories[item].times
        if question := find_question(load_lessons(), item, times):
            return Review(item, question, learner.course.answers, times, Attempt())
    return None


def _make_presentation(learner: Learner, review: Review) -> Presentation:
    then = "Next question" if _list_due_items(learner) else "Done"
    form = f"due/{review.item}/{review.number}"
    return Presentation(form, tries="one", next_label=then, rotation=review.times)


TOOLS_PART = "tools"
EVERYTHING = h.html(
    "This deletes everything you have done here: your progress in the lessons, your practice "
    "record, your programs, and the texts and rankings that you have entered.",
    h.span(" Class plans and the classes that you joined stay.", css="of-a-class"),
)
"""What “Everything” deletes (`KINDS` in exhibit/storage.js)."""


def make_tools_part(learner: Learner) -> Part:
    """Return the part that saves, loads and resets the learner's progress."""
    how = {"data_act": "import", "data_forgets": "learn."}
    files = h.tag(
        "input", css="for-screen-readers", type="file", accept=".json,application/json", **how
    )
    load = h.label("Load my progress from a file", files, css="plain-button")
    drawn = h.section(
        h.h2("Your progress"),
        h.p(
            h.span("Your progress is stored only in this browser. ", css="keeps-here"),
            "To move it to another browser, save it to a file, and load the file there. The file "
            "has your answers in the lessons, your practice record and your programs from the code "
            "lab. Loading it replaces what is there.",
            css="say",
        ),
        h.p(
            h.button("Save my progress to a file", data_save="ndcg-progress.json"), load, css="acts"
        ),
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
    """Return the choice of lessons to reset, or the confirmation of the choice.

    slug: the lesson that the learner chose, "" for everything, or anything else before a choice.
    """
    if isinstance(slug, str):
        lost, how = EVERYTHING, {"data_forgets_all": "true"}
        if lesson := next((lesson for lesson in load_lessons() if lesson.slug == slug), None):
            lost = h.html(f"This deletes your progress in lesson {lesson.number}.")
            how = {"data_forgets": f"learn.{slug}."}  # the prefix of its sheets' names
            # A stored program that has passed would finish the lesson again at once.
            if any(isinstance(block, Lab) for block in lesson.blocks):
                lost = h.html(
                    f"This deletes your progress in lesson {lesson.number} and all your programs."
                )
                how["data_forgets_programs"] = "true"
        safe = {"data_focus": True, "data_escape": True}
        return h.html(
            h.span(lost, " This cannot be undone."),
            h.button("Yes, delete my progress", data_act="yes", **how),
            h.button("Keep my progress", css="plain-button strong", data_act="no", **safe),
        )
    choices = (
        h.tag("option", f"Lesson {lesson.number}", value=lesson.slug)
        for lesson in load_lessons()
        if lesson.slug in course.lessons
    )
    everything = h.tag("option", "Everything", value="")
    return h.html(
        h.label("Forget ", h.tag("select", everything, *choices, name="slug")),
        h.button("Start again", data_act="reset", data_focus=True),
    )


def apply_tools_action(learner: Learner, action: Mapping[str, Any]) -> None:
    """Load a record from a file, or delete progress after a confirmation."""
    fields = read_form_fields(action)
    chosen = learner.state.get("reset")
    match action.get("act"):
        case "import":
            learner.change_state(said=_import_record(learner, fields.get("text", "")))
        case "reset":
            learner.change_state(reset=fields.get("slug", "")[:80])
        case "no":
            learner.change_state(reset=None)
        case "yes" if isinstance(chosen, str):
            if not chosen:
                learner.course = Course()
                learner.state = {"today": learner.today} if learner.today else {}
            learner.course = reset_lesson(learner.course, chosen)
            learner.change_state(reset=None, due=None, said="Deleted.")


def _import_record(learner: Learner, text: str) -> str:
    """Load a file's text as the learner's course. Return a sentence about the outcome.

    A text without a course changes nothing.
    """
    try:
        data = copy_plain_data(json.loads(text))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, Mapping) or not {"version", "lessons"} <= data.keys():
        return "This file has no progress in it. Saved progress is called ndcg-progress.json."
    learner.course = unpack_course(data)
    learner.change_state(due=None, reset=None)
    return "Loaded."
