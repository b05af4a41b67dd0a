"""What a visitor's page has asked for and nobody has begun: the newest of what is the same."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError
from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from ndcg_ui import limits

NOT_TAKEN, BROKEN, TOO_BIG = 1003, 1007, 1009
"""With which code a connection is closed, as RFC 6455 has them."""


KINDS = ("rerun_script", "stop_script", "app_heartbeat")
"""The messages that a page of ours sends. Others could clear everybody's caches, say."""

WIDGET = "$$"
"""How the ids begin that Streamlit gives its widgets."""


class Unreadable(ValueError):
    """A message that no page sends: the sentence for the log, and the code of the close."""

    def __init__(self, code: int, what: str) -> None:
        """Say what was sent."""
        super().__init__(what)
        self.code = code


class Incoming(NamedTuple):
    """A message, and what it asks to run: None where it asks for something else."""

    message: Message
    run: Any = None


def incoming(message: Message) -> Incoming | None:
    """Read what a message asks for; None for what no page of ours asks; or `Unreadable`."""
    if message["type"] != "websocket.receive":
        return Incoming(message)
    if message.get("bytes") is None:
        raise Unreadable(NOT_TAKEN, "text instead of a binary message")
    if size(message) > limits.LONGEST_MESSAGE:
        raise Unreadable(TOO_BIG, f"a message of {size(message):,} bytes")
    back = BackMsg()
    try:
        back.ParseFromString(message["bytes"])
    except DecodeError:
        raise Unreadable(BROKEN, "a message that cannot be read") from None
    kind = back.WhichOneof("type")
    if kind not in KINDS:
        return None
    widgets = back.rerun_script.widget_states.widgets
    if len(widgets) > limits.MOST_WIDGETS:
        raise Unreadable(TOO_BIG, f"the values of {len(widgets):,} widgets")
    if not all(widget.id.startswith(WIDGET) for widget in widgets):
        raise Unreadable(BROKEN, "a value of no widget")  # every later run would stumble over it
    return Incoming(message, back.rerun_script if kind == "rerun_script" else None)


def size(message: Message) -> int:
    """Return how long a message is."""
    return len(message.get("bytes") or message.get("text") or b"")


class Inbox:
    """The messages of one connection that were read and not yet taken."""

    def __init__(self, longest: int = limits.QUEUE) -> None:
        """Hold at most `longest` messages that no later one makes superfluous."""
        self.waiting: deque[Incoming] = deque()
        self.longest = longest
        self.changed = asyncio.Condition()

    async def put(self, one: Incoming) -> None:
        """Add a message, in the place of the last one where it says the same and more."""
        async with self.changed:
            if self.waiting and overtakes(one, self.waiting[-1]):
                self.waiting.pop()
            await self.changed.wait_for(lambda: len(self.waiting) < self.longest)
            self.waiting.append(one)
            self.changed.notify_all()

    async def get(self) -> Message:
        """Wait for a message, and take the oldest."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.waiting)
            message = self.waiting.popleft().message
            self.changed.notify_all()
            return message


def overtakes(later: Incoming, earlier: Incoming) -> bool:
    """Return whether nothing is lost when only the later of two messages is taken.

    Both ask for a run of the same part of the same page, and in the earlier no button was pressed:
    the later one has every other widget's newest state.
    """
    one, other = earlier.run, later.run
    if one is None or other is None:
        return False
    same_part = (one.page_script_hash, one.page_name, one.fragment_id, one.query_string) == (
        *(other.page_script_hash, other.page_name, other.fragment_id, other.query_string),
    )
    known = {widget.id for widget in other.widget_states.widgets}
    return same_part and all(
        widget.id in known and not _is_trigger(widget) for widget in one.widget_states.widgets
    )


def _is_trigger(widget: WidgetState) -> bool:
    kind = widget.WhichOneof("value") or ""
    return kind.endswith("trigger_value") or kind == "chat_input_value"
