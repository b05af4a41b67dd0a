"""Messages to a class and its answers, as JSON; every refusal is a status and a sentence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ndcg_core.classroom.question import answer_text
from ndcg_core.classroom.references import another, find
from ndcg_core.classroom.room import LARGEST_NUMBER, SURE, Ballot, Refused, Room
from ndcg_ui import limits
from ndcg_ui.classroom.replaying import frames
from ndcg_ui.classroom.repository import Busy

Answering = Callable[[Request], Awaitable[Response]]
NO_STORE = {"Cache-Control": "no-store"}
TOO_LONG = "This message has at most {:,} bytes; shorten it, and send it again."
TOO_SLOW = "The message did not come to its end in time; send it again."
NO_MESSAGE = "This is no message that can be read: it must be JSON, a table of names and values."


class TooLong(ValueError):
    """More was sent than a message has, or it came too slowly."""


async def message_of(
    request: Request, longest: int = limits.LONGEST_CLASS_MESSAGE
) -> dict[str, Any]:
    """The message in a request; no more of it is read than a message has."""
    body = b""
    try:
        async with asyncio.timeout(limits.SECONDS_FOR_MESSAGE):
            async for part in request.stream():
                body += part
                if len(body) > longest:
                    raise TooLong(TOO_LONG.format(longest))
    except TimeoutError:
        raise TooLong(TOO_SLOW) from None
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise ValueError(NO_MESSAGE) from None
    if not isinstance(message, dict):
        raise ValueError(NO_MESSAGE)
    return message


def secret_of(request: Request) -> str:
    """The secret in a request's header; "" where there is none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret if kind == "Bearer" and len(secret) <= 200 else ""


def with_refusals(answer: Answering) -> Answering:
    """The same, where every refusal is a status and a sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except Busy as busy:
            return _refusal(429, str(busy), {"Retry-After": "2"})
        except Refused as refused:
            return _refusal(409, str(refused))
        except TooLong as refused:
            return _refusal(413, str(refused), {"Connection": "close"})
        except ValueError as refused:
            return _refusal(400, str(refused))

    return answered


def _refusal(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"say": sentence}, status, NO_STORE | (headers or {}))


def done(**message: Any) -> Response:
    """What a message led to."""
    return JSONResponse(message, headers=NO_STORE)


def as_json(message: Any) -> bytes:
    """Plain data as bytes for the browser."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()


def ballot_in(message: Mapping[str, Any], room: Room) -> tuple[str, Ballot]:
    """The question that a message answers, by its reference, and the ballot in it."""
    id, vote, number = (_whole(message.get(name), name) for name in ("round", "vote", "number"))
    round = next((r for r in room.rounds if r.id == id and r.votes >= vote), None)
    if round is None or vote not in (1, 2):
        raise Refused("This question is not asked here.")
    sure = message.get("sure", "")
    if sure not in SURE:
        raise Refused("Say whether you are sure, not sure, or neither.")
    try:
        answer = answer_text(find(round.question).read(message.get("answer")))
    except ValueError as error:
        raise Refused(str(error)) from None
    return round.question, Ballot(id, vote, answer, sure, number)


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LARGEST_NUMBER:
        raise Refused(f"This message has no {name} that is a whole number.")
    return value


def argument_of(message: Mapping[str, Any], room: Room, rng: Random) -> str:
    """The argument of a command: of "alone" the further question, of "step" one that there is."""
    now, argument = room.now, str(message.get("argument", ""))[:20]
    if now and message.get("command") == "alone":
        return another(now.question, rng, [round.question for round in room.rounds])
    if now and message.get("command") == "step" and argument.isdecimal():
        if int(argument) > len(frames(now.question)):
            raise Refused("That was the last step.")
        return str(int(argument))
    return argument
