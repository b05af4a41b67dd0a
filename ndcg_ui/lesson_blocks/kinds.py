"""The functions that show each kind of lesson block, and those that handle its actions."""

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
from ndcg_ui.exhibit.parts import Action, Part
from ndcg_ui.lesson_blocks import boards, comparing, flips, gates, replays, sliders
from ndcg_ui.lesson_blocks.questions import change_attempt, make_attempt_parts
from ndcg_ui.lesson_blocks.scene import LessonScene, Scene
from ndcg_ui.lesson_blocks.sketches import make_sketch_parts

RANKING = (3, 2, 3, 0, 1)
QUESTION_KINDS = ("choice", "number", "sheet", "audit")


def make_question_parts(scene: Scene, block: QuestionBlock) -> list[Part]:
    """Return the parts of a question that the learner may answer several times."""
    attempt = scene.get_attempt(block.name)
    presentation = Presentation(block.name)
    return make_attempt_parts(
        block.question, attempt, block.name, scene.name_block(block.name), presentation
    )


def apply_question_action(
    scene: Scene, block: QuestionBlock, part_name: str, action: Action
) -> None:
    """Store an answer to a question, or show the hint or the solution."""
    attempt = scene.get_attempt(block.name)
    presentation = Presentation(block.name)
    if (now := change_attempt(block.question, attempt, action, presentation)) != attempt:
        scene.store_answer(block.name, asdict(now))


def make_note_parts(scene: Scene, block: Note) -> list[Part]:
    """Return a list of one part: a lesson's side note with its title."""
    title = b(block.title.fill_in(), ".")
    drawn = tag("aside", title, " ", block.text.fill_in(), css="note")
    return [make_markup(block.name, drawn, scene.name_block(block.name))]


def make_lab_parts(scene: LessonScene, block: Lab) -> list[Part]:
    """Return a list of one part: the code lab with the block's tasks, or else all tasks."""
    data = describe_lab(RANKING, steps=block.tasks or None, reports_passed=True)
    return [Part("lab", f"{block.name}.lab", data)]


def finish_lab_lesson(scene: LessonScene, block: Lab, part_name: str, action: Action) -> None:
    """Mark the lesson as done if the learner's code has passed the lab's last task."""
    wanted = block.tasks or tuple(task.id for task in code_lab.TASKS)
    if wanted[-1] in read_passed_steps(action) and scene.record.state != "done":
        scene.course = finish_lesson(scene.course, scene.lesson)


def ignore_action(scene: Scene, block: Any, part_name: str, action: Action) -> None:
    """Do nothing, for blocks without actions."""


class BlockKind(NamedTuple):
    """A kind of block: the functions that make a block's parts and apply an action."""

    make_parts: Callable[[Any, Any], list[Part]]
    apply_action: Callable[[Any, Any, str, Action], None] = ignore_action


KINDS: Mapping[str, BlockKind] = {
    "board": BlockKind(boards.make_board_parts, boards.apply_board_action),
    "drag-task": BlockKind(boards.make_task_parts, boards.apply_task_action),
    "predict": BlockKind(sliders.make_prediction_parts, sliders.store_prediction),
    **dict.fromkeys(QUESTION_KINDS, BlockKind(make_question_parts, apply_question_action)),
    "replay": BlockKind(replays.make_replay_parts, replays.apply_replay_action),
    "compare": BlockKind(comparing.make_comparison_parts),
    "systems": BlockKind(comparing.make_systems_parts),
    "note": BlockKind(make_note_parts),
    "sketch": BlockKind(make_sketch_parts),
    "flips": BlockKind(flips.make_flips_parts, flips.apply_flips_action),
    "curves": BlockKind(sliders.make_curves_parts, sliders.store_patience),
    "libraries": BlockKind(comparing.make_library_comparison_parts),
    "check": BlockKind(gates.make_gate_parts, gates.apply_gate_action),
    "lab": BlockKind(make_lab_parts, finish_lab_lesson),
}


def get_block_state(scene: LessonScene, block: Block) -> str:
    """Return "done" if an interactive block of a lesson needs nothing more, else "open"."""
    if block.kind == "check":
        return "done" if scene.record.gate.state == "passed" else "open"
    if block.kind == "lab":
        return "done" if scene.record.state == "done" else "open"
    return scene.get_block_progress(block.name)
