"""What a visitor of the examples looks at: an example, one of its sheets, a step of its replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import ndcg_core as nc
from ndcg_core.examples.published import Example, load_examples
from ndcg_core.examples.replay import steps
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards.board import Board, Document
from ndcg_ui.boards.settings import Settings, whole
from ndcg_ui.replays.replay import Replay

PAGE = "examples"


@dataclass(frozen=True)
class Seen:
    """One of an example's sheets (counted from 0), a step, and whether a question comes first."""

    example: Example
    number: int = 0
    at: int = 0
    asking: bool = False

    @property
    def sheet(self) -> Sheet:
        """The sheet that is replayed."""
        return self.example.sheets[self.number]

    @property
    def replay(self) -> Replay:
        """The replay, at its step."""
        return Replay(self.sheet).standing_at(self.at)

    @property
    def replayed(self) -> str:
        """What is replayed, for the player."""
        return f"{self.example.slug}/{self.number}"


@cache
def library() -> Mapping[str, Example]:
    """Return every published example by its slug."""
    return {example.slug: example for example in load_examples()}


@cache
def marks_of(slug: str, sheet: int) -> Mapping[str, Mark]:
    """Return the verdicts on one sheet of an example, by cell."""
    return {marked.cell: marked for marked in mark(library()[slug].sheets[sheet])}


def read_link(link: Mapping[str, str]) -> Seen:
    """Return what a link leads to."""
    slug = link.get("example", "")
    example = library()[slug if slug in library() else next(iter(library()))]
    number = max(1, min(whole(link.get("sheet", ""), 1), len(example.sheets))) - 1
    ids = [step.id for step in steps(example.sheets[number])]
    step = link.get("step", "")
    return Seen(example, number, ids.index(step) if step in ids else 0, "ask" in link)


def write_link(seen: Seen) -> dict[str, str]:
    """Return the parameters of a link to what is looked at."""
    return (
        {"example": seen.example.slug}
        | ({"sheet": str(seen.number + 1)} if seen.number else {})
        | ({"step": seen.replay.step.id} if seen.at else {})
        | ({"ask": "first"} if seen.asking else {})
    )


def board_of(trace: nc.Trace) -> Board:
    """Return a board with a trace's documents."""
    rows = sorted((*trace.actual, *trace.beyond), key=lambda row: row.doc)
    rest = [row for row in (*trace.ideal, *trace.ideal_beyond) if row.doc >= len(rows)]
    return Board(
        tuple(Document(row.doc, row.label, row.grade) for row in rows),
        tuple(
            Document(row.doc, row.label, row.grade) for row in sorted(rest, key=lambda row: row.doc)
        ),
    )


def settings_of(example: Example) -> Settings:
    """Return the playground's settings for an example."""
    convention = example.convention
    k = example.k if example.k != len(example.grades) else None
    return Settings(
        k, str(convention.gain), convention.discount, convention.base, convention.ideal_from
    )
