"""A class as the server of a measurement has it: a room, who steers it, and who learns in it."""

from __future__ import annotations

import asyncio
import csv
import io
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

from benchmarks._classmates import Classmate, Lost, insist, request
from benchmarks._server import NOTHING_PACKED, ROOT, free_port
from ndcg_ui.web.startup import AFTER_THE_FIRST

PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'


@dataclass
class Host:
    """A server that can be killed and started again, on the same port and with the same books."""

    database: str
    app: str
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        own = {"NDCG_CLASS_DATABASE": self.database, **NOTHING_PACKED}
        environment = os.environ | own
        command = [sys.executable, "-m", "uvicorn", self.app, "--port", str(self.port)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command += ["--log-level", "error", "--no-access-log"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, **quiet)
        for _ in range(1200):
            try:
                _, writer, *_ = await request(self.url, "/join")
            except Lost:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
        raise RuntimeError("The server did not start.")

    async def settled(self) -> None:
        """Wait until it has imported what it imports after its first answer, and rests."""
        await asyncio.sleep(AFTER_THE_FIRST)
        spent = -1.0
        while self.used()[1] > spent + 0.05:
            spent = self.used()[1]
            await asyncio.sleep(2)

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
