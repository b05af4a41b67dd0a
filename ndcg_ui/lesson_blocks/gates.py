"""The gate at the end of a lesson: questions, one at a time, until each goal is met."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace

from ndcg_core.lessons.blocks.kinds import LessonCheck
from ndcg_core.lessons.blocks.questions import AnswerVerdict
from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.course.attempts import (
    Attempt,
    judge_attempt,
    read_count,
    unpack_attempt,
)
from ndcg_core.lessons.course.course import RIGHT_ANSWERS_NEEDED, record_gate_answer, start_day
from ndcg_core.lessons.course.due import choose_form, read_day
from ndcg_core.marking.verdicts import WRONG
from ndcg_ui.components.markup.builder import Html, div, h3, li, p, span, tag, ul
from ndcg_ui.components.parts import make_markup
from ndcg_ui.components.questions.forms import Presentation
from ndcg_ui.components.questions.past_answers import render_past_answer
from ndcg_ui.exhibit.parts import Action, Part, Row
from ndcg_ui.lesson_blocks.questions import change_attempt, is_next_requested, make_attempt_parts
from ndcg_ui.lesson_blocks.scene import LessonScene


@dataclass(frozen=True)
class GateTurn:
    """The current question of a lesson's final check, and the learner's attempt.

    An answered question stays on the screen with its verdict until the learner asks for the next.

    place    the index of the question in the check
    number   the number of the attempt
    times    the number of earlier turns of the question
    attempt  the answer and its verdict
    """

    place: int
    number: int
    times: int
    attempt: Attempt


@dataclass(frozen=True)
class MissedTurn:
    """A learner's last turn at a question, in which the answer was wrong.

    form     the question in the form that was asked
    times    the number of turns before it, which chooses the form
    attempt  the answer
    verdict  the verdict on the answer, which takes milliseconds to calculate for a sheet
    """

    form: Question
    times: int
    attempt: Attempt
    verdict: AnswerVerdict


PAST_ANSWER_PART = "past"
"""The last word in the name of the part with the learner's last answer to a question."""


def make_gate_parts(scene: LessonScene, block: LessonCheck) -> list[Part]:
    """Return the parts of a lesson's final check: the progress and the current question.

    If the question was missed in another form, the learner's answer comes between the two.
    """
    turn = _load_turn(scene, block)
    question = choose_form(block.questions[turn.place], turn.times)
    place = scene.name_block(f"{block.name}.{question.kind}")
    missed = _load_missed_turns(scene, block)
    presentation = _make_presentation(scene, question, turn)
    past = _make_past_answer_parts(scene, block, turn, missed.get(turn.place))
    if past:
        choice = question.kind == "choice"
        heading = "A similar question" if choice else "The same with fresh numbers"
        presentation = replace(presentation, heading=heading)
    return [
        _make_progress_part(scene, block, turn, missed),
        *past,
        *make_attempt_parts(question, turn.attempt, block.name, place, presentation),
    ]


def arrange_lesson_rows(parts: Iterable[Part]) -> list[Row]:
    """Return the rows of a lesson's parts: one part each, except for a repeated question.

    The learner's last answer to a question is in the first column, and the question in the second.
    """
    rows: list[Row] = []
    block = ""
    beside: list[Part] = []
    for part in parts:
        name, _, part_name = part.name.partition(".")
        if block and name == block:
            beside.append(part)
        elif part_name == PAST_ANSWER_PART:
            block, beside = name, []
            rows.append([[part], beside])
        else:
            rows.append([[part]])
    return rows


def apply_gate_action(
    scene: LessonScene, block: LessonCheck, part_name: str, action: Action
) -> None:
    """Record an answer or a used hint in a lesson's check, or move to the next question."""
    turn = _load_turn(scene, block)
    question = choose_form(block.questions[turn.place], turn.times)
    presentation = _make_presentation(scene, question, turn)
    attempt = change_attempt(question, turn.attempt, action, presentation)
    if attempt != turn.attempt:
        if attempt.result != "open":  # count each answer once
            scene.course = record_gate_answer(
                scene.course, scene.lesson, attempt.result, attempt.hints, read_day(action)
            )
        scene.store_answer(f"{block.name}.turn", asdict(replace(turn, attempt=attempt)))
    elif is_next_requested(attempt, action, presentation):
        missed = {**scene.get_mapping(f"{block.name}.missed")}
        missed.pop(question.id, None)
        if attempt.result == WRONG:
            missed[question.id] = {"times": turn.times, "attempt": asdict(attempt)}
        scene.store_answer(f"{block.name}.missed", missed)
        scene.store_answer(f"{block.name}.turn", None)


def _load_turn(scene: LessonScene, block: LessonCheck) -> GateTurn:
    """Return the stored question and attempt, or else the next question and an empty attempt."""
    standing = scene.record.gate
    turn = scene.get_mapping(f"{block.name}.turn")
    place = turn.get("place")
    number = turn.get("number")
    attempt = unpack_attempt(turn.get("attempt"))
    valid = type(place) is int and 0 <= place < len(block.questions) and type(number) is int
    if valid and (attempt.result != "open" or number == standing.tries):
        return GateTurn(int(place), int(number), read_count(turn, "times"), attempt)  # type: ignore[arg-type]
    return GateTurn(
        standing.current_index, standing.tries, standing.earlier_answer_count, Attempt()
    )


def _load_missed_turns(scene: LessonScene, block: LessonCheck) -> Mapping[int, MissedTurn]:
    """Return the stored last turn of each missed question, by the question's index.

    Ignores invalid data, and answers that are not wrong because the lesson was edited.
    """
    stored = scene.get_mapping(f"{block.name}.missed")
    missed = {}
    for place, question in enumerate(block.questions):
        data = stored.get(question.id)
        if not isinstance(data, Mapping):
            continue
        times = data.get("times")
        if type(times) is not int or times < 0:
            continue
        attempt = unpack_attempt(data.get("attempt"))
        if attempt.result != WRONG:
            continue
        form = choose_form(question, times)
        verdict = judge_attempt(form, attempt)
        if verdict.outcome == WRONG:
            missed[place] = MissedTurn(form, times, attempt, verdict)
    return missed


def _make_past_answer_parts(
    scene: LessonScene, block: LessonCheck, turn: GateTurn, missed: MissedTurn | None
) -> list[Part]:
    """Return a list with the learner's last wrong answer to the current question, or [].

    A form that is asked again is not shown, because its solution would be in sight.
    """
    if missed is None or missed.form == choose_form(block.questions[turn.place], turn.times):
        return []
    title = "Your last answer" if missed.times else "Your first answer"
    presentation = Presentation("", tries="one")
    drawn = render_past_answer(title, missed.form, missed.attempt, missed.verdict, presentation)
    name = f"{block.name}.{PAST_ANSWER_PART}"
    return [make_markup(name, drawn, scene.name_block(block.name))]


def _make_presentation(scene: LessonScene, question: Question, turn: GateTurn) -> Presentation:
    """Return a question's presentation: one try, and a next button until the check is passed."""
    return Presentation(
        f"{question.id}/{turn.number}",
        tries="one",
        rotation=turn.times,
        next_label="" if scene.record.gate.state == "passed" else "Next question",
    )


def _make_progress_part(
    scene: LessonScene, block: LessonCheck, turn: GateTurn, missed: Mapping[int, MissedTurn]
) -> Part:
    """Return a part with the goals, and the number of goals or right answers reached so far.

    The part also says what is required, and if the current question cannot count today.
    """
    standing = scene.record.gate
    passed = standing.state == "passed"
    goals = len(scene.lesson.goals)
    wanted = max(RIGHT_ANSWERS_NEEDED, goals)
    run = len(standing.right) if goals == 1 else len(set(standing.right))
    run = wanted if passed else min(run, wanted if goals > 1 else RIGHT_ANSWERS_NEEDED - 1)
    each = "one right answer for each goal" if goals > 1 else "two right answers"
    sentence = f"Passed: {each}." if passed else f"You need {each}, without a hint."
    rule = "" if passed else " A missed question comes back later."
    today = start_day(standing, scene.today)
    if turn.attempt.result == "open" and today.is_answer_known(turn.place, block.form_counts):
        rule = " You have answered this question today, so it counts again tomorrow."
    drawn = div(
        h3(f"{run} of {wanted} {'goals' if goals > 1 else 'right answers'}"),
        ul(*_render_goals(scene, block, turn, missed), css="goals"),
        p(f"{sentence}{rule}"),
        css="gate",
        data_testid="gate",
        data_state=standing.state,
        data_run=run,
        data_asked=standing.tries,
    )
    return make_markup(f"{block.name}.standing", drawn, scene.name_block(block.name))


def _render_goals(
    scene: LessonScene, block: LessonCheck, turn: GateTurn, missed: Mapping[int, MissedTurn]
) -> list[Html]:
    """Return a list item for each goal of the lesson: done, open, or to retry after a miss."""
    standing = scene.record.gate
    goals = scene.lesson.goals
    missed_goals = {block.goals[place] for place in missed}
    current = block.goals[turn.place]
    if turn.attempt.result == WRONG:
        missed_goals.add(current)
    needed = RIGHT_ANSWERS_NEEDED if len(goals) == 1 else 1
    items = []
    for number, goal in enumerate(goals, 1):
        done = standing.state == "passed" or standing.right.count(number) >= needed
        word = "done" if done else "retry" if number in missed_goals else "open"
        is_current = number == current and not done
        items.append(
            li(
                tag("i", css="on" if done else ""),
                span(goal),
                " ",
                span(word, css="state"),
                css="done" if done else "",
                aria_current="true" if is_current else None,
            )
        )
    return items
