"""One learner in the playground, speaking Streamlit's own protocol over a websocket.

Says what a browser says: the whole page's first run, then a rerun of its fragment for each card
moved, with the value of every widget. Believes nothing: an answer that does not show the board in
a new revision, with exactly this command answered, is an error.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

PAGE = "playground"
BOARD = "playground.board"


def _text(widget: Any) -> dict[str, Any]:
    return {"string_value": widget.value if widget.set_value else widget.default}


def _number(widget: Any) -> dict[str, Any]:
    value = widget.value if widget.HasField("value") else None
    return {} if value is None else {"double_value": value}


def _choice(widget: Any) -> dict[str, Any]:
    return {"string_value": widget.raw_value or widget.options[widget.default]}


def _buttons(widget: Any) -> dict[str, Any]:
    chosen = list(widget.raw_values) or [widget.options[at].content for at in widget.default]
    return {"string_array_value": {"data": chosen}}


VALUES: dict[str, Callable[[Any], dict[str, Any]]] = {
    "text_input": _text,
    "number_input": _number,
    "selectbox": _choice,
    "button_group": _buttons,
}


def _part(rows: list[Any], name: str) -> dict[str, Any]:
    """What the part of an exhibit with this name was told."""
    parts = (part for row in rows for column in row for part in column)
    return next(part["data"] for part in parts if part["name"] == name)


class Learner:
    """The browser's half of one session."""

    def __init__(self, socket: Any, dice: random.Random, query: str) -> None:
        """Speak through an open websocket."""
        self.socket = socket
        self.dice = dice
        self.query = query
        self.page = self.fragment = self.board_id = ""
        self.board: dict[str, Any] = {}
        self.widgets: dict[str, WidgetState] = {}
        self.sent = 0

    async def arrive(self) -> None:
        """Open the page."""
        await self._rerun()
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
        await self._rerun()
        seconds = perf_counter() - began
        if self.board["acknowledged"] != seq or self.board["revision"] == before:
            raise RuntimeError("The board did not obey.")
        return seconds

    async def _rerun(self) -> None:
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self.query
        state.page_name = "" if self.page else PAGE
        state.page_script_hash = self.page
        state.fragment_id = self.fragment
        state.widget_states.widgets.extend(self.widgets.values())
        await self.socket.send(message.SerializeToString())
        while not self._finished(ForwardMsg.FromString(await self.socket.recv())):
            pass

    def _finished(self, message: ForwardMsg) -> bool:
        kind = message.WhichOneof("type")
        if kind == "delta":
            self._shown(message)
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "ref_hash":
            raise RuntimeError("The server believes this learner has a message cached.")
        return kind == "script_finished"

    def _shown(self, message: ForwardMsg) -> None:
        """Keep what a browser keeps: the value of each widget, the fragment's and board's ids."""
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind in VALUES:
            widget = getattr(element, kind)
            if widget.id not in self.widgets or widget.set_value:
                self.widgets[widget.id] = WidgetState(id=widget.id, **VALUES[kind](widget))
        elif kind == "bidi_component" and element.bidi_component.id.endswith(BOARD):
            self.page = message.metadata.active_script_hash
            self.fragment = message.delta.fragment_id
            self.board_id = element.bidi_component.id
            self.board = _part(json.loads(element.bidi_component.bytes), "board")
