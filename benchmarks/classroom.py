"""Live classes over real sockets: everybody answers, everybody is told, and the server is killed.

    python -m benchmarks.classroom
    python -m benchmarks.classroom --rooms 1 50 --learners 1000 40 --seconds 10
    python -m benchmarks.classroom --rooms 1 --learners 200 --kills 20
    python -m benchmarks.classroom --rooms 1 --learners 200 --cut 0.3
    python -m benchmarks.classroom --rooms 1 --learners 1000 --visitors 20

For each number of rooms the number of learners in each of them. ack: from sending an answer until
it is known to be kept. phase: from the teacher's command until a learner hears of it. Afterwards
the answers are downloaded: one that was acknowledged and is not there is lost, one that is there
twice is counted twice. With --kills the server is killed (kill -9) while answers come, and started
again; back: from its being up until a learner follows again. With --visitors so many others move
cards in the playground; visitors: the 95th percentile of their moves while the class answers, over
that before it came. Clients and server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from benchmarks._classmates import Classmate, send
from benchmarks._lecture import PLAN, Lecture, hosted, lecture, settled
from benchmarks._report import machine, percentile, table
from benchmarks._server import Server
from benchmarks.load import crowd

WRITTEN = ("6.149", "9.00", "6.32", "7.2", "12.3", "3.1", "5.55", "4", "8.01", "2.2")
HEADS = ("rooms", "learners", "answers", "ack p50", "ack p95", "phase p50", "phase p95")
HEADS += ("lost", "twice", "kills", "back p95", "visitors", "kB each", "CPU s")


async def measured(
    server: Server, rooms: int, count: int, seconds: float, kills: int, cut: float, visitors: int
) -> list[object]:
    """One row of the table."""
    rng = Random(7)
    await asyncio.to_thread(server.start)
    await send(server.url, "/class/plan", {"text": PLAN})
    await settled(server)
    alone = await visited(server, visitors, seconds)
    empty = server.memory or 0.0
    held = [await lecture(server.url, count, cut, rng) for _ in range(rooms)]
    mates = [mate for one in held for mate in one.learners]
    following = [asyncio.create_task(mate.follow()) for mate in mates]
    await asyncio.gather(*(one.received() for one in held))
    full = server.memory or 0.0
    phases = await moved_on(held)
    killing = asyncio.create_task(killed(server, kills, seconds, mates))
    visiting = asyncio.create_task(visited(server, visitors, seconds))
    acks = await asyncio.gather(*(answering(mate, seconds, visiting) for mate in mates))
    back, beside = await killing, await visiting
    phases += await moved_on(held)
    cpu = server.cpu or 0.0
    lost, twice = await examined(held)
    for task in following:
        task.cancel()
    each = [1000 * took for of_one in acks for took in of_one]
    return [
        *(rooms, count, len(each)),
        *(percentile(each, 50), percentile(each, 95)),
        *(1000 * percentile(phases, percent) for percent in (50, 95)),
        *(lost, twice, kills, 1000 * percentile(back, 95) if back else "-"),
        f"{percentile(beside, 95) / percentile(alone, 95):.2f}" if visitors else "-",
        *(1024 * (full - empty) / len(mates), cpu),
    ]


async def moved_on(held: list[Lecture]) -> list[float]:
    """How long each learner waited for the next phase."""
    begun = await asyncio.gather(*(one.command("forward") for one in held))
    received = await asyncio.gather(*(one.received() for one in held))
    return [at - start for start, ats in zip(begun, received, strict=True) for at in ats]


async def answering(
    mate: Classmate, seconds: float, visiting: asyncio.Task[list[float]]
) -> list[float]:
    """Answer at some moment of the vote, and once in each as long again while others visit."""
    took: list[float] = []
    while not (took and visiting.done()):
        moment = seconds * mate.rng.random()
        await asyncio.sleep(moment)
        took.append((await mate.answer(0, {"dcg": mate.rng.choice(WRITTEN)}))[1])
        if not visiting.done():
            await asyncio.sleep(seconds - moment)
    return took


async def visited(server: Server, count: int, seconds: float) -> list[float]:
    """How long each move of other visitors took."""
    if not count:
        return []
    found = await asyncio.to_thread(crowd, server, count, seconds)
    if found["errors"]:
        raise RuntimeError(found["errors"][0])
    return list(found["moves"])


async def killed(server: Server, kills: int, seconds: float, mates: list[Classmate]) -> list[float]:
    """Kill the server again and again; how long each learner was away after each restart."""
    back: list[float] = []
    rng = Random(3)
    for _ in range(kills):
        await asyncio.sleep(seconds * rng.random() / max(1, kills))
        server.kill()
        down = time.perf_counter()
        await asyncio.to_thread(server.start)
        up = time.perf_counter()  # some are back before it is known to be up
        for _ in range(400):
            if all(mate.back and mate.back[-1] >= down for mate in mates):
                break
            await asyncio.sleep(0.05)
        firsts = [min((at for at in mate.back if at >= down), default=1e9) for mate in mates]
        back += [max(0.0, first - up) for first in firsts]
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
        with hosted(chosen.app) as server:
            how = (chosen.seconds, chosen.kills, chosen.cut, chosen.visitors)
            yield asyncio.run(measured(server, rooms, count, *how))


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rooms", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--learners", type=int, nargs="+", default=[1000, 40])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--cut", type=float, default=0.0)
    parser.add_argument("--visitors", type=int, default=0)
    parser.add_argument("--app", default="app:app", help="what uvicorn serves")
    chosen = parser.parse_args(arguments)
    print(f"Live classes, ms; {machine()}")
    print(table(HEADS, rows(chosen)))


if __name__ == "__main__":
    main()
