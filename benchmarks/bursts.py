"""A lecture hall that presses Check at the same moment, while others move a card.

    python -m benchmarks.bursts
    python -m benchmarks.bursts --learners 40 --rounds 30

All learners have one address. In each round, `--learners` cards are dropped at the same moment,
first alone and then together with as many checks of functions. A time is from sending a message
to the end of its answer. "last" is the last answer of a round, the median of all rounds.
"""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from benchmarks._attacks import ATTACKER_ADDRESS, make_function_check_action
from benchmarks._report import compute_percentile, describe_machine, format_table, make_parser
from benchmarks._server import Server, format_request, run_server

RANDOM = Random(3)
WARM_ROUNDS = 2
SECONDS_TO_CONNECT = 0.2
PLAYGROUND_LINK = {"r": "3,2,3,0,1,2,0,3,1,2"}
Message = tuple[str, dict[str, Any]]


def make_card_message() -> Message:
    """Return the path and the content of a request that moves a card on the playground."""
    order = list(range(10))
    order.insert(RANDOM.randrange(10), order.pop(RANDOM.randrange(10)))
    return "/acts/playground", {"link": PLAYGROUND_LINK, "act": {"do": "arrange", "order": order}}


def make_check_message() -> Message:
    """Return the path and the content of a request that checks a function."""
    return "/acts/code", make_function_check_action()


class Connection:
    """A connection of a learner's browser to a server, for one message."""

    def __init__(self, server: Server) -> None:
        """Store the server. `open` connects to it."""
        self.server = server

    async def open(self) -> "Connection":
        """Connect to the server, and return this connection."""
        self.reader, self.writer = await asyncio.open_connection(self.server.host, self.server.port)
        return self

    async def send(self, message: Message) -> tuple[float, bool]:
        """Send a message. Return the ms until the answer's end, and True if its status is 200.

        Then closes the connection.
        """
        path, content = message
        body = json.dumps(content).encode()
        headers = {
            "Host": f"{self.server.host}:{self.server.port}",
            "X-Forwarded-For": ATTACKER_ADDRESS,
            "Content-Type": "application/json",
            "Accept-Encoding": "gzip",
            "Connection": "close",
            "Content-Length": str(len(body)),
        }
        began = perf_counter()
        self.writer.write(format_request("POST", path, headers, body))
        answer = await self.reader.read()
        took = 1000 * (perf_counter() - began)
        self.writer.close()
        return took, answer.split(b" ", 2)[1:2] == [b"200"]


async def send_at_once(server: Server, messages: Sequence[Message]) -> list[tuple[float, bool]]:
    """Send messages at once. Return each response time in ms, and True if the status is 200.

    Each message has a separate connection.
    """
    connections = [await Connection(server).open() for _ in messages]
    await asyncio.sleep(SECONDS_TO_CONNECT)
    sending = zip(connections, messages, strict=True)
    return await asyncio.gather(*(connection.send(message) for connection, message in sending))


async def measure_bursts(
    server: Server, learner_count: int, round_count: int, pause_seconds: float
) -> list[list[object]]:
    """Send bursts of messages. Return rows for drops alone, drops beside checks, and checks."""
    names = ("drops alone", "drops beside checks", "checks")
    times: dict[str, list[float]] = {name: [] for name in names}
    last: dict[str, list[float]] = {name: [] for name in names}
    errors = dict.fromkeys(names, 0)
    for count in range(WARM_ROUNDS + round_count):
        await asyncio.sleep(pause_seconds)
        alone = await send_at_once(server, [make_card_message() for _ in range(learner_count)])
        await asyncio.sleep(pause_seconds)
        mixed = []
        for _ in range(learner_count):
            mixed += [make_check_message(), make_card_message()]
        both = await send_at_once(server, mixed)
        if count < WARM_ROUNDS:
            continue
        for name, found in zip(names, (alone, both[1::2], both[0::2]), strict=True):
            times[name] += [milliseconds for milliseconds, _ in found]
            last[name].append(max(milliseconds for milliseconds, _ in found))
            errors[name] += sum(not accepted for _, accepted in found)
    own = compute_percentile(times["drops alone"], 95)
    rows: list[list[object]] = []
    for name in names:
        p50, p95 = (compute_percentile(times[name], percent) for percent in (50, 95))
        ratio = f"{p95 / own:.2f}" if name != "checks" else None
        rows.append([name, p50, p95, compute_percentile(last[name], 50), ratio, errors[name]])
    return rows


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--learners", type=int, default=20, help="number of learners of each kind")
    parser.add_argument("--rounds", type=int, default=12, help="number of rounds")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two bursts")
    chosen = parser.parse_args(arguments)
    kinds = f"{chosen.learners} of each kind; {describe_machine()}"
    print(f"Milliseconds to the end of the answer, {kinds}")
    heads = ("at once", "p50", "p95", "last", "ratio of p95", "errors")
    with run_server() as server:
        measuring = measure_bursts(server, chosen.learners, chosen.rounds, chosen.pause)
        print(format_table(heads, asyncio.run(measuring)))


if __name__ == "__main__":
    main()
