"""The path below which the app lives, such as `/ndcg`.

It is Streamlit's setting `server.baseUrlPath`, or the environment variable of that setting.
Streamlit reads the variable only under its own command, not under `uvicorn`.

Only this file and `closed` use it. Every link in a page is relative to the page, and a script finds
the app by its own address, so that a proxy may remove the path. Python writes an address with a
leading slash ("/assets/style.css"), and a link to it from a page with a dot before it
("./assets/style.css"), because all pages are at the top.
"""

import os
import re
from urllib.parse import quote

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from ndcg_ui.hosts.server.refusals import NOTHING_HERE, refuse_request

HEALTH_PATH = "/_stcore/health"
HEALTH_CHECK_PATHS = (HEALTH_PATH, "/healthz", "/script-health-check")
"""The addresses of health checks, always at the top. The last two are those of Streamlit Community
Cloud."""
REMOVED_PATH_KEY = "ndcg.above"
"""The key of a request's scope for the path that was removed from its address."""


def read_base_path() -> str:
    """Return the app's base path, such as "/ndcg", or "". Raise ValueError for a bad path."""
    return read_streamlit_path() or _normalize_path(
        os.environ.get("STREAMLIT_SERVER_BASE_URL_PATH", "")
    )


def read_streamlit_path() -> str:
    """Return the base path of Streamlit's routes, or "". Raise ValueError for a bad path."""
    return _normalize_path(str(config.get_option("server.baseUrlPath") or ""))


def _normalize_path(path: str) -> str:
    """Return a path with an initial but no final slash, or "". Raise ValueError if it is bad."""
    path = path.strip("/")
    if not re.fullmatch(r"[\w.~+/-]*", path) or {".", "..", ""} & set(path.split("/")) - {path}:
        name = "STREAMLIT_SERVER_BASE_URL_PATH or server.baseUrlPath"
        raise ValueError(f"{name} is {path[:80]!r}. It must be a path such as teaching/ndcg.")
    return f"/{path}" if path else ""


class BasePathMiddleware:
    """Middleware that removes the app's base path, so that the routes need not know it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.base = read_base_path()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests below the base path, and redirect `/ndcg` to `/ndcg/`.

        With the slash, relative links in the page work. Other requests get status 404, except for
        health checks, which need no base path.
        """
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        whole: str = scope["path"]
        path = _remove_base(scope.get("root_path", ""), whole)  # of `uvicorn --root-path`
        path = HEALTH_PATH if path in HEALTH_CHECK_PATHS else _remove_base(self.base, path)
        if path:
            inside = {"path": path, "root_path": "", REMOVED_PATH_KEY: whole.removesuffix(path)}
            await self.app({**scope, **inside}, receive, send)
        elif path == "" and scope["type"] == "http":
            query = scope["query_string"].decode("latin-1")
            top = f"{quote(whole.rpartition('/')[2])}/{'?' if query else ''}{query}"
            await RedirectResponse(top)(scope, receive, send)
        else:
            await refuse_request(scope, receive, send, 404, NOTHING_HERE)


def _remove_base(base: str, path: str | None) -> str | None:
    """Return `path` without its beginning `base`, or None if it is not at or below `base`.

    >>> [_remove_base("/ndcg", path) for path in ("/ndcg/code", "/ndcg", "/ndcg-2/")]
    ['/code', '', None]
    """
    if path is None or not (path == base or path.startswith(f"{base}/")):
        return None
    return path[len(base) :]
