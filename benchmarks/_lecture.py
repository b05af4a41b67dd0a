"""A class as the server of a measurement has it: a room, who steers it, and who learns in it."""

from __future__ import annotations

import asyncio
import csv
import io
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks._classmates import Classmate, request, until_answered
from benchmarks._server import Server, uvicorn
from ndcg_ui.web.startup import AFTER_THE_FIRST

PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'


@contextmanager
def hosted(app: str) -> Iterator[Server]:
    """A server whose books are a new file; not yet started."""
    with tempfile.TemporaryDirectory() as folder:
        books = Path(folder) / "class.sqlite3"
        server = uvicorn(Path(folder) / "log", app, NDCG_CLASS_DATABASE=str(books))
        server.command += ["--log-level", "error", "--no-access-log"]
        try:
            yield server
        finally:
            server.kill()


async def settled(server: Server) -> None:
    """Wait until it has imported what it imports after its first answer, and rests."""
    await asyncio.sleep(AFTER_THE_FIRST)
    spent = -1.0
    while (server.cpu or 0) > spent + 0.05:
        spent = server.cpu or 0
        await asyncio.sleep(2)


@dataclass
class Lecture:
    """One room, its teacher's secret, and its learners."""

    url: str
    code: str
    secret: str
    learners: list[Classmate]
    revision: int = 0

    async def command(self, name: str) -> float:
        """Give a command; when it was given."""
        begun = time.perf_counter()
        message = {"command": name, "revision": self.revision}
        _, answer = await until_answered(self.url, "/class/command", message, self.secret)
        self.revision = answer.get("revision", self.revision)
        return begun

    async def received(self, patience: float = 30.0) -> list[float]:
        """When each learner heard of the newest revision; infinity for who never did."""
        deadline = time.perf_counter() + patience
        while time.perf_counter() < deadline:
            if all(self.revision in mate.received for mate in self.learners):
                break
            await asyncio.sleep(0.05)
        return [mate.received.get(self.revision, float("inf")) for mate in self.learners]

    async def kept(self) -> list[dict[str, str]]:
        """All answers, as the teacher downloads them."""
        reader, writer, _, length = await request(self.url, "/class/answers", None, self.secret)
        text = (await reader.readexactly(length)).decode()
        writer.close()
        return list(csv.DictReader(io.StringIO(text)))


async def lecture(url: str, count: int, cut: float, rng: Random) -> Lecture:
    """Open a room, and let learners join and follow it."""
    _, opened = await until_answered(url, "/class/rooms", {"plan": PLAN})
    code = opened["code"]
    mates = [Classmate(url, Random(rng.random()), cut) for _ in range(count)]
    held = Lecture(url, code, f"{code}.{opened['steering']}", mates)
    for start in range(0, count, 50):
        await asyncio.gather(*(mate.join(code) for mate in mates[start : start + 50]))
    return held
