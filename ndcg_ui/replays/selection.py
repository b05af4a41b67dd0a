"""What a visitor of the examples looks at: an example, one of its sheets, a step of its replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import streamlit as st

import ndcg_core as nc
from ndcg_core.examples.published import Example, load_examples
from ndcg_core.examples.replay import steps
from ndcg_core.marking.marks import mark
from ndcg_core.marking.record import Mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards.board import Board, Document
from ndcg_ui.boards.session import key
from ndcg_ui.boards.settings import Settings, whole
from ndcg_ui.page import link
from ndcg_ui.page.fields import keep_known
from ndcg_ui.replays.replay import Replay, followed

PAGE = "examples"


@dataclass(frozen=True)
class Seen:
    """What the visitor looks at: a replay of one of an example's sheets."""

    example: Example
    replay: Replay
    asking: bool

    @property
    def sheet(self) -> Sheet:
        """The sheet that is replayed."""
        return self.replay.sheet

    @property
    def number(self) -> int:
        """Which of the example's sheets it is, from 0."""
        return self.example.sheets.index(self.sheet)


@cache
def library() -> Mapping[str, Example]:
    """Return every published example by its slug."""
    return {example.slug: example for example in load_examples()}


@cache
def marks_of(slug: str, sheet: int) -> Mapping[str, Mark]:
    """Return the verdicts on one sheet of an example, by cell."""
    return {marked.cell: marked for marked in mark(library()[slug].sheets[sheet])}


def see() -> Seen:
    query = link.arrival(PAGE)
    state = st.session_state
    if query is not None:
        example, sheet, at, asking = _read(query)
        state[key(PAGE, "example")], state[key(PAGE, "sheet")] = example, sheet
        state[key(PAGE, "at")], state[key(PAGE, "ask")] = at, asking
    for name in ("example", "sheet", "ask"):
        kept = state.get(f"{PAGE}.kept.{name}")
        state.setdefault(key(PAGE, name), kept)
    keep_known(key(PAGE, "example"), library(), state.get(f"{PAGE}.kept.example"))
    seen = _moved(_chosen())
    for name in ("example", "sheet", "ask"):
        state[f"{PAGE}.kept.{name}"] = state[key(PAGE, name)]
    link.follow(PAGE, _write(seen), _canonical)
    return seen


def _chosen() -> Seen:
    """What the widgets say; another example or sheet begins at its first step."""
    state = st.session_state
    example = library()[state[key(PAGE, "example")]]
    number = state[key(PAGE, "sheet")]
    if number not in range(len(example.sheets)):
        number = state[key(PAGE, "sheet")] = 0
    shown = f"{example.slug}/{number}"
    if state.setdefault(key(PAGE, "replayed"), shown) != shown:
        state[key(PAGE, "replayed")] = shown
        state[key(PAGE, "at")] = 0
    replay = Replay(example.sheets[number]).standing_at(state[key(PAGE, "at")])
    return Seen(example, replay, bool(state[key(PAGE, "ask")]))


def _moved(seen: Seen) -> Seen:
    """Follow the player to where it was sent."""
    state = st.session_state
    replay, state[key(PAGE, "answered")] = followed(
        seen.replay,
        key=key(PAGE, "player"),
        replayed=state[key(PAGE, "replayed")],
        answered=state.get(key(PAGE, "answered")),
    )
    state[key(PAGE, "at")] = replay.at
    return replace(seen, replay=replay)


def _read(query: link.Query) -> tuple[str, int, int, bool]:
    slug = query.get("example", "")
    example = library().get(slug) or next(iter(library().values()))
    sheet = min(whole(query.get("sheet", ""), 1), len(example.sheets))
    ids = [step.id for step in steps(example.sheets[sheet - 1])]
    step = query.get("step", "")
    return example.slug, sheet - 1, ids.index(step) if step in ids else 0, "ask" in query


def _write(seen: Seen) -> dict[str, str]:
    return (
        {"example": seen.example.slug}
        | ({"sheet": str(seen.number + 1)} if seen.number else {})
        | ({"step": seen.replay.step.id} if seen.replay.at else {})
        | ({"ask": "first"} if seen.asking else {})
    )


def _canonical(query: link.Query) -> link.Query:
    slug, sheet, at, asking = _read(query)
    example = library()[slug]
    return _write(Seen(example, Replay(example.sheets[sheet], at), asking))


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
