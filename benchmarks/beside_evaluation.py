"""A learner beside somebody who evaluates files: how much longer a move takes meanwhile.

    python -m benchmarks.beside_evaluation
    python -m benchmarks.beside_evaluation --visitors 2 --seconds 60

The learner moves a card, again and again, first alone and then beside a visitor who brings
judgments and two runs of 10,000 queries and 100 documents to /evaluate and waits for what comes
out, again and again; server, evaluation, learner and visitor share this machine. A ratio is of the
two 95th percentiles. `done` is how many evaluations were seen through.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile

from benchmarks._report import machine, percentile, table
from benchmarks._server import ROOT, Server, serve
from benchmarks.evaluation import write_files
from benchmarks.hostile import practise
from benchmarks.load import PATIENCE

WARM_UP = 10  # seconds: a new server imports Polars meanwhile


def beside(
    server: Server, files: list[Path], seconds: float, visitors: int
) -> tuple[list[float], int]:
    """The learner's moves while visitors evaluate, each in a process of its own."""
    command = [sys.executable, "-m", "benchmarks._evaluator", server.url, str(seconds)]
    command += map(str, files)
    there = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(visitors)
    ]
    try:
        for visitor in there:
            assert visitor.stdout
            visitor.stdout.readline()  # it has begun
        moves = asyncio.run(practise(server.url, seconds))
        said = [visitor.communicate(timeout=PATIENCE + seconds)[0] for visitor in there]
    finally:
        for visitor in there:
            visitor.kill()
            visitor.wait()
    return moves, sum(map(int, said))


def measured(queries: int, seconds: float, visitors: int) -> list[list[object]]:
    """A row for the learner alone, and one beside the evaluation, on the same server."""
    with tempfile.TemporaryDirectory() as folder, serve() as server:
        qrels, run = write_files(Path(folder), queries, 100)
        other = Path(copyfile(run, Path(folder) / "b.run"))
        asyncio.run(practise(server.url, min(WARM_UP, seconds)))
        quiet = asyncio.run(practise(server.url, seconds))
        loud, done = beside(server, [qrels, run, other], seconds, visitors)
    ratio = percentile(loud, 95) / percentile(quiet, 95)
    return [
        ["alone", *_spread(quiet), None, None],
        ["beside", *_spread(loud), f"{ratio:.2f}", done],
    ]


def _spread(moves: list[float]) -> list[object]:
    return [len(moves), *(percentile(moves, share) for share in (50, 95, 99))]


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    if not find_spec("websockets"):
        sys.exit("this benchmark needs websockets: `pip install ndcg-tutor[bench]`")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--visitors", type=int, default=1)
    chosen = parser.parse_args(arguments)
    print(f"A learner's move to the end of its rerun, ms; {machine()}")
    heads = ("learner", "moves", "p50", "p95", "p99", "ratio", "done")
    print(table(heads, measured(chosen.queries, chosen.seconds, chosen.visitors)))


if __name__ == "__main__":
    main()
