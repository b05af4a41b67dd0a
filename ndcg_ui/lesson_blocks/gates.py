"""The gate at the end of a lesson: questions, one at a time, until each goal is met."""

from dataclasses import asdict, dataclass, replace

from ndcg_core.lessons.blocks.kinds import LessonCheck
from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.course.attempts import Attempt, read_count, unpack_attempt
from ndcg_core.lessons.course.course import RIGHT_ANSWERS_NEEDED, pass_gate
from ndcg_core.lessons.course.due import read_day, renumber_question
from ndcg_ui.components.markup.builder import p, span, tag
from ndcg_ui.components.parts import make_markup
from ndcg_ui.components.questions.forms import Presentation
from ndcg_ui.exhibit.parts import Act, Part
from ndcg_ui.lesson_blocks.questions import change_attempt, is_finished_by, show_attempt
from ndcg_ui.lesson_blocks.scene import LessonScene


@dataclass(frozen=True)
class Turn:
    """The current question of a gate.

    It stays on the screen with its verdict after the gate has moved to the next question.

    place    the index of the question in the check
    number   the number of the attempt
    times    the number of earlier turns of the question
    attempt  the answer and its verdict
    """

    place: int
    number: int
    times: int
    attempt: Attempt


def show_gate(scene: LessonScene, block: LessonCheck) -> list[Part]:
    """Return the parts of the gate in its current state."""
    turn = _find_turn(scene, block)
    question = renumber_question(block.questions[turn.place], turn.times)
    place = scene.name_block(f"{block.name}.{question.kind}")
    put = _make_presentation(scene, question, turn)
    return [
        _make_standing(scene, block),
        *show_attempt(question, turn.attempt, block.name, place, put),
    ]


def act_on_gate(scene: LessonScene, block: LessonCheck, piece: str, act: Act) -> None:
    """Store an answer or a hint request, or go to the next question."""
    turn = _find_turn(scene, block)
    question = renumber_question(block.questions[turn.place], turn.times)
    put = _make_presentation(scene, question, turn)
    attempt = change_attempt(question, turn.attempt, act, put)
    if attempt != turn.attempt:
        if attempt.result != "open":  # the gate hears of an answer once
            scene.course = pass_gate(
                scene.course, scene.lesson, attempt.result, attempt.hints, read_day(act)
            )
        scene.store_answer(f"{block.name}.turn", asdict(replace(turn, attempt=attempt)))
    elif is_finished_by(attempt, act, put):
        scene.store_answer(f"{block.name}.turn", None)


def _find_turn(scene: LessonScene, block: LessonCheck) -> Turn:
    standing = scene.record.gate
    turn = scene.find_stored(f"{block.name}.turn")
    place = turn.get("place")
    number = turn.get("number")
    attempt = unpack_attempt(turn.get("attempt"))
    valid = type(place) is int and 0 <= place < len(block.questions) and type(number) is int
    if valid and (attempt.result != "open" or number == standing.tries):
        return Turn(int(place), int(number), read_count(turn, "times"), attempt)  # type: ignore[arg-type]
    return Turn(standing.at, standing.tries, standing.times, Attempt())


def _make_presentation(scene: LessonScene, question: Question, turn: Turn) -> Presentation:
    return Presentation(
        f"{question.id}/{turn.number}",
        tries="one",
        times=turn.times,
        next="" if scene.record.gate.state == "passed" else "Next question",
    )


def _make_standing(scene: LessonScene, block: LessonCheck) -> Part:
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
