"""Live classes over real sockets: everybody answers, and everybody is told.

    python -m benchmarks.classroom
    python -m benchmarks.classroom --rooms 1 7 --learners 290 40 --seconds 10

For each number of rooms the number of learners in each of them; of more than 300 from one address
the server lets five a second join, and a thousand take some minutes. ack: from sending an answer
until it is known to be kept. phase: from the teacher's command until a learner hears of it.
Afterwards the answers are downloaded: one that was acknowledged and is not there is lost, one that
is there twice is counted twice. Clients and server share the machine.
"""

import asyncio
import csv
import io
import json
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from benchmarks._report import arguments_of, machine, percentile, table
from benchmarks._server import PATIENCE, Server, uvicorn
from ndcg_ui.server.startup import AFTER_THE_FIRST

PAUSE = 0.3  # seconds before a lost connection is made again, and up to four times that
TRIES = 200


def browser(url: str, secret: str = "") -> httpx.AsyncClient:
    """What somebody sends with: connections of their own, and their secret."""
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    return httpx.AsyncClient(base_url=url, headers=headers, verify=False, timeout=PATIENCE)


async def until_answered(client: httpx.AsyncClient, path: str, message: Any) -> dict[str, Any]:
    """Send a message until it is answered, as a phone does; the answer."""
    for _ in range(TRIES):
        with suppress(httpx.TransportError):
            answer = await client.post(path, json=message)
            if answer.status_code < 500 and answer.status_code not in (200, 429):
                raise RuntimeError(answer.json()["say"])
            if answer.status_code == 200:
                return dict(answer.json())
        await asyncio.sleep(PAUSE)
    raise RuntimeError(f"{path} was never answered.")


@dataclass
class Classmate:
    """A learner: follows the room, answers when asked, comes back when the connection is lost.

    received  when which revision of the room came
    """

    client: httpx.AsyncClient
    rng: Random
    received: dict[int, float] = field(default_factory=dict)
    mine: dict[str, Any] = field(default_factory=dict)
    sent: Any = None

    async def join(self, code: str) -> None:
        """Join a room."""
        joined = await until_answered(self.client, "/join/enter", {"code": code})
        self.client.headers["Authorization"] = f"Bearer {joined['token']}"

    async def follow(self) -> None:
        """Follow the room for good."""
        while True:
            with suppress(httpx.TransportError):
                async with self.client.stream("GET", "/join/events", timeout=None) as answer:
                    async for line in answer.aiter_lines():
                        if line.startswith("data: "):
                            self._receive(json.loads(line[6:]))
            await asyncio.sleep(PAUSE * (1 + 3 * self.rng.random()))

    def _receive(self, event: dict[str, Any]) -> None:
        now = time.perf_counter()
        self.received.setdefault(event["room"]["revision"], now)
        self.mine = event["mine"]

    async def answer(self, answer: Any) -> float:
        """Answer until it is acknowledged; how many seconds it took."""
        message = {"round": 0, "vote": 1, "answer": answer, "number": 1}
        begun = time.perf_counter()
        await until_answered(self.client, "/join/answer", message)
        self.sent = answer
        return time.perf_counter() - begun


PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'


async def settled(server: Server) -> None:
    """Wait until it has imported what it imports after its first answer, and rests."""
    await asyncio.sleep(AFTER_THE_FIRST)
    spent = -1.0
    while (server.cpu or 0) > spent + 0.05:
        spent = server.cpu or 0
        await asyncio.sleep(2)


@dataclass
class Lecture:
    """One room, its teacher, and its learners."""

    teacher: httpx.AsyncClient
    learners: list[Classmate]
    revision: int = 0

    async def command(self, name: str) -> float:
        """Give a command; when it was given."""
        begun = time.perf_counter()
        message = {"command": name, "revision": self.revision}
        answer = await until_answered(self.teacher, "/class/command", message)
        self.revision = answer["revision"]
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
        answers = await self.teacher.get("/class/answers")
        return list(csv.DictReader(io.StringIO(answers.text)))


async def lecture(url: str, count: int, rng: Random) -> Lecture:
    """Open a room, and let learners join and follow it."""
    opened = await until_answered(browser(url), "/class/rooms", {"plan": PLAN})
    code = opened["code"]
    mates = [Classmate(browser(url), Random(rng.random())) for _ in range(count)]
    held = Lecture(browser(url, f"{code}.{opened['steering']}"), mates)
    for start in range(0, count, 50):
        await asyncio.gather(*(mate.join(code) for mate in mates[start : start + 50]))
    return held


WRITTEN = ("6.149", "9.00", "6.32", "7.2", "12.3", "3.1", "5.55", "4", "8.01", "2.2")
HEADS = ("rooms", "learners", "answers", "ack p50", "ack p95", "phase p50", "phase p95")
HEADS += ("lost", "twice", "kB each", "CPU s")


async def measured(server: Server, rooms: int, count: int, seconds: float) -> list[object]:
    """One row of the table."""
    rng = Random(7)
    await asyncio.to_thread(server.start)
    await until_answered(browser(server.url), "/class/plan", {"text": PLAN})
    await settled(server)
    empty = server.memory or 0.0
    held = [await lecture(server.url, count, rng) for _ in range(rooms)]
    mates = [mate for one in held for mate in one.learners]
    following = [asyncio.create_task(mate.follow()) for mate in mates]
    await asyncio.gather(*(one.received() for one in held))
    full = server.memory or 0.0
    phases = await moved_on(held)
    acks = await asyncio.gather(*(answering(mate, seconds) for mate in mates))
    phases += await moved_on(held)
    cpu = server.cpu or 0.0
    lost, twice = await examined(held)
    for task in following:
        task.cancel()
    each = [1000 * took for took in acks]
    return [
        *(rooms, count, len(each)),
        *(percentile(each, 50), percentile(each, 95)),
        *(1000 * percentile(phases, percent) for percent in (50, 95)),
        *(lost, twice),
        *(1024 * (full - empty) / len(mates), cpu),
    ]


async def moved_on(held: list[Lecture]) -> list[float]:
    """How long each learner waited for the next phase."""
    begun = await asyncio.gather(*(one.command("forward") for one in held))
    received = await asyncio.gather(*(one.received() for one in held))
    return [at - start for start, ats in zip(begun, received, strict=True) for at in ats]


async def answering(mate: Classmate, seconds: float) -> float:
    """Answer at some moment of the vote; how long it took."""
    await asyncio.sleep(seconds * mate.rng.random())
    return await mate.answer({"dcg": mate.rng.choice(WRITTEN)})


async def examined(held: list[Lecture]) -> tuple[int, int]:
    """How many acknowledged answers are not kept, and how many are kept twice."""
    lost = twice = 0
    for one in held:
        rows = await one.kept()
        names = [row["learner"] for row in rows]
        twice += len(names) - len(set(names))
        kept = {row["learner"]: {"dcg": row["answer"]} for row in rows}
        mine: list[dict[str, Any]] = [mate.mine for mate in one.learners]
        sent = [mate.sent for mate in one.learners]
        lost += sum(kept.get(m["name"]) != last for m, last in zip(mine, sent, strict=True))
    return lost, twice


def rows(chosen: Namespace) -> Iterator[list[object]]:
    """One row for each number of rooms, each of a server whose books are a new file."""
    for rooms, count in zip(chosen.rooms, chosen.learners, strict=True):
        with tempfile.TemporaryDirectory() as folder:
            books = Path(folder) / "class.sqlite3"
            server = uvicorn(Path(folder) / "log", NDCG_CLASS_DATABASE=str(books))
            server.command += ["--log-level", "error", "--no-access-log"]
            try:
                yield asyncio.run(measured(server, rooms, count, chosen.seconds))
            finally:
                server.kill()


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = arguments_of(__doc__)
    parser.add_argument("--rooms", type=int, nargs="+", default=[1, 7], help="numbers of rooms")
    parser.add_argument("--learners", type=int, nargs="+", default=[290, 40], help="in each room")
    parser.add_argument("--seconds", type=float, default=10, help="so long they answer")
    chosen = parser.parse_args(arguments)
    print(f"Live classes, ms; {machine()}")
    print(table(HEADS, rows(chosen)))


if __name__ == "__main__":
    main()
