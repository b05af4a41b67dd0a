"""What a visitor of the examples looks at: an example, one of its sheets, a step of its replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import streamlit as st

import ndcg_core as nc
from ndcg_core.examples.published import Example, load_examples
from ndcg_core.examples.replay import steps
from ndcg_core.marking.marks import mark
from ndcg_core.marking.record import Mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.boards.board import Board, Document
from ndcg_ui.boards.settings import Settings, whole
from ndcg_ui.components.events import Inbox
from ndcg_ui.page import link
from ndcg_ui.page.fields import keep_known
from ndcg_ui.page.keys import key
from ndcg_ui.replays.playing import followed
from ndcg_ui.replays.replay import Replay, ReplayState

PAGE = "examples"
STATE = key(PAGE, "state")


@dataclass(frozen=True)
class Choice:
    """What the session holds of the page: example, sheet (from 0), question and replay."""

    example: str
    sheet: int
    ask: bool
    replay: ReplayState = field(default_factory=ReplayState)

    @property
    def paper(self) -> Sheet:
        """The sheet that is chosen."""
        return library()[self.example].sheets[self.sheet]

    @property
    def replayed(self) -> str:
        """What is replayed, for the player."""
        return f"{self.example}/{self.sheet}"


@dataclass(frozen=True)
class Seen:
    """What the visitor looks at: a replay of one of an example's sheets."""

    choice: Choice

    @property
    def example(self) -> Example:
        """The example."""
        return library()[self.choice.example]

    @property
    def replay(self) -> Replay:
        """The replay, at its step."""
        return Replay(self.choice.paper).standing_at(self.choice.replay.at)

    @property
    def asking(self) -> bool:
        """Whether the visitor is asked to find the faults first."""
        return self.choice.ask

    @property
    def sheet(self) -> Sheet:
        """The sheet that is replayed."""
        return self.replay.sheet

    @property
    def number(self) -> int:
        """Which of the example's sheets it is, from 0."""
        return self.choice.sheet


@cache
def library() -> Mapping[str, Example]:
    """Return every published example by its slug."""
    return {example.slug: example for example in load_examples()}


@cache
def marks_of(slug: str, sheet: int) -> Mapping[str, Mark]:
    """Return the verdicts on one sheet of an example, by cell."""
    return {marked.cell: marked for marked in mark(library()[slug].sheets[sheet])}


def see() -> Seen:
    """Return what the visitor looks at after what was just done."""
    choice = _chosen(_adopted())
    player = key(PAGE, "player")
    followed_to = followed(
        choice.replay, Replay(choice.paper), key=player, replayed=choice.replayed
    )
    choice = st.session_state[STATE] = replace(choice, replay=followed_to)
    link.follow(PAGE, _write(choice), _canonical)
    return Seen(choice)


def _adopted() -> Choice:
    """The choice that the link leads to, or else the last one, in the widgets too."""
    query, state = link.arrival(PAGE), st.session_state
    last: Choice | None = state.get(STATE)
    if query is None and last is not None:
        for name in ("example", "sheet", "ask"):
            state.setdefault(key(PAGE, name), getattr(last, name))
        keep_known(key(PAGE, "example"), library(), last.example)
        return last
    read = _read(query if query is not None else st.query_params.to_dict())
    inbox = last.replay.inbox if last else Inbox()
    choice = state[STATE] = replace(read, replay=replace(read.replay, inbox=inbox))
    for name in ("example", "sheet", "ask"):
        state[key(PAGE, name)] = getattr(choice, name)
    return choice


def _chosen(last: Choice) -> Choice:
    """What the widgets say; another example or sheet begins at its first step."""
    state = st.session_state
    example = state[key(PAGE, "example")]
    number = state[key(PAGE, "sheet")]
    if number not in range(len(library()[example].sheets)):
        number = state[key(PAGE, "sheet")] = 0
    choice = replace(last, example=example, sheet=number, ask=bool(state[key(PAGE, "ask")]))
    if choice.replayed == last.replayed:
        return choice
    return replace(choice, replay=replace(last.replay, at=0))


def _read(query: link.Query) -> Choice:
    slug = query.get("example", "")
    slug = slug if slug in library() else next(iter(library()))
    sheet = min(whole(query.get("sheet", ""), 1), len(library()[slug].sheets)) - 1
    ids = [step.id for step in steps(library()[slug].sheets[sheet])]
    step = query.get("step", "")
    at = ids.index(step) if step in ids else 0
    return Choice(slug, sheet, "ask" in query, ReplayState(at))


def _write(choice: Choice) -> dict[str, str]:
    at = choice.replay.at
    return (
        {"example": choice.example}
        | ({"sheet": str(choice.sheet + 1)} if choice.sheet else {})
        | ({"step": steps(choice.paper)[at].id} if at else {})
        | ({"ask": "first"} if choice.ask else {})
    )


def _canonical(query: link.Query) -> link.Query:
    return _write(_read(query))


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
