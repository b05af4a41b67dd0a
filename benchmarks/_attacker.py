"""Somebody who means harm, in a process of its own: started by benchmarks/hostile.py.

    python -m benchmarks._attacker URL ATTACK SECONDS

    link         opens the playground with a ranking of labels and blanks, made to be slow to read
    cheap        opens pages whose links ask for as much work as they can
    screens      asks for the first screens of long links, each of them new
    flood        one connection that asks for one run after the other without waiting
    upload       hands in files of 10 MB
    headers      opens connections and sends a letter a second
    big          sends messages of 30 MB
    connections  opens one connection after the other, and leaves them open

Says a line when it begins, and one line of JSON when it is told to end (SIGTERM) or its time is
up. It attacks this machine only.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import urllib.error
import urllib.request
from collections import Counter
from time import perf_counter
from urllib.parse import quote, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

MB = 1_000_000
MOST_SOCKETS = 400
LINKS = {
    "link": ("playground", "r=" + quote("A:1" + " " * 520)),
    "cheap": (
        "conventions",
        "got=0.777&r="
        + ",".join(f"{(7 * n % 41 - 20) / 8}" for n in range(200))
        + "&scores="
        + ",".join(f"{3 * n % 10}" for n in range(200)),
    ),
}
FAILED = (OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)


class Attacker:
    """One who attacks until it is told to stop."""

    def __init__(self, url: str) -> None:
        """Attack the server at `url`."""
        self.url, self.did = url, Counter[str]()
        self.address = url.replace("http", "ws", 1) + "/_stcore/stream"

    def _connection(self) -> connect:
        return connect(self.address, subprotocols=["streamlit"], max_size=None, ping_interval=None)

    async def _visit(self, page: str, query: str) -> None:
        """Open a page, and wait until it has been drawn."""
        async with self._connection() as socket:
            await socket.send(_ask(page, query))
            async for said in socket:
                if ForwardMsg.FromString(said).WhichOneof("type") == "script_finished":
                    break

    async def links(self, page: str, query: str) -> None:
        """Open a link, four at a time, for three seconds at most: who is slowed need not wait."""

        async def again() -> None:
            while True:
                await self._try(asyncio.wait_for(self._visit(page, query), 3))

        await asyncio.gather(*(again() for _ in range(4)))

    async def screens(self) -> None:
        """Ask for one first screen after the other, eight at a time."""

        def get(number: int) -> None:
            grades = ",".join(str((number + place) % 4) for place in range(60))
            query = quote(f"{number},{grades}", safe=",")
            urllib.request.urlopen(f"{self.url}/playground?r={query}", timeout=10).close()

        async def again(first: int) -> None:
            for number in range(first, 100_000, 8):
                await self._try(asyncio.to_thread(get, number))

        await asyncio.gather(*(again(first) for first in range(8)))

    async def flood(self) -> None:
        """Ask for runs as fast as they can be sent."""

        async def listen(socket: object) -> None:
            async for _ in socket:  # type: ignore[attr-defined]
                pass

        while True:
            async with self._connection() as socket:
                listening = asyncio.create_task(listen(socket))
                for number in range(2000):
                    query = f"r=1,2,{number % 3}"
                    await self._try(asyncio.wait_for(socket.send(_ask("playground", query)), 10))
                listening.cancel()

    async def upload(self) -> None:
        """Hand in files."""

        def put(number: int) -> None:
            where = f"{self.url}/_stcore/upload_file/{number}/{number}"
            request = urllib.request.Request(where, bytes(10 * MB), method="PUT")
            urllib.request.urlopen(request, timeout=10).close()

        for number in range(1_000):
            await self._try(asyncio.to_thread(put, number))

    async def headers(self) -> None:
        """Begin requests, and never come to their end."""

        async def slowly() -> None:
            host, port = urlsplit(self.url).hostname, urlsplit(self.url).port
            while True:
                _, writer = await asyncio.open_connection(host, port)
                self.did["done"] += 1
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                try:
                    while not writer.is_closing():
                        writer.write(b"x")
                        await writer.drain()
                        await asyncio.sleep(1)
                except OSError:
                    self.did["refused"] += 1
                writer.close()

        await asyncio.gather(*(slowly() for _ in range(MOST_SOCKETS)))

    async def big(self) -> None:
        """Send messages that are far too long."""

        async def one() -> None:
            async with self._connection() as socket:
                await socket.send(bytes(30 * MB))
                await socket.recv()

        while True:
            await self._try(asyncio.wait_for(one(), 10))

    async def connections(self) -> None:
        """Open connections, and say nothing."""
        kept = []
        while len(kept) < MOST_SOCKETS:
            opened = await self._try(asyncio.wait_for(self._connection().__aenter__(), 10))
            kept.append(opened)
            await asyncio.sleep(0.01)
        await asyncio.sleep(3600)

    async def _try(self, doing: object) -> object:
        try:
            found = await doing  # type: ignore[misc]
        except FAILED:
            self.did["refused"] += 1
            await asyncio.sleep(0.05)
            return None
        self.did["done"] += 1
        return found


def _ask(page: str, query: str) -> bytes:
    message = BackMsg()
    message.rerun_script.page_name = page
    message.rerun_script.query_string = query
    return bytes(message.SerializeToString())


async def attack(url: str, name: str, seconds: float) -> Counter[str]:
    """Attack for so many seconds, or until told to stop."""
    attacker = Attacker(url)
    doing = attacker.links(*LINKS[name]) if name in LINKS else getattr(attacker, name)()
    task = asyncio.create_task(doing)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    print(f"{name} begins", flush=True)
    began = perf_counter()
    while perf_counter() - began < seconds and not task.done():
        await asyncio.sleep(0.1)
    task.cancel()
    await asyncio.wait([task], timeout=5)
    return attacker.did


if __name__ == "__main__":
    url, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if urlsplit(url).hostname not in ("localhost", "127.0.0.1", "::1"):
        sys.exit("It attacks this machine only.")
    did = asyncio.run(attack(url, name, seconds))
    print(json.dumps({"done": did["done"], "refused": did["refused"]}), flush=True)
