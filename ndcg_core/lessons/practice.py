"""The tasks and predictions of the practice page: blocks as in a lesson, in lessons/practice/."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ndcg_core.content import find_lessons_folder
from ndcg_core.lessons.blocks.kinds import DragTask, Prediction
from ndcg_core.lessons.loader import LessonFileReader
from ndcg_core.lessons.parser import parse_file

PRACTICE_KINDS = {"drag": "drag-task", "predict": "predict"}
"""The kind of the blocks in each practice file, by the file's name."""


@dataclass(frozen=True)
class Practice:
    """The tasks or predictions of a file in lessons/practice/, in their order.

    Links and plans count the blocks from 1.
    """

    title: str
    blocks: tuple[DragTask | Prediction, ...]


@lru_cache(maxsize=4)
def load_practice(folder: Path | None = None) -> Mapping[str, Practice]:
    """Map the name of each practice file to its contents. Raise ValueError for a fault.

    The result is cached.

    >>> load_practice()["drag"].blocks[0].ask.fill_in()
    'Make NDCG@3 as low as possible.'
    """
    here = (folder or find_lessons_folder()) / "practice"
    return {name: read_practice(here / f"{name}.md") for name in PRACTICE_KINDS}


def read_practice(path: Path) -> Practice:
    """Read a file of tasks or predictions. Raise ValueError with file and line for faults."""
    source = parse_file(path)
    if path.stem not in PRACTICE_KINDS:
        names = " or ".join(f"{name}.md" for name in PRACTICE_KINDS)
        raise ValueError(f"{source.place}:1: practice files are called {names}.")
    kind = PRACTICE_KINDS[path.stem]
    reading = LessonFileReader(source, path.parents[1], frozenset())
    title = reading.try_reading(reading.front.pop_text, "title")
    reading.try_reading(reading.front.refuse_unread)
    blocks = list[DragTask | Prediction]()
    for segment in source.segments:
        if segment.kind != kind:
            reading.refuse_segment(segment, f"{path.name} can have only {kind} blocks.")
        parts = reading.try_reading(reading.read_segment, segment) or ()
        blocks += (part for part in parts if isinstance(part, (DragTask, Prediction)))
    if reading.faults:
        raise ValueError("\n".join(reading.faults))
    if not blocks:
        raise ValueError(f"{source.place}:1: there is no {kind} block.")
    return Practice(title, tuple(blocks))
