"""One learner in the playground, speaking as a browser does: Streamlit's protocol, then acts.

The page's first run comes over a websocket, which stays open; each card that is moved is a request.
Believes nothing: an answer that does not show the board in exactly the order that was asked for is
an error.
"""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from benchmarks._browser_half import BrowserHalf

PAGE = "playground"
EXHIBIT = f"{PAGE}.exhibit"


def _part(rows: list[Any], name: str) -> dict[str, Any]:
    """What the part of an exhibit with this name was told."""
    parts = (part for row in rows for column in row for part in column)
    return next(part["data"] for part in parts if part["name"] == name)


class Learner(BrowserHalf):
    """The browser's half of one page."""

    def __init__(self, socket: Any, url: str, dice: random.Random, query: str) -> None:
        """Speak through an open websocket, and to the server at `url`."""
        super().__init__(socket, PAGE, query)
        self.dice, self.url = dice, urlsplit(url)
        self.link: dict[str, str] = {}
        self.board: dict[str, Any] = {}
        self.connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def arrive(self) -> None:
        """Open the page."""
        await self.rerun()
        if not self.board:
            raise RuntimeError("The page came without a board.")

    async def move(self) -> float:
        """Move one card to another rank; return the seconds until the answer was complete."""
        order = list(range(self.board["retrieved"]))
        start, end = self.dice.sample(order, 2)
        order.insert(end, order.pop(start))
        message = {"link": self.link, "act": {"do": "arrange", "order": order}}
        began = perf_counter()
        answer = json.loads(await self.post(f"/acts/{PAGE}", json.dumps(message).encode()))
        seconds = perf_counter() - began
        self.link, self.board = answer["link"], _part(answer["rows"], "board")
        places = [document["id"] for document in self.board["documents"]]
        if places[: self.board["retrieved"]] != order:
            raise RuntimeError("The board did not obey.")
        return seconds

    async def post(self, path: str, body: bytes) -> bytes:
        """Send a request on a connection that stays open, as a browser's does."""
        if self.connection is None:
            self.connection = await asyncio.open_connection(self.url.hostname, self.url.port)
        reader, writer = self.connection
        head = f"POST {path} HTTP/1.1\r\nHost: {self.url.netloc}\r\nContent-Length: {len(body)}"
        writer.write(f"{head}\r\nContent-Type: application/json\r\n\r\n".encode() + body)
        status = await reader.readline()
        length = 0
        while (line := await reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        content = await reader.readexactly(length)
        if b" 200 " not in status:
            raise RuntimeError(f"{status.decode().strip()}: {content[:200].decode()}")
        return content

    def close(self) -> None:
        """End the connection of the acts."""
        if self.connection is not None:
            self.connection[1].close()

    def shown(self, component: Any) -> None:
        """Keep the link and the board."""
        if component.id.endswith(EXHIBIT):
            begun = json.loads(component.bytes)
            self.link, self.board = begun["link"], _part(begun["rows"], "board")


# --- In a class ----------------------------------------------------------------------------------

PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'


def opened(url: str) -> str:
    """Make a room of a class; return its code."""
    return str(_post(f"{url}/class/rooms", {"plan": PLAN})["code"])


def joined(url: str, code: str) -> float:
    """Join it as a new learner; return the seconds that took."""
    began = perf_counter()
    if not _post(f"{url}/join/enter", {"code": code}).get("token"):
        raise RuntimeError("The class took nobody in.")
    return perf_counter() - began


def _post(address: str, message: dict[str, str]) -> dict[str, Any]:
    request = urllib.request.Request(address, json.dumps(message).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        content: dict[str, Any] = json.loads(answer.read())
    return content
