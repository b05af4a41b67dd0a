"""The gate at the end of a lesson: one question at a time, until two in a row are right."""

from __future__ import annotations

from dataclasses import replace

from ndcg_core.lessons.blocks.kinds import Check
from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted
from ndcg_core.lessons.course.course import hint, pass_gate
from ndcg_core.lessons.course.gate import IN_A_ROW
from ndcg_ui.components.ask import ask
from ndcg_ui.components.events import NONE_YET
from ndcg_ui.course.learning import Turn
from ndcg_ui.course.presentation import Presentation
from ndcg_ui.course.questions import Action, actions, draw
from ndcg_ui.course.scene import LessonScene
from ndcg_ui.html.builder import p, span, tag
from ndcg_ui.page.rerun import again


def gate(scene: LessonScene, block: Check) -> None:
    """The gate as it stands."""
    turn, key, presentation = _turn(scene, block)
    question = block.questions[turn.place]
    next_wanted = False
    for action in actions(scene, question, key, presentation):
        next_wanted = next_wanted or (action.act == "next" and turn.attempt.result != "open")
        turn = _after(scene, question, turn, action)
        turns = {name: other for name, other in scene.state.turns.items() if name != block.name}
        scene.change_state(turns=turns if next_wanted else {**turns, block.name: turn})
    if next_wanted:
        again()
    passed = scene.record.gate.state == "passed"
    _standing(scene, block)
    draw(
        scene, question, turn.attempt, key, replace(presentation, next="" if passed else "Next one")
    )


def _turn(scene: LessonScene, block: Check) -> tuple[Turn, str, Presentation]:
    """The question on the screen, its key and how it is put; after a reload, the one asked now."""
    standing = scene.record.gate
    turn = scene.state.turns.get(block.name)
    if turn is None or (turn.attempt.result == "open" and turn.number != standing.asked):
        attempt = Attempt(hints=1 if standing.hint == "shown" else 0)
        turn = Turn(standing.at, standing.asked, attempt)
        scene.change_state(turns={**scene.state.turns, block.name: turn})
    question = block.questions[turn.place]
    presentation = Presentation(
        f"{question.id}/{turn.number}",
        tries="one",
        hints="hidden" if "hints" in scene.hide else "offered",
        next="" if standing.state == "passed" else "Next one",
    )
    # One key for the gate's questions of a kind: a reload or a restart meets the same form again.
    return turn, scene.key(f"{block.name}.{question.kind}"), presentation


def _after(scene: LessonScene, question: Question, turn: Turn, action: Action) -> Turn:
    """The question after what the learner did; the gate hears of an answer once."""
    if turn.attempt.result != "open" or action.act not in ("answer", "hint", "left"):
        return turn
    if action.act == "left":
        return replace(turn, attempt=replace(turn.attempt, given=action.given))
    if action.act == "hint":
        scene.course = hint(scene.course, scene.lesson)
        return replace(
            turn, attempt=hinted(replace(turn.attempt, given=action.given or turn.attempt.given))
        )
    attempt = answered(question, turn.attempt, action.given)
    outcome = attempt.result if attempt.result != "open" else "invalid"
    scene.course = pass_gate(scene.course, scene.lesson, outcome)
    return replace(turn, attempt=attempt)


def _standing(scene: LessonScene, block: Check) -> None:
    """How far the learner is: the two in a row, in words and as two marks."""
    standing = scene.record.gate
    passed = standing.state == "passed"
    run = IN_A_ROW if passed else standing.run
    marks = (tag("i", css="on" if n < run else "") for n in range(IN_A_ROW))
    said = "Passed: two in a row." if passed else f"{run} of {IN_A_ROW} in a row, without a hint."
    rule = "" if passed else " A missed one comes back at the end of the queue."
    ask(
        p(
            span(*marks, css="marks", aria_hidden="true"),
            f"{said}{rule}",
            css="gate",
            data_testid="gate",
            data_state=standing.state,
            data_run=run,
            data_asked=standing.asked,
        ),
        key=scene.key(f"{block.name}.standing"),
        acknowledged=NONE_YET,
    )
