"""Every lesson, from lessons/NN-slug.md. What breaks a rule is refused, with file and line."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from ndcg_core.content import ContentTable, find_lessons_folder, read_content
from ndcg_core.lessons.blocks.kinds import Block, DragTask, Predict, QuestionBlock
from ndcg_core.lessons.blocks.pairs import Flips, Systems
from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.blocks.reader import BLOCK_READERS, read_block, read_questions
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.lessons.parser import Piece, Source, parse_file, read_block_table
from ndcg_core.lessons.placeholders.settings import Setting, read_setting
from ndcg_core.lessons.prose import Prose, Writer
from ndcg_core.lessons.records import (
    Lesson,
    Step,
    check_choices,
    check_lesson,
    check_order,
    is_question,
    list_choices,
    list_foundations,
    reveals_answer,
)
from ndcg_core.lessons.references import Reference, load_sources
from ndcg_core.misconceptions.misconception import CONCEPTS, Concept

QUESTIONS_FILE = "questions.md"
TEN_FILE = "ten.md"
GLOSSARY_FILE = "glossary.toml"
TERM_LINK = re.compile(r"\]\(#([a-z-]+)\)")
LESSON_FILE_NAME = re.compile(r"(\d\d)-([a-z0-9-]+)\.md")


LESSONS_READ_ALREADY: dict[Path, Callable[[], tuple[Lesson, ...]]] = {}
"""Stored lessons by folder, from callers that loaded them earlier."""


@lru_cache(maxsize=4)
def load_lessons(folder: Path | None = None) -> tuple[Lesson, ...]:
    """Load all lessons in order. Raise ValueError with file and line for a broken rule.

    >>> [lesson.number for lesson in load_lessons()][:3]
    [1, 2, 3]
    """
    here = folder or find_lessons_folder()
    if here in LESSONS_READ_ALREADY:
        return LESSONS_READ_ALREADY[here]()
    lessons: tuple[Lesson, ...] = ()
    for path in list_lesson_paths(here):
        lessons += (load_lesson(path, lessons),)
    return order_lessons(lessons, here)


def list_lesson_paths(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.glob("*.md") if path.name not in ("README.md", *OTHER_LOADERS)
    )


def order_lessons(lessons: tuple[Lesson, ...], folder: Path) -> tuple[Lesson, ...]:
    """Return the lessons. Raise ValueError with file and line if they do not form a course."""

    def locate_key(lesson: Lesson, key: str) -> str:
        return parse_file(folder / f"{lesson.number:02}-{lesson.slug}.md").locate_key(key)

    choices = [choice for lesson in lessons for choice in list_choices(lesson)]
    of_all = (f"{folder.name}: {sentence}" for sentence in check_choices(choices))
    if faults := [*check_order(lessons, locate_key), *of_all, *check_glossary(lessons, folder)]:
        raise ValueError("\n".join(faults))
    return lessons


def load_lesson(path: Path, before: Sequence[Lesson] = ()) -> Lesson:
    """Load one lesson. `before` holds the lessons before it."""
    source = parse_file(path)
    if not (name := LESSON_FILE_NAME.fullmatch(path.name)):
        raise ValueError(f"{source.place}:1: a lesson's file is called like 03-discount.md.")
    reading = LessonReading(source, path.parent, _list_taught(before, source.front))
    lesson = reading.read_lesson(int(name[1]), name[2])
    faults = [*reading.faults, *check_lesson(lesson, source, is_whole=not reading.faults)]
    if faults:
        raise ValueError("\n".join(faults))
    return lesson


def check_glossary(lessons: Sequence[Lesson], folder: Path) -> Iterator[str]:
    """List the terms whose lesson or step does not link to them."""
    terms = load_glossary(folder)
    taught = load_taught_terms(folder)
    steps = {(lesson.slug, step.title): step for lesson in lessons for step in lesson.steps}
    place = f"{folder.name}/{GLOSSARY_FILE}"
    for name in (*terms, *(name for name in taught if name not in terms)):
        if name not in taught:
            yield f"{place}: [taught] does not say which lesson and step teach {name!r}."
        elif name not in terms:
            yield f"{place}: [taught] has {name!r}, which is no term."
        elif taught[name] not in steps:
            slug, title = taught[name]
            yield f"{place}: {name!r} is taught in {slug!r}, “{title}”, which is no step."
        elif name not in steps[taught[name]].terms:
            slug, title = taught[name]
            yield (
                f"{place}: {name!r} is taught in {slug!r}, “{title}”, but that step has no link "
                f"[…](#{name})."
            )


def _list_taught(before: Sequence[Lesson], front: Mapping[str, Any]) -> frozenset[Concept]:
    """Return the concepts taught before. In part 2, only lessons that this one builds on count."""
    needs = front.get("needs")
    slugs = needs if isinstance(needs, list) else ()  # anything else is refused later
    lessons = before if front.get("part", 1) == 1 else list_foundations(slugs, before)
    return frozenset(concept for lesson in lessons for concept in lesson.teaches)


class LessonReading:
    """The state of reading a file: its setting and systems, then its steps.

    faults  a sentence for each thing that cannot be read, with file and line
    """

    def __init__(self, source: Source, folder: Path, before: frozenset[Concept]) -> None:
        self.source = source
        self.folder = folder
        places = {key: source.locate_key(key) for key in source.lines}
        self.front = ContentTable(source.front, source.locate_key(), places)
        self.extra: dict[str, Any] = {}
        self.faults: list[str] = []
        setting = self.collect_faults(read_setting, self.front, Setting())
        self.can_calculate = setting is not None
        self.default = setting or Setting()
        glossary = load_glossary(folder)
        slugs = [path.stem[3:] for path in list_lesson_paths(folder)]
        self.writer = Writer(source.place, self.default, glossary, slugs, self.extra)
        self.names: set[str] = set()
        self.teaches = self.collect_faults(self.read_concepts) or ()
        self.taught = before.union(self.teaches) or None
        self.later: list[Question] = []
        self.references: list[Reference] = []

    def read_lesson(self, number: int, slug: str) -> Lesson:
        """Read the whole file. Prose is left out if its numbers cannot be calculated."""
        front = self.front
        if self.can_calculate:
            self.collect_faults(self.foresee_numbers)
        lesson = Lesson(
            number=number,
            slug=slug,
            title=self.collect_faults(front.pop_text, "title"),
            minutes=self.collect_faults(front.pop_whole_number, "minutes"),
            goals=self.collect_faults(front.pop_texts, "goal"),
            out_of_scope=self.collect_faults(front.pop_text, "out_of_scope"),
            needs=self.collect_faults(front.pop_texts, "needs", []),
            sources=self.collect_faults(self.read_sources),
            references=tuple(self.references),
            taught=self.collect_faults(front.pop_texts, "taught"),
            part=self.collect_faults(front.pop_whole_number, "part", 1),
            teaches=self.teaches,
            steps=tuple(self.read_steps()) if self.can_calculate else (),
            later=tuple(self.later),
        )
        self.collect_faults(front.refuse_unread)
        return lesson

    def collect_faults(self, read: Callable[..., Any], *arguments: Any) -> Any:
        """Call a reader, or collect its error, so that all faults of a file are reported."""
        try:
            return read(*arguments)
        except ValueError as error:
            if str(error) not in self.faults:
                self.faults.append(str(error))
            return None

    def read_sources(self) -> tuple[str, ...]:
        names = self.front.pop_texts("sources")
        sources = load_sources(self.folder)
        if odd := [name for name in names if name not in sources]:
            listed = ", ".join(map(repr, odd))
            self.front.refuse(f"sources.toml has no source {listed}.", "sources")
        self.references = [sources[name] for name in names]
        return names

    def read_concepts(self) -> tuple[Concept, ...]:
        names = self.front.pop_texts("teaches", [])
        if odd := [name for name in names if name not in CONCEPTS]:
            listed = ", ".join(map(repr, odd))
            sentence = f"there is no concept {listed}. There are {', '.join(CONCEPTS)}."
            self.front.refuse(sentence, "teaches")
        return tuple(concept for concept in CONCEPTS if concept in names)

    def read_steps(self) -> Iterator[Step]:
        title = ""
        parts = list[Prose | Block]()
        terms = set[str]()
        for piece in self.source.pieces:
            if piece.kind == "heading":
                if parts and not title:
                    self.collect_faults(
                        self.refuse_piece, piece, "there is text before the first ## heading."
                    )
                if title:
                    yield Step(title, tuple(parts), frozenset(terms))
                title = piece.text
                parts = []
                terms = set()
                continue
            terms.update(TERM_LINK.findall(piece.text) if piece.kind != "retrieval" else ())
            if read := self.collect_faults(self.read_part, piece):
                self.collect_faults(self.check_piece, piece, read[0], parts)
                parts += read
        yield Step(title, tuple(parts), frozenset(terms))

    def check_piece(
        self, piece: Piece, part: Prose | Block, above: Sequence[Prose | Block]
    ) -> None:
        """Refuse text that mentions an answer too early, or that reveals the answer above."""
        asked = [other.name for other in above if is_question(other)]
        if asked and reveals_answer(part):
            self.refuse_piece(
                piece,
                f"the text below the question {asked[-1]!r} shows calculated numbers before it is "
                "answered. Begin a new step.",
            )
        if isinstance(part, Prose):
            for name in sorted(set(part.needs) - self.names):
                self.refuse_piece(
                    piece, f"it speaks of the answer to {name}, which was not asked before"
                )
        elif isinstance(part, (QuestionBlock, Predict, DragTask)) and part.alone is None:
            self.refuse_piece(
                piece,
                "alone is missing. It holds the text that somebody needs to answer this alone, as "
                'in a class, or "" for no text.',
            )

    def read_part(self, piece: Piece) -> list[Prose | Block]:
        """Return prose or a live part, or nothing for a question that is asked later."""
        if piece.kind == "prose":
            return [self.writer.convert_block(piece.text, piece.line)]
        table = read_block_table(piece, self.source.place)
        reader = Reader(self.writer, self.default, piece.line, self.taught)
        if piece.kind == "retrieval":
            with self.locate_errors(table):
                self.later += read_questions(table, f"later-{len(self.later) + 1}", reader)
            table.refuse_unread()
            return []
        if piece.kind not in BLOCK_READERS:
            self.refuse_piece(
                piece, f"there is no block {piece.kind!r}. There are {', '.join(BLOCK_READERS)}."
            )
        block = self.read_block(piece, table, reader)
        if block.name in self.names:
            self.refuse_piece(piece, f"the name {block.name!r} is taken by another block.")
        self.names.add(block.name)
        return [block]

    def foresee_numbers(self) -> None:
        """Let text above a block of two systems use the block's numbers."""
        for piece in self.source.pieces:
            if piece.kind not in ("systems", "flips"):
                continue
            table = read_block_table(piece, self.source.place)
            block = self.read_block(piece, table, Reader(self.writer, self.default, piece.line))
            if isinstance(block, Systems):
                self.extra["systems"] = block.find_value
            elif isinstance(block, Flips):
                self.extra[block.name] = block.find_value

    def read_block(self, piece: Piece, table: ContentTable, reader: Reader) -> Block:
        numbered = (f"{piece.kind}-{n}" for n in range(1, 100))  # for one that has no name
        with self.locate_errors(table):
            free = next(name for name in numbered if name not in self.names)
            return read_block(piece.kind, table, free, reader)

    @contextmanager
    def locate_errors(self, table: ContentTable) -> Iterator[None]:
        try:
            yield
        except (ValueError, LookupError, TypeError, ArithmeticError) as error:
            message = str(error)
            if message.startswith(self.source.place):
                raise
            raise ValueError(f"{table.location}: this cannot be read; {message}") from None

    def refuse_piece(self, piece: Piece, sentence: str) -> None:
        raise ValueError(f"{self.source.place}:{piece.line}: {sentence}")


@lru_cache(maxsize=4)
def load_questions(folder: Path | None = None) -> tuple[str, tuple[Step, ...]]:
    """Load the title of questions.md, and each question with its answer as a step.

    >>> load_questions()[1][1].title
    'NDCG changes from run to run'
    """
    here = folder or find_lessons_folder()
    reading = LessonReading(parse_file(here / QUESTIONS_FILE), here, frozenset())
    title = reading.collect_faults(reading.front.pop_text, "title")
    reading.collect_faults(reading.front.refuse_unread)
    steps = tuple(reading.read_steps())
    if reading.faults:
        raise ValueError("\n".join(reading.faults))
    return title, steps


@lru_cache(maxsize=4)
def load_ten(folder: Path | None = None) -> tuple[tuple[str, Question], ...]:
    """Load the ten items asked before and after part one, each with the slug of its lesson.

    The other numbers of an item belong to the second time.

    >>> [slug for slug, question in load_ten()][:2]
    ['grades-not-flags', 'gain']
    """
    here = folder or find_lessons_folder()
    reading = LessonReading(parse_file(here / TEN_FILE), here, frozenset())
    slug = ""
    items = list[Any]()
    for piece in reading.source.pieces:
        if piece.kind == "heading":
            slug = piece.text
        else:
            reading.collect_faults(reading.read_part, piece)
            items += ((slug, question) for question in reading.later[len(items) :])
    if reading.faults:
        raise ValueError("\n".join(reading.faults))
    return tuple(items)


OTHER_LOADERS: Mapping[str, Callable[[Path], Any]] = {
    QUESTIONS_FILE: load_questions,
    TEN_FILE: load_ten,
}
"""The loaders of files beside the lessons, by file name."""


@lru_cache(maxsize=4)
def load_glossary(folder: Path | None = None) -> Mapping[str, str]:
    """Load the meaning of each term, by the name that `[term](#name)` links to.

    >>> "gain" in load_glossary()
    True
    """
    path = (folder or find_lessons_folder()) / GLOSSARY_FILE
    return _read_glossary(path)[0] if path.is_file() else {}


@lru_cache(maxsize=4)
def load_term_titles(folder: Path | None = None) -> Mapping[str, str]:
    """Load the titles of the terms that differ from their names in links.

    >>> load_term_titles()["ndcg"]
    'NDCG@k'
    """
    path = (folder or find_lessons_folder()) / GLOSSARY_FILE
    return _read_glossary(path)[1] if path.is_file() else {}


def _read_glossary(path: Path) -> tuple[Mapping[str, str], Mapping[str, str]]:
    top = read_content(path)
    meanings = _read_texts(top, "terms", "the term {!r} has no meaning.")
    titles = _read_texts(top, "titles", "the title of {!r} is empty.")
    top.pop_table("taught")  # read by load_taught_terms
    top.refuse_unread()
    if unknown := [name for name in titles if name not in meanings]:
        top.refuse(f"the title of {unknown[0]!r} belongs to no term.")
    return meanings, titles


@lru_cache(maxsize=4)
def load_taught_terms(folder: Path | None = None) -> Mapping[str, tuple[str, str]]:
    """Load the slug of the lesson and the title of the step that teach each term.

    >>> load_taught_terms()["gain"]
    ('gain', 'She opens three')
    """
    path = (folder or find_lessons_folder()) / GLOSSARY_FILE
    if not path.is_file():
        return {}
    top = read_content(path)
    taught = dict[str, tuple[str, str]]()
    faults = list[str]()
    for name, row in top.pop_table("taught").items():
        try:
            table = ContentTable(row if isinstance(row, dict) else {}, f"{top.location}, {name!r}")
            taught[name] = (table.pop_text("lesson"), table.pop_text("step"))
            table.refuse_unread()
        except ValueError as error:
            faults.append(str(error))
    if faults:
        raise ValueError("\n".join(faults))
    return taught


def _read_texts(top: ContentTable, key: str, empty: str) -> Mapping[str, str]:
    texts = top.pop_table(key)
    for name, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            top.refuse(empty.format(name))
    return {name: str(text) for name, text in texts.items()}
