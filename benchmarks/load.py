"""The server under many learners, each moving a card in the playground every 3 s on average.

    python -m benchmarks.load
    python -m benchmarks.load --learners 50 200 --seconds 30
    python -m benchmarks.load --learners 400 --processes 2

A server of its own and a process full of learners for each number. Measured from sending a move
to the end of its answer, as the learner sees it; every answer is checked (see _learner.py), and one
that is wrong or late is an error. Each learner also has the page open, with its websocket. Memory
and processor are the server's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from benchmarks._learners import ARRIVAL, PATIENCE
from benchmarks._report import machine, percentile, table
from benchmarks._server import ROOT, Server, serve

LEARNERS = (10, 50, 100, 200, 400)


def crowd(server: Server, count: int, seconds: float) -> dict[str, Any]:
    """Let `count` learners practise for so many seconds."""
    command = [sys.executable, "-m", "benchmarks._learners", server.url, str(count), str(seconds)]
    limit = count * ARRIVAL + seconds + 3 * PATIENCE
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=limit, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return json.loads(done.stdout)


def rows(counts: list[int], seconds: float, processes: int = 1) -> Iterator[list[object]]:
    """One row for each number of learners."""
    for count in counts:
        with serve(processes=processes) as server:
            found = crowd(server, count, seconds)
            memory, cpu = server.memory, server.cpu
        moves = [1000 * move for move in found["moves"]]
        spread = [percentile(moves, percent) for percent in (50, 95, 99)]
        yield [count, len(moves) / seconds, *spread, len(found["errors"]), memory, cpu]
        for error in sorted(set(found["errors"]))[:3]:
            print(f"{count} learners: {error}", file=sys.stderr)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    if not find_spec("websockets"):
        sys.exit("this benchmark needs websockets: `pip install ndcg-tutor[bench]`")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--learners", type=int, nargs="+", default=list(LEARNERS))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args(arguments)
    print(f"Move to end of its answer, ms; {machine()}")
    heads = ("learners", "moves/s", "p50", "p95", "p99", "errors", "server MB", "server CPU s")
    print(table(heads, rows(chosen.learners, chosen.seconds, chosen.processes)))


if __name__ == "__main__":
    main()
