"""The live parts of a lesson, each drawn by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from ndcg_core import code_lab
from ndcg_core.lessons.blocks.kinds import Asked, Block, Lab, Note, Predict
from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import Attempt, answered, hinted, shown
from ndcg_core.lessons.course.course import finish
from ndcg_core.lessons.placeholders.values import Value
from ndcg_ui.components.ask import ask, values
from ndcg_ui.components.events import Event
from ndcg_ui.components.lab import lab as draw_lab
from ndcg_ui.components.lab import passed
from ndcg_ui.components.markup import markup
from ndcg_ui.course import boards, comparing, curves, flips, gates, libraries, replays
from ndcg_ui.course.presentation import Manner
from ndcg_ui.course.questions import Happened, draw, happenings
from ndcg_ui.course.scene import Scene

RANKING = (3, 2, 3, 0, 1)


def predict(scene: Scene, block: Predict) -> None:
    """A slider and one button; once committed, what comes out, beside what was said."""
    key, form = scene.key(block.name), block.name
    with scene.taking(key) as event:
        if event.get("act") == "commit" and scene.done(block.name) == "open":
            scene.give(block.name, _number(event, block))
    given = scene.record.answers.get(block.name)
    done = isinstance(given, (int, float))
    value = float(given) if isinstance(given, (int, float)) else _start(block)
    answer, own = Value.of(block.value), Value.of(value, block.digits)
    said = scene.shown(block.told, {"you": own, "answer": answer})
    ask(
        f'<div class="question predict" data-testid="predict" data-name="{block.name}" '
        f'data-form="{form}" data-state="{"done" if done else "open"}" tabindex="-1">'
        f'<p class="asks">{block.ask.shown()}</p>{_slider(block, value, done)}'
        + (f'<p class="answer" role="status">{said}</p>' if done else "")
        + "</div>",
        key=key,
        acknowledged=scene.acknowledged(key),
    )


def _start(block: Predict) -> float:
    """Where the slider stands at first: in the middle, unless that is about the answer."""
    middle = (block.low + block.high) / 2
    near = abs(middle - block.value) < (block.high - block.low) / 8
    return block.low if near else middle


def _slider(block: Predict, value: float, done: bool) -> str:
    number = f"{value:.{block.digits}f}"
    if done:
        own = _dot(block, value, "own", f"you {number}")
        exact = _dot(block, block.value, "exact", f"it is {Value.of(block.value).html}")
        ends = f'<small class="low">{block.low:g}</small><small class="high">{block.high:g}</small>'
        return f'<div class="guessed" aria-hidden="true">{own}{exact}{ends}</div>'
    return (
        f'<p class="fields"><label class="slider">Your prediction <input type="range" '
        f'name="number" min="{block.low:g}" max="{block.high:g}" step="{block.step:g}" '
        f'value="{number}" data-digits="{block.digits}"></label> <output>{number}</output>'
        '<button type="button" class="plain-button strong" data-act="commit">Commit</button></p>'
    )


def _dot(block: Predict, value: float, name: str, label: str) -> str:
    """A place on the slider's line, and its label: `--at` is how far along both stand."""
    at = (value - block.low) / (block.high - block.low)
    at = min(max(at, 0.0), 1.0)
    return f'<span class="{name}" style="--at:{at:.2%}"><i></i><b>{label}</b></span>'


def _number(event: Event, block: Predict) -> float:
    try:
        given = float(values(event).get("number", "")[:80])
    except ValueError:
        given = block.low
    if not isfinite(given):
        given = block.low
    return min(max(given, block.low), block.high)


def asked(scene: Scene, block: Asked) -> None:
    """A question that may be tried until it is right; after two misses the answer is offered."""
    key, question = scene.key(block.name), block.question
    attempt = scene.attempt(block.name)
    manner = Manner(block.name, hints="hidden" if "hints" in scene.hide else "offered")
    for did in happenings(scene, question, key, manner):
        after = tried(question, attempt, did)
        if after != attempt:
            scene.give_attempt(block.name, after)
        attempt = after
    draw(scene, question, attempt, key, manner)


def tried(question: Question, attempt: Attempt, did: Happened) -> Attempt:
    """The try after what the learner did."""
    if attempt.over == "over":
        return attempt
    if did.act == "answer":
        return answered(question, attempt, did.given)
    if did.act == "left":
        return _left(attempt, did)
    if did.act == "hint":
        return hinted(attempt if did.given is None else _left(attempt, did))
    return shown(question, attempt) if did.act == "show" else attempt


def _left(attempt: Attempt, did: Happened) -> Attempt:
    """A field of a sheet was left: what stands there is marked, and nothing is counted."""
    return Attempt(did.given, "open", attempt.misses, attempt.hints)


def note(scene: Scene, block: Note) -> None:
    """An aside."""
    markup(
        f'<aside class="note"><b>{block.title.shown()}.</b> {block.text.shown()}</aside>',
        key=scene.key(block.name),
    )


def lab(scene: Scene, block: Lab) -> None:
    """The code lab; the lesson is done when this browser has passed its last task."""
    key = scene.key(block.name)
    wanted = block.tasks or tuple(task.id for task in code_lab.TASKS)
    with scene.taking(key) as event:
        if wanted[-1] in passed(event) and scene.record.state != "done":
            scene.course = finish(scene.course, scene.lesson)
    draw_lab(RANKING, key=key, acknowledged=scene.acknowledged(key), steps=block.tasks or None)


DRAW: Mapping[str, Callable[[Scene, Any], None]] = {
    "board": boards.play,
    "drag-task": boards.task,
    "predict": predict,
    "choice": asked,
    "number": asked,
    "sheet": asked,
    "audit": asked,
    "replay": replays.replay,
    "compare": comparing.comparison,
    "systems": comparing.systems,
    "note": note,
    "flips": flips.draw,
    "curves": curves.draw,
    "libraries": libraries.draw,
    "check": gates.gate,
    "lab": lab,
}


def draw_part(scene: Scene, block: Block) -> None:
    """Take over what the learner did in a live part, and draw it."""
    DRAW[block.kind](scene, block)


def done(scene: Scene, block: Block) -> str:
    """Whether a live part is done: "done" or "open"."""
    if block.kind == "check":
        return "done" if scene.record.gate.state == "passed" else "open"
    return scene.done(block.name)
