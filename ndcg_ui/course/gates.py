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
from ndcg_ui.course.learning import Put
from ndcg_ui.course.presentation import Presentation
from ndcg_ui.course.questions import Action, actions, draw
from ndcg_ui.course.scene import Scene
from ndcg_ui.html.builder import p, span, tag
from ndcg_ui.page.rerun import again


def gate(scene: Scene, block: Check) -> None:
    """The gate as it stands."""
    put, key, presentation = _put(scene, block)
    question = block.questions[put.place]
    gone_on = False
    for did in actions(scene, question, key, presentation):
        gone_on = gone_on or (did.act == "next" and put.attempt.result != "open")
        put = _after(scene, question, put, did)
        puts = {name: other for name, other in scene.state.puts.items() if name != block.name}
        scene.change_state(puts=puts if gone_on else {**puts, block.name: put})
    if gone_on:
        again()
    passed = scene.record.gate.state == "passed"
    _standing(scene, block)
    draw(
        scene, question, put.attempt, key, replace(presentation, next="" if passed else "Next one")
    )


def _put(scene: Scene, block: Check) -> tuple[Put, str, Presentation]:
    """The question on the screen, its key and how it is put; after a reload, the one asked now."""
    standing = scene.record.gate
    put = scene.state.puts.get(block.name)
    if put is None or (put.attempt.result == "open" and put.number != standing.asked):
        attempt = Attempt(hints=1 if standing.hint == "shown" else 0)
        put = Put(standing.at, standing.asked, attempt)
        scene.change_state(puts={**scene.state.puts, block.name: put})
    question = block.questions[put.place]
    presentation = Presentation(
        f"{question.id}/{put.number}",
        tries="one",
        hints="hidden" if "hints" in scene.hide else "offered",
        next="" if standing.state == "passed" else "Next one",
    )
    # One key for the gate's questions of a kind: a reload or a restart meets the same form again.
    return put, scene.key(f"{block.name}.{question.kind}"), presentation


def _after(scene: Scene, question: Question, put: Put, did: Action) -> Put:
    """The question after what the learner did; the gate hears of an answer once."""
    if put.attempt.result != "open" or did.act not in ("answer", "hint", "left"):
        return put
    if did.act == "left":
        return replace(put, attempt=replace(put.attempt, given=did.given))
    if did.act == "hint":
        scene.course = hint(scene.course, scene.lesson)
        return replace(
            put, attempt=hinted(replace(put.attempt, given=did.given or put.attempt.given))
        )
    attempt = answered(question, put.attempt, did.given)
    outcome = attempt.result if attempt.result != "open" else "invalid"
    scene.course = pass_gate(scene.course, scene.lesson, outcome)
    return replace(put, attempt=attempt)


def _standing(scene: Scene, block: Check) -> None:
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
