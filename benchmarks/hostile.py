"""A learner beside an attacker: how much longer a move takes while somebody means harm.

    python -m benchmarks.hostile
    python -m benchmarks.hostile --seconds 20 --attacks flood upload

A server of its own for each attack, on this machine only. The learner moves a card, again and
again, first alone and then beside the attacker, each for as many seconds; a ratio is of the two
95th percentiles. "done" says how often the attacker got something done, "refused" how often not:
an attack that does nothing slows nobody. All is bounded in time and in number.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from benchmarks._report import machine, percentile, table
from benchmarks._server import ROOT, Server, serve

WARM_UP = 4  # seconds: what a new server does once is done
THINK = (0.05, 0.25)  # seconds between two moves of the learner
PATIENCE = 60  # seconds for one answer
QUERY = "r=3,2,3,0,1,2,0,3,1,2"
ATTACKS = ("link", "cheap", "screens", "flood", "upload", "headers", "big", "connections")


async def practise(url: str, seconds: float) -> list[float]:
    """Be a learner for so many seconds; return the milliseconds of each move."""
    from websockets.asyncio.client import connect

    from benchmarks._learner import Learner

    dice, moves = random.Random(1), []
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        learner = Learner(socket, dice, QUERY)
        async with asyncio.timeout(PATIENCE):
            await learner.arrive()
            await learner.move()
        end = perf_counter() + seconds
        while perf_counter() < end:
            async with asyncio.timeout(PATIENCE):
                moves.append(1000 * await learner.move())
            await asyncio.sleep(dice.uniform(*THINK))
    return moves


def attacked(server: Server, attack: str, seconds: float) -> tuple[list[float], dict[str, Any]]:
    """The learner's moves while an attacker, in a process of its own, does what it can."""
    command = [sys.executable, "-m", "benchmarks._attacker", server.url, attack, str(seconds + 5)]
    attacker = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert attacker.stdout
    try:
        attacker.stdout.readline()  # it has begun
        moves = asyncio.run(practise(server.url, seconds))
    finally:
        attacker.terminate()
        said, trouble = attacker.communicate(timeout=PATIENCE)
    if not said:
        raise RuntimeError(f"The attacker said nothing: {trouble}")
    return moves, json.loads(said.splitlines()[-1])


def row(attack: str, seconds: float) -> list[object]:
    """A quiet run and one beside the attack, on the same server."""
    from websockets.exceptions import WebSocketException

    with serve() as server:
        asyncio.run(practise(server.url, min(WARM_UP, seconds)))
        quiet = asyncio.run(practise(server.url, seconds))
        try:
            beside, did = attacked(server, attack, seconds)
        except (TimeoutError, OSError, WebSocketException):
            return [attack, *_spread(quiet), None, None, "no answer", None, None, server.memory]
        memory = server.memory
    ratio = percentile(beside, 95) / percentile(quiet, 95)
    return [
        *(attack, *_spread(quiet), *_spread(beside), f"{ratio:.2f}"),
        *(did["done"], did["refused"], memory),
    ]


def _spread(moves: list[float]) -> tuple[float, float]:
    return percentile(moves, 50), percentile(moves, 95)


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
