"""Live classes over real sockets: everybody answers, everybody is told, and the server is killed.

    python -m benchmarks.classroom
    python -m benchmarks.classroom --rooms 1 50 --learners 1000 40 --seconds 10
    python -m benchmarks.classroom --rooms 1 --learners 200 --kills 20
    python -m benchmarks.classroom --rooms 1 --learners 200 --cut 0.3

For each number of rooms the number of learners in each of them. ack: from sending an answer until
it is known to be kept. phase: from the teacher's command until a learner hears of it. Afterwards
the answers are downloaded: one that was acknowledged and is not there is lost, one that is there
twice is counted twice. With --kills the server is killed (kill -9) while answers come, and started
again; back: from its being up until a learner follows again. Clients and server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks._classmates import Classmate, Lost, insist, request, send
from benchmarks._report import machine, percentile, table
from benchmarks._server import ROOT, _free_port

PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'
WRITTEN = ("6.149", "9.00", "6.32", "7.2", "12.3", "3.1", "5.55", "4", "8.01", "2.2")
HEADS = ("rooms", "learners", "answers", "ack p50", "ack p95", "phase p50", "phase p95")
HEADS += ("lost", "twice", "kills", "back p95", "kB each", "CPU s")


@dataclass
class Host:
    """A server that can be killed and started again, on the same port and with the same books."""

    database: str
    app: str
    port: int = field(default_factory=_free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        environment = os.environ | {"NDCG_CLASS_DATABASE": self.database}
        command = [sys.executable, "-m", "uvicorn", self.app, "--port", str(self.port)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(
            [*command, "--log-level", "error"], cwd=ROOT, env=environment, **quiet
        )
        for _ in range(1200):
            try:
                _, writer, *_ = await request(self.url, "/join")
            except Lost:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
        raise RuntimeError("The server did not start.")

    def kill(self) -> None:
        """End it with whatever it is doing."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def used(self) -> tuple[float, float]:
        """Resident kilobytes, and seconds of processor."""
        here = Path(f"/proc/{self.process.pid if self.process else 0}")
        memory = int((here / "status").read_text().split("VmRSS:")[1].split()[0])
        fields = (here / "stat").read_text().rsplit(")", 1)[1].split()
        return memory, (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def hosted(app: str) -> Iterator[Host]:
    """A server whose books are a new file."""
    with tempfile.TemporaryDirectory() as folder:
        host = Host(str(Path(folder) / "class.sqlite3"), app)
        try:
            yield host
        finally:
            host.kill()


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
        _, told = await insist(self.url, "/class/command", message, self.secret)
        self.revision = told.get("revision", self.revision)
        return begun

    async def heard(self, patience: float = 30.0) -> list[float]:
        """When each learner heard of the newest revision; infinity for who never did."""
        deadline = time.perf_counter() + patience
        while time.perf_counter() < deadline:
            if all(self.revision in mate.heard for mate in self.learners):
                break
            await asyncio.sleep(0.05)
        return [mate.heard.get(self.revision, float("inf")) for mate in self.learners]

    async def kept(self) -> list[dict[str, str]]:
        """All answers, as the teacher downloads them."""
        reader, writer, _, length = await request(self.url, "/class/answers", None, self.secret)
        text = (await reader.readexactly(length)).decode()
        writer.close()
        return list(csv.DictReader(io.StringIO(text)))


async def lecture(host: Host, count: int, cut: float, rng: Random) -> Lecture:
    """Open a room, and let learners join and follow it."""
    _, opened = await insist(host.url, "/class/rooms", {"plan": PLAN})
    code = opened["code"]
    mates = [Classmate(host.url, Random(rng.random()), cut) for _ in range(count)]
    held = Lecture(host.url, code, f"{code}.{opened['steering']}", mates)
    for start in range(0, count, 50):
        await asyncio.gather(*(mate.join(code) for mate in mates[start : start + 50]))
    return held


async def measured(
    host: Host, rooms: int, count: int, seconds: float, kills: int, cut: float
) -> list[object]:
    """One row of the table."""
    rng = Random(7)
    await host.start()
    await send(host.url, "/class/plan", {"text": PLAN})
    empty = host.used()
    held = [await lecture(host, count, cut, rng) for _ in range(rooms)]
    mates = [mate for one in held for mate in one.learners]
    following = [asyncio.create_task(mate.follow()) for mate in mates]
    await asyncio.gather(*(one.heard() for one in held))
    full = host.used()
    phases = await told(held)
    killing = asyncio.create_task(killed(host, kills, seconds, mates))
    acks = await asyncio.gather(*(answering(mate, seconds) for mate in mates))
    back = await killing
    phases += await told(held)
    cpu = host.used()[1]
    lost, twice = await examined(held)
    for task in following:
        task.cancel()
    each = [1000 * took for took in acks]
    return [
        *(rooms, count, len(mates)),
        *(percentile(each, 50), percentile(each, 95)),
        *(1000 * percentile(phases, percent) for percent in (50, 95)),
        *(lost, twice, kills, 1000 * percentile(back, 95) if back else "-"),
        *((full[0] - empty[0]) / len(mates), cpu),
    ]


async def told(held: list[Lecture]) -> list[float]:
    """How long each learner waited for the next phase."""
    begun = await asyncio.gather(*(one.command("forward") for one in held))
    heard = await asyncio.gather(*(one.heard() for one in held))
    return [at - start for start, ats in zip(begun, heard, strict=True) for at in ats]


async def answering(mate: Classmate, seconds: float) -> float:
    """Answer at some moment of the vote."""
    await asyncio.sleep(seconds * mate.rng.random())
    _, took = await mate.answer(0, {"dcg": mate.rng.choice(WRITTEN)})
    return took


async def killed(host: Host, kills: int, seconds: float, mates: list[Classmate]) -> list[float]:
    """Kill the server again and again; how long each learner was away after each restart."""
    back: list[float] = []
    rng = Random(3)
    for _ in range(kills):
        await asyncio.sleep(seconds * rng.random() / max(1, kills))
        host.kill()
        await host.start()
        up = time.perf_counter()
        for _ in range(400):
            if all(mate.back and mate.back[-1] >= up for mate in mates):
                break
            await asyncio.sleep(0.05)
        firsts = [min((at for at in mate.back if at >= up), default=1e9) - up for mate in mates]
        back += firsts
    return back


async def examined(held: list[Lecture]) -> tuple[int, int]:
    """How many acknowledged answers are not kept, and how many are kept twice."""
    lost = twice = 0
    for one in held:
        rows = await one.kept()
        names = [row["learner"] for row in rows]
        twice += len(names) - len(set(names))
        kept = {row["learner"]: json.loads(row["answer"]) for row in rows}
        mine: list[dict[str, Any]] = [mate.mine for mate in one.learners]
        sent = [mate.sent for mate in one.learners]
        lost += sum(kept.get(m["name"]) != last for m, last in zip(mine, sent, strict=True))
    return lost, twice


def rows(chosen: argparse.Namespace) -> Iterator[list[object]]:
    """One row for each number of rooms."""
    for rooms, count in zip(chosen.rooms, chosen.learners, strict=True):
        with hosted(chosen.app) as host:
            how = (chosen.seconds, chosen.kills, chosen.cut)
            yield asyncio.run(measured(host, rooms, count, *how))


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rooms", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--learners", type=int, nargs="+", default=[1000, 40])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--cut", type=float, default=0.0)
    parser.add_argument("--app", default="app:app", help="what uvicorn serves")
    chosen = parser.parse_args(arguments)
    print(f"Live classes, ms; {machine()}")
    print(table(HEADS, rows(chosen)))


if __name__ == "__main__":
    main()
