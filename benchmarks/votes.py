"""A class that votes: the time from sending an answer to the server's acknowledgement.

    python -m benchmarks.votes
    python -m benchmarks.votes --learners 1000 --questions 4
    python -m benchmarks.votes --before ../other-checkout

Each learner has an address, an open stream of events and a connection for answers, as a phone has,
and a wall follows the class. After a question is opened, the learners answer at random moments of
`--seconds`. A time is from sending an answer to the end of the acknowledgement. Any answer but
success is an error.

--before: measure the server of another checkout in turn with this one, and print the ratio. Both
run in the environment of this Python.
"""

import asyncio
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

import httpx

from benchmarks._report import compute_percentile, describe_machine, format_table, make_parser
from benchmarks._server import (
    REPOSITORY,
    Server,
    format_request,
    make_uvicorn_server,
    run_server,
)

CLASS_QUESTION = "own?ask=dcg&r=3,2,3,0,1"
ANSWER_TEXTS = ("6.148", "6.149", "9.000", "5.500", "7.323", "4.762")
JOINING_AT_ONCE = 20
JOIN_ATTEMPTS = 50
REJOIN_PAUSE_SECONDS = 0.5  # seconds before somebody who was refused tries to join again
TIMEOUT_SECONDS = 60  # seconds for one answer


class Phone:
    """A learner's connections: a stream of events, and a client for answers."""

    def __init__(self, url: str, number: int) -> None:
        """Make a client for a server. The number determines the IP address of the client."""
        address = f"198.51.{100 + number // 250}.{number % 250 + 1}"
        headers = {"X-Forwarded-For": address}
        self.client = httpx.AsyncClient(
            base_url=url, headers=headers, verify=False, timeout=TIMEOUT_SECONDS
        )
        self.number = number
        self.sent = 0
        self.stream: asyncio.StreamWriter | None = None

    async def join(self, code: str) -> None:
        """Join a class by its code, with retries, and begin to read its events.

        Raises HTTPStatusError if every attempt is refused.
        """
        for _ in range(JOIN_ATTEMPTS):
            joined = await self.client.post("/join/enter", json={"code": code})
            if joined.status_code == 200:
                break
            await asyncio.sleep(REJOIN_PAUSE_SECONDS)
        joined.raise_for_status()
        self.client.headers["Authorization"] = f"Bearer {joined.json()['token']}"
        self.reading = asyncio.create_task(self._read_events())

    async def _read_events(self) -> None:
        """Read and discard events until the stream ends. A real phone would parse them."""
        url = self.client.base_url
        reader, self.stream = await asyncio.open_connection(url.host, url.port)
        headers = {**self.client.headers, "host": f"{url.host}:{url.port}", "accept-encoding": "br"}
        self.stream.write(format_request("GET", "/join/events", headers))
        while await reader.read(65_536):
            pass

    async def send_answer(self, question_index: int, text: str) -> tuple[float, bool]:
        """Send an answer. Return the response time in ms, and True if the server accepted it."""
        self.sent += 1
        message = {
            "round": question_index,
            "vote": 1,
            "answer": {"dcg": text},
            "number": self.sent,
        }
        began = perf_counter()
        try:
            answer = await self.client.post("/join/answer", json=message)
            accepted = answer.status_code == 200
        except httpx.TransportError:
            accepted = False
        return 1000 * (perf_counter() - began), accepted

    async def close(self) -> None:
        """Close the stream of events and the client for answers."""
        self.reading.cancel()
        if self.stream:
            self.stream.close()
        await self.client.aclose()


class Teacher:
    """A teacher who opens and controls a class that repeats one question."""

    def __init__(self, url: str, question_count: int) -> None:
        """Open a class on a server. Raise HTTPStatusError if the server refuses."""
        self.client = httpx.Client(base_url=url, verify=False, timeout=TIMEOUT_SECONDS)
        plan = f"questions = {[CLASS_QUESTION] * question_count}"
        opened = self.client.post("/class/rooms", json={"plan": plan, "key": ""})
        opened.raise_for_status()
        room = opened.json()
        self.code = room["code"]
        self.revision = 0
        self.client.headers["Authorization"] = f"Bearer {room['code']}.{room['steering']}"

    def send_command(self, name: str) -> None:
        """Send a command for the class, such as "forward". Raise HTTPStatusError if refused."""
        message = {"command": name, "revision": self.revision}
        answer = self.client.post("/class/command", json=message)
        answer.raise_for_status()
        self.revision = answer.json()["revision"]


async def hold_class(
    server: Server, learner_count: int, question_count: int, seconds: float
) -> dict[str, float]:
    """Hold a class. Return response-time percentiles, errors and CPU time per answer, by name.

    Times are in ms. There is no CPU time if the system does not report the processor time of the
    server.
    """
    dice = Random(1)
    teacher = Teacher(server.url, question_count)
    phones = [Phone(server.url, number) for number in range(learner_count)]
    joining = asyncio.Semaphore(JOINING_AT_ONCE)

    async def join_in_turn(phone: Phone) -> None:
        async with joining:
            await phone.join(teacher.code)

    async def answer_later(phone: Phone, index: int) -> tuple[float, bool]:
        await asyncio.sleep(dice.uniform(0, seconds))
        return await phone.send_answer(index, dice.choice(ANSWER_TEXTS))

    await asyncio.gather(*map(join_in_turn, phones))
    answered: list[tuple[float, bool]] = []
    before = server.cpu_seconds
    for index in range(question_count):
        await asyncio.to_thread(teacher.send_command, "forward")
        answered += await asyncio.gather(*(answer_later(phone, index) for phone in phones))
        await asyncio.to_thread(teacher.send_command, "forward")
        await asyncio.to_thread(teacher.send_command, "forward")
    after = server.cpu_seconds
    await asyncio.gather(*(phone.close() for phone in phones))
    times = [time for time, _ in answered]
    found = {f"p{percent}": compute_percentile(times, percent) for percent in (50, 95, 99)}
    found["errors"] = sum(not accepted for _, accepted in answered)
    if before is not None and after is not None:
        found["cpu"] = 1000 * (after - before) / len(answered)
    return found


def make_checkout_server(checkout: Path, folder: Path) -> Server:
    """Return an unstarted server for a checkout, with a new class database in a folder."""
    variables = {"NDCG_CLASS_DATABASE": f"{folder}/class.sqlite3", "PYTHONPATH": str(checkout)}
    server = make_uvicorn_server(folder / "log", **variables)
    server.folder = checkout
    return server


def measure_classes(
    checkouts: dict[str, Path],
    learner_count: int,
    question_count: int,
    seconds: float,
    round_count: int,
) -> Iterator[list[object]]:
    """Hold classes with each checkout in turn. Yield a row for each class.

    With two checkouts, the last row is the ratio of their median p95, first to second.
    """
    p95: dict[str, list[float]] = {name: [] for name in checkouts}
    for _ in range(round_count):
        for name, checkout in checkouts.items():
            with run_server(partial(make_checkout_server, checkout)) as server:
                found = asyncio.run(hold_class(server, learner_count, question_count, seconds))
            p95[name].append(found["p95"])
            numbers = [found.get(column) for column in ("p50", "p95", "p99", "errors", "cpu")]
            yield [name, *numbers, os.getloadavg()[0] if hasattr(os, "getloadavg") else None]
    if len(checkouts) == 2:
        now, before = (compute_percentile(values, 50) for values in p95.values())
        yield ["ratio", None, f"{now / before:.2f}", *[None] * 4]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--learners", type=int, default=1000, help="phones in the class")
    parser.add_argument("--questions", type=int, default=3, help="questions of a class")
    parser.add_argument("--seconds", type=float, default=20, help="time in which a class answers")
    parser.add_argument("--rounds", type=int, default=1, help="classes of each checkout")
    parser.add_argument("--before", type=Path, help="another checkout to compare with")
    chosen = parser.parse_args(arguments)
    checkouts = {"now": REPOSITORY}
    if chosen.before:
        checkouts["before"] = chosen.before.resolve()
    print(f"Answer to acknowledgement, ms, {chosen.learners} learners; {describe_machine()}")
    heads = ("server", "p50", "p95", "p99", "errors", "CPU an answer", "load")
    found = measure_classes(
        checkouts, chosen.learners, chosen.questions, chosen.seconds, chosen.rounds
    )
    print(format_table(heads, found))


if __name__ == "__main__":
    main()
