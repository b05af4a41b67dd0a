"""An act on the playground's board: from its link and what was done to the link and the exhibit
after it.

Nothing is remembered between two acts. An act may be repeated after any failure, asked for while a
card is still in the air, and answered by any process.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ndcg_ui.boards.commands import obey
from ndcg_ui.boards.link import FIELDS, LAST, Settings, State, state_of
from ndcg_ui.exhibits.parts import Answer
from ndcg_ui.exhibits.playground import playground

CONTROLS = {field.name: field for field in FIELDS if field.name != "hide"}


def board(link: Mapping[str, str], act: Mapping[str, Any]) -> Answer:
    """Return the link after an act, and the exhibit that shows it.

    act: a command of `obey`; "set" with the name of a control and its text; or none, for the link
    as it is. A document's id in the answer is its place in `link`, or a higher number where the act
    has added it. An act that cannot be obeyed changes nothing, and the exhibit says why.

    >>> board({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    state = after(state_of(link), act)
    return Answer(state.link, playground(state))


def after(state: State, act: Mapping[str, Any]) -> State:
    """Return the state after an act; where it cannot be obeyed, the same state and why."""
    if not act:
        return state
    match act:
        case {"do": "set", "name": str(name), "value": str(text)} if name in CONTROLS:
            return _attempt(state, name, lambda: (state.board, _set(state.settings, name, text)))
        case _:
            refused = "r" if act.get("do") == "type" else ""
            return _attempt(state, refused, lambda: (obey(state.board, act), state.settings))


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
    """Return the settings with one of them read from its control; an empty text is the default."""
    return replace(settings, **{name: CONTROLS[name].typed(text)})
