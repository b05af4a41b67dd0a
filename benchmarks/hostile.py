"""A learner beside an attacker: how much longer a move takes while somebody means harm.

    python -m benchmarks.hostile
    python -m benchmarks.hostile --seconds 20 --attacks flood upload

A server of its own for each attack, on this machine only. The learner moves a card, again and
again, until a new server is warm; then by turns alone and beside the attacker, who comes from
another address (127.0.0.2), each for as many seconds in all. A ratio is of the medians of the
rounds' 95th percentiles, so that a moment in which this machine does something else does not decide
it. "done" says how often the attacker got something done, "refused" how often not: an attack that
does nothing slows nobody. Beside "joining", the guesses again, the learner joins a class. All is
bounded in time and in number.
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
from collections.abc import Callable, Coroutine, Iterator
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks._report import machine, percentile, table
from benchmarks._server import ROOT, Server, serve

WARM_UP = 3  # seconds of a stretch: what a new server does once is done when two are alike
ALIKE, MOST_STRETCHES = 1.25, 5
ROUNDS = 3
THINK = (0.05, 0.25)  # seconds between two moves of the learner
PATIENCE = 60  # seconds for one answer
QUERY = "r=3,2,3,0,1,2,0,3,1,2"
ATTACKS = (
    *("link", "cheap", "screens", "flood", "upload", "headers", "big", "connections"),
    *("plan", "zip", "members", "parquet", "trickle", "rooms", "guesses", "joining", "joins"),
)
Learning = Callable[[str, float], Coroutine[Any, Any, list[float]]]
OF_ATTACKER = {"joining": "guesses"}
"""What an attacker does beside whom a learner does not move a card, but joins a class."""


async def practise(url: str, seconds: float) -> list[float]:
    """Be a learner for so many seconds; return the milliseconds of each move."""
    from websockets.asyncio.client import connect

    from benchmarks._learner import Learner

    dice, moves = random.Random(1), []
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        learner = Learner(socket, url, dice, QUERY)
        async with asyncio.timeout(PATIENCE):
            await learner.arrive()
            await learner.move()
        end = perf_counter() + seconds
        while perf_counter() < end:
            async with asyncio.timeout(PATIENCE):
                moves.append(1000 * await learner.move())
            await asyncio.sleep(dice.uniform(*THINK))
    return moves


async def join(url: str, seconds: float) -> list[float]:
    """Make a room and join it again and again; return the milliseconds of each time."""
    from benchmarks._learner import joined, opened

    dice, times, code = random.Random(1), [], await asyncio.to_thread(opened, url)
    end = perf_counter() + seconds
    while perf_counter() < end:
        times.append(1000 * await asyncio.to_thread(joined, url, code))
        await asyncio.sleep(dice.uniform(*THINK))
    return times


def attacked(server: Server, attack: str, seconds: float) -> tuple[list[float], dict[str, Any]]:
    """The learner's moves while an attacker, in a process of its own, does what it can."""
    name = OF_ATTACKER.get(attack, attack)
    command = [sys.executable, "-m", "benchmarks._attacker", server.url, name, str(seconds + 5)]
    attacker = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert attacker.stdout
    try:
        attacker.stdout.readline()  # it has begun
        moves = asyncio.run(doing(attack)(server.url, seconds))
    finally:
        attacker.terminate()
        said, trouble = attacker.communicate(timeout=PATIENCE)
    if not said:
        raise RuntimeError(f"The attacker said nothing: {trouble}")
    return moves, json.loads(said.splitlines()[-1])


def doing(attack: str) -> Learning:
    """What the learner does beside an attack."""
    return join if attack in OF_ATTACKER else practise


def row(attack: str, seconds: float) -> list[object]:
    """A quiet run and one beside the attack, on the same server, whose classes are its own."""
    with tempfile.TemporaryDirectory() as folder:
        database = {"NDCG_CLASS_DATABASE": f"{folder}/class.sqlite3", "TMPDIR": folder}
        with serve(variables=os.environ | database) as server:
            return _row(server, attack, seconds)


def _row(server: Server, attack: str, seconds: float) -> list[object]:
    from websockets.exceptions import WebSocketException

    learn = doing(attack)
    warm_up(server, learn, min(WARM_UP, seconds))
    quiet, beside, did = list[list[float]](), list[list[float]](), Counter[str]()
    for _ in range(ROUNDS):
        quiet.append(asyncio.run(learn(server.url, seconds / ROUNDS)))
        try:
            moves, what = attacked(server, attack, seconds / ROUNDS)
        except (TimeoutError, OSError, WebSocketException):
            return [attack, *_spread(quiet), None, None, "no answer", None, None, server.memory]
        beside.append(moves)
        did.update(what)
    ratio = _spread(beside)[1] / _spread(quiet)[1]
    return [
        *(attack, *_spread(quiet), *_spread(beside), f"{ratio:.2f}"),
        *(did["done"], did["refused"], server.memory),
    ]


def warm_up(server: Server, learn: Learning, seconds: float) -> None:
    """Learn until two stretches, one after the other, take about as long."""
    last = 0.0
    for _ in range(MOST_STRETCHES):
        now = percentile(asyncio.run(learn(server.url, seconds)), 95)
        if max(last, now) <= ALIKE * min(last, now):
            return
        last = now


def _spread(rounds: list[list[float]]) -> tuple[float, float]:
    """Return the median of the rounds' 50th percentiles, and of their 95th."""
    halves, tails = ([percentile(moves, percent) for moves in rounds] for percent in (50, 95))
    return median(halves), median(tails)


def rows(attacks: list[str], seconds: float) -> Iterator[list[object]]:
    """One row for each attack."""
    for attack in attacks:
        yield row(attack, seconds)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    if not find_spec("websockets"):
        sys.exit("this benchmark needs websockets: `pip install ndcg-tutor[bench]`")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10)
    chosen = parser.parse_args(arguments)
    print(f"A learner's move to the end of its rerun, ms, alone and beside an attack; {machine()}")
    heads = ("attack", "p50", "p95", "beside p50", "p95", "ratio", "done", "refused", "server MB")
    print(table(heads, rows(chosen.attacks, chosen.seconds)))


if __name__ == "__main__":
    main()
