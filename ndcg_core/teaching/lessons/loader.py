"""Every lesson, from lessons/NN-slug.md; what breaks a rule is refused, with file and line."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ndcg_core.teaching.content import Table, lessons_dir
from ndcg_core.teaching.lessons.block_reader import KINDS, read_block
from ndcg_core.teaching.lessons.blocks import Block, Systems
from ndcg_core.teaching.lessons.glossary import load_glossary
from ndcg_core.teaching.lessons.parser import Piece, Source, block_table, parse
from ndcg_core.teaching.lessons.prose import Prose, Writer
from ndcg_core.teaching.lessons.question_reader import read_questions
from ndcg_core.teaching.lessons.questions import Question
from ndcg_core.teaching.lessons.reading import Reader
from ndcg_core.teaching.lessons.records import Lesson, Step
from ndcg_core.teaching.lessons.settings import Setting, read_setting
from ndcg_core.teaching.lessons.shape import check_lesson, check_order
from ndcg_core.teaching.mistakes.kind import CONCEPTS, Concept

NAME = re.compile(r"(\d\d)-([a-z0-9-]+)\.md")


@lru_cache(maxsize=4)
def load_lessons(folder: Path | None = None) -> tuple[Lesson, ...]:
    """Every lesson, in order; ValueError with file, line and a sentence where one breaks a rule.

    >>> [lesson.number for lesson in load_lessons()][:3]
    [1, 2, 3]
    """
    here = folder or lessons_dir()
    paths = sorted(path for path in here.glob("*.md") if path.name != "README.md")
    lessons: list[Lesson] = []
    for path in paths:
        lessons.append(load_lesson(path, frozenset(c for known in lessons for c in known.teaches)))
    check_order(tuple(lessons))
    return tuple(lessons)


def load_lesson(path: Path, before: frozenset[Concept] = frozenset()) -> Lesson:
    """One lesson; before: the concepts of the lessons before it."""
    source = parse(path)
    if not (name := NAME.fullmatch(path.name)):
        raise ValueError(f"{source.place}:1: a lesson's file is called like 03-discount.md.")
    reading = _Reading(source, load_glossary(path.parent), before)
    lesson = reading.lesson(int(name[1]), name[2])
    check_lesson(lesson, source)
    return lesson


class _Reading:
    """One file being read: its setting and systems first, then its steps."""

    def __init__(
        self, source: Source, glossary: Mapping[str, str], before: frozenset[Concept]
    ) -> None:
        self.source = source
        self.front = Table(source.front, f"{source.place}:1")
        self.default = read_setting(self.front, Setting())
        self.extra: dict[str, Any] = {}
        self.writer = Writer(source.place, self.default, glossary, self.extra)
        self.names: set[str] = set()
        self.teaches = self.concepts()
        self.taught = before.union(self.teaches) or None
        self.later: list[Question] = []

    def lesson(self, number: int, slug: str) -> Lesson:
        """The whole lesson."""
        front = self.front
        made = Lesson(
            number=number,
            slug=slug,
            title=front.text("title"),
            minutes=front.whole("minutes"),
            goal=front.text("goal"),
            out_of_scope=front.text("out_of_scope"),
            needs=front.texts("needs", []),
            sources=front.texts("sources"),
            teaches=self.teaches,
            steps=tuple(self.steps()),
            later=tuple(self.later),
        )
        front.done()
        return made

    def concepts(self) -> tuple[Concept, ...]:
        """The concepts that the front matter says are taught here."""
        named = self.front.texts("teaches", [])
        for name in named:
            if name not in CONCEPTS:
                self.front.refuse(f"there is no concept {name!r}; there are {', '.join(CONCEPTS)}.")
        return tuple(concept for concept in CONCEPTS if concept in named)

    def steps(self) -> Iterator[Step]:
        """The steps: each begins with a heading."""
        title, parts = "", list[Prose | Block]()
        for piece in self.source.pieces:
            if piece.kind == "heading":
                if parts and not title:
                    self.refuse(piece, "there is text before the first ## heading.")
                if title:
                    yield Step(title, tuple(parts))
                title, parts = piece.text, []
            else:
                parts += self.part(piece)
        yield Step(title, tuple(parts))

    def part(self, piece: Piece) -> list[Prose | Block]:
        """Some prose or a live part; nothing for questions that are asked later."""
        if piece.kind == "prose":
            return [self.writer.block(piece.text, piece.line)]
        table = Table(block_table(piece, self.source.place), f"{self.source.place}:{piece.line}")
        reader = Reader(self.writer, self.default, piece.line, self.taught)
        if piece.kind == "retrieval":
            self.later += read_questions(table, f"later-{len(self.later) + 1}", reader)
            table.done()
            return []
        if piece.kind not in KINDS:
            self.refuse(piece, f"there is no block {piece.kind!r}; there are {', '.join(KINDS)}.")
        block = read_block(piece.kind, table, self.free_name(piece.kind), reader)
        if block.name in self.names:
            self.refuse(piece, f"the name {block.name!r} is taken by another block.")
        self.names.add(block.name)
        if isinstance(block, Systems):
            self.extra["systems"] = lambda words: _of_systems(block, words)
        return [block]

    def free_name(self, kind: str) -> str:
        """A name for a block that has none: its kind, and a number."""
        taken = (n for n in range(1, 100) if f"{kind}-{n}" not in self.names)
        return f"{kind}-{next(taken)}"

    def refuse(self, piece: Piece, sentence: str) -> None:
        """Stop, with file and line."""
        raise ValueError(f"{self.source.place}:{piece.line}: {sentence}")


def _of_systems(block: Systems, words: str) -> float:
    """`{{systems mean A}}`, `pooled A`, `dcg A`, `idcg A`; `ndcg A 3`, of the third query."""
    name, system, *nth = words.split()
    evaluation = block.evaluations.get(system)
    if evaluation is None:
        raise ValueError(f"{{{{systems {words}}}}}: there is no system {system!r}.")
    if nth:
        trace = list(evaluation.traces.values())[int(nth[0]) - 1]
        return float(getattr(trace, name))
    if name not in ("mean", "pooled", "dcg", "idcg"):
        raise ValueError(f"{{{{systems {words}}}}}: there is no value {name!r}.")
    return float(getattr(evaluation, name))
