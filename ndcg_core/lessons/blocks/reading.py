"""The tools to read a lesson's block."""

from dataclasses import dataclass, replace
from typing import TypeVar

from ndcg_core.content import ContentTable
from ndcg_core.html_builder import plain_text
from ndcg_core.lessons.placeholders.settings import Setting, read_setting
from ndcg_core.lessons.prose import Prose, Writer
from ndcg_core.misconceptions.misconception import Concept

Word = TypeVar("Word", bound=str)
LONGEST_ON_A_WALL = 90
"""The characters that are readable from the last row, and take two lines on a phone."""


@dataclass(frozen=True)
class Reader:
    """The reading state of a block.

    It holds the writer of the lesson's prose, the default ranking, the block's line, and the
    concepts taught so far (None if no lesson says).
    """

    writer: Writer
    default: Setting
    line: int
    taught: frozenset[Concept] | None = None

    def about(self, setting: Setting) -> "Reader":
        """Return a reader for blocks about another ranking."""
        return replace(self, default=setting, writer=replace(self.writer, default=setting))

    def prose(self, table: ContentTable, key: str, default: str | None = None) -> Prose:
        return self.inline(table.text(key, default))

    def inline(self, text: str) -> Prose:
        """Convert a text with placeholders. Faults name the line of this block."""
        return self.writer.inline(text, self.line)

    def alone(self, table: ContentTable) -> Prose | None:
        """Return the text that a question needs outside its lesson, or None."""
        written = table.value("alone")
        if written is None:
            return None
        if not isinstance(written, str):
            table.refuse('alone must be a string, or "" if the question needs no more.', "alone")
        before = self.inline(written)
        if before.speaks_of_answers:
            table.refuse("alone is shown before anything is answered.", "alone")
        return before

    def wall(self, table: ContentTable, ask: Prose, alone: Prose | None = None) -> Prose:
        """Return the question in one short sentence for a class's wall, or "" for a short question.

        alone  as in a `DragTask`
        """
        short = self.prose(table, "wall", "")
        asked = plain_text(f"{(alone or short).without_meanings} {ask.without_meanings}").strip()
        if len(plain_text(short.without_meanings)) > LONGEST_ON_A_WALL:
            table.refuse(f"wall has more than {LONGEST_ON_A_WALL} characters.", "wall")
        if not short.html and len(asked) > LONGEST_ON_A_WALL and not ask.needs:
            table.refuse(
                f"wall is missing. The question for a class has {len(asked)} characters. Its "
                f"wall needs one sentence of at most {LONGEST_ON_A_WALL}."
            )
        return short

    def setting(self, table: ContentTable) -> Setting:
        return read_setting(table, self.default)

    def hint(self, table: ContentTable) -> Prose:
        hint = table.text("hint", "")
        if not hint:
            table.refuse("there is no hint. Every exercise needs one.")
        return self.inline(hint)


def among(
    table: ContentTable, key: str, options: tuple[str, ...], default: list[str]
) -> tuple[str, ...]:
    values = table.texts(key, default)
    if odd := [value for value in values if value not in options]:
        table.refuse(f"{key} contains {odd[0]!r}. It can contain {', '.join(options)}.")
    return values


def one_of(table: ContentTable, key: str, options: tuple[Word, ...], default: Word) -> Word:
    written = table.text(key, default)
    for word in options:
        if word == written:
            return word
    table.refuse(f"{key} is {written!r}. It must be one of {', '.join(options)}.")
