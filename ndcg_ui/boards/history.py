"""A board's past and future: what undo, redo and reset lead to. No Streamlit here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ndcg_ui.boards.board import Board
from ndcg_ui.boards.commands import obey

REMEMBERED = 200
"""So many changes can be undone."""


@dataclass(frozen=True)
class History:
    """The board now, and the ones before and after it that undo and redo lead to."""

    now: Board
    start: Board
    past: tuple[Board, ...] = field(default=(), repr=False)
    future: tuple[Board, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, board: Board) -> History:
        """Begin with `board`; reset leads back to it."""
        return cls(board, board)

    def moved(self, board: Board) -> History:
        """Return the history after a change to `board`; a change to the same is none."""
        if board == self.now:
            return self
        return replace(self, now=board, past=(*self.past, self.now)[-REMEMBERED:], future=())

    def undone(self) -> History:
        """Return one change back, where there is one."""
        if not self.past:
            return self
        return replace(
            self, now=self.past[-1], past=self.past[:-1], future=(self.now, *self.future)
        )

    def redone(self) -> History:
        """Return one change forward, where one was undone."""
        if not self.future:
            return self
        return replace(
            self, now=self.future[0], past=(*self.past, self.now), future=self.future[1:]
        )

    def obeying(self, command: Mapping[str, Any]) -> History:
        """Return the history after a board command, undo, redo or reset."""
        match command.get("do"):
            case "undo":
                return self.undone()
            case "redo":
                return self.redone()
            case "reset":
                return self.moved(self.start)
        return self.moved(obey(self.now, command))
