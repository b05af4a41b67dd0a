"""The lesson player: one step at a time, and a bar to continue."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from ndcg_core.lessons import Lesson, Prose, Question, Step, load_lessons
from ndcg_core.lessons.blocks.kinds import Board, DragTask
from ndcg_core.lessons.course.course import (
    count_answer,
    find_lesson_state,
    list_unmet_needs,
    open_step,
)
from ndcg_core.lessons.course.due import find_opening_questions, read_day
from ndcg_core.lessons.ending import has_ending
from ndcg_core.lessons.references import Reference
from ndcg_ui.components.markup.builder import (
    Html,
    button,
    div,
    h1,
    h2,
    html,
    join_pieces,
    li,
    p,
    section,
    span,
    tag,
)
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.components.questions.forms import Presentation, render_lesson_link, render_page_link
from ndcg_ui.components.share.code import build_program
from ndcg_ui.components.share.share import make_share_panel
from ndcg_ui.exhibit.links import parse_positive_or_default
from ndcg_ui.exhibit.parts import Action, Part
from ndcg_ui.lesson_blocks.boards import list_shown_totals, make_current_sheet
from ndcg_ui.lesson_blocks.kinds import KINDS, get_block_state
from ndcg_ui.lesson_blocks.questions import change_attempt, make_attempt_parts
from ndcg_ui.lesson_blocks.scene import CourseLink, Learner, LessonScene

BAR_PART = "bar"
CONTINUE_ATTRIBUTES = {"css": "plain-button strong", "data_testid": "continue"}


def make_bar_part(scene: LessonScene, last_step: int, missing_task: str, link: CourseLink) -> Part:
    """Return the bar below a lesson, with the progress and a button or link to continue.

    last_step: the number of the last open step.

    missing_task: a sentence about the task that must be done before the next step, or "".
    """
    slug = scene.lesson.slug
    last = len(scene.lesson.steps)
    step = link.step
    finished = last_step == last and not missing_task
    looks = ["on" if _is_step_finished(scene, number) else "" for number in range(1, last_step)]
    looks += ["now"] + [""] * (last - last_step)
    marks = (tag("i", css=look) for look in looks)
    onward: dict[str, Any] = {"data_act": "continue", "data_to": last_step + 1}
    onward |= {"aria_disabled": "true", "aria_describedby": "left"} if missing_task else {}
    drawn = div(
        tag("a", "All lessons", css="plain-button", href="?", data_act="home"),
        span(*marks, css="marks", role="img", aria_label=f"Step {last_step} of {last}"),
        span(missing_task, css="left", id="left", role="status"),
        _render_onward_link(scene, link.path)
        if finished
        else button("Continue", **onward, **CONTINUE_ATTRIBUTES),
        css="lesson-bar",
        data_testid="bar",
        data_step=last_step,
        data_steps=last,
    )
    go = f"{slug}-step-{step}" if step > 1 else f"{slug}-top"
    return make_form(BAR_PART, drawn, scene.name_block(BAR_PART), go)


def _render_onward_link(scene: LessonScene, path: Sequence[str]) -> Html:
    """Return the link after the last step: to the next lesson, another page, or the course.

    path: the lessons and exercises of a teacher's link, or empty.
    """
    back = tag("a", "Back to the course", href="?", data_act="home", **CONTINUE_ATTRIBUTES)
    if scene.record.state != "done":
        return back
    lessons = load_lessons()
    if path:
        steps = path[path.index(scene.lesson.slug) + 1 :] if scene.lesson.slug in path else path
        after = [lesson for lesson in lessons if lesson.slug in steps[:1]]
    else:
        later = (lesson for lesson in lessons if lesson.number > scene.lesson.number)
        after = [
            lesson
            for lesson in later
            if find_lesson_state(scene.course, lessons, lesson) != "locked"
        ]
    last_of_part_one = [lesson for lesson in lessons if lesson.part == 1][-1]
    if scene.lesson == last_of_part_one and not path:
        return render_page_link("last-list", "The last list", **CONTINUE_ATTRIBUTES)
    if scene.lesson == lessons[-1] and not path and has_ending():
        return render_page_link("ending", "The end of the course", **CONTINUE_ATTRIBUTES)
    return render_lesson_link(after[0], "Next lesson", **CONTINUE_ATTRIBUTES) if after else back


OPENING_PART = "opening"


def make_opening_parts(scene: LessonScene) -> list[Part]:
    """Return the parts of a lesson's opening questions, from earlier lessons, or []."""
    questions = _find_opening_questions(scene)
    if not questions:
        return []
    rule = (
        "Here are two questions from earlier lessons. You have one try for each question, and a "
        "missed question comes back later."
    )
    head = div(h2("Do you remember?", css="step"), p(rule), css="prose")
    drawn = [make_markup(f"{OPENING_PART}.head", head, scene.name_block(OPENING_PART))]
    for name, (item, _, question) in questions.items():
        presentation = _make_presentation(scene, name, item)
        drawn += make_attempt_parts(
            question, scene.get_attempt(name), name, scene.name_block(name), presentation
        )
    return drawn


def _apply_opening_action(scene: LessonScene, name: str, action: Action) -> None:
    """Store and count an answer to a question from an earlier lesson. Ignore an unknown name."""
    if name not in (questions := _find_opening_questions(scene)):
        return
    item, times, question = questions[name]
    presentation = _make_presentation(scene, name, item)
    attempt = scene.get_attempt(name)
    now = change_attempt(question, attempt, action, presentation)
    if now != attempt:
        scene.store_answer(name, asdict(now))
        if now.result != "open":
            scene.course = count_answer(scene.course, item, now.result, times, read_day(action))


def _find_opening_questions(scene: LessonScene) -> dict[str, tuple[str, int, Question]]:
    """Return the questions from earlier lessons, by the name of their answer.

    Each value is the question's name in the course, the number of times that it was asked before,
    and the question.
    """
    questions = find_opening_questions(load_lessons(), scene.lesson).items()
    return {f"{OPENING_PART}-{nth}": (item, *rest) for nth, (item, rest) in enumerate(questions, 1)}


def _make_presentation(scene: LessonScene, name: str, item: str) -> Presentation:
    return Presentation(f"{name}/{item}", tries="one")


def find_opening_link(scene: LessonScene, link: CourseLink) -> CourseLink:
    """Return a link to the step at which a lesson opens.

    Step 0 of a link becomes the first step of a finished lesson, or the step at which the learner
    left the lesson. A step that is not open yet becomes the last open step.
    """
    record = scene.record
    seen = 1 if record.state == "done" else min(record.reached, len(scene.lesson.steps))
    step = link.step or seen
    last = _find_last_step(scene, replace(link, step=step))
    return replace(link, step=min(step, last))


def make_lesson_parts(
    scene: LessonScene, link: CourseLink, is_record_known: bool = True
) -> list[Part]:
    """Return the parts of a lesson's open steps, with the title and the bar.

    A link opens its lesson and step, regardless of progress. The title names unfinished lessons on
    which this lesson builds, if the learner's record is known.
    """
    lesson = scene.lesson
    last = _find_last_step(scene, link)
    before = (
        list_unmet_needs(scene.course, load_lessons(), lesson)
        if is_record_known and not (link.unlock or link.path)
        else []
    )
    waiting = sum(
        scene.get_attempt(name).result == "open" for name in _find_opening_questions(scene)
    )
    missing = ("", "One question at the top is left.", "Answer the two questions at the top first.")
    unanswered = missing[waiting]
    parts = [make_markup("title", render_heading(lesson, before), scene.name_block("title"))]
    parts += make_opening_parts(scene)
    for number, step in enumerate(lesson.steps[:last], 1):
        parts += _make_step_parts(scene, number, step)
    if last == len(lesson.steps):
        parts += make_reference_parts(scene)
    left = unanswered or _describe_missing_task(scene, lesson.steps[last - 1])
    if link.unlock == "all":
        left = ""
    return [*parts, make_bar_part(scene, last, left, link)]


def make_share_part(scene: LessonScene, link: CourseLink, open_parts: Sequence[Part]) -> Part:
    """Return the sharing panel of a lesson: its link, its charts, and code for its last board.

    open_parts: the parts of the lesson's open steps.
    """
    boards = [
        block.board if isinstance(block, DragTask) else block
        for step in scene.lesson.steps[: _find_last_step(scene, link)]
        for block in step.parts
        if isinstance(block, (Board, DragTask))
    ]
    code = ""
    if boards:
        sheet = make_current_sheet(scene, boards[-1])
        numbers = list_shown_totals(boards[-1])
        if numbers:
            code = build_program(sheet.grades, sheet.k, sheet.convention, sheet.judged, numbers)
    return make_share_panel(
        "learn",
        {"lesson": scene.lesson.slug},
        "Opens this lesson at this step.",
        charts=[part.data["name"] for part in open_parts if part.kind == "figure"],
        code=code,
        about_code="Calculates the numbers of the last board.",
    )


REFERENCES_PART = "references"


def make_reference_parts(scene: LessonScene) -> list[Part]:
    """Return a list with one part: a lesson's references, shown below the last step."""
    rows = []
    for reference in scene.lesson.references:
        further = [li(*_render_reference(source)) for source in reference.further]
        rows.append(li(*_render_reference(reference), tag("ul", *further) if further else None))
    drawn = section(
        h2("References", id=REFERENCES_PART),
        tag("ul", *rows),
        css="lesson-references",
        data_testid=REFERENCES_PART,
        aria_labelledby=REFERENCES_PART,
    )
    return [make_markup(REFERENCES_PART, drawn, scene.name_block(REFERENCES_PART))]


def _render_reference(reference: Reference) -> list[Html]:
    """Return the HTML of a reference in pieces. A link to another site opens a new tab."""
    outside = {"target": "_blank", "rel": "noopener noreferrer"} if reference.is_external else {}
    title = tag("a", reference.title, href=reference.link, **outside)
    return [html(f"{reference.authors} ({reference.year}): "), title, html(".")]


def apply_lesson_action(learner: Learner, lesson: Lesson, part: str, action: Action) -> None:
    """Apply an action on a part of a lesson to the learner's link and course."""
    scene = LessonScene(learner.course, lesson, learner.today)
    name, _, part_name = part.partition(".")
    block = next((block for block in lesson.blocks if block.name == name), None)
    if name == BAR_PART and action.get("act") == "continue":
        learner.link = _open_next_step(scene, find_opening_link(scene, learner.link), action)
    elif block is not None:
        KINDS[block.kind].apply_action(scene, block, part_name, action)
    elif name.startswith(OPENING_PART):
        _apply_opening_action(scene, name, action)
    learner.course = scene.course


def _find_last_step(scene: LessonScene, link: CourseLink) -> int:
    """Return the number of the last open step: the one reached, or a link's if that is later."""
    return min(max(scene.record.reached, link.step), len(scene.lesson.steps))


def _open_next_step(scene: LessonScene, link: CourseLink, action: Action) -> CourseLink:
    """Open the step that an action asks for, and return a link to this step.

    Returns the link unchanged if tasks are left to do or the action skips a step.
    """
    to = parse_positive_or_default(str(action.get("to", "")))
    last = _find_last_step(scene, link)
    step = min(to, len(scene.lesson.steps))
    ahead = scene.lesson.steps[last - 1 : step - 1]
    missing = link.unlock != "all" and any(
        _describe_missing_task(scene, skipped) for skipped in ahead
    )
    if not to or step > last + 1 or missing:
        return link
    scene.course = open_step(scene.course, scene.lesson, step)
    return replace(link, step=step)


def _is_step_finished(scene: LessonScene, number: int) -> bool:
    """Return True if the learner went on from a step and did its tasks.

    A link can open a later step, and the learner of an unlocked lesson can skip tasks.
    """
    if scene.record.state == "done":
        return True
    step = scene.lesson.steps[number - 1]
    return number < scene.record.reached and not _describe_missing_task(scene, step)


def _describe_missing_task(scene: LessonScene, step: Step) -> str:
    """Return a sentence about the first open task of a step, or ""."""
    names = {
        "predict": "Make the prediction in this step.",
        "board": "Do the task above the board.",
        "curves": "Drag the slider.",
        "drag-task": "Sort the board as the task asks.",
        "sheet": "Fill in the sheet in this step.",
        "check": "Answer one question right for each goal.",
        "lab": "Pass the last task of the lab.",
    }
    open_parts = [block for block in step.gating_blocks if get_block_state(scene, block) == "open"]
    return names.get(open_parts[0].kind, "Answer the question in this step.") if open_parts else ""


def render_heading(lesson: Lesson, before: Sequence[Lesson]) -> Html:
    """Return the title, the goal and the scope of a lesson.

    before: the unfinished lessons on which this lesson builds.
    """
    named = " and ".join(f"“{earlier.title}”" for earlier in before)
    return div(
        p(f"Lesson {lesson.number} · {lesson.minutes} minutes", css="kicker"),
        h1(lesson.title),
        p(f"You will be able to {lesson.goal}.", css="lead"),
        p(f"Not in this lesson: {lesson.out_of_scope}.", css="say"),
        p(f"This lesson builds on {named}, not passed yet.", css="say") if named else None,
        css="lesson-head",
        data_place=f"{lesson.slug}-top",
        tabindex=-1,
    )


def _make_step_parts(scene: LessonScene, number: int, step: Step) -> list[Part]:
    """Return the parts of a step: its heading and its blocks. Adjacent prose is a single part."""
    at = f"{scene.lesson.slug}-step-{number}"
    pieces = [h2(step.title, css="step", data_place=at, data_testid="step", tabindex=-1)]
    parts_so_far: list[Part] = []
    for part in step.parts:
        if isinstance(part, Prose):
            pieces.append(scene.fill_in_answers(part))
            continue
        parts_so_far += _make_prose_parts(scene, f"step{number}.{len(parts_so_far)}", pieces)
        pieces = []
        parts_so_far += KINDS[part.kind].make_parts(scene, part)
    return parts_so_far + _make_prose_parts(scene, f"step{number}.{len(parts_so_far)}", pieces)


def _make_prose_parts(scene: LessonScene, name: str, pieces: list[Html]) -> list[Part]:
    """Return a list with the part of some prose, or an empty list without text."""
    text = join_pieces(pieces)
    return [make_markup(name, div(text, css="prose"), scene.name_block(name))] if text else []
