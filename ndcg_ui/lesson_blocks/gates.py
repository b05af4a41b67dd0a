"""The gate at the end of a lesson: questions, one at a time, until each goal is met."""

from dataclasses import asdict, dataclass, replace

from ndcg_core.lessons.blocks.kinds import LessonCheck
from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.course.attempts import Attempt, read_count, unpack_attempt
from ndcg_core.lessons.course.course import RIGHT_ANSWERS_NEEDED, pass_gate
from ndcg_core.lessons.course.due import read_day, renumber_question
from ndcg_ui.components.markup.builder import p, span, tag
from ndcg_ui.components.parts import markup
from ndcg_ui.components.questions.forms import Presentation
from ndcg_ui.exhibit.parts import Act, Part
from ndcg_ui.lesson_blocks.questions import change_attempt, leads_on, show_attempt
from ndcg_ui.lesson_blocks.scene import LessonScene


@dataclass(frozen=True)
class Turn:
    """The gate's current question.

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
    """Return the current state of the gate."""
    turn = _turn(scene, block)
    question = renumber_question(block.questions[turn.place], turn.times)
    place = scene.of(f"{block.name}.{question.kind}")
    put = _presentation(scene, question, turn)
    return [_standing(scene, block), *show_attempt(question, turn.attempt, block.name, place, put)]


def obey_gate(scene: LessonScene, block: LessonCheck, piece: str, act: Act) -> None:
    """Store an answer or a hint request, or go to the next question."""
    turn = _turn(scene, block)
    question = renumber_question(block.questions[turn.place], turn.times)
    put = _presentation(scene, question, turn)
    attempt = change_attempt(question, turn.attempt, act, put)
    if attempt != turn.attempt:
        if attempt.result != "open":  # the gate hears of an answer once
            scene.course = pass_gate(
                scene.course, scene.lesson, attempt.result, attempt.hints, read_day(act)
            )
        scene.give(f"{block.name}.turn", asdict(replace(turn, attempt=attempt)))
    elif leads_on(attempt, act, put):
        scene.give(f"{block.name}.turn", None)


def _turn(scene: LessonScene, block: LessonCheck) -> Turn:
    standing, turn = scene.record.gate, scene.recall(f"{block.name}.turn")
    place, number = turn.get("place"), turn.get("number")
    attempt = unpack_attempt(turn.get("attempt"))
    valid = type(place) is int and 0 <= place < len(block.questions) and type(number) is int
    if valid and (attempt.result != "open" or number == standing.tries):
        return Turn(int(place), int(number), read_count(turn, "times"), attempt)  # type: ignore[arg-type]
    return Turn(standing.at, standing.tries, standing.times, Attempt())


def _presentation(scene: LessonScene, question: Question, turn: Turn) -> Presentation:
    return Presentation(
        f"{question.id}/{turn.number}",
        tries="one",
        times=turn.times,
        next="" if scene.record.gate.state == "passed" else "Next question",
    )


def _standing(scene: LessonScene, block: LessonCheck) -> Part:
    standing = scene.record.gate
    passed, goals = standing.state == "passed", len(scene.lesson.goals)
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
    return markup(f"{block.name}.standing", drawn, scene.of(block.name))
