"""The controls of a lesson: they stand where they should, whichever message a browser draws."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from ndcg_core.lessons import load_lessons

LESSONS = load_lessons()
CONTROLLED = [
    (lesson.slug, block.board.name if block.kind == "drag-task" else block.name)
    for lesson in LESSONS
    for block in lesson.blocks
    if getattr(block, "board", block).kind == "board" and getattr(block, "board", block).controls
]


def controls(slug: str, name: str) -> None:
    """Draw the controls of one board, as a script of their own."""
    from ndcg_core.lessons import load_lessons
    from ndcg_ui.course import store
    from ndcg_ui.course.board_controls import chosen
    from ndcg_ui.course.scene import LessonScene

    lesson = next(lesson for lesson in load_lessons() if lesson.slug == slug)
    boards = [getattr(block, "board", block) for block in lesson.blocks]
    board = next(board for board in boards if board.name == name)
    scene = LessonScene(store.load().learning, lesson)
    chosen(scene, board, board.sheet)
    scene.keep()


def patience() -> None:
    """Draw the curves of lesson 12, as a script of its own."""
    from ndcg_core.lessons import load_lessons
    from ndcg_ui.course import curves, store
    from ndcg_ui.course.scene import LessonScene

    lesson = next(lesson for lesson in load_lessons() if lesson.slug == "why-a-logarithm")
    block = next(block for block in lesson.blocks if block.kind == "curves")
    scene = LessonScene(store.load().learning, lesson)
    curves.draw(scene, block)
    scene.keep()


def starts(app: AppTest) -> list[list[float]]:
    """Where each control stands in a browser that draws the last message only."""
    kinds = ("button_group", "slider")
    return [list(e.proto.default) for e in app.main if e.type in kinds]


@pytest.mark.parametrize(("slug", "name"), CONTROLLED)
def test_a_choice_is_chosen_in_every_message_and_not_only_in_the_first(slug, name):
    app = AppTest.from_function(controls, args=(slug, name)).run()
    first = starts(app)
    assert first
    assert all(len(chosen) == 1 for chosen in first)
    assert starts(app.run()) == first


def test_the_patience_is_said_in_every_message_and_not_only_in_the_first():
    app = AppTest.from_function(patience).run()
    assert starts(app) == [[0.8]]
    assert starts(app.run()) == [[0.8]]
    app.slider[0].set_value(0.5).run()
    assert starts(app.run()) == [[0.5]]
