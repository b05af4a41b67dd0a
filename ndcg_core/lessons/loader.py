"""The loader of lessons/NN-slug.md. A broken rule raises ValueError with its place."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from ndcg_core.content import ContentTable, find_lessons_folder, read_content
from ndcg_core.lessons.blocks.kinds import Block, DragTask, Prediction, QuestionBlock
from ndcg_core.lessons.blocks.pairs import SignFlipBlock, SystemPair
from ndcg_core.lessons.blocks.reader import BLOCK_READERS, read_block, read_questions
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.parser import Segment, Source, parse_file, read_block_table
from ndcg_core.lessons.placeholders.settings import Setting, read_setting
from ndcg_core.lessons.prose import MarkdownConverter, Prose
from ndcg_core.lessons.records import (
    Lesson,
    Step,
    has_revealable_answer,
    iterate_choice_faults,
    iterate_choices,
    iterate_order_faults,
    list_foundations,
    list_lesson_faults,
    may_reveal_answer,
)
from ndcg_core.lessons.references import Reference, load_sources
from ndcg_core.misconceptions.misconception import CONCEPTS, Concept

QUESTIONS_FILE = "questions.md"
TEN_FILE = "ten.md"
GLOSSARY_FILE = "glossary.toml"
TERM_LINK = re.compile(r"\]\(#([a-z-]+)\)")
LESSON_FILE_NAME = re.compile(r"(\d\d)-([a-z0-9-]+)\.md")


PRELOADED_LESSONS: dict[Path, Callable[[], tuple[Lesson, ...]]] = {}
"""Functions that return the lessons of a folder without reading its files."""


@lru_cache(maxsize=4)
def load_lessons(folder: Path | None = None) -> tuple[Lesson, ...]:
    """Load all lessons in order. Raise ValueError with a sentence for each broken rule.

    A sentence begins with the file and line, or with only the file or the folder if the rule is
    about the glossary or all choices. Faults of a lesson hide those of later lessons. The result is
    cached.

    >>> [lesson.number for lesson in load_lessons()][:3]
    [1, 2, 3]
    """
    if folder is None:  # the cache has one entry for the folder, with and without its name
        return load_lessons(find_lessons_folder())
    if folder in PRELOADED_LESSONS:
        return PRELOADED_LESSONS[folder]()
    lessons: tuple[Lesson, ...] = ()
    for path in list_lesson_paths(folder):
        lessons += (load_lesson(path, lessons),)
    check_course(lessons, folder)
    return lessons


def list_lesson_paths(folder: Path) -> list[Path]:
    """Return the paths of a folder's lessons in the order of their numbers."""
    return sorted(
        path for path in folder.glob("*.md") if path.name not in ("README.md", *OTHER_LOADERS)
    )


def check_course(lessons: tuple[Lesson, ...], folder: Path) -> None:
    """Raise ValueError with a sentence for each rule that a course breaks.

    The rules are about the order of the lessons, the choices of all lessons, and the glossary.
    """

    def locate_key(lesson: Lesson, key: str) -> str:
        """Return the file and line of a key in a lesson's front matter."""
        return parse_file(folder / f"{lesson.number:02}-{lesson.slug}.md").locate_key(key)

    choices = [choice for lesson in lessons for choice in iterate_choices(lesson)]
    of_all = (f"{folder.name}: {sentence}" for sentence in iterate_choice_faults(choices))
    if faults := [
        *iterate_order_faults(lessons, locate_key),
        *of_all,
        *iterate_glossary_faults(lessons, folder),
    ]:
        raise ValueError("\n".join(faults))


def load_lesson(path: Path, earlier_lessons: Sequence[Lesson] = ()) -> Lesson:
    """Load one lesson. Raise ValueError that lists each broken rule with file and line.

    earlier_lessons: the earlier lessons of the course.
    """
    source = parse_file(path)
    if not (name := LESSON_FILE_NAME.fullmatch(path.name)):
        raise ValueError(f"{source.place}:1: a lesson's file is called like 03-discount.md.")
    reading = LessonFileReader(
        source, path.parent, _find_taught_concepts(earlier_lessons, source.front)
    )
    lesson = reading.read_lesson(int(name[1]), name[2])
    faults = [*reading.faults, *list_lesson_faults(lesson, source, is_whole=not reading.faults)]
    if faults:
        raise ValueError("\n".join(faults))
    return lesson


def iterate_glossary_faults(lessons: Sequence[Lesson], folder: Path) -> Iterator[str]:
    """Yield a fault for each term without a step that teaches it and has a link to it.

    Also yields a fault for each name under [taught] that is not a term.
    """
    terms = load_glossary(folder)
    taught = load_steps_by_term(folder)
    steps = {(lesson.slug, step.title): step for lesson in lessons for step in lesson.steps}
    place = f"{folder.name}/{GLOSSARY_FILE}"
    for name in (*terms, *(name for name in taught if name not in terms)):
        if name not in taught:
            yield f"{place}: [taught] does not say which lesson and step teach {name!r}."
        elif name not in terms:
            yield f"{place}: [taught] has {name!r}, which is not a term."
        elif taught[name] not in steps:
            slug, title = taught[name]
            yield f"{place}: {name!r} is taught in {slug!r}, “{title}”, which is not a step."
        elif name not in steps[taught[name]].terms:
            slug, title = taught[name]
            yield (
                f"{place}: {name!r} is taught in {slug!r}, “{title}”, but that step has no link "
                f"[…](#{name})."
            )


def _find_taught_concepts(
    earlier_lessons: Sequence[Lesson], front_matter: Mapping[str, Any]
) -> frozenset[Concept]:
    """Return the set of concepts that earlier lessons teach.

    For a lesson of part 2, only the lessons that it builds on count.
    """
    needs = front_matter.get("needs")
    slugs = needs if isinstance(needs, list) else ()  # anything else is refused later
    lessons = (
        earlier_lessons
        if front_matter.get("part", 1) == 1
        else list_foundations(slugs, earlier_lessons)
    )
    return frozenset(concept for lesson in lessons for concept in lesson.teaches)


class LessonFileReader:
    """A reader of one lesson's file, which collects the faults of the whole file.

    It also reads the questions, the ten items and the practice files, which have the same format.

    faults  a sentence for each unreadable value, with file and line
    """

    def __init__(self, source: Source, folder: Path, before: frozenset[Concept]) -> None:
        self.source = source
        self.folder = folder
        places = {key: source.locate_key(key) for key in source.lines}
        self.front = ContentTable(source.front, source.locate_key(), places)
        self.extra: dict[str, Any] = {}
        self.faults: list[str] = []
        setting = self.try_reading(read_setting, self.front, Setting())
        self.can_calculate = setting is not None
        self.default = setting or Setting()
        glossary = load_glossary(folder)
        slugs = [path.stem[3:] for path in list_lesson_paths(folder)]
        self.converter = MarkdownConverter(source.place, self.default, glossary, slugs, self.extra)
        self.names: set[str] = set()
        self.teaches = self.try_reading(self.read_concepts) or ()
        self.taught = before.union(self.teaches) or None
        self.later: list[Question] = []
        self.references: list[Reference] = []

    def read_lesson(self, number: int, slug: str) -> Lesson:
        """Read the lesson's file. Unreadable values of the front matter are None.

        But `teaches` and `references` are () then. There are no steps if the default ranking cannot
        be read.
        """
        front = self.front
        if self.can_calculate:
            self.try_reading(self.register_system_numbers)
        lesson = Lesson(
            number=number,
            slug=slug,
            title=self.try_reading(front.pop_text, "title"),
            minutes=self.try_reading(front.pop_whole_number, "minutes"),
            goals=self.try_reading(front.pop_texts, "goal"),
            out_of_scope=self.try_reading(front.pop_text, "out_of_scope"),
            needs=self.try_reading(front.pop_texts, "needs", []),
            sources=self.try_reading(self.read_sources),
            references=tuple(self.references),
            taught=self.try_reading(front.pop_texts, "taught"),
            part=self.try_reading(front.pop_whole_number, "part", 1),
            teaches=self.teaches,
            steps=tuple(self.read_steps()) if self.can_calculate else (),
            later=tuple(self.later),
        )
        self.try_reading(front.refuse_unread)
        return lesson

    def try_reading(self, read: Callable[..., Any], *arguments: Any) -> Any:
        """Call `read` and return its result, or add its ValueError to `faults` and return None."""
        try:
            return read(*arguments)
        except ValueError as error:
            if str(error) not in self.faults:
                self.faults.append(str(error))
            return None

    def read_sources(self) -> tuple[str, ...]:
        """Read the names of sources and store references. Raise ValueError for an unknown name."""
        names = self.front.pop_texts("sources")
        sources = load_sources(self.folder)
        if odd := [name for name in names if name not in sources]:
            listed = ", ".join(map(repr, odd))
            self.front.refuse(f"sources.toml has no source {listed}.", "sources")
        self.references = [sources[name] for name in names]
        return names

    def read_concepts(self) -> tuple[Concept, ...]:
        """Read the concepts that the lesson teaches. Raise ValueError for an unknown concept.

        The concepts are in the order of the course.
        """
        names = self.front.pop_texts("teaches", [])
        if odd := [name for name in names if name not in CONCEPTS]:
            listed = ", ".join(map(repr, odd))
            sentence = f"there is no concept {listed}. There are {', '.join(CONCEPTS)}."
            self.front.refuse(sentence, "teaches")
        return tuple(concept for concept in CONCEPTS if concept in names)

    def read_steps(self) -> Iterator[Step]:
        """Yield a step for each heading. Add a fault for each unreadable or misplaced segment.

        Without a heading, one step without a title is yielded.
        """
        title = ""
        parts = list[Prose | Block]()
        terms = set[str]()
        for segment in self.source.segments:
            if segment.kind == "heading":
                if parts and not title:
                    self.try_reading(
                        self.refuse_segment, segment, "there is text before the first ## heading."
                    )
                if title:
                    yield Step(title, tuple(parts), frozenset(terms))
                title = segment.text
                parts = []
                terms = set()
                continue
            terms.update(TERM_LINK.findall(segment.text) if segment.kind != "retrieval" else ())
            if read := self.try_reading(self.read_segment, segment):
                self.try_reading(self.check_segment, segment, read[0], parts)
                parts += read
        yield Step(title, tuple(parts), frozenset(terms))

    def check_segment(
        self, segment: Segment, part: Prose | Block, parts_above: Sequence[Prose | Block]
    ) -> None:
        """Raise ValueError if a part of a step does not fit the parts above it.

        A part must not reveal the answer to a question above it, or mention the answer to a
        question that was not asked before. A question needs the text `alone`.
        """
        asked = [other.name for other in parts_above if has_revealable_answer(other)]
        if asked and may_reveal_answer(part):
            self.refuse_segment(
                segment,
                f"the text below the question {asked[-1]!r} shows calculated numbers before it is "
                "answered. Begin a new step.",
            )
        if isinstance(part, Prose):
            for name in sorted(set(part.needed_answers) - self.names):
                self.refuse_segment(
                    segment, f"it mentions the answer to {name}, which was not asked before"
                )
        elif isinstance(part, (QuestionBlock, Prediction, DragTask)) and part.alone is None:
            self.refuse_segment(
                segment,
                "alone is missing. It holds the text that somebody needs to answer this alone, as "
                'in a class, or "" for no text.',
            )

    def read_segment(self, segment: Segment) -> list[Prose | Block]:
        """Read a segment as prose or a block, or store retrieval questions and return [].

        Raises ValueError for any fault, such as an unknown kind of block or a name that is taken.
        """
        if segment.kind == "prose":
            return [self.converter.convert_block(segment.text, segment.line)]
        table = read_block_table(segment, self.source.place)
        reader = Reader(self.converter, self.default, segment.line, self.taught)
        if segment.kind == "retrieval":
            with self.locate_errors(table):
                self.later += read_questions(table, f"later-{len(self.later) + 1}", reader)
            table.refuse_unread()
            return []
        if segment.kind not in BLOCK_READERS:
            self.refuse_segment(
                segment,
                f"there is no block {segment.kind!r}. There are {', '.join(BLOCK_READERS)}.",
            )
        block = self.read_block(segment, table, reader)
        if block.name in self.names:
            self.refuse_segment(segment, f"the name {block.name!r} is taken by another block.")
        self.names.add(block.name)
        return [block]

    def register_system_numbers(self) -> None:
        """Register the numbers of blocks about two systems, for placeholders in the lesson.

        Raises ValueError for a block that cannot be read.
        """
        for segment in self.source.segments:
            if segment.kind not in ("systems", "flips"):
                continue
            table = read_block_table(segment, self.source.place)
            block = self.read_block(
                segment, table, Reader(self.converter, self.default, segment.line)
            )
            if isinstance(block, SystemPair):
                self.extra["systems"] = block.calculate_named_number
            elif isinstance(block, SignFlipBlock):
                self.extra[block.name] = block.calculate_named_number

    def read_block(self, segment: Segment, table: ContentTable, reader: Reader) -> Block:
        """Read a block. A block without a name gets one such as "board-2".

        Raises ValueError with the file and line for a bad block.
        """
        numbered = (f"{segment.kind}-{n}" for n in range(1, 100))  # for one that has no name
        with self.locate_errors(table):
            free = next(name for name in numbered if name not in self.names)
            return read_block(segment.kind, table, free, reader)

    @contextmanager
    def locate_errors(self, table: ContentTable) -> Iterator[None]:
        """Turn errors in a `with` block into ValueError with the file and line of a table."""
        try:
            yield
        except (ValueError, LookupError, TypeError, ArithmeticError) as error:
            message = str(error)
            if message.startswith(self.source.place):
                raise
            raise ValueError(f"{table.location}: this cannot be read; {message}") from None

    def refuse_segment(self, segment: Segment, sentence: str) -> NoReturn:
        """Raise ValueError with the file and line of a segment and a sentence about the fault."""
        raise ValueError(f"{self.source.place}:{segment.line}: {sentence}")


@lru_cache(maxsize=4)
def load_questions(folder: Path | None = None) -> tuple[str, tuple[Step, ...]]:
    """Load the title of questions.md, and a step for each question with its answer.

    The result is cached. Raises ValueError with file and line for each fault.

    >>> load_questions()[1][1].title
    'NDCG changes from run to run'
    """
    here = folder or find_lessons_folder()
    reading = LessonFileReader(parse_file(here / QUESTIONS_FILE), here, frozenset())
    title = reading.try_reading(reading.front.pop_text, "title")
    reading.try_reading(reading.front.refuse_unread)
    steps = tuple(reading.read_steps())
    if reading.faults:
        raise ValueError("\n".join(reading.faults))
    return title, steps


@lru_cache(maxsize=4)
def load_ten_items(folder: Path | None = None) -> tuple[tuple[str, Question], ...]:
    """Load the ten items of the tests before and after part one, with their lessons' slugs.

    The other form of an item is for the test after part one. The result is cached. Raises
    ValueError with file and line for each fault.

    >>> [slug for slug, question in load_ten_items()][:2]
    ['grades-not-flags', 'gain']
    """
    if folder is None:
        return load_ten_items(find_lessons_folder())
    reading = LessonFileReader(parse_file(folder / TEN_FILE), folder, frozenset())
    slug = ""
    items = list[Any]()
    for segment in reading.source.segments:
        if segment.kind == "heading":
            slug = segment.text
        else:
            reading.try_reading(reading.read_segment, segment)
            items += ((slug, question) for question in reading.later[len(items) :])
    if reading.faults:
        raise ValueError("\n".join(reading.faults))
    return tuple(items)


OTHER_LOADERS: Mapping[str, Callable[[Path], Any]] = {
    QUESTIONS_FILE: load_questions,
    TEN_FILE: load_ten_items,
}
"""The loaders of files next to the lessons, by file name."""


@lru_cache(maxsize=4)
def load_glossary(folder: Path | None = None) -> Mapping[str, str]:
    """Load the meaning of each term, by the name that `[term](#name)` links to.

    The result is cached. Returns {} for a folder without a glossary.

    >>> "gain" in load_glossary()
    True
    """
    path = (folder or find_lessons_folder()) / GLOSSARY_FILE
    return _read_glossary(path)[0] if path.is_file() else {}


@lru_cache(maxsize=4)
def load_term_titles(folder: Path | None = None) -> Mapping[str, str]:
    """Load the titles that the glossary gives to some terms, by the term's name.

    The title of any other term follows from its name. The result is cached. Returns {} for a folder
    without a glossary.

    >>> load_term_titles()["ndcg"]
    'NDCG@k'
    """
    path = (folder or find_lessons_folder()) / GLOSSARY_FILE
    return _read_glossary(path)[1] if path.is_file() else {}


def _read_glossary(path: Path) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the meanings and the titles of a glossary's terms, each by the term's name.

    Raises ValueError for an empty text, or for the title of an unknown term.
    """
    top = read_content(path)
    meanings = _read_texts(top, "terms", "the term {!r} has no meaning.")
    titles = _read_texts(top, "titles", "the title of {!r} is empty.")
    top.pop_table("taught")  # read by load_steps_by_term
    top.refuse_unread()
    if unknown := [name for name in titles if name not in meanings]:
        top.refuse(f"the title of {unknown[0]!r} belongs to no term.")
    return meanings, titles


@lru_cache(maxsize=4)
def load_steps_by_term(folder: Path | None = None) -> Mapping[str, tuple[str, str]]:
    """Map each term to the slug of the lesson and the title of the step that teach it.

    The result is cached. Returns {} for a folder without a glossary. Raises ValueError with a
    sentence for each fault.

    >>> load_steps_by_term()["gain"]
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


def _read_texts(table: ContentTable, key: str, fault: str) -> Mapping[str, str]:
    """Read a table of texts. Raise ValueError for a value without text.

    fault: the message, with {!r} for the key of the value.
    """
    texts = table.pop_table(key)
    for name, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            table.refuse(fault.format(name))
    return {name: str(text) for name, text in texts.items()}
