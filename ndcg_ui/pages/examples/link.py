"""The link of the examples page, and its question about wrong numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import ndcg_core as nc
from ndcg_core.examples.published import Example, load_examples
from ndcg_core.examples.replay import list_replay_steps
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
    """The state of the examples page in its link.

    The cells that the visitor selected are not part of it: they are in the tab's state.

    number      the index of the sheet in the example
    at          the index of the step in the replay
    asks_first  True to ask which numbers are wrong before they are marked
    """

    example: Example
    number: int = 0
    at: int = 0
    asks_first: bool = False

    @property
    def sheet(self) -> Sheet:
        """The sheet with the printed numbers that the page shows."""
        return self.example.sheets[self.number]

    @property
    def replay(self) -> Replay:
        """The replay of the sheet, at the current step."""
        return Replay(self.sheet).go_to(self.at)

    @property
    def sheet_key(self) -> str:
        """The key of the sheet, such as "my-example/0", by which the player recognizes it."""
        return f"{self.example.slug}/{self.number}"


@cache
def load_examples_by_slug() -> Mapping[str, Example]:
    """Return the published examples by slug. They are loaded once."""
    return {example.slug: example for example in load_examples()}


def read_link(link: Mapping[str, str]) -> ExampleView:
    """Read the state of the page from a link. Invalid parameters get defaults.

    A number above that of the last sheet stands for the last sheet.
    """
    slug = link.get("example", "")
    example = load_examples_by_slug()[
        slug if slug in load_examples_by_slug() else next(iter(load_examples_by_slug()))
    ]
    number = (
        max(1, min(parse_positive_or_default(link.get("sheet", ""), 1), len(example.sheets))) - 1
    )
    ids = [step.id for step in list_replay_steps(example.sheets[number])]
    step = link.get("step", "")
    return ExampleView(example, number, ids.index(step) if step in ids else 0, "ask" in link)


def format_link(view: ExampleView) -> dict[str, str]:
    """Return the link parameters of a view: the example, and any values that are not defaults."""
    return (
        {"example": view.example.slug}
        | ({"sheet": str(view.number + 1)} if view.number else {})
        | ({"step": view.replay.step.id} if view.at else {})
        | ({"ask": "first"} if view.asks_first else {})
    )


def make_trace_board(trace: nc.Trace) -> Board:
    """Return a board with the ranked and the unretrieved documents of a trace."""
    ranked = (*trace.actual, *trace.beyond)
    rows = {row.doc: row for row in (*trace.ideal, *trace.ideal_beyond, *ranked)}
    documents = tuple(Document(doc, rows[doc].label, rows[doc].grade) for doc in sorted(rows))
    return Board(documents[: len(ranked)], documents[len(ranked) :])


def make_playground_settings(example: Example) -> Settings:
    """Return the settings with which the playground repeats an example's calculation."""
    convention = example.convention
    k = example.k if example.k != len(example.grades) else None
    return Settings(
        k, str(convention.gain), str(convention.discount), convention.base, convention.ideal_from
    )


ASKED_PART = "asked"


def make_question_part(view: ExampleView, selected_cells: Sequence[str] | None) -> Part:
    """Return the part that asks which printed numbers are wrong, with any answer's result.

    selected_cells: the cells that the visitor selected as wrong, or None before a comparison.
    """
    marks = mark_by_cell(view.sheet)
    cells = _list_selectable_cells(marks)
    pills = (
        label(
            tag("input", type="checkbox", name=cell, checked=cell in (selected_cells or ())),
            span(_shorten_cell_name(cell, marks[cell])),
        )
        for cell in cells
    )
    title = "Select every number that its author got wrong."
    drawn = div(
        p(title),
        div(*pills, css="pills", role="group", aria_label=title),
        p(button("Compare with the marking", data_act="compare"), css="acts"),
        html(_compare_with_marks(marks, set(cells), set(selected_cells) & set(cells)))
        if selected_cells is not None
        else EMPTY,
        css="question",
        data_form=view.sheet_key,
    )
    return make_form(ASKED_PART, drawn, f"{PAGE}.{ASKED_PART}")


def read_selected_cells(view: ExampleView, action: Mapping[str, Any]) -> list[str]:
    """Return the names of the cells that the visitor selected in the question's form."""
    chosen = read_form_fields(action)
    marks = mark_by_cell(view.sheet)
    return [cell for cell in _list_selectable_cells(marks) if chosen.get(cell) == "on"]


def _list_selectable_cells(marks: Mapping[str, Mark]) -> list[str]:
    """Return the cells of printed terms and totals, which the visitor can select as wrong."""
    return [cell for cell in marks if ".term." in cell or cell in ("dcg", "idcg", "ndcg")]


def _shorten_cell_name(cell: str, printed: Mark) -> str:
    """Return a short name of a cell with its printed number, such as "ideal 2: 1.893"."""
    side, _, rank = cell.rpartition(".term.")
    name = {"actual": f"ranking {rank}", "ideal": f"ideal {rank}"}.get(side, cell.upper())
    return f"{name}: {printed.given}"


def _compare_with_marks(
    marks: Mapping[str, Mark], selectable_cells: set[str], selected_cells: set[str]
) -> Html:
    """Return sentences that compare a visitor's selection with the marking.

    selectable_cells: the cells that could be selected
    selected_cells: the selected cells
    """
    wrong = {cell for cell in selectable_cells if marks[cell].verdict == "wrong"}
    causes = [
        c for c in marks if marks[c].verdict in ("wrong", "carried") and c not in selectable_cells
    ]
    carried = {c for c in selectable_cells if marks[c].verdict == "carried"}
    follows = {c for c in carried & selected_cells if any(is_used_by(cause, c) for cause in causes)}
    off = {cell for cell in selectable_cells if marks[cell].verdict == "last-digit"}
    hits = selected_cells & wrong
    missed = wrong - selected_cells
    blamed = selected_cells - wrong - follows - off
    sentences = [
        f"You found {len(hits)} of {len(wrong)} wrong number{'' if len(wrong) == 1 else 's'}."
        if wrong
        else "None of these numbers is wrong."
    ]
    if off:
        sentences.append(f"Only the last digit differs: {_join_cells(off)}.")
    elif carried and not wrong and all(marks[cause].verdict != "wrong" for cause in causes):
        sentences.append(
            "The differences from the exact numbers come from rounded intermediate results."
        )
    if follows:
        sentences.append(
            f"You also selected {_join_cells(follows)}. "
            "Numbers that follow from a wrong ideal order cannot be right either."
        )
    if missed:
        sentences.append(f"You missed: {_join_cells(missed)}.")
    if blamed:
        sentences.append(f"Selected, but not wrong: {_join_cells(blamed)}.")
    sentences.append(
        "Turn off “Ask me first which numbers are wrong” to see the marking and the causes."
    )
    return p(" ".join(sentences), css="note", role="status")


def _join_cells(cells: set[str]) -> str:
    return ", ".join(sorted(name_cell(cell) for cell in cells))
