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
from ndcg_ui.components.lab.lab import OWN

GREEDY = "203.0.113.66"
CHECKS = "checks of one address"
"""Learners share their address with whoever checks functions, as in a lecture hall."""
DICE = Random(5)
PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'
QUIZ = {"skills": ",".join(SKILLS), "difficulty": "all", "number": "20"}


def somebody(url: str, address: str, **more: Any) -> httpx.AsyncClient:
    """Return a client with a given address."""
    headers = {"X-Forwarded-For": address, **more}
    return httpx.AsyncClient(base_url=url, headers=headers, verify=False, timeout=None)


async def _again(ask: Callable[[], Awaitable[httpx.Response]]) -> None:
    """Send requests without pause, or with a short pause after a refusal."""
    while True:
        refused = True
        with suppress(httpx.TransportError):
            refused = (await ask()).status_code >= 400
        await asyncio.sleep(0.05 if refused else 0)


async def silent(url: str, secret: str) -> None:
    """Open a thousand connections that send nothing."""
    stream = f"{url.replace('http', 'ws')}/_stcore/stream"

    async def one() -> None:
        while True:
            with suppress(Exception):
                async with connect(stream, additional_headers={"X-Forwarded-For": GREEDY}) as held:
                    await held.wait_closed()
            await asyncio.sleep(1)

    await asyncio.gather(*(one() for _ in range(1_000)))


async def streams(url: str, secret: str) -> None:
    """Open event streams with one wall's secret."""

    async def one(client: httpx.AsyncClient) -> None:
        while True:
            with suppress(httpx.TransportError):
                async with client.stream("GET", "/class/events") as events:
                    async for _ in events.aiter_raw():
                        pass
            await asyncio.sleep(1)

    each = [somebody(url, GREEDY, Authorization=f"Bearer {secret}") for _ in range(10)]
    await asyncio.gather(*(one(each[n % 10]) for n in range(1_000)))


async def acts(
    url: str, page: str, make: Callable[[], Any], at_once: int, address: str = GREEDY
) -> None:
    """Send actions on a page over `at_once` connections."""
    each = [somebody(url, address) for _ in range(at_once)]
    await asyncio.gather(*(_again(lambda one=one: one.post(page, json=make())) for one in each))


def a_draw() -> dict[str, Any]:
    """Return an action of 100 bytes that draws a random list."""
    return {"link": {"skill": "ndcg", "r": "x"}, "act": {"seed": DICE.random(), "part": "x"}}


def a_long_act() -> dict[str, Any]:
    """Return an action on as many documents as allowed."""
    ranking = ", ".join(f"Document {DICE.random()}:{DICE.randrange(4)}" for _ in range(200))
    return {"link": {"r": ranking}, "act": {}}


def a_page_to_take_home() -> dict[str, Any]:
    """Return answers to lists that nobody has seen."""
    lists = ("".join(f",{DICE.randrange(10)}" for _ in range(20))[1:] for _ in range(30))
    answers = [[f"own?ask=ndcg&r={one}", {"ndcg": f"{DICE.random():.3f}"}] for one in lists]
    return {"title": "x", "answers": answers}


def a_check() -> dict[str, Any]:
    """Return the answers of a learner's function: 1 for everything, or NDCG with a wrong log."""
    base = DICE.uniform(1.5, 3)
    constant = DICE.random() < 0.5
    answers = [1.0 if constant else _wrong_ndcg(one, base) for one in OWN.rankings]
    return {"link": {}, "act": {"do": "check", "name": "f", "answers": answers}}


def _wrong_ndcg(ranking: Ranking, base: float) -> float:
    grades = ranking.grades
    k = ranking.k or len(ranking.grades)
    dcg, ideal = (
        sum(grade / log(place + base) for place, grade in enumerate(order[:k]))
        for order in (grades, sorted(grades, reverse=True))
    )
    return dcg / ideal if ideal else 0.0


def a_costly_link() -> dict[str, str]:
    """Return the query of a link with the largest numbers that its fields allow."""
    largest = str(DICE.randrange(100_000, 1_000_000))
    got = f"{DICE.random():.3f}"
    return {"r": "3,0,2", "k": largest, "rel": largest, "got": got, "base": "1e300"}


async def links(url: str, address: str = GREEDY) -> None:
    """Request pages with costly links."""

    async def ask(one: httpx.AsyncClient) -> httpx.Response:
        page = DICE.choice(("/conventions", "/measures", "/playground", "/practice"))
        return await one.get(page, params=a_costly_link())

    each = [somebody(url, address) for _ in range(20)]
    await asyncio.gather(*(_again(lambda one=one: ask(one)) for one in each))


async def files(url: str, path: str, query: dict[str, str], address: str = GREEDY) -> None:
    """Request pages or files with a new link each time."""
    numbers = count(DICE.randrange(5_000))
    each = [somebody(url, address) for _ in range(20)]

    async def ask(one: httpx.AsyncClient) -> httpx.Response:
        number = next(numbers)
        query["seed"], query["k"] = str(number % 9_999 + 1), str(number % 200 + 1)
        return await one.get(path, params=query)

    await asyncio.gather(*(_again(lambda one=one: ask(one)) for one in each))


async def codes(url: str, secret: str) -> None:
    """Try wrong codes of classes from four addresses."""
    each = [somebody(url, f"203.0.113.{n % 4}") for n in range(20)]
    asks = (lambda one=one: one.post("/join/enter", json={"code": draw_code(DICE)}) for one in each)
    await asyncio.gather(*map(_again, asks))


async def several(url: str, secret: str) -> None:
    """Attack from five addresses at once, each in a different way."""
    one, two, three, four, five = (f"203.0.113.{number}" for number in range(70, 75))
    await asyncio.gather(
        acts(url, "/acts/practice", a_draw, 1, one),
        acts(url, "/acts/playground", a_long_act, 60, two),
        files(url, "/playground", LONG_RANKING, three),
        acts(url, "/acts/code", a_check, 20, four),
        links(url, five),
    )


LONG_RANKING = {"r": ",".join(["3.25"] * 200)}
ATTACKS: dict[str, Callable[[str, str], Awaitable[None]]] = {
    "silent websockets": silent,
    "streams of one wall": streams,
    "acts that draw": lambda url, _: acts(url, "/acts/practice", a_draw, 1),
    "long acts": lambda url, _: acts(url, "/acts/playground", a_long_act, 60),
    "first screens": lambda url, _: files(url, "/playground", LONG_RANKING),
    "quizzes": lambda url, _: files(url, "/take-along/ndcg-quiz.xml", QUIZ),
    "pages to take home": lambda url, _: acts(url, "/join/solutions", a_page_to_take_home, 8),
    "wrong codes": codes,
    "costly links": lambda url, _: links(url),
    CHECKS: lambda url, _: acts(url, "/acts/code", a_check, 20),
    "five addresses": several,
}


async def main(url: str, attack: str, secret: str, seconds: str) -> None:
    """Run an attack for this many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(float(seconds)):
            await ATTACKS[attack](url, secret)


if __name__ == "__main__":
    os.nice(10)
    asyncio.run(main(*sys.argv[1:]))
