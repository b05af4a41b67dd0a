"""Learners of a class as a server sees them: connections, messages, and a clock for each."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlsplit

PAUSE = 0.3  # seconds before a lost connection is made again, and up to four times that
TRIES = 200


class Lost(Exception):
    """The server is away, or busy; it is tried again."""


async def request(
    url: str, path: str, message: Any = None, secret: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, int, int]:
    """Send one request on a connection of its own: reader, writer, status, length of the body."""
    at = urlsplit(url)
    try:
        reader, writer = await asyncio.open_connection(at.hostname, at.port)
        body = b"" if message is None else json.dumps(message).encode()
        head = [f"{'GET' if message is None else 'POST'} {path} HTTP/1.1", f"Host: {at.netloc}"]
        head += [f"Authorization: Bearer {secret}", f"Content-Length: {len(body)}"]
        head += ["Accept-Encoding: gzip, deflate, br"]  # as every browser does
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    except (OSError, asyncio.IncompleteReadError) as error:
        raise Lost from error
    length = answer.partition("content-length:")[2].split()
    return reader, writer, int(answer.split()[1]), int(length[0]) if length else 0


async def send(url: str, path: str, message: Any, secret: str = "") -> tuple[int, dict[str, Any]]:
    """Send a message; the status and what is answered. Lost where nothing is."""
    reader, writer, status, length = await request(url, path, message, secret)
    try:
        body = await reader.readexactly(length)
    except (OSError, asyncio.IncompleteReadError) as error:
        raise Lost from error
    finally:
        writer.close()
    if status == 429 or status >= 500:
        raise Lost
    return status, json.loads(body)


async def until_answered(
    url: str, path: str, message: Any, secret: str = ""
) -> tuple[int, dict[str, Any]]:
    """Send a message until it is answered, as a phone does."""
    for _ in range(TRIES):
        try:
            return await send(url, path, message, secret)
        except Lost:
            await asyncio.sleep(PAUSE)
    raise RuntimeError(f"{path} was never answered.")


@dataclass
class Classmate:
    """A learner: follows the room, answers when asked, comes back when the connection is lost.

    cut       the share of connections that are cut right after they were made
    received  when which revision of the room came
    """

    url: str
    rng: Random
    cut: float = 0.0
    token: str = ""
    received: dict[int, float] = field(default_factory=dict)
    back: list[float] = field(default_factory=list)
    mine: dict[str, Any] = field(default_factory=dict)
    number: int = 0
    sent: Any = None

    async def join(self, code: str) -> None:
        """Join a room."""
        status, answer = await until_answered(self.url, "/join/enter", {"code": code})
        if status != 200:
            raise RuntimeError(answer["say"])
        self.token = answer["token"]

    async def follow(self) -> None:
        """Follow the room for good."""
        while True:
            try:
                await self._follow()
            except Lost:
                await asyncio.sleep(PAUSE * (1 + 3 * self.rng.random()))

    async def _follow(self) -> None:
        reader, writer, status, _ = await request(self.url, "/join/events", None, self.token)
        try:
            if status != 200 or self.rng.random() < self.cut:
                raise Lost
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self._receive(json.loads(line[6:]))
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise Lost from error
        finally:
            writer.close()
        raise Lost

    def _receive(self, event: dict[str, Any]) -> None:
        now = time.perf_counter()
        self.received.setdefault(event["room"]["revision"], now)
        self.back.append(now)
        self.mine = event["mine"]

    async def answer(self, round: int, answer: Any) -> tuple[int, float]:
        """Answer until it is acknowledged: the number of the answer, and how long it took."""
        self.number += 1
        message = {"round": round, "vote": 1, "answer": answer, "number": self.number}
        begun = time.perf_counter()
        status, kept = await until_answered(self.url, "/join/answer", message, self.token)
        if status != 200:
            raise RuntimeError(kept["say"])
        self.sent = answer
        return self.number, time.perf_counter() - begun
