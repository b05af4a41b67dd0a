"""The interactive parts of a lesson: each kind's display and its actions."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from ndcg_core import code_lab
from ndcg_core.lessons.blocks.kinds import Block, Lab, Note, QuestionBlock
from ndcg_core.lessons.course.course import finish_lesson
from ndcg_ui.components.lab.lab import describe_lab, read_passed_steps
from ndcg_ui.components.markup.builder import b, tag
from ndcg_ui.components.parts import make_markup
from ndcg_ui.components.questions.forms import Presentation
from ndcg_ui.exhibit.parts import Act, Part
from ndcg_ui.lesson_blocks import boards, comparing, flips, gates, replays, sliders
from ndcg_ui.lesson_blocks.questions import change_attempt, show_attempt
from ndcg_ui.lesson_blocks.scene import LessonScene, Scene
from ndcg_ui.lesson_blocks.sketches import show_sketch

RANKING = (3, 2, 3, 0, 1)


def show_question(scene: Scene, block: QuestionBlock) -> list[Part]:
    """Return a question with retries. Its answer can be shown after two misses."""
    attempt = scene.find_attempt(block.name)
    put = Presentation(block.name)
    return show_attempt(block.question, attempt, block.name, scene.name_block(block.name), put)


def answer_question(scene: Scene, block: QuestionBlock, piece: str, act: Act) -> None:
    """Store an answer, or show the hint or the solution."""
    attempt = scene.find_attempt(block.name)
    put = Presentation(block.name)
    if (now := change_attempt(block.question, attempt, act, put)) != attempt:
        scene.store_answer(block.name, asdict(now))


def show_note(scene: Scene, block: Note) -> list[Part]:
    """Return a note of a lesson as a part."""
    title = b(block.title.fill_in(), ".")
    drawn = tag("aside", title, " ", block.text.fill_in(), css="note")
    return [make_markup(block.name, drawn, scene.name_block(block.name))]


def show_lab(scene: LessonScene, block: Lab) -> list[Part]:
    """Return the code lab as a part."""
    data = describe_lab(RANKING, steps=block.tasks or None, reports=True)
    return [Part("lab", f"{block.name}.lab", data)]


def pass_lab(scene: LessonScene, block: Lab, piece: str, act: Act) -> None:
    """Mark the lesson as done once this browser passed its last task."""
    wanted = block.tasks or tuple(task.id for task in code_lab.TASKS)
    if wanted[-1] in read_passed_steps(act) and scene.record.state != "done":
        scene.course = finish_lesson(scene.course, scene.lesson)


def do_nothing(scene: Scene, block: Any, piece: str, act: Act) -> None:
    """Do nothing, because this block has nothing to act on."""


class Kind(NamedTuple):
    """A kind of block: the functions for its parts and for actions on them."""

    parts: Callable[[Any, Any], list[Part]]
    obey: Callable[[Any, Any, str, Act], None] = do_nothing


KINDS: Mapping[str, Kind] = {
    "board": Kind(boards.show_board, boards.act_on_board),
    "drag-task": Kind(boards.show_task, boards.act_on_task),
    "predict": Kind(sliders.show_prediction, sliders.commit_prediction),
    **dict.fromkeys(("choice", "number", "sheet", "audit"), Kind(show_question, answer_question)),
    "replay": Kind(replays.show_replay, replays.act_on_replay),
    "compare": Kind(comparing.show_comparison),
    "systems": Kind(comparing.show_systems),
    "note": Kind(show_note),
    "sketch": Kind(show_sketch),
    "flips": Kind(flips.show_flips, flips.act_on_flips),
    "curves": Kind(sliders.show_curves, sliders.set_patience),
    "libraries": Kind(comparing.show_libraries),
    "check": Kind(gates.show_gate, gates.act_on_gate),
    "lab": Kind(show_lab, pass_lab),
}


def find_block_state(scene: LessonScene, block: Block) -> str:
    """Return the state of an interactive part: "done" or "open"."""
    if block.kind == "check":
        return "done" if scene.record.gate.state == "passed" else "open"
    if block.kind == "lab":
        return "done" if scene.record.state == "done" else "open"
    return scene.find_state(block.name)
