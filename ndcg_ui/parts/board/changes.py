"""What an act changes of a board and its settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ndcg_ui.parts.board.commands import obey_command
from ndcg_ui.parts.board.link import FIELDS, LAST, Settings, State

CONTROLS = {field.name: field for field in FIELDS if field.name != "hide"}


def change_state(state: State, act: Mapping[str, Any]) -> State:
    """Return the state after an act; where it cannot be obeyed, the same state and why."""
    if not act:
        return state
    match act:
        case {"do": "set", "name": str(name), "value": str(text)} if name in CONTROLS:
            return _attempt(state, name, lambda: (state.board, _set(state.settings, name, text)))
        case _:
            refused = "r" if act.get("do") == "type" else ""
            return _attempt(
                state, refused, lambda: (obey_command(state.board, act), state.settings)
            )


def _attempt(state: State, control: str, change: Callable[[], tuple[Any, Settings]]) -> State:
    try:
        board, settings = change()
    except ValueError as error:
        return replace(state, problems=(str(error),), refused=control)
    try:
        trace = board.trace(settings.k, settings.convention)
    except ValueError as error:
        return replace(state, problems=(f"{error} {LAST}",), refused=control)
    return State(board, settings, trace)


def _set(settings: Settings, name: str, text: str) -> Settings:
    return replace(settings, **{name: CONTROLS[name].typed(text)})
