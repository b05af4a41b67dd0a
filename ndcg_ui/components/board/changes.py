"""The changes that an action makes to a board and its settings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ndcg_ui.components.board.commands import apply_command
from ndcg_ui.components.board.link import (
    FIELDS,
    LAST_RESULT_SHOWN,
    BoardState,
    read_link,
    read_state,
)
from ndcg_ui.exhibit.links import Query

CONTROL_FIELDS = {field.name: field for field in FIELDS if field.name != "hide"}


def apply_action(query: Query, act: Mapping[str, Any]) -> BoardState:
    """Return a link's state after an action, or before it with the reason for a refusal.

    The trace before the action is computed only for a refused action.
    """
    board, settings, _ = read_link(query)
    after = change_state(BoardState(board, settings), act) if act else None
    return after if after and not after.problems else change_state(read_state(query), act)


def change_state(state: BoardState, act: Mapping[str, Any]) -> BoardState:
    """Return the state after an action, or the same state with the reason for a refusal."""
    if not act:
        return state
    board = state.board
    settings = state.settings
    refused = ""
    try:
        match act:
            case {"do": "set", "name": str(refused), "value": str(text)} if (
                refused in CONTROL_FIELDS
            ):
                settings = replace(
                    settings, **{refused: CONTROL_FIELDS[refused].parse_typed_text(text)}
                )
            case _:
                refused = "r" if act.get("do") == "type" else ""
                board = apply_command(board, act)
    except ValueError as error:
        return replace(state, problems=(str(error),), refused=refused)
    try:
        return BoardState(board, settings).require_trace()
    except ValueError as error:
        return replace(state, problems=(f"{error} {LAST_RESULT_SHOWN}",), refused=refused)
