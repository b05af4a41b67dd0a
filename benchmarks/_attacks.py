"""Attacks from one address for some seconds each, for `benchmarks.load --beside`.

An attacker is a separate process with low priority, so that its own cost does not count. A header
names its address, as a proxy on this machine would.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from math import log
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect

from ndcg_core.classroom.codes import draw_code
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.libraries import Ranking
from ndcg_ui.components.lab.lab import OWN_ARGUMENTS

ATTACKER_ADDRESS = "203.0.113.66"
FUNCTION_CHECKS = "checks of one address"
"""The attack in which learners share the attacker's address, as in a lecture hall."""
RANDOM = Random(5)
CLASS_PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'
QUIZ_QUERY = {"skills": ",".join(SKILLS), "difficulty": "all", "number": "20"}


def make_client(url: str, address: str, **headers: str) -> httpx.AsyncClient:
    """Return an HTTP client, without a timeout, whose requests seem to come from an address.

    The client does not verify certificates.

    headers: further headers of each request.
    """
    all_headers = {"X-Forwarded-For": address, **headers}
    return httpx.AsyncClient(base_url=url, headers=all_headers, verify=False, timeout=None)


async def _repeat_requests(send_request: Callable[[], Awaitable[httpx.Response]]) -> None:
    """Send one request after another forever. Pause briefly after a refusal or failure."""
    while True:
        refused = True
        with suppress(httpx.TransportError):
            refused = (await send_request()).status_code >= 400
        await asyncio.sleep(0.05 if refused else 0)


async def open_silent_connections(url: str, secret: str) -> None:
    """Keep a thousand WebSocket connections open without sending anything. Never returns.

    secret: ignored.
    """
    stream = f"{url.replace('http', 'ws')}/_stcore/stream"

    async def hold_connection() -> None:
        while True:
            with suppress(Exception):
                async with connect(
                    stream, additional_headers={"X-Forwarded-For": ATTACKER_ADDRESS}
                ) as held:
                    await held.wait_closed()
            await asyncio.sleep(1)

    await asyncio.gather(*(hold_connection() for _ in range(1_000)))


async def open_wall_streams(url: str, secret: str) -> None:
    """Keep a thousand event streams open with the secret of a wall. Never returns."""

    async def read_stream(client: httpx.AsyncClient) -> None:
        while True:
            with suppress(httpx.TransportError):
                async with client.stream("GET", "/class/events") as events:
                    async for _ in events.aiter_raw():
                        pass
            await asyncio.sleep(1)

    clients = [
        make_client(url, ATTACKER_ADDRESS, Authorization=f"Bearer {secret}") for _ in range(10)
    ]
    await asyncio.gather(*(read_stream(clients[n % 10]) for n in range(1_000)))


async def post_messages(
    url: str,
    path: str,
    make_message: Callable[[], Any],
    connection_count: int,
    address: str = ATTACKER_ADDRESS,
) -> None:
    """Post JSON messages to a path forever, over `connection_count` connections at once.

    make_message: returns the content of the next message.
    """

    async def send_from(client: httpx.AsyncClient) -> None:
        await _repeat_requests(lambda: client.post(path, json=make_message()))

    await asyncio.gather(*(send_from(make_client(url, address)) for _ in range(connection_count)))


def make_random_exercise_action() -> dict[str, Any]:
    """Return a small action for which the practice page chooses a random exercise."""
    return {"link": {"skill": "ndcg", "r": "x"}, "act": {"seed": RANDOM.random(), "part": "x"}}


def make_long_action() -> dict[str, Any]:
    """Return an empty action on a board with the largest allowed number of documents."""
    ranking = ", ".join(f"Document {RANDOM.random()}:{RANDOM.randrange(4)}" for _ in range(200))
    return {"link": {"r": ranking}, "act": {}}


def make_solutions_request() -> dict[str, Any]:
    """Return a request for the solutions of 30 random exercises, which are not cached."""
    answers = []
    for _ in range(30):
        grades = ",".join(str(RANDOM.randrange(10)) for _ in range(20))
        answers.append([f"own?ask=ndcg&r={grades}", {"ndcg": f"{RANDOM.random():.3f}"}])
    return {"title": "x", "answers": answers}


def make_function_check_action() -> dict[str, Any]:
    """Return an action that checks a function's answers: all 1.0, or NDCGs by a wrong divisor."""
    offset = RANDOM.uniform(1.5, 3)
    is_constant = RANDOM.random() < 0.5
    answers = [
        1.0 if is_constant else _calculate_wrong_ndcg(ranking, offset)
        for ranking in OWN_ARGUMENTS.rankings
    ]
    return {"link": {}, "act": {"do": "check", "name": "f", "answers": answers}}


def _calculate_wrong_ndcg(ranking: Ranking, offset: float) -> float:
    """Return NDCG with the divisor log(rank - 1 + offset), or 0.0 if IDCG is 0."""
    grades = ranking.grades
    k = ranking.k or len(ranking.grades)
    dcg, ideal = (
        sum(grade / log(index + offset) for index, grade in enumerate(order[:k]))
        for order in (grades, sorted(grades, reverse=True))
    )
    return dcg / ideal if ideal else 0.0


def make_costly_parameters() -> dict[str, str]:
    """Return random parameters for a link that is costly because its numbers are very large."""
    largest = str(RANDOM.randrange(100_000, 1_000_000))
    got = f"{RANDOM.random():.3f}"
    return {"r": "3,0,2", "k": largest, "rel": largest, "got": got, "base": "1e300"}


async def request_costly_pages(url: str, address: str = ATTACKER_ADDRESS) -> None:
    """Request pages with random costly parameters forever, over 20 connections."""

    async def request_from(client: httpx.AsyncClient) -> None:
        async def request_page() -> httpx.Response:
            page = RANDOM.choice(("/conventions", "/measures", "/playground", "/practice"))
            return await client.get(page, params=make_costly_parameters())

        await _repeat_requests(request_page)

    await asyncio.gather(*(request_from(make_client(url, address)) for _ in range(20)))


async def request_new_links(
    url: str, path: str, parameters: dict[str, str], address: str = ATTACKER_ADDRESS
) -> None:
    """Request a path forever over 20 connections, with another seed and k each time.

    parameters: further parameters of each link.
    """
    numbers = count(RANDOM.randrange(5_000))

    async def request_from(client: httpx.AsyncClient) -> None:
        async def request_link() -> httpx.Response:
            number = next(numbers)
            new = {"seed": str(number % 9_999 + 1), "k": str(number % 200 + 1)}
            return await client.get(path, params=parameters | new)

        await _repeat_requests(request_link)

    await asyncio.gather(*(request_from(make_client(url, address)) for _ in range(20)))


async def try_random_codes(url: str, secret: str) -> None:
    """Try to join classes with random codes forever, over 20 connections from 4 addresses.

    secret: ignored.
    """

    async def guess_from(client: httpx.AsyncClient) -> None:
        await _repeat_requests(lambda: client.post("/join/enter", json={"code": draw_code(RANDOM)}))

    await asyncio.gather(*(guess_from(make_client(url, f"203.0.113.{n % 4}")) for n in range(20)))


async def attack_from_five_addresses(url: str, secret: str) -> None:
    """Attack from five addresses at once, each in a different way. Never returns.

    secret: ignored.
    """
    one, two, three, four, five = (f"203.0.113.{number}" for number in range(70, 75))
    await asyncio.gather(
        post_messages(url, "/acts/practice", make_random_exercise_action, 1, one),
        post_messages(url, "/acts/playground", make_long_action, 60, two),
        request_new_links(url, "/playground", LONG_RANKING_QUERY, three),
        post_messages(url, "/acts/code", make_function_check_action, 20, four),
        request_costly_pages(url, five),
    )


LONG_RANKING_QUERY = {"r": ",".join(["3.25"] * 200)}
ATTACKS: dict[str, Callable[[str, str], Awaitable[None]]] = {
    "silent websockets": open_silent_connections,
    "streams of one wall": open_wall_streams,
    "acts that draw": lambda url, _: post_messages(
        url, "/acts/practice", make_random_exercise_action, 1
    ),
    "long acts": lambda url, _: post_messages(url, "/acts/playground", make_long_action, 60),
    "first screens": lambda url, _: request_new_links(url, "/playground", LONG_RANKING_QUERY),
    "quizzes": lambda url, _: request_new_links(url, "/take-along/ndcg-quiz.xml", QUIZ_QUERY),
    "pages to take home": lambda url, _: post_messages(
        url, "/join/solutions", make_solutions_request, 8
    ),
    "wrong codes": try_random_codes,
    "costly links": lambda url, _: request_costly_pages(url),
    FUNCTION_CHECKS: lambda url, _: post_messages(
        url, "/acts/code", make_function_check_action, 20
    ),
    "five addresses": attack_from_five_addresses,
}


async def main(url: str, attack: str, secret: str, seconds: str) -> None:
    """Run the attack with this name in `ATTACKS` for this number of seconds.

    secret: the secret of the class that some attacks need.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(float(seconds)):
            await ATTACKS[attack](url, secret)


if __name__ == "__main__":
    os.nice(10)
    asyncio.run(main(*sys.argv[1:]))
