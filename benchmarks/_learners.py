"""Many learners in one process, apart from the server's: started by benchmarks/load.py.

    python -m benchmarks._learners URL COUNT SECONDS

Their connections do not ask whether the server is still there: a browser's do not.
Learners arrive one after the other, think 3 s on average (evenly from 1.5 to 4.5) and move a
card. Measuring begins when all are there. Prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from time import perf_counter
from typing import Any

from websockets.asyncio.client import connect

from benchmarks._learner import Learner

QUERY = "r=3,2,3,0,1,2,0,3,1,2"
THINK = (1.5, 4.5)  # seconds
ARRIVAL = 0.05  # seconds between two learners
PATIENCE = 30  # seconds for one answer


async def attend(url: str, number: int, there: asyncio.Barrier, seconds: float) -> dict[str, Any]:
    """Be one learner for as long as it is measured; return the seconds each answer took."""
    dice = random.Random(number)
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    await asyncio.sleep(number * ARRIVAL)
    found: dict[str, Any] = {"moves": [], "errors": []}
    try:
        async with connect(
            address, subprotocols=["streamlit"], max_size=None, ping_interval=None
        ) as socket:
            learner = Learner(socket, url, dice, QUERY)
            async with asyncio.timeout(PATIENCE):
                await learner.arrive()
            await there.wait()
            await practise(learner, dice, perf_counter() + seconds, found["moves"])
    except Exception as error:
        found["errors"].append(f"{type(error).__name__}: {error}")
        await there.abort()
    return found


async def practise(learner: Learner, dice: random.Random, end: float, moves: list[float]) -> None:
    """Think and move a card, again and again until `end`; adds the seconds of each to `moves`."""
    pause = dice.uniform(0, THINK[1])
    while perf_counter() + pause < end:
        await asyncio.sleep(pause)
        async with asyncio.timeout(PATIENCE):
            moves.append(await learner.move())
        pause = dice.uniform(*THINK)


async def everybody(url: str, count: int, seconds: float) -> dict[str, Any]:
    """All learners together."""
    there = asyncio.Barrier(count)
    found = await asyncio.gather(*(attend(url, number, there, seconds) for number in range(count)))
    return {name: [item for each in found for item in each[name]] for name in ("moves", "errors")}


if __name__ == "__main__":
    url, count, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    print(json.dumps(asyncio.run(everybody(url, count, seconds))))
