"""Sends what a short run says to its page in one go.

A page that hears that a run has begun paints itself once more: all of it waits, nothing has changed
yet. Where the rest comes some milliseconds later, that frame is what the rest waits for.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable
from contextlib import suppress

from google.protobuf.message import DecodeError
from starlette.types import Message, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from ndcg_ui import limits


class InOneGo:
    """Keeps what a run of a part of the page says until the run ends, or has taken so long."""

    def __init__(
        self,
        send: Send,
        ended: Callable[[], None] = lambda: None,
        seconds: float = limits.SECONDS_IN_ONE_GO,
    ) -> None:
        """Pass everything on to `send`, in order; call `ended` once the end of a run is sent."""
        self.send, self.ended, self.seconds = send, ended, seconds
        self.kept: list[Message] = []
        self.late: TimerHandle | None = None
        self.flushing: asyncio.Task[None] | None = None
        self.in_order = asyncio.Lock()

    async def __call__(self, message: Message) -> None:
        """Send a message, or keep it for those that follow."""
        forward = parse(message)
        if self.kept or begins(forward):
            self.kept.append(message)
            self.late = self.late or asyncio.get_running_loop().call_later(self.seconds, self._late)
            if ends(forward) or message["type"] != "websocket.send":
                await self.flush()
        else:
            async with self.in_order:
                await self.send(message)
        if ends(forward):
            self.ended()

    async def flush(self) -> None:
        """Send all that is kept."""
        self.leave()
        async with self.in_order:
            while self.kept:
                await self.send(self.kept.pop(0))

    def leave(self) -> None:
        """Let the time run out no more."""
        if self.late is not None:
            self.late.cancel()
        self.late = None

    def _late(self) -> None:
        self.flushing = asyncio.create_task(self._flush_late())

    async def _flush_late(self) -> None:
        with suppress(OSError, RuntimeError):  # nobody is there any more
            await self.flush()


def parse(message: Message) -> ForwardMsg:
    """Return what Streamlit tells its page with a message; nothing where it is something else."""
    forward = ForwardMsg()
    try:
        forward.ParseFromString(message.get("bytes") or b"")
    except DecodeError:
        return ForwardMsg()
    return forward


def begins(forward: ForwardMsg) -> bool:
    """Return whether a page is told that a run of a part of it has begun."""
    return forward.HasField("new_session") and bool(forward.metadata.run.fragment_ids)


def ends(forward: ForwardMsg) -> bool:
    """Return whether a page is told that a run is over."""
    return forward.HasField("script_finished")
