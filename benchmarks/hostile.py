"""A learner beside an attacker: how much longer a move takes while somebody means harm.

    python -m benchmarks.hostile
    python -m benchmarks.hostile --seconds 20 --attacks acts joins

    acts         sends long acts: the largest board, and a record of 100 kB
    screens      asks for the first screens of long links, each of them new
    flood        one connection that asks for one run after the other without waiting
    big          sends messages of 30 MB over a websocket
    connections  opens one websocket after the other, and leaves them open
    plan         sends plans of 20 kB whose one key has 10,000 dots
    rooms        makes rooms of a class
    guesses      tries codes of rooms
    joins        joins a room

A server of its own for each attack, on this machine only. The learner moves a card, again and
again: alone, and beside the attacker, who does up to eight things at a time and comes from another
address (127.0.0.2). A ratio is of the 95th percentiles. "done" says how often the attacker got
something done, "refused" how often not: an attack that does nothing slows nobody.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from time import perf_counter
from typing import Any

from benchmarks._report import machine, percentile, table
from benchmarks._server import ROOT, Server, serve
from benchmarks.load import Learner

ELSEWHERE = "127.0.0.2"
AT_ONCE, MOST_SOCKETS = 8, 400
ALONE = ("flood", "plan")  # done one at a time
WARM_UP = 3.0  # seconds
THINK = (0.05, 0.25)  # seconds between two moves of the learner
PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"


class Attacker:
    """Does harm to the server at `url`, for as long as it is let."""

    def __init__(self, url: str) -> None:
        import httpx

        self.url, self.dice, self.code = url, random.Random(1), ""
        self.sockets: list[Any] = []
        transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
        self.client = httpx.AsyncClient(transport=transport, base_url=url, timeout=30)

    async def _post(self, path: str, message: object) -> Any:
        return (await self.client.post(path, json=message)).raise_for_status()

    async def acts(self) -> None:
        grades = ",".join(str(self.dice.randint(0, 3)) for _ in range(200))
        order = self.dice.sample(range(200), 200)
        record = {"version": 1, "lessons": {f"s{n}": {} for n in range(8_000)}}
        act = {"link": {"r": grades}, "act": {"do": "arrange", "order": order}}
        await self._post("/acts/playground", act)
        await self._post("/acts/learn", {"link": {}, "act": {}, "record": record})

    async def screens(self) -> None:
        grades = ",".join(str(self.dice.randint(0, 3)) for _ in range(60))
        (await self.client.get(f"/playground?r={grades}")).raise_for_status()

    def _connection(self) -> Any:
        from websockets.asyncio.client import connect

        stream = self.url.replace("http", "ws", 1) + "/_stcore/stream"
        return connect(stream, subprotocols=["streamlit"], max_size=None, local_addr=(ELSEWHERE, 0))

    async def flood(self) -> None:
        from streamlit.proto.BackMsg_pb2 import BackMsg

        message = BackMsg()
        message.rerun_script.page_name = "conventions"
        async with self._connection() as socket:
            for _ in range(2_000):
                await asyncio.wait_for(socket.send(message.SerializeToString()), 10)

    async def big(self) -> None:
        async with self._connection() as socket:
            await socket.send(bytes(30_000_000))
            await socket.recv()

    async def connections(self) -> None:
        if len(self.sockets) >= MOST_SOCKETS:
            await asyncio.sleep(1)
        else:
            self.sockets.append(await self._connection())

    async def plan(self) -> None:
        await self._post("/class/plan", {"text": "a" + ".a" * 10_000 + "=1"})

    async def rooms(self) -> None:
        await self._post("/class/rooms", {"plan": PLAN})

    async def guesses(self) -> None:
        await self._post("/join/enter", {"code": "".join(self.dice.choices(LETTERS, k=5))})

    async def joins(self) -> None:
        if not self.code:
            self.code = (await self._post("/class/rooms", {"plan": PLAN})).json()["code"]
        await self._post("/join/enter", {"code": self.code})

    async def again_and_again(self, attack: str, seconds: float) -> Counter[str]:
        """Do one thing eight times at once; say how often it was done, and how often refused."""
        import httpx
        from websockets.exceptions import WebSocketException

        did, end = Counter[str](), perf_counter() + seconds
        act: Callable[[], Awaitable[None]] = getattr(self, attack)

        async def go_on() -> None:
            while perf_counter() < end:
                try:
                    await act()
                    did["done"] += 1
                except (OSError, TimeoutError, httpx.HTTPError, WebSocketException):
                    did["refused"] += 1
                    await asyncio.sleep(0.05)

        count = 1 if attack in ALONE else AT_ONCE
        await asyncio.wait([asyncio.create_task(go_on()) for _ in range(count)], timeout=seconds)
        return did


ATTACKS = tuple(name for name in vars(Attacker) if name[0] != "_" and name != "again_and_again")


async def practise(url: str, seconds: float) -> list[float]:
    """Be a learner for so many seconds; return the milliseconds of each move."""
    learner = Learner(url, seed=1)
    moves: list[float] = []
    async with learner.page():
        await learner.move()
        end = perf_counter() + seconds
        while perf_counter() < end:
            moves.append(1000 * await learner.move())
            await asyncio.sleep(learner.dice.uniform(*THINK))
    return moves


def row(attack: str, seconds: float) -> list[object]:
    """The learner alone and beside the attack, on a server whose classes are its own."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"NDCG_CLASS_DATABASE": f"{folder}/class.sqlite3", "TMPDIR": folder}
        with serve(variables=os.environ | own) as server:
            asyncio.run(practise(server.url, min(WARM_UP, seconds)))
            quiet = asyncio.run(practise(server.url, seconds))
            beside, did = attacked(server, attack, seconds)
            memory = server.memory
    spreads = [percentile(moves, percent) for moves in (quiet, beside) for percent in (50, 95)]
    return [attack, *spreads, f"{spreads[3] / spreads[1]:.2f}", *did.values(), memory]


def attacked(server: Server, attack: str, seconds: float) -> tuple[list[float], dict[str, int]]:
    """The learner's moves while an attacker, in a process of its own, does what it can."""
    command = [sys.executable, "-m", "benchmarks.hostile", "--attacks", attack]
    command += ["--seconds", str(seconds + 5), "--url", server.url]
    attacker = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert attacker.stdout
    try:
        attacker.stdout.readline()  # it has begun
        moves = asyncio.run(practise(server.url, seconds))
        return moves, json.loads(attacker.communicate(timeout=60)[0])
    finally:
        attacker.kill()
        attacker.wait()


def rows(attacks: list[str], seconds: float) -> Iterator[list[object]]:
    for attack in attacks:
        yield row(attack, seconds)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--url", help=argparse.SUPPRESS)  # of whoever attacks, in a process
    chosen = parser.parse_args(arguments)
    if chosen.url:
        print("begun", flush=True)

        async def attack() -> Counter[str]:
            return await Attacker(chosen.url).again_and_again(chosen.attacks[0], chosen.seconds)

        did = asyncio.run(attack())
        print(json.dumps({name: did[name] for name in ("done", "refused")}))
        return
    print(f"A learner's move to the end of its answer, ms, beside an attack; {machine()}")
    heads = ("attack", "p50", "p95", "beside p50", "p95", "ratio", "done", "refused", "server MB")
    print(table(heads, rows(chosen.attacks, chosen.seconds)))


if __name__ == "__main__":
    main()
