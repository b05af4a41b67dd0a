"""The server under many learners, each moving a card in the playground every 3 s on average.

    python -m benchmarks.load
    python -m benchmarks.load --learners 50 200 --seconds 30
    python -m benchmarks.load --hurry --first-screen --learners 1 32
    python -m benchmarks.load --beside --learners 20
    python -m benchmarks.load --beside --learners 20 --attacks "five addresses" "acts that draw"

wrk simulates the learners (on Debian `apt-get install wrk`). It takes a tenth of a processor for a
thousand of them. Each has a connection, pauses 3 s on average (evenly from 1.5 to 4.5) and moves a
card (`learners.lua`). A time is from sending a move to the end of its answer. Any answer but
success is an error. Before the learners start, pages are opened one after the other. Memory and
processor time are the server's.

--hurry: the learners do not pause, which measures the actions per second of one server.

--first-screen: the learners' browsers request only the board and the parts next to it.

--beside: the same while one address sends as much as it can, one kind of request after another
(`benchmarks._attacks`), compared with the same learners just before. While codes are guessed, the
learners join a class. Otherwise they move cards. While functions are checked, the learners share
the address of the checks.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any
from unittest.mock import patch

import httpx

from benchmarks._attacks import ATTACKS, CLASS_PLAN, FUNCTION_CHECKS
from benchmarks._report import compute_percentile, describe_machine, format_table, make_parser
from benchmarks._server import REPOSITORY, Server, run_server

LEARNER_COUNTS = (10, 50, 100, 200, 400, 1000)
PAGE_ADDRESS = "/playground?r=3,2,3,0,1,2,0,3,1,2"
ARRIVAL_COUNT = 50  # pages that are opened
TIMEOUT_SECONDS = 30  # for one answer
ATTACK_START_SECONDS = 3  # until an attack has started
WARMUP_SECONDS = 10  # in which a server imports its modules and fills its caches
WRK_MISSING = "The learners are wrk's: on Debian `apt-get install wrk`."


def measure_page_time(server: Server) -> float:
    """Request the playground repeatedly, and return the median time in milliseconds."""
    times = []
    with httpx.Client(base_url=server.url, verify=False) as client:
        for _ in range(ARRIVAL_COUNT):
            began = perf_counter()
            client.get(PAGE_ADDRESS).raise_for_status()
            times.append(1000 * (perf_counter() - began))
    return compute_percentile(times, 50)


def simulate_learners(
    server: Server, learner_count: int, seconds: float, code: str = "", options: Sequence[str] = ()
) -> dict[str, Any]:
    """Let learners move cards or, with a code, join a class. Return wrk's measurements.

    The times are in milliseconds. options: arguments for `learners.lua`.
    """
    command = [
        "wrk",
        "-t1",
        f"-c{learner_count}",
        f"-d{seconds:g}s",
        f"--timeout={TIMEOUT_SECONDS}s",
    ]
    command += [
        "-s",
        "benchmarks/learners.lua",
        server.url,
        "--",
        str(learner_count),
        code,
        *options,
    ]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure_response_times(
    learner_counts: list[int], seconds: float, warmup_seconds: float, options: Sequence[str]
) -> Iterator[list[object]]:
    """Yield a row for each number of learners: times, moves a second, errors, MB and CPU ms.

    Times are in ms, and CPU ms are those of a move. Each row is from a new server.

    options: arguments for `learners.lua`.
    """
    for count in learner_counts:
        with run_server() as server:
            opened = measure_page_time(server)
            simulate_learners(server, count, warmup_seconds)
            before = server.cpu_seconds
            found = simulate_learners(server, count, seconds, options=options)
            after = server.cpu_seconds
            spent = after - before if after is not None and before is not None else None
            an_act = spent and 1000 * spent / found["moves"]
            spread = [found[name] for name in ("p50", "p95", "p99", "errors")]
            yield [count, opened, found["moves"] / seconds, *spread, server.memory_mb, an_act]


def measure_under_attack(
    learner_count: int,
    seconds: float,
    warmup_seconds: float,
    attacks: Sequence[str] = tuple(ATTACKS),
) -> Iterator[list[object]]:
    """Yield a row for each attack: learners' p95 before and during it, the ratio, and errors."""
    variables = {"NDCG_CLASS_KEY": "key"}
    with tempfile.TemporaryDirectory() as scratch, patch.dict(os.environ, variables):
        os.environ["NDCG_CLASS_DATABASE"] = f"{scratch}/class.sqlite3"
        with run_server() as server:
            plan = {"plan": CLASS_PLAN, "key": "key"}
            room = httpx.post(f"{server.url}/class/rooms", json=plan, verify=False).json()
            simulate_learners(server, learner_count, warmup_seconds)
            for attack in attacks:
                code = room["code"] if attack == "wrong codes" else ""
                how = ["one-address"] if attack == FUNCTION_CHECKS else []
                before = simulate_learners(server, learner_count, seconds, code, how)
                secret = f"{room['code']}.{room['showing']}"
                command = [sys.executable, "-m", "benchmarks._attacks", server.url, attack, secret]
                limit = 2 * seconds + TIMEOUT_SECONDS
                with subprocess.Popen([*command, str(limit)], cwd=REPOSITORY) as attacker:
                    try:
                        time.sleep(ATTACK_START_SECONDS)
                        during = simulate_learners(server, learner_count, seconds, code, how)
                    finally:
                        attacker.terminate()
                p95 = [before["p95"], during["p95"]]
                yield [attack, *p95, p95[1] / p95[0], before["errors"] + during["errors"]]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument(
        "--learners", type=int, nargs="+", default=list(LEARNER_COUNTS), help="numbers of learners"
    )
    parser.add_argument("--seconds", type=float, default=20, help="length of each measurement")
    parser.add_argument(
        "--warmup", type=float, default=WARMUP_SECONDS, help="seconds before each measurement"
    )
    parser.add_argument("--hurry", action="store_true", help="learners do not pause")
    parser.add_argument("--first-screen", action="store_true", help="request only its parts")
    parser.add_argument("--beside", action="store_true", help="measure during attacks")
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, help="attacks of --beside")
    chosen = parser.parse_args(arguments)
    if not shutil.which("wrk"):
        parser.error(WRK_MISSING)
    if chosen.beside:
        count = chosen.learners[0]
        print(
            f"A learner's p95 in ms, {count} of them, alone and beside an attack; "
            f"{describe_machine()}"
        )
        heads = ("attack", "alone", "beside", "ratio", "errors")
        attacks = chosen.attacks or list(ATTACKS)
        print(
            format_table(heads, measure_under_attack(count, chosen.seconds, chosen.warmup, attacks))
        )
        return
    print(f"Move to end of its answer, ms; {describe_machine()}")
    heads = ("learners", "page", "moves/s", "p50", "p95", "p99", "errors", "MB", "CPU an act")
    how = ["hurry"] * chosen.hurry + ["first-screen"] * chosen.first_screen
    measured = measure_response_times(chosen.learners, chosen.seconds, chosen.warmup, how)
    print(format_table(heads, measured))


if __name__ == "__main__":
    main()
