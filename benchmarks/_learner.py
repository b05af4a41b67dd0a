"""One learner in the playground, speaking Streamlit's own protocol over a websocket.

Says what a browser says: the whole page's first run, then a rerun of its fragment for each card
moved, with the value of every widget. Believes nothing: an answer that does not show the board in
a new revision, with exactly this command answered, is an error.
"""

from __future__ import annotations

import json
import random
from time import perf_counter
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks._browser_half import BrowserHalf

PAGE = "playground"
BOARD = "playground.board"


def _part(rows: list[Any], name: str) -> dict[str, Any]:
    """What the part of an exhibit with this name was told."""
    parts = (part for row in rows for column in row for part in column)
    return next(part["data"] for part in parts if part["name"] == name)


class Learner(BrowserHalf):
    """The browser's half of one session."""

    def __init__(self, socket: Any, dice: random.Random, query: str) -> None:
        """Speak through an open websocket."""
        super().__init__(socket, PAGE, query)
        self.dice, self.board_id = dice, ""
        self.board: dict[str, Any] = {}

    async def arrive(self) -> None:
        """Open the page."""
        await self.rerun()
        if not (self.board and self.fragment):
            raise RuntimeError("The page came without a board.")

    async def move(self) -> float:
        """Move one card to another rank; return the seconds until the answer was complete."""
        order = list(range(self.board["retrieved"]))
        start, end = self.dice.sample(order, 2)
        order.insert(end, order.pop(start))
        self.sent += 1
        before, seq = self.board["revision"], f"learner-{id(self)}-{self.sent}"
        command = {"do": "arrange", "order": order, "seq": seq, "revision": before}
        value = json.dumps({"event": command})
        self.widgets[self.board_id] = WidgetState(id=self.board_id, json_value=value)
        began = perf_counter()
        await self.rerun()
        seconds = perf_counter() - began
        if self.board["acknowledged"] != seq or self.board["revision"] == before:
            raise RuntimeError("The board did not obey.")
        return seconds

    def receive(self, message: ForwardMsg) -> None:
        """Follow the page's address as well."""
        kind = message.WhichOneof("type")
        if kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "ref_hash":
            raise RuntimeError("The server believes this learner has a message cached.")
        super().receive(message)

    def shown(self, message: ForwardMsg, component: Any) -> None:
        """Keep the board, and what it belongs to."""
        if component.id.endswith(BOARD):
            self.names_the_fragment(message)
            self.board_id = component.id
            self.board = _part(json.loads(component.bytes), "board")
