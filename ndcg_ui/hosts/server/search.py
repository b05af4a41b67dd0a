"""The address of the index that the search in the header loads."""

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ndcg_ui.hosts.server import written_lessons
from ndcg_ui.pages.search import FILE, search_index


async def _send(request: Request) -> Response:
    """Send the index, or status 304 to a browser that has it."""
    if written_lessons.are_written():
        written_lessons.read_again()
    index = search_index()
    headers = {"Cache-Control": "no-cache", "ETag": f'"{sha256(index).hexdigest()[:16]}"'}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(index, media_type="application/json", headers=headers)


def routes() -> list[Route]:
    """Return the route of the index."""
    return [Route(f"/{FILE}", _send)]
