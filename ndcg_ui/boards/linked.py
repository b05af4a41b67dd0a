"""What the page of a link shows, from nothing but the link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import ndcg_core as nc
from ndcg_ui.boards.board import Board
from ndcg_ui.boards.link_text import read_link, write_link
from ndcg_ui.boards.settings import Settings

LAST = "What was calculated last is still shown."


@dataclass(frozen=True)
class State:
    """A link that was read: the board, the settings, their trace, and what was wrong.

    refused  the control whose value could not be taken: "r", or a setting's name
    """

    board: Board
    settings: Settings
    trace: nc.Trace
    problems: tuple[str, ...] = ()
    refused: str = ""

    @property
    def link(self) -> dict[str, str]:
        """The link that leads to this state."""
        return write_link(self.board, self.settings)


def state_of(query: Mapping[str, str]) -> State:
    """Return what a link's page shows; what cannot be calculated is, with the usual settings.

    >>> state_of({"r": "3,0,2"}).trace.dcg
    4.0
    """
    board, settings, problems = read_link(query)
    first = read_link({})[0]
    for shown, chosen in ((board, settings), (board, Settings()), (first, Settings())):
        try:
            trace = shown.trace(chosen.k, chosen.convention)
        except ValueError as error:
            problems.append(f"{error} {LAST}")
        else:
            return State(shown, chosen, trace, tuple(problems))
    raise AssertionError("The first ranking can always be scored.")
