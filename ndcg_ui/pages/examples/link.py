"""The link of the examples page, and its question about wrong numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import ndcg_core as nc
from ndcg_core.examples.published import Example, load_examples
from ndcg_core.examples.replay import list_steps
from ndcg_core.marking.marks import Mark
from ndcg_core.marking.wording import is_used_by, name_cell
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.board.board import Board, Document
from ndcg_ui.components.board.link import Settings
from ndcg_ui.components.markup.builder import EMPTY, Html, button, div, html, label, p, span, tag
from ndcg_ui.components.parts import make_form
from ndcg_ui.components.player.replay import Replay, mark_by_cell
from ndcg_ui.exhibit.links import parse_positive_or_default
from ndcg_ui.exhibit.parts import Part, read_form_fields

PAGE = "examples"


@dataclass(frozen=True)
class ExampleView:
    """The sheet of an example (from 0), a step, and the state of the question before it."""

    example: Example
    number: int = 0
    at: int = 0
    asking: bool = False

    @property
    def sheet(self) -> Sheet:
        return self.example.sheets[self.number]

    @property
    def replay(self) -> Replay:
        return Replay(self.sheet).go_to(self.at)

    @property
    def player_data(self) -> str:
        """The replayed sheet's name for the player."""
        return f"{self.example.slug}/{self.number}"


@cache
def read_examples() -> Mapping[str, Example]:
    """Return every published example by slug."""
    return {example.slug: example for example in load_examples()}


def read_link(link: Mapping[str, str]) -> ExampleView:
    """Return the state of a link."""
    slug = link.get("example", "")
    example = read_examples()[slug if slug in read_examples() else next(iter(read_examples()))]
    number = (
        max(1, min(parse_positive_or_default(link.get("sheet", ""), 1), len(example.sheets))) - 1
    )
    ids = [step.id for step in list_steps(example.sheets[number])]
    step = link.get("step", "")
    return ExampleView(example, number, ids.index(step) if step in ids else 0, "ask" in link)


def write_link(seen: ExampleView) -> dict[str, str]:
    """Return the link parameters of a state."""
    return (
        {"example": seen.example.slug}
        | ({"sheet": str(seen.number + 1)} if seen.number else {})
        | ({"step": seen.replay.step.id} if seen.at else {})
        | ({"ask": "first"} if seen.asking else {})
    )


def make_board(trace: nc.Trace) -> Board:
    """Return a board with a trace's documents."""
    ranked = (*trace.actual, *trace.beyond)
    rows = {row.doc: row for row in (*trace.ideal, *trace.ideal_beyond, *ranked)}
    documents = tuple(Document(doc, rows[doc].label, rows[doc].grade) for doc in sorted(rows))
    return Board(documents[: len(ranked)], documents[len(ranked) :])


def find_settings(example: Example) -> Settings:
    """Return the playground's settings for an example."""
    convention = example.convention
    k = example.k if example.k != len(example.grades) else None
    return Settings(
        k, str(convention.gain), str(convention.discount), convention.base, convention.ideal_from
    )


ASKED_PART = "asked"


def ask_first(seen: ExampleView, named: Sequence[str] | None) -> Part:
    """Return the question about wrong printed numbers, with the result of an answer."""
    marks = mark_by_cell(seen.sheet)
    cells = _list_wrong_cells(marks)
    pills = (
        label(
            tag("input", type="checkbox", name=cell, checked=cell in (named or ())),
            span(_shorten_cell_name(cell, marks[cell])),
        )
        for cell in cells
    )
    title = "Select every number that its author got wrong."
    drawn = div(
        p(title),
        div(*pills, css="pills", role="group", aria_label=title),
        p(button("Compare with the marking", data_act="compare"), css="acts"),
        html(_compare_with_marks(marks, set(cells), set(named) & set(cells)))
        if named is not None
        else EMPTY,
        css="question",
        data_form=seen.player_data,
    )
    return make_form(ASKED_PART, drawn, f"{PAGE}.{ASKED_PART}")


def read_named_cells(seen: ExampleView, act: Mapping[str, Any]) -> list[str]:
    """Return the cells that were chosen."""
    chosen = read_form_fields(act)
    marks = mark_by_cell(seen.sheet)
    return [cell for cell in _list_wrong_cells(marks) if chosen.get(cell) == "on"]


def _list_wrong_cells(marks: Mapping[str, Mark]) -> list[str]:
    return [cell for cell in marks if ".term." in cell or cell in ("dcg", "idcg", "ndcg")]


def _shorten_cell_name(cell: str, printed: Mark) -> str:
    side, _, rank = cell.rpartition(".term.")
    place = {"actual": f"ranking {rank}", "ideal": f"ideal {rank}"}.get(side, cell.upper())
    return f"{place}: {printed.given}"


def _compare_with_marks(marks: Mapping[str, Mark], asked: set[str], named: set[str]) -> Html:
    wrong = {cell for cell in asked if marks[cell].verdict == "wrong"}
    causes = [c for c in marks if marks[c].verdict in ("wrong", "carried") and c not in asked]
    carried = {c for c in asked if marks[c].verdict == "carried"}
    follows = {c for c in carried & named if any(is_used_by(cause, c) for cause in causes)}
    off = {cell for cell in asked if marks[cell].verdict == "last-digit"}
    hits = named & wrong
    missed = wrong - named
    blamed = named - wrong - follows - off
    sentences = [
        f"You found {len(hits)} of the {len(wrong)} wrong numbers."
        if wrong
        else "None of these numbers is wrong."
    ]
    if off:
        sentences.append(f"Only the last digit differs: {_join_cells(off)}.")
    elif not wrong:
        sentences.append("The differences come from rounded intermediate results.")
    if follows:
        sentences.append(
            f"You also selected {_join_cells(follows)}. "
            "Numbers that follow from a wrong ideal order "
            "cannot be right either."
        )
    if missed:
        sentences.append(f"You missed: {_join_cells(missed)}.")
    if blamed:
        sentences.append(f"Selected, but not wrong: {_join_cells(blamed)}.")
    sentences.append("Turn the question off to see the marking and the causes.")
    return p(" ".join(sentences), css="note", role="status")


def _join_cells(cells: set[str]) -> str:
    return ", ".join(sorted(name_cell(cell) for cell in cells))
