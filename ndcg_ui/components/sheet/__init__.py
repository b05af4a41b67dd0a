"""The sheet: a calculation with blanks to fill in, each marked when it is left or checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import streamlit as st

from ndcg_core.marking.record import Mark
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components import exposed
from ndcg_ui.components.events import NONE_YET, Acknowledged
from ndcg_ui.html.blank_sheets import unmarked

_sheet = st.components.v2.component(
    "ndcg-tutor.sheet",
    js="sheet.js",
    html="<div class='sheet' data-testid='sheet'></div>",
    isolate_styles=False,
)


def sheet(
    paper: Sheet,
    *,
    key: str,
    form: str,
    marks: Iterable[Mark] = (),
    acknowledged: Acknowledged = NONE_YET,
    state: Literal["open", "closed"] = "open",
) -> None:
    """Show `paper`: what is given as text, its blanks as fields, the marks beside them.

    form names the exercise: another form starts with what `paper` has in its blanks. What the
    person writes arrives as an event; acknowledged is the last of those that `marks` knows.

        form   the form it was written into
        texts  every blank's text, by cell
        why    "left" (a field was left), "check", or "hint"
        cell   the field that was left, or that a hint is wanted for

    state: "open", or "closed" where nothing can be written any more.
    """
    data = unmarked(paper, key, form) | {**acknowledged, "state": state}
    blanks = set(paper.blanks)
    data["marks"] = {m.cell: _mark(m) for m in marks if m.cell in blanks}
    _sheet(key=key, data=data, on_event_change=exposed)


def _mark(mark: Mark) -> dict[str, str]:
    return {"verdict": mark.verdict, "message": mark.message}
