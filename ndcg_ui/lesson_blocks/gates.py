"""The gate at the end of a lesson: questions, one at a time, until each goal is met."""

from dataclasses import asdict, dataclass, replace

from ndcg_core.lessons.blocks.kinds import LessonCheck
from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.course.attempts import Attempt, read_count, unpack_attempt
from ndcg_core.lessons.course.course import RIGHT_ANSWERS_NEEDED, answer_gate, start_day
from ndcg_core.lessons.course.due import choose_form, read_day
from ndcg_ui.components.markup.builder import p, span, tag
from ndcg_ui.components.parts import make_markup
from ndcg_ui.components.questions.forms import Presentation
from ndcg_ui.exhibit.parts import Action, Part
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


def make_gate_parts(scene: LessonScene, block: LessonCheck) -> list[Part]:
    """Return the parts of a lesson's final check: the progress and the current question."""
    turn = _load_turn(scene, block)
    question = choose_form(block.questions[turn.place], turn.times)
    place = scene.name_block(f"{block.name}.{question.kind}")
    presentation = _make_presentation(scene, question, turn)
    return [
        _make_progress_part(scene, block, turn),
        *make_attempt_parts(question, turn.attempt, block.name, place, presentation),
    ]


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
            scene.course = answer_gate(
                scene.course, scene.lesson, attempt.result, attempt.hints, read_day(action)
            )
        scene.store_answer(f"{block.name}.turn", asdict(replace(turn, attempt=attempt)))
    elif is_next_requested(attempt, action, presentation):
        scene.store_answer(f"{block.name}.turn", None)


def _load_turn(scene: LessonScene, block: LessonCheck) -> GateTurn:
    """Return the stored question and attempt, or else the check's next question."""
    standing = scene.record.gate
    turn = scene.get_mapping(f"{block.name}.turn")
    place = turn.get("place")
    number = turn.get("number")
    attempt = unpack_attempt(turn.get("attempt"))
    valid = type(place) is int and 0 <= place < len(block.questions) and type(number) is int
    if valid and (attempt.result != "open" or number == standing.tries):
        return GateTurn(int(place), int(number), read_count(turn, "times"), attempt)  # type: ignore[arg-type]
    return GateTurn(standing.current_index, standing.tries, standing.earlier_answers, Attempt())


def _make_presentation(scene: LessonScene, question: Question, turn: GateTurn) -> Presentation:
    """Return a question's presentation: one try, and a next button until the check is passed."""
    return Presentation(
        f"{question.id}/{turn.number}",
        tries="one",
        rotation=turn.times,
        next_label="" if scene.record.gate.state == "passed" else "Next question",
    )


def _make_progress_part(scene: LessonScene, block: LessonCheck, turn: GateTurn) -> Part:
    """Return a part with the number of right answers so far, and the number required.

    The part also says if the current question cannot count today.
    """
    standing = scene.record.gate
    passed = standing.state == "passed"
    goals = len(scene.lesson.goals)
    wanted = max(RIGHT_ANSWERS_NEEDED, goals)
    run = len(standing.right) if goals == 1 else len(set(standing.right))
    run = wanted if passed else min(run, wanted if goals > 1 else RIGHT_ANSWERS_NEEDED - 1)
    marks = (tag("i", css="on" if n < run else "") for n in range(wanted))
    each = "one right for each goal" if goals > 1 else "two right"
    sentence = f"Passed: {each}." if passed else f"{run} of {wanted}: {each}, without a hint."
    rule = "" if passed else " A missed question comes back later."
    today = start_day(standing, scene.today)
    if turn.attempt.result == "open" and today.is_answer_known(turn.place, block.form_counts):
        rule = " You have answered this question today, so it counts again tomorrow."
    drawn = p(
        span(*marks, css="marks", aria_hidden="true"),
        f"{sentence}{rule}",
        css="gate",
        data_testid="gate",
        data_state=standing.state,
        data_run=run,
        data_asked=standing.tries,
    )
    return make_markup(f"{block.name}.standing", drawn, scene.name_block(block.name))
