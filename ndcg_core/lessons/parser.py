"""The parser of a lesson's file: front matter, headings, prose, blocks, and their lines."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from ndcg_core.content import ContentTable

FRONT_FENCE = "+++"
PLAIN_FENCE_KINDS = ("", "text", "python")
"""The languages of fenced code that is shown as it is."""
TOML_KEY = re.compile(r"([A-Za-z_]+)\s*=")
TOML_ERROR_LINE = re.compile(r"\(at line (\d+), column \d+\)")


@dataclass(frozen=True)
class Segment:
    """A part of a lesson's file: a heading, some prose or a block.

    kind  "heading", "prose", or the kind of a block, such as "drag-task"
    text  the heading, the prose or the TOML of the block
    line  the number of the segment's first line in the file
    """

    kind: str
    text: str
    line: int


@dataclass(frozen=True)
class Source:
    """The source of a lesson: its file, split into front matter and segments.

    place  the folder and the name of the file, for messages
    lines  the line of each key of the front matter
    """

    place: str
    front: Mapping[str, Any]
    segments: tuple[Segment, ...]
    lines: Mapping[str, int] = field(default_factory=dict)

    def locate_key(self, key: str = "") -> str:
        """Return the file and line of a front-matter key, or line 1 if the key is missing.

        >>> Source("lessons/01-x.md", {}, (), {"goal": 4}).locate_key("goal")
        'lessons/01-x.md:4'
        """
        return f"{self.place}:{self.lines.get(key, 1)}"


def parse_file(path: Path) -> Source:
    """Split a lesson's file into front matter and segments. Raise ValueError if this fails."""
    place = f"{path.parent.name}/{path.name}"
    lines = _read_text(path, place).split("\n")
    if lines[0].strip() != FRONT_FENCE or FRONT_FENCE not in (line.strip() for line in lines[1:]):
        raise ValueError(
            f"{place}:1: a lesson begins with its front matter between two lines of +++."
        )
    end = next(n for n, line in enumerate(lines[1:], 1) if line.strip() == FRONT_FENCE)
    front = _parse_toml("\n".join(lines[1:end]), place, 1)
    body = "\n" * (end + 1) + "\n".join(lines[end + 1 :])
    return Source(
        place, front, tuple(_split_segments(body, place)), _find_key_lines(lines[1:end], 1)
    )


def _read_text(path: Path, place: str) -> str:
    """Read a text file without its byte-order mark. Raise ValueError if it is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise ValueError(f"{place}:{line}: this is not UTF-8. Save the file as UTF-8.") from None


def read_block_table(segment: Segment, place: str) -> ContentTable:
    """Parse the TOML of a block into a table that knows the line of each key.

    Raises ValueError with file and line for text that is not TOML.
    """
    lines = _find_key_lines(segment.text.split("\n"), segment.line)
    places = {key: f"{place}:{line}" for key, line in lines.items()}
    return ContentTable(
        _parse_toml(segment.text, place, segment.line), f"{place}:{segment.line}", places
    )


def _find_key_lines(lines: list[str], lines_above: int) -> dict[str, int]:
    """Map each key before the first [table] to its line in the file.

    lines_above: the number of lines above the text.
    """
    top = takewhile(
        lambda numbered: not numbered[1].startswith("["), enumerate(lines, lines_above + 1)
    )
    return {match[1]: n for n, line in top if (match := TOML_KEY.match(line))}


def _parse_toml(text: str, place: str, lines_above: int) -> dict[str, Any]:
    """Parse TOML from the middle of a file. Raise ValueError with the line for bad TOML.

    lines_above: the number of lines above the text.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        line = lines_above + text.count("\n") + 1
        if at := TOML_ERROR_LINE.search(message):
            line = lines_above + int(at[1])
            message = message[: at.start()].rstrip()
        raise ValueError(f"{place}:{line}: this is not TOML: {message.rstrip('.')}.") from None


def _split_segments(body: str, place: str) -> Iterator[Segment]:
    """Yield the ## headings and the blocks of a body, and the prose between them.

    Other headings belong to the prose, and so does fenced code that is shown as it is. Raises
    ValueError for a fence that is not closed.
    """
    lines = body.split("\n")
    start = end = 0  # the prose collected so far
    for token in MarkdownIt("commonmark").enable("table").parse(body):
        if token.level or not token.map or token.nesting < 0:
            continue
        first, last = token.map
        if token.type == "fence":
            _refuse_unclosed_fence(lines[first:last], first + 1, place)
        if token.type == "heading_open" and token.tag == "h2":
            segment = Segment("heading", lines[first].lstrip("# ").strip(), first + 1)
        elif token.type == "fence" and token.info.strip() not in PLAIN_FENCE_KINDS:
            text = "\n".join(lines[first + 1 : last - 1])
            segment = Segment(token.info.strip(), text, first + 1)
        else:
            start = first if start == end else start
            end = last
            continue
        yield from _yield_prose(lines, start, end)
        start = end = last
        yield segment
    yield from _yield_prose(lines, start, end)


def _refuse_unclosed_fence(lines: list[str], first_line: int, place: str) -> None:
    """Raise ValueError if a fence is not closed before another fence or the file's end."""
    opened = lines[0].strip()
    marks = opened[: len(opened) - len(opened.lstrip("`~"))]
    ends = next((n for n, line in enumerate(lines) if n and line.startswith(marks)), len(lines))
    if ends != len(lines) - 1:
        raise ValueError(
            f"{place}:{first_line}: the block {opened} that begins here is not closed before line "
            f"{first_line + ends}. A line of {marks} closes it."
        )


def _yield_prose(lines: list[str], start: int, end: int) -> Iterator[Segment]:
    """Yield lines[start:end] as a segment of prose, unless all of them are blank."""
    text = "\n".join(lines[start:end])
    if text.strip():
        yield Segment("prose", text, start + 1)
