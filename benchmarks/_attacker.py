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
    plan         sends plans of 20 kB whose one key has 10,000 dots
    zip          hands in saved evaluations that hold 300 MB of zeros, in bzip2 and deflated
    members      hands in files of 400,000 gzipped members, in two sessions at once
    parquet      hands in Parquet files of 20 ids of 10 MB each
    trickle      announces files of 200 MB on 31 connections, and sends a byte of each
    rooms        makes rooms of a class
    guesses      tries codes of rooms
    joins        joins a room 1,500 times

Says a line when it begins, with all that it sends already made, and one line of JSON when it is
told to end (SIGTERM) or its time is up. It attacks this machine only, and comes from another
address of it than a learner does: whoever means harm is somebody else on the network.
"""

from __future__ import annotations

import asyncio
import gzip
import http.client
import io
import itertools
import json
import random
import signal
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import quote, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks._evaluator import Evaluator

MB = 1_000_000
SOURCE = ("127.0.0.2", 0)
"""Where an attacker comes from; a learner comes from 127.0.0.1."""
MOST_SOCKETS = 400
MOST_JOINS = 1_500
TRICKLES, ANNOUNCED = 31, 200 * MB
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'
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

    def __init__(self, url: str, files: list[Path]) -> None:
        """Attack the server at `url`; files: for /evaluate, judgments and a run."""
        self.url, self.files, self.did = url, files, Counter[str]()
        self.address = url.replace("http", "ws", 1) + "/_stcore/stream"

    def _connection(self) -> connect:
        return connect(
            self.address,
            subprotocols=["streamlit"],
            max_size=None,
            ping_interval=None,
            local_addr=SOURCE,
        )

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
                _, writer = await asyncio.open_connection(host, port, local_addr=SOURCE)
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

    # --- A class ---------------------------------------------------------------------------------

    async def plan(self) -> None:
        """Send plans that are costly to understand, one at a time."""
        text = "a" + ".a" * 10_000 + "=1"
        while True:
            await self._try(self._post("/class/plan", {"text": text}))

    async def rooms(self) -> None:
        """Make rooms, as many as can be had."""
        while True:
            await self._try(self._post("/class/rooms", {"plan": PLAN}))

    async def guesses(self) -> None:
        """Try codes, forty at a time."""
        dice = random.Random(1)

        async def again() -> None:
            while True:
                code = "".join(dice.choices(LETTERS, k=5))
                await self._try(self._post("/join/enter", {"code": code}))

        await asyncio.gather(*(again() for _ in range(40)))

    async def joins(self) -> None:
        """Join one room, eight at a time."""
        room = json.loads(await self._post("/class/rooms", {"plan": PLAN}))

        async def again(first: int) -> None:
            for _ in range(first, MOST_JOINS, 8):
                await self._try(self._post("/join/enter", {"code": room["code"]}))

        await asyncio.gather(*(again(first) for first in range(8)))

    async def _post(self, path: str, message: dict[str, str]) -> bytes:
        def post() -> bytes:
            request = urllib.request.Request(self.url + path, json.dumps(message).encode())
            with urllib.request.urlopen(request, timeout=30) as answer:
                content: bytes = answer.read()
            return content

        return await asyncio.to_thread(post)

    # --- Files for /evaluate ---------------------------------------------------------------------

    async def zip(self) -> None:
        """Hand in saved evaluations that are small as long as they are not unpacked."""
        await self._hand_in(1)

    async def members(self) -> None:
        """Hand in files of very many gzipped members."""
        await self._hand_in(2)

    async def parquet(self) -> None:
        """Hand in tables of very long ids."""
        await self._hand_in(1)

    async def _hand_in(self, sessions: int) -> None:
        """Hand in judgments and a run, in so many sessions at once, ever new ones."""

        async def visit() -> None:
            async with self._connection() as socket:
                visitor = Evaluator(socket, self.url)
                await visitor.arrive()
                for kind, path in zip(("qrels", "run"), self.files, strict=True):
                    await self._try(visitor.bring(kind, [path]))
                for _ in range(3):  # and look what comes of it
                    await asyncio.sleep(1)
                    await visitor.rerun()

        async def again() -> None:
            while True:
                with suppress(*FAILED):
                    await asyncio.wait_for(visit(), 30)

        await asyncio.gather(*(again() for _ in range(sessions)))

    async def trickle(self) -> None:
        """Announce large files, and send next to nothing of them."""
        host, port = urlsplit(self.url).hostname, urlsplit(self.url).port

        async def slowly(address: str) -> None:
            reader, writer = await asyncio.open_connection(host, port, local_addr=SOURCE)
            head = f"PUT {address} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {ANNOUNCED}"
            writer.write(f"{head}\r\n\r\nx".encode())
            await writer.drain()
            try:
                await asyncio.wait_for(reader.read(1), 60)  # it is answered: refused
                self.did["refused"] += 1
            except TimeoutError:
                self.did["done"] += 1
            writer.close()

        async with self._connection() as socket:
            visitor = Evaluator(socket, self.url)
            await visitor.arrive()
            address = urlsplit(visitor.address("run")).path
            while True:
                await asyncio.gather(
                    *(slowly(address) for _ in range(TRICKLES)), return_exceptions=True
                )
                await asyncio.sleep(0.1)

    async def _try(self, doing: Any) -> Any:
        try:
            found = await doing
        except FAILED:
            self.did["refused"] += 1
            await asyncio.sleep(0.05)
            return None
        self.did["done"] += 1
        return found


class FromElsewhere(urllib.request.HTTPHandler):
    """Sends every request from the attacker's address."""

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        """Open a connection from there."""
        elsewhere: Any = partial(http.client.HTTPConnection, source_address=SOURCE)
        return self.do_open(elsewhere, request)


def _bomb(compression: int) -> bytes:
    """A saved evaluation that is nothing but zeros."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", compression) as file,
        file.open("evaluation.json", "w") as entry,
    ):
        for _ in range(300):
            entry.write(bytes(MB))
    return out.getvalue()


def _members() -> bytes:
    return gzip.compress(b"\n") * 400_000


def _long_ids() -> bytes:
    """A table of judgments in Parquet; equal letters take next to no place in it."""
    import polars

    out = io.BytesIO()
    ids = [letter * 10 * MB for letter in itertools.islice(LETTERS, 20)]
    polars.DataFrame({"query": ids, "doc": ids, "grade": [1] * 20}).write_parquet(
        out, compression="zstd", statistics=False
    )
    return out.getvalue()


CONTENTS: dict[str, list[Callable[[], bytes]]] = {
    "zip": [partial(_bomb, zipfile.ZIP_BZIP2), partial(_bomb, zipfile.ZIP_DEFLATED)],
    "members": [_members, _members],
    "parquet": [_long_ids, _long_ids],
}
"""What is handed in as judgments and as a run."""


def files_of(name: str, folder: Path) -> list[Path]:
    """Write the files of an attack, which takes the processor as much as the attack does."""
    files = [folder / f"{number}" for number in range(len(CONTENTS.get(name, ())))]
    for path, content in zip(files, CONTENTS.get(name, ()), strict=True):
        path.write_bytes(content())
    return files


def _ask(page: str, query: str) -> bytes:
    message = BackMsg()
    message.rerun_script.page_name = page
    message.rerun_script.query_string = query
    return bytes(message.SerializeToString())


async def attack(url: str, name: str, seconds: float, files: list[Path]) -> Counter[str]:
    """Attack for so many seconds, or until told to stop; an error of the attacker's own ends it."""
    attacker = Attacker(url, files)
    doing = attacker.links(*LINKS[name]) if name in LINKS else getattr(attacker, name)()
    task = asyncio.create_task(doing)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    print(f"{name} begins", flush=True)
    began = perf_counter()
    while perf_counter() - began < seconds and not task.done():
        await asyncio.sleep(0.1)
    task.cancel()
    await asyncio.wait([task], timeout=5)
    if task.done() and not task.cancelled():
        task.result()
    return attacker.did


if __name__ == "__main__":
    url, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if urlsplit(url).hostname not in ("localhost", "127.0.0.1", "::1"):
        sys.exit("It attacks this machine only.")
    urllib.request.install_opener(urllib.request.build_opener(FromElsewhere))
    with tempfile.TemporaryDirectory() as folder:
        did = asyncio.run(attack(url, name, seconds, files_of(name, Path(folder))))
    print(json.dumps({"done": did["done"], "refused": did["refused"]}), flush=True)
