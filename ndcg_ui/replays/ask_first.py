"""Which printed numbers are wrong? Asked before the marking is shown, then compared with it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ndcg_core.marking.record import Mark
from ndcg_core.marking.unexplained import cell_name, leads_to
from ndcg_ui.components.markup import markup
from ndcg_ui.html.builder import Html, p
from ndcg_ui.page.keys import key
from ndcg_ui.replays.selection import PAGE, Seen, marks_of


def ask_first(seen: Seen) -> None:
    """Ask which printed numbers are wrong, then say how the answer compares."""
    marks = marks_of(seen.example.slug, seen.number)
    asked = [cell for cell in marks if ".term." in cell or cell in ("dcg", "idcg", "ndcg")]
    names = {cell: _short_name(cell, marks[cell]) for cell in asked}
    with st.form(key(PAGE, "question"), border=False):
        named = st.pills(
            "Name every number below that its author got wrong.",
            asked,
            selection_mode="multi",
            format_func=names.__getitem__,
            key=f"{PAGE}.named.{seen.example.slug}.{seen.sheet.name}",
        )
        if st.form_submit_button("Compare with the marking"):
            markup(_compared(marks, set(asked), set(named or ())), key=key(PAGE, "compared"))


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
