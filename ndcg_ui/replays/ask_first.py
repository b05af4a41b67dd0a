"""Which printed numbers are wrong? Asked before the marking is shown, then compared with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ndcg_core.marking.marks import Mark
from ndcg_core.marking.wording import cell_name, leads_to
from ndcg_ui.exhibits.parts import Part, fields_of, form
from ndcg_ui.html.builder import NOTHING, Html, button, div, html, label, p, span, tag
from ndcg_ui.replays.selection import PAGE, Seen, marks_of

ASKED = "asked"


def ask_first(seen: Seen, named: Sequence[str] | None) -> Part:
    """Return the question which printed numbers are wrong; with an answer, how it compares."""
    marks = marks_of(seen.example.slug, seen.number)
    asked = _cells(marks)
    pills = (
        label(
            tag("input", type="checkbox", name=cell, checked=cell in (named or ())),
            span(_short_name(cell, marks[cell])),
        )
        for cell in asked
    )
    title = "Name every number below that its author got wrong."
    drawn = div(
        p(title),
        div(*pills, css="pills", role="group", aria_label=title),
        p(button("Compare with the marking", data_act="compare"), css="acts"),
        html(_compared(marks, set(asked), set(named) & set(asked)))
        if named is not None
        else NOTHING,
        css="question",
        data_form=seen.replayed,
    )
    return form(ASKED, drawn, f"{PAGE}.{ASKED}")


def named_in(seen: Seen, act: Mapping[str, Any]) -> list[str]:
    """Return the cells that were named."""
    chosen = fields_of(act)
    marks = marks_of(seen.example.slug, seen.number)
    return [cell for cell in _cells(marks) if chosen.get(cell) == "on"]


def _cells(marks: Mapping[str, Mark]) -> list[str]:
    return [cell for cell in marks if ".term." in cell or cell in ("dcg", "idcg", "ndcg")]


def _short_name(cell: str, printed: Mark) -> str:
    side, _, rank = cell.rpartition(".term.")
    place = {"actual": f"ranking {rank}", "ideal": f"ideal {rank}"}.get(side, cell.upper())
    return f"{place}: {printed.given}"


def _compared(marks: Mapping[str, Mark], asked: set[str], named: set[str]) -> Html:
    wrong = {cell for cell in asked if marks[cell].verdict == "wrong"}
    follows = _follows(marks, asked) & named
    found, missed, blamed = named & wrong, wrong - named, named - wrong - follows
    said = [
        f"{len(found)} of the {len(wrong)} wrong numbers named."
        if wrong
        else "Not one of these numbers is wrong: what differs was rounded on the way."
    ]
    if follows:
        said.append(
            f"Found as well: {_list(follows)}, which follow{'s' if len(follows) == 1 else ''} from "
            "a wrong ideal order further up and cannot be right either."
        )
    if missed:
        said.append(f"Not named: {_list(missed)}.")
    if blamed:
        said.append(f"Named, but not wrong: {_list(blamed)}.")
    said.append("Switch the question off to see the marking, and what each author did.")
    return p(" ".join(said), css="note", role="status")


def _follows(marks: Mapping[str, Mark], asked: set[str]) -> set[str]:
    """The carried numbers whose cause, a wrong grade, is not among what can be named."""
    causes = [c for c in marks if marks[c].verdict in ("wrong", "carried") and c not in asked]
    carried = {c for c in asked if marks[c].verdict == "carried"}
    return {c for c in carried if any(leads_to(cause, c) for cause in causes)}


def _list(cells: set[str]) -> str:
    return ", ".join(sorted(cell_name(cell) for cell in cells))
