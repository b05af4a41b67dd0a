"""The player of a replay: its buttons, and where they lead."""

from __future__ import annotations

from ndcg_ui.components.player import player
from ndcg_ui.replays.replay import Replay, ReplayState


def draw_player(replay: Replay, state: ReplayState, *, key: str, replayed: str, group: str) -> None:
    """Draw the buttons that lead through `replay`."""
    player(
        [step.title for step in replay.steps],
        replay.at,
        key=key,
        replayed=replayed,
        acknowledged=state.inbox.acknowledged(key),
        group=group,
        doc=replay.row.doc if replay.row else None,
    )


def followed(state: ReplayState, replay: Replay, *, key: str, replayed: str) -> ReplayState:
    """Return where the player leads, each of its events once; the caller keeps it.

    replayed: what is played now; an event of another replay leads nowhere.
    """
    event = state.inbox.take(key)
    at, inbox = event.get("at"), state.inbox.acknowledging(key, event)
    fits = event.get("replayed") == replayed and type(at) is int
    standing = replay.standing_at(at if fits and type(at) is int else state.at)
    return ReplayState(standing.at, inbox)
