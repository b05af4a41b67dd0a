"""Block Streamlit's routes that our pages do not need: sign-in, agents, source and uploads."""

from collections.abc import Sequence
from functools import cache

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ndcg_ui.classroom.store.database import TROUBLES
from ndcg_ui.hosts.server.base_path import HEALTH_PATH, read_streamlit_path
from ndcg_ui.hosts.server.refusals import NOTHING_HERE, make_not_found_response, refuse_request
from ndcg_ui.hosts.server.streamlit_page import STREAMLIT_STATIC

STREAM_PATH = "/_stcore/stream"
MEDIA_PATH = "/media/"
UNUSED_FILES = ("/index.html", "/manifest.json")


@cache
def _collect_needed_paths() -> frozenset[str]:
    """Return the paths of Streamlit's files and start-up requests that browsers need."""
    every = (path for path in STREAMLIT_STATIC.rglob("*") if path.is_file())
    files = {f"/{path.relative_to(STREAMLIT_STATIC).as_posix()}" for path in every}
    return frozenset(files.difference(UNUSED_FILES) | {HEALTH_PATH, "/_stcore/host-config"})


def is_needed_route(kind: str, path: str) -> bool:
    """Return True if our pages need this route of Streamlit.

    kind: "http" or "websocket"

    >>> [is_needed_route("websocket", path) for path in ("/_stcore/stream", "/_stcore/health")]
    [True, False]
    >>> needed = ("/_stcore/health", "/_stcore/host-config", "/favicon.png", "/media/a.png")
    >>> [is_needed_route("http", path) for path in needed]
    [True, True, True, True]
    >>> [is_needed_route("http", path) for path in ("/auth/login", "/index.html")]
    [False, False]
    """
    if kind == "websocket":
        return path == STREAM_PATH
    return path in _collect_needed_paths() or path.startswith(MEDIA_PATH)


class RouteGuard:
    """Middleware that admits our own routes and the Streamlit routes that our pages need.

    Streamlit answers an unknown address with its page and status 200, and has routes that our pages
    do not need. This middleware answers all of these with status 404. Streamlit's routes are below
    the app's base path (`base_path`).
    """

    def __init__(self, app: ASGIApp, our_routes: Sequence[Route]) -> None:
        self.app = app
        self.our_routes = our_routes
        self.base = read_streamlit_path()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request for one of the admitted routes, and answer others with status 404.

        A slash after the path of our route is removed by a redirect. While the database of classes
        has troubles, the health check names them.
        """
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif scope["path"] == HEALTH_PATH and TROUBLES:  # status 200, because pages still work
            answer = PlainTextResponse(f"ok, but for classes: {'; '.join(TROUBLES.values())}")
            await answer(scope, receive, send)
        elif is_needed_route(scope["type"], scope["path"]):
            await self.app({**scope, "path": f"{self.base}{scope['path']}"}, receive, send)
        elif self._is_ours(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse_request(scope, receive, send, 404, NOTHING_HERE)
        elif (path := scope["path"]).endswith("/") and self._is_ours(scope, path.rstrip("/")):
            # From "/playground/" to "/playground", relative to where the browser is.
            plain = path.rstrip("/")
            query = scope["query_string"].decode("latin-1")
            to = "../" * (len(path) - len(plain)) + plain.rpartition("/")[2]
            to += f"?{query}" if query else ""
            await RedirectResponse(to, 308)(scope, receive, send)
        else:
            await make_not_found_response(scope)(scope, receive, send)

    def _is_ours(self, scope: Scope, path: str = "") -> bool:
        found = {**scope, "path": path or scope["path"]}
        return any(route.matches(found)[0] is not Match.NONE for route in self.our_routes)
