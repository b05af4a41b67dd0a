"""The end of the course, from lessons/ending.toml."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ndcg_core.content import ContentTable, find_lessons_folder, read_content
from ndcg_core.lessons.capstone import Capstone, read_capstone
from ndcg_core.lessons.loader import load_lessons, load_ten_items
from ndcg_core.lessons.records import Lesson
from ndcg_core.lessons.references import Reference, load_sources

ENDING_FILE = "ending.toml"


@dataclass(frozen=True)
class Ending:
    """The content of the course's last page.

    goals    goals that the course has reached, each with its lesson
    items    a short name for each of the ten items
    to_read  references, each with a reason to read it
    """

    goals: tuple[tuple[Lesson, str], ...]
    items: tuple[str, ...]
    capstone: Capstone
    to_read: tuple[tuple[Reference, str], ...]


def has_ending() -> bool:
    """Return True if the folder of lessons contains the file of the last page."""
    return (find_lessons_folder() / ENDING_FILE).is_file()


@cache
def load_ending(folder: Path | None = None) -> Ending:
    """Load the last page of the course. Raise ValueError that names the file for a fault.

    The result is cached.

    >>> load_ending().items[0]
    'precision with a threshold'
    """
    here = folder or find_lessons_folder()
    top = read_content(here / ENDING_FILE)
    goals = tuple(_find_goals(top, top.pop_texts("can"), here))
    items = tuple(_read_items(top.pop_tables("items", "item")))
    to_read = tuple(_read_references(top.pop_tables("read", "reference"), here))
    capstone = read_capstone(ContentTable(top.pop_table("capstone"), f"{top.location}, [capstone]"))
    top.refuse_unread()
    wanted = [slug for slug, _ in load_ten_items(here)]
    if [slug for slug, _ in items] != wanted:
        top.refuse(f"the items must be of these lessons, in this order: {', '.join(wanted)}.")
    return Ending(goals, tuple(name for _, name in items), capstone, to_read)


def _find_goals(
    table: ContentTable, names: Sequence[str], folder: Path
) -> Iterator[tuple[Lesson, str]]:
    """Yield the lesson and the goal of each name such as "many-queries 3".

    Raises ValueError if no lesson has such a goal.
    """
    lessons = {lesson.slug: lesson for lesson in load_lessons(folder)}
    for name in names:
        slug, _, nth = name.partition(" ")
        lesson = lessons.get(slug)
        if lesson is None or not nth.isdecimal() or not 1 <= int(nth) <= len(lesson.goals):
            table.refuse(
                f'no lesson has the goal {name!r}. It must be like "many-queries 3".', "can"
            )
        yield lesson, lesson.goals[int(nth) - 1]


def _read_items(rows: Sequence[ContentTable]) -> Iterator[tuple[str, str]]:
    """Yield the lesson's slug and the short name of each item."""
    for row in rows:
        yield row.pop_text("lesson"), row.pop_text("name")
        row.refuse_unread()


def _read_references(rows: Sequence[ContentTable], folder: Path) -> Iterator[tuple[Reference, str]]:
    """Yield each reference with the reason to read it. Raise ValueError if one is unknown."""
    sources = load_sources(folder)
    for row in rows:
        name = row.pop_text("source")
        why = row.pop_text("why")
        row.refuse_unread()
        if name not in sources:
            row.refuse(f"sources.toml has no source {name!r}.")
        yield sources[name], why
