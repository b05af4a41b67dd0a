"""The gate at the end of a lesson: one question at a time, until two in a row are right."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from ndcg_core.lessons.blocks.kinds import Check
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted
from ndcg_core.lessons.course.course import hint, pass_gate
from ndcg_core.lessons.course.gate import IN_A_ROW, Gate
from ndcg_ui.components.ask import ask
from ndcg_ui.course.presentation import Manner
from ndcg_ui.course.questions import Happened, draw, happened
from ndcg_ui.course.scene import Scene
from ndcg_ui.page.rerun import again


@dataclass(frozen=True)
class Put:
    """The question that is put: its place, and the number of the try, and how it goes.

    It stays on the screen with its verdict while the gate has already gone on.
    """

    place: int
    number: int
    attempt: Attempt


def gate(scene: Scene, block: Check) -> None:
    """The gate as it stands."""
    standing = scene.record.gate
    put = _put(scene, block, standing)
    question = block.questions[put.place]
    # One key for the gate's questions of a kind: a reload or a restart meets the same form again.
    key = scene.key(f"{block.name}.{question.kind}")
    manner = Manner(
        f"{question.id}/{put.number}",
        again="once",
        hints="hidden" if "hints" in scene.hide else "offered",
        next="" if standing.state == "passed" else "Next one",
    )
    put = _after(scene, block, put, happened(question, key, manner))
    passed = scene.record.gate.state == "passed"
    _standing(scene, block)
    draw(question, put.attempt, key, replace(manner, next="" if passed else "Next one"))


def _put(scene: Scene, block: Check, standing: Gate) -> Put:
    """The question on the screen; after a reload, the one the gate asks now."""
    kept = scene.key(f"{block.name}.put")
    put: Put | None = st.session_state.get(kept)
    if put is not None and (put.attempt.result != "open" or put.number == standing.asked):
        return put
    attempt = Attempt(hints=1 if standing.hint == "shown" else 0)
    fresh = st.session_state[kept] = Put(standing.at, standing.asked, attempt)
    return fresh


def _after(scene: Scene, block: Check, put: Put, did: Happened) -> Put:
    """The question after what the learner did; the gate hears of an answer once."""
    question, kept = block.questions[put.place], scene.key(f"{block.name}.put")
    over = put.attempt.result != "open"
    if did.act == "next" and over:
        st.session_state.pop(kept)
        again()
    if over or did.act not in ("answer", "hint", "left"):
        return put
    if did.act == "left":
        attempt = replace(put.attempt, given=did.given)
    elif did.act == "hint":
        scene.course = hint(scene.course, scene.lesson)
        attempt = hinted(replace(put.attempt, given=did.given or put.attempt.given))
    else:
        attempt = answered(question, put.attempt, did.given)
        outcome = attempt.result if attempt.result != "open" else "invalid"
        scene.course = pass_gate(scene.course, scene.lesson, outcome)
    put = st.session_state[kept] = replace(put, attempt=attempt)
    return put


def _standing(scene: Scene, block: Check) -> None:
    """How far the learner is: the two in a row, in words and as two marks."""
    standing = scene.record.gate
    passed = standing.state == "passed"
    run = IN_A_ROW if passed else standing.run
    marks = "".join(f'<i class="{"on" if n < run else ""}"></i>' for n in range(IN_A_ROW))
    said = "Passed: two in a row." if passed else f"{run} of {IN_A_ROW} in a row, without a hint."
    rule = "" if passed else " A missed one comes back at the end of the queue."
    ask(
        f'<p class="gate" data-testid="gate" data-state="{standing.state}" data-run="{run}" '
        f'data-asked="{standing.asked}"><span class="marks" aria-hidden="true">{marks}</span>'
        f"{said}{rule}</p>",
        key=scene.key(f"{block.name}.standing"),
    )
