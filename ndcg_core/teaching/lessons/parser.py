"""A lesson's file taken apart: front matter, headings, prose and blocks, with their lines."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

FENCE = "+++"
PLAIN_FENCES = ("", "text", "python")
"""Fenced code that is just shown."""


@dataclass(frozen=True)
class Piece:
    """One piece of a lesson: a "heading", some "prose", or a block by its kind; and its line."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True)
class Source:
    """A lesson's file: where it is, its front matter, and its pieces in order."""

    place: str
    front: Mapping[str, Any]
    pieces: tuple[Piece, ...]


def parse(path: Path) -> Source:
    """The file taken apart; ValueError with file, line and a sentence where that cannot be."""
    place = f"{path.parent.name}/{path.name}"
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines[0].strip() != FENCE or FENCE not in (line.strip() for line in lines[1:]):
        raise ValueError(
            f"{place}:1: a lesson begins with its front matter between two lines of +++."
        )
    end = next(n for n, line in enumerate(lines[1:], 1) if line.strip() == FENCE)
    front = _toml("\n".join(lines[1:end]), f"{place}:1")
    body = "\n" * (end + 1) + "\n".join(lines[end + 1 :])
    return Source(place, front, tuple(_pieces(body)))


def block_table(piece: Piece, place: str) -> Mapping[str, Any]:
    """The TOML in a fenced block."""
    return _toml(piece.text, f"{place}:{piece.line}")


def _toml(text: str, place: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{place}: this is not TOML; {error}.") from None


def _pieces(body: str) -> Iterator[Piece]:
    lines = body.split("\n")
    start = end = 0  # the prose collected so far
    for token in MarkdownIt("commonmark").enable("table").parse(body):
        if token.level or not token.map or token.nesting < 0:
            continue
        first, last = token.map
        own = _own_piece(token.type, token.tag, token.info.strip(), lines, first, last)
        if own is None:
            start, end = (first if start == end else start), last
            continue
        yield from _prose(lines, start, end)
        start = end = last
        yield own
    yield from _prose(lines, start, end)


def _own_piece(
    kind: str, tag: str, info: str, lines: list[str], first: int, last: int
) -> Piece | None:
    if kind == "heading_open" and tag == "h2":
        return Piece("heading", lines[first].lstrip("# ").strip(), first + 1)
    if kind == "fence" and info not in PLAIN_FENCES:
        return Piece(info, "\n".join(lines[first + 1 : last - 1]), first + 1)
    return None


def _prose(lines: list[str], start: int, end: int) -> Iterator[Piece]:
    text = "\n".join(lines[start:end])
    if text.strip():
        yield Piece("prose", text, start + 1)
