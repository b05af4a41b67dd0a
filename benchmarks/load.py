"""The server under many learners, each moving a card in the playground every 3 s on average.

    python -m benchmarks.load
    python -m benchmarks.load --learners 50 200 --seconds 30
    python -m benchmarks.load --beside --learners 20

A server of its own and a process full of learners for each number. They arrive one after the other,
open the page, think 3 s on average (evenly from 1.5 to 4.5) and move a card. Measured from
sending a move to the end of its answer, as the learner sees it, once all are there. An answer that
is late, or does not show the board in the order that was asked for, is an error. Memory and
processor are the server's.

--beside: the same while one address takes what it can, kind by kind (`benchmarks._attacks`), and
the same learners just before. Beside who guesses codes they join a class; else they move cards.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from time import perf_counter
from typing import Any
from unittest.mock import patch

import httpx

from benchmarks._attacks import ATTACKS, PLAN, somebody
from benchmarks._report import arguments_of, machine, percentile, table
from benchmarks._server import ROOT, Server, serve

LEARNERS = (10, 50, 100, 200, 400)
LINK = {"r": "3,2,3,0,1,2,0,3,1,2"}
THINK = (1.5, 4.5)  # seconds
ARRIVAL = 0.05  # seconds between two learners
PATIENCE = 30  # seconds for one answer
UNDER_WAY = 3  # seconds after which an attack is


class Learner:
    """One learner in the playground, whose acts go over one connection, as a browser's do."""

    def __init__(self, url: str, seed: int) -> None:
        self.acts = somebody(url, f"198.51.{100 + seed // 250}.{seed % 250 + 1}")
        self.dice = random.Random(seed)
        self.link = dict(LINK)
        self.cards = len(LINK["r"].split(","))

    async def arrive(self) -> None:
        """Open the page, which no connection stays open for."""
        (await self.acts.get("/playground", params=LINK)).raise_for_status()

    async def move(self) -> float:
        """Move one card to another rank; return the seconds until the answer was complete."""
        order = list(range(self.cards))
        start, end = self.dice.sample(order, 2)
        order.insert(end, order.pop(start))
        message = {"link": self.link, "act": {"do": "arrange", "order": order}}
        began = perf_counter()
        async with asyncio.timeout(PATIENCE):
            answered = await self.acts.post("/acts/playground", json=message)
        answer = answered.raise_for_status().json()
        seconds = perf_counter() - began
        self.link = answer["link"]
        parts = (part for row in answer["rows"] for column in row for part in column)
        board = next(part["data"] for part in parts if part["name"] == "board")
        if [one["id"] for one in board["documents"]][: board["retrieved"]] != order:
            raise RuntimeError("The board did not obey.")
        return seconds

    async def join(self, code: str) -> float:
        """Join a class, as a phone does; return the seconds until that was done."""
        began = perf_counter()
        async with asyncio.timeout(PATIENCE):
            while (await self.acts.post("/join/enter", json={"code": code})).status_code == 429:
                await asyncio.sleep(2)
        return perf_counter() - began


async def attend(
    url: str, number: int, there: asyncio.Barrier, seconds: float, code: str
) -> dict[str, Any]:
    """Be one learner for as long as it is measured; return the seconds each answer took."""
    learner = Learner(url, number)
    await asyncio.sleep(number * ARRIVAL)
    moves: list[float] = []
    try:
        await learner.arrive()
        await there.wait()
        end, pause = perf_counter() + seconds, learner.dice.uniform(0, THINK[1])
        while perf_counter() + pause < end:
            await asyncio.sleep(pause)
            moves.append(await (learner.join(code) if code else learner.move()))
            pause = learner.dice.uniform(*THINK)
    except Exception as error:
        await there.abort()
        return {"moves": moves, "errors": [f"{type(error).__name__}: {error}"]}
    return {"moves": moves, "errors": []}


async def everybody(url: str, count: int, seconds: float, code: str) -> dict[str, Any]:
    """All learners together."""
    there = asyncio.Barrier(count)
    all_of_them = (attend(url, number, there, seconds, code) for number in range(count))
    each = await asyncio.gather(*all_of_them)
    return {name: [item for one in each for item in one[name]] for name in ("moves", "errors")}


def crowd(server: Server, count: int, seconds: float, code: str = "") -> dict[str, Any]:
    """Let `count` learners practise for so many seconds, or join a class, in another process."""
    command = [sys.executable, "-m", "benchmarks.load", "--crowd", server.url]
    command += ["--learners", str(count), "--seconds", str(seconds), "--code", code]
    limit = count * ARRIVAL + seconds + 3 * PATIENCE
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=limit, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return json.loads(done.stdout)


def rows(counts: list[int], seconds: float) -> Iterator[list[object]]:
    """One row for each number of learners."""
    for count in counts:
        with serve() as server:
            found = crowd(server, count, seconds)
            memory, cpu = server.memory, server.cpu
        moves = [1000 * move for move in found["moves"]]
        spread = [percentile(moves, percent) for percent in (50, 95, 99)]
        yield [count, len(moves) / seconds, *spread, len(found["errors"]), memory, cpu]
        for error in sorted(set(found["errors"]))[:3]:
            print(f"{count} learners: {error}", file=sys.stderr)


def beside(count: int, seconds: float) -> Iterator[list[object]]:
    """One row for each attack: the learners' p95 without it and beside it, and their ratio."""
    variables = {"NDCG_CLASS_KEY": "key"}
    with tempfile.TemporaryDirectory() as scratch, patch.dict(os.environ, variables):
        os.environ["NDCG_CLASS_DATABASE"] = f"{scratch}/class.sqlite3"
        with serve() as server:
            plan = {"plan": PLAN, "key": "key"}
            room = httpx.post(f"{server.url}/class/rooms", json=plan, verify=False).json()
            crowd(server, count, 3)  # what is made once is made
            for attack in ATTACKS:
                code = room["code"] if attack == "wrong codes" else ""
                before = crowd(server, count, seconds, code)
                secret = f"{room['code']}.{room['showing']}"
                command = [sys.executable, "-m", "benchmarks._attacks", server.url, attack, secret]
                limit = count * ARRIVAL + 2 * seconds + PATIENCE
                with subprocess.Popen([*command, str(limit)], cwd=ROOT) as attacker:
                    try:
                        time.sleep(UNDER_WAY)
                        during = crowd(server, count, seconds, code)
                    finally:
                        attacker.terminate()
                p95 = [percentile((1000 * m for m in one["moves"]), 95) for one in (before, during)]
                errors = len(before["errors"]) + len(during["errors"])
                yield [attack, *p95, p95[1] / p95[0], errors]
                for error in sorted({*before["errors"], *during["errors"]})[:3]:
                    print(f"{attack}: {error}", file=sys.stderr)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = arguments_of(__doc__)
    parser.add_argument("--learners", type=int, nargs="+", default=list(LEARNERS), help="numbers")
    parser.add_argument("--seconds", type=float, default=20, help="so long they move cards")
    parser.add_argument("--crowd", metavar="URL", help="be the learners of a server that is up")
    parser.add_argument("--code", default="", help="of the class that these learners join")
    parser.add_argument("--beside", action="store_true", help="beside what one address may try")
    chosen = parser.parse_args(arguments)
    count = chosen.learners[0]
    if chosen.crowd:
        who = everybody(chosen.crowd, count, chosen.seconds, chosen.code)
        print(json.dumps(asyncio.run(who)))
        return
    if chosen.beside:
        print(f"A learner's p95 in ms, {count} of them, alone and beside an attack; {machine()}")
        heads = ("attack", "alone", "beside", "ratio", "errors")
        print(table(heads, beside(count, chosen.seconds)))
        return
    print(f"Move to end of its answer, ms; {machine()}")
    heads = ("learners", "moves/s", "p50", "p95", "p99", "errors", "server MB", "server CPU s")
    print(table(heads, rows(chosen.learners, chosen.seconds)))


if __name__ == "__main__":
    main()
