"""The sandbox of a learner's Python: a frame without an origin, and its interpreter.

    the page    fetches the engine (Brython, its library and our harness, as one text) and opens
                the frame
    the frame   is served with a policy of its own that forbids every request, has no origin and so
                no cookies, no storage and no way into the page; it gets the engine as a message
    the worker  is made by the frame from that text, runs one program, and is ended

A learner's program never reaches the server.
"""

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ndcg_ui.components.lab.engine import build_engine_script, build_frame, build_frame_directives
from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL
from ndcg_ui.hosts.server.assets import CACHE_FOREVER, make_file_endpoint
from ndcg_ui.hosts.server.security import read_frame_ancestors


@lru_cache(maxsize=1)
def build_frame_policy() -> str:
    """Return the Content-Security-Policy of the code lab's frame.

    The policy names the pages that may show the frame.
    """
    # The pages around the frame: ours, and those that may show ours.
    others = sorted(set(read_frame_ancestors(is_exhibit=True).split()) - {"'self'", "'none'"})
    around = " ".join(("frame-ancestors 'self'", *others))
    return f"sandbox allow-scripts; {build_frame_directives()}; {around}"


async def _send_frame(request: Request) -> Response:
    headers = {"Content-Security-Policy": build_frame_policy(), "Cache-Control": CACHE_FOREVER}
    return HTMLResponse(build_frame(), headers=headers)


def list_routes() -> list[Route]:
    """Return the routes of the code lab's frame and engine."""
    engine_served = make_file_endpoint(lambda: build_engine_script().encode(), "text/javascript")
    return [Route(FRAME_URL, _send_frame), Route(ENGINE_URL, engine_served)]
