"""What a drag task says of an order."""

from itertools import permutations

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.kinds import DragTask
from ndcg_core.lessons.blocks.wants import UNMOVED, fulfilled, judge

TASKS = [
    block for lesson in load_lessons() for block in lesson.blocks if isinstance(block, DragTask)
]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.ask.shown()[:40])
def test_an_order_lacks_something_exactly_where_it_is_not_what_was_asked_for(task):
    ranks = range(1, len(task.board.sheet.grades) + 1)
    assert judge(task.wants, task.board, list(ranks)) == UNMOVED
    assert judge(task.wants, task.board, list(task.solution)) == ""
    for order in list(permutations(ranks))[1::17]:
        there = all(fulfilled(want, task.board, order) for want in task.wants)
        said = judge(task.wants, task.board, order)
        assert (said == "") == there
        assert there or (said.endswith(".") and said != UNMOVED)
