"""The address of the index that the search in the header loads."""

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ndcg_ui.hosts.server import written_lessons
from ndcg_ui.pages.search import INDEX_FILE, build_search_index


async def _send_index(request: Request) -> Response:
    """Send the search index, or status 304 to a browser that has this version."""
    if written_lessons.is_lessons_variable_set():
        written_lessons.clear_caches_of_changed_lessons()
    index = build_search_index()
    headers = {"Cache-Control": "no-cache", "ETag": f'"{sha256(index).hexdigest()[:16]}"'}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(index, media_type="application/json", headers=headers)


def list_routes() -> list[Route]:
    """Return the route of the search index."""
    return [Route(f"/{INDEX_FILE}", _send_index)]
