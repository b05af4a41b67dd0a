"""Request bodies, read within limits."""

import asyncio

from starlette.requests import Request


class BodyTooLongError(Exception):
    """An error for a request body with more bytes than the limit."""


async def read_body(request: Request, max_bytes: int, seconds: float) -> bytes:
    """Read a request's body. Raise BodyTooLongError or TimeoutError beyond the limits."""
    body = b""
    async with asyncio.timeout(seconds):
        async for chunk in request.stream():
            body += chunk
            if len(body) > max_bytes:
                raise BodyTooLongError
    return body
