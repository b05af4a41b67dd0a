"""The body of a request, read within bounds."""

import asyncio

from starlette.requests import Request


class TooLong(Exception):
    """A body has more bytes than are read."""


async def read_body(request: Request, longest: int, seconds: float) -> bytes:
    """Return a body; TooLong as soon as it is, and TimeoutError where it does not come in time."""
    body = b""
    async with asyncio.timeout(seconds):
        async for piece in request.stream():
            body += piece
            if len(body) > longest:
                raise TooLong
    return body
