"""Readers of the values that all kinds of blocks have: texts, rankings and options."""

from dataclasses import dataclass, replace
from typing import TypeVar

from ndcg_core.content import ContentTable
from ndcg_core.html_builder import extract_text
from ndcg_core.lessons.placeholders.settings import Setting, read_setting
from ndcg_core.lessons.prose import MarkdownConverter, Prose
from ndcg_core.misconceptions.misconception import Concept

Word = TypeVar("Word", bound=str)
MAX_WALL_LENGTH = 90
"""The largest number of characters that the last row can read, on two lines of a phone."""


@dataclass(frozen=True)
class Reader:
    """A reader of one block's values, which knows the line and the lesson of the block.

    converter  the converter of the lesson's prose
    default    the ranking to use if the block names none
    taught     the concepts taught so far; None if no lesson names any
    """

    converter: MarkdownConverter
    default: Setting
    line: int
    taught: frozenset[Concept] | None = None

    def with_setting(self, setting: Setting) -> "Reader":
        """Return a copy of the reader with another default ranking."""
        return replace(self, default=setting, converter=replace(self.converter, default=setting))

    def read_prose(self, table: ContentTable, key: str, default: str | None = None) -> Prose:
        """Convert a key's text, or the default, to prose. Raise ValueError if both are missing."""
        return self.convert_text(table.pop_text(key, default))

    def convert_text(self, text: str) -> Prose:
        """Convert a text with placeholders to prose. Raise ValueError with the line for faults."""
        return self.converter.convert_inline(text, self.line)

    def read_standalone_text(self, table: ContentTable) -> Prose | None:
        """Return a question's text for use outside its lesson, or None without the key `alone`.

        Raises ValueError if the text depends on the learner's answers.
        """
        written = table.pop_value("alone")
        if written is None:
            return None
        if not isinstance(written, str):
            table.refuse('alone must be a string, or "" if the question needs no more.', "alone")
        before = self.convert_text(written)
        if before.depends_on_answers:
            table.refuse("alone is shown before anything is answered.", "alone")
        return before

    def read_wall_text(self, table: ContentTable, ask: Prose, alone: Prose | None = None) -> Prose:
        """Read the short sentence for a class's wall. It may be empty for a short question.

        Raises ValueError if the sentence is too long, or empty for a long question that needs no
        earlier answer.

        alone: the text that the question needs outside its lesson, as in a `DragTask`.
        """
        short = self.read_prose(table, "wall", "")
        asked = extract_text(
            f"{(alone or short).html_without_meanings} {ask.html_without_meanings}"
        ).strip()
        if len(extract_text(short.html_without_meanings)) > MAX_WALL_LENGTH:
            table.refuse(f"wall has more than {MAX_WALL_LENGTH} characters.", "wall")
        if not short.html and len(asked) > MAX_WALL_LENGTH and not ask.needed_answers:
            table.refuse(
                f"wall is missing. The question for a class has {len(asked)} characters. Its "
                f"wall needs one sentence of at most {MAX_WALL_LENGTH}."
            )
        return short

    def read_setting(self, table: ContentTable) -> Setting:
        """Read a block's ranking. Missing keys come from the reader's default ranking."""
        return read_setting(table, self.default)

    def read_hint(self, table: ContentTable) -> Prose:
        """Read the hint of a block. Raise ValueError if there is none."""
        hint = table.pop_text("hint", "")
        if not hint:
            table.refuse("there is no hint. Every exercise needs one.")
        return self.convert_text(hint)


def read_options(
    table: ContentTable, key: str, options: tuple[str, ...], default: list[str]
) -> tuple[str, ...]:
    """Read a list of words, with a default. Raise ValueError for a word not in `options`."""
    values = table.pop_texts(key, default)
    if odd := [value for value in values if value not in options]:
        table.refuse(f"{key} contains {odd[0]!r}. It can contain {', '.join(options)}.")
    return values


def read_option(table: ContentTable, key: str, options: tuple[Word, ...], default: Word) -> Word:
    """Read one word, with a default. Raise ValueError if the word is not in `options`."""
    written = table.pop_text(key, default)
    for word in options:
        if word == written:
            return word
    table.refuse(f"{key} is {written!r}. It must be one of {', '.join(options)}.")
