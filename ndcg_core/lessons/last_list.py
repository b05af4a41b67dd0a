"""The timed exercise that ends part one, from lessons/last-list.toml."""

from dataclasses import dataclass
from functools import cache

from ndcg_core.content import find_lessons_folder, read_content
from ndcg_core.lessons.blocks.kinds import Board
from ndcg_core.sheets.sheet import Sheet


@dataclass(frozen=True)
class LastList:
    """A ranking to sort as fast as possible, at the end of part one.

    query  the words of the search
    able   the learner's new ability, for the heading
    """

    query: str
    able: str
    board: Board


@cache
def load_last_list() -> LastList:
    """Load the timed exercise. Raise ValueError for a bad file or an already ideal order.

    The result is cached.

    >>> load_last_list().board.sheet.trace.ndcg < 0.8
    True
    """
    table = read_content(find_lessons_folder() / "last-list.toml")
    query = table.pop_text("query")
    able = table.pop_text("able")
    labels = table.pop_texts("labels")
    grades = table.pop_numbers("grades")
    reasons = table.pop_texts("reasons")
    table.refuse_unread()
    if not len(labels) == len(grades) == len(reasons):
        counts = f"{len(labels)} labels, {len(grades)} grades and {len(reasons)} reasons"
        table.refuse(f"there are {counts}.")
    sheet = Sheet(tuple(map(float, grades)), labels=labels)
    if sheet.trace.ndcg == 1:
        table.refuse("the list is already in its best order.")
    return LastList(query, able, Board("last-list", sheet, (), reasons=reasons))
