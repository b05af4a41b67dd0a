"""The tasks and predictions of the practice page: blocks as in a lesson, in lessons/practice/."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ndcg_core.content import find_lessons_folder
from ndcg_core.lessons.blocks.kinds import DragTask, Predict
from ndcg_core.lessons.loader import LessonReading
from ndcg_core.lessons.parser import parse_file

PRACTICE_KINDS = {"drag": "drag-task", "predict": "predict"}
"""The kind of block in each practice file, by the file's name."""


@dataclass(frozen=True)
class Practice:
    """Blocks of one kind in their order. Links and plans count them from 1."""

    title: str
    blocks: tuple[DragTask | Predict, ...]


@lru_cache(maxsize=4)
def load_practice(folder: Path | None = None) -> Mapping[str, Practice]:
    """Load all practice by name. Raise ValueError with file and line for a broken rule.

    >>> load_practice()["drag"].blocks[0].ask.fill_in()
    'Make NDCG@3 as low as possible.'
    """
    here = (folder or find_lessons_folder()) / "practice"
    return {name: read_practice(here / f"{name}.md") for name in PRACTICE_KINDS}


def read_practice(path: Path) -> Practice:
    source = parse_file(path)
    if path.stem not in PRACTICE_KINDS:
        names = " or ".join(f"{name}.md" for name in PRACTICE_KINDS)
        raise ValueError(f"{source.place}:1: practice files are called {names}.")
    kind = PRACTICE_KINDS[path.stem]
    reading = LessonReading(source, path.parents[1], frozenset())
    title = reading.collect_faults(reading.front.pop_text, "title")
    reading.collect_faults(reading.front.refuse_unread)
    blocks = list[DragTask | Predict]()
    for piece in source.pieces:
        if piece.kind != kind:
            reading.refuse_piece(piece, f"{path.name} can have only {kind} blocks.")
        parts = reading.collect_faults(reading.read_part, piece) or ()
        blocks += (part for part in parts if isinstance(part, (DragTask, Predict)))
    if reading.faults:
        raise ValueError("\n".join(reading.faults))
    if not blocks:
        raise ValueError(f"{source.place}:1: there is no {kind} block.")
    return Practice(title, tuple(blocks))
