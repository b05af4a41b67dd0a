"""Takes what a visitor's page says at a person's pace, so that nobody's page is served alone.

Streamlit runs a page for every message that asks for it. While one runs, it keeps of those that
wait only the newest: the state of every widget is in each of them. The same is done here before
they reach Streamlit, for a page that asks faster than a person can.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from ndcg_ui.web import limits

TOO_BIG = 1009
Sleep = Callable[[float], Awaitable[None]]


class Bucket:
    """Lets `burst` things through at once and then `steady` a second; the others wait."""

    def __init__(self, burst: float, steady: float, clock: Callable[[], float], sleep: Sleep):
        """Begin full; clock and sleep are the system's, or a test's."""
        self.burst, self.steady, self.clock, self.sleep = burst, steady, clock, sleep
        self.left, self.looked = float(burst), clock()

    async def room(self) -> None:
        """Wait until there is room for one more."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.looked) * self.steady)
        self.looked = now
        if self.left < 1:
            await self.sleep((1 - self.left) / self.steady)

    def take(self, weight: float = 1) -> None:
        """Count one that went through, or one as heavy as several."""
        self.left -= weight


class Inbox:
    """The messages of one connection that were read and not yet taken."""

    def __init__(self, longest: int = limits.QUEUE) -> None:
        """Hold at most `longest` messages that no later one makes superfluous."""
        self.waiting: deque[Message] = deque()
        self.longest = longest
        self.changed = asyncio.Condition()

    async def put(self, message: Message) -> None:
        """Add a message, in the place of the last one where it says the same and more."""
        async with self.changed:
            if self.waiting and overtakes(message, self.waiting[-1]):
                self.waiting.pop()
            await self.changed.wait_for(lambda: len(self.waiting) < self.longest)
            self.waiting.append(message)
            self.changed.notify_all()

    async def get(self) -> Message:
        """Wait for a message, and take the oldest."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.waiting)
            message = self.waiting.popleft()
            self.changed.notify_all()
            return message


def overtakes(later: Message, earlier: Message) -> bool:
    """Return whether nothing is lost when only the later of two messages is heard.

    Both ask for a run of the same part of the same page, and in the earlier no button was pressed:
    the later one has every other widget's newest state.
    """
    one, other = _rerun(earlier), _rerun(later)
    if one is None or other is None:
        return False
    same_part = (one.page_script_hash, one.page_name, one.fragment_id, one.query_string) == (
        *(other.page_script_hash, other.page_name, other.fragment_id, other.query_string),
    )
    known = {widget.id for widget in other.widget_states.widgets}
    return same_part and all(
        widget.id in known and not _is_trigger(widget) for widget in one.widget_states.widgets
    )


def _rerun(message: Message) -> Any:
    """What a message asks to run; None where it asks for something else."""
    back = BackMsg()
    try:
        back.ParseFromString(message.get("bytes") or b"")
    except DecodeError:
        return None
    return back.rerun_script if back.WhichOneof("type") == "rerun_script" else None


def _is_trigger(widget: WidgetState) -> bool:
    kind = widget.WhichOneof("value") or ""
    return kind.endswith("trigger_value") or kind == "chat_input_value"


class Way:
    """Which page a connection asked for last.

    A part of the page that is left may still ask for a run behind the request for the next one.
    Streamlit runs that part when it is no longer there, and what it had to send of the next page is
    lost: the page stays empty. What the part wanted to tell is told when it is shown again.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin on no page."""
        self.clock, self.page, self.until = clock, "", 0.0

    def is_left(self, message: Message) -> bool:
        """Whether a message is of a page that was left just now; follows those that leave one."""
        run = _rerun(message)
        if run is None or not run.page_script_hash:
            return False
        if run.fragment_id:
            return run.page_script_hash != self.page and self.clock() < self.until
        if run.page_script_hash != self.page:
            self.page, self.until = run.page_script_hash, self.clock() + limits.SECONDS_TO_LEAVE
        return False


class Pace:
    """Gives the application each connection's messages at a person's pace, the newest in time."""

    def __init__(
        self,
        app: ASGIApp,
        clock: Callable[[], float] = monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Wrap the application `app`."""
        self.app, self.clock, self.sleep = app, clock, sleep

    def _bucket(self, burst: float, steady: float) -> Bucket:
        return Bucket(burst, steady, self.clock, self.sleep)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stand between a connection and the application."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        inbox, taken = Inbox(), self._bucket(limits.BURST, limits.STEADY)

        async def paced() -> Message:
            await taken.room()
            message = await inbox.get()
            if message["type"] == "websocket.receive":
                taken.take()
            return message

        reading = asyncio.create_task(self._read(receive, send, inbox))
        try:
            await self.app(scope, paced, send)
        finally:
            reading.cancel()

    async def _read(self, receive: Receive, send: Send, inbox: Inbox) -> None:
        """Read ahead, slowly enough for everybody else, until the connection has ended."""
        read, way = self._bucket(limits.READ_BURST, limits.READ_STEADY), Way(self.clock)
        message: Message = {"type": ""}
        while message["type"] != "websocket.disconnect":
            await read.room()
            message = await receive()
            read.take(1 + _size(message) / limits.BYTES_EACH)
            if _size(message) > limits.LONGEST_MESSAGE:
                message = {"type": "websocket.disconnect", "code": TOO_BIG}
                await inbox.put(message)
                await send({"type": "websocket.close", "code": TOO_BIG})
                return
            if not way.is_left(message):
                await inbox.put(message)


def _size(message: Message) -> int:
    return len(message.get("bytes") or message.get("text") or b"")
