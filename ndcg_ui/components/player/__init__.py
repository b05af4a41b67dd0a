"""The player: first, back, play, next, last, for anything that is shown a step at a time."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ndcg_ui.components import exposed
from ndcg_ui.components.events import NONE_YET, Acknowledged

_player = st.components.v2.component(
    "ndcg-tutor.player",
    js="player.js",
    html="<div class='player' data-testid='player' role='group' aria-label='Replay'></div>",
    isolate_styles=False,
)


def player(
    titles: Sequence[str],
    at: int,
    *,
    key: str,
    replayed: str,
    acknowledged: Acknowledged = NONE_YET,
    group: str = "main",
    doc: int | None = None,
) -> None:
    """Show the player at step `at` of those named by `titles`.

    Where the person goes arrives as an event {replayed, at}. replayed names what is played: another
    one stops the play. doc is the document that the step is about, highlighted with its group.
    """
    _player(
        key=key,
        data={
            "titles": list(titles),
            "at": at,
            "replayed": replayed,
            **acknowledged,
            "group": group,
            "doc": doc,
        },
        on_event_change=exposed,
    )
