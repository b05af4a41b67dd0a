"""Request bodies, read within limits."""

import asyncio

from starlette.requests import Request


class TooLong(Exception):
    """An error that says that a body has more bytes than the limit."""


async def read_body(request: Request, longest: int, seconds: float) -> bytes:
    """Read a body. Raise TooLong beyond the limit, and TimeoutError if it comes too slowly."""
    body = b""
    async with asyncio.timeout(seconds):
        async for piece in request.stream():
            body += piece
            if len(body) > longest:
                raise TooLong
    return body
