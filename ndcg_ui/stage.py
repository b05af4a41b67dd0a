"""The stage that several pages share: board, fraction and first chart, one hand, one glance."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import ndcg_core as nc
from ndcg_ui import figures, tables
from ndcg_ui.components.board import board
from ndcg_ui.components.figure import figure
from ndcg_ui.components.markup import markup
from ndcg_ui.ranking import History
from ndcg_ui.session import key

CHART = "What each rank is worth"


def stage(
    page: str,
    history: History,
    trace: nc.Trace,
    sentences: Sequence[str] = (),
    *,
    answered: str | None = None,
    mode: str = "edit",
) -> None:
    """Draw the board of `page`, `sentences` under it, and what `trace` says; mode: see `board`."""
    left, right = st.columns([1.02, 1], gap="medium")
    with left:
        board(
            history,
            trace,
            key=key(page, "board"),
            answered=answered,
            group=page,
            mode=mode,
            said=sentences,
        )
    with right:
        markup(tables.fraction(trace), key=key(page, "fraction"), group=page)
        figure(figures.terms(trace), key=key(page, "terms"), name=CHART, group=page)
