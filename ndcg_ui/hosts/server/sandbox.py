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

from ndcg_ui.components.lab.engine import engine, frame, frame_rules
from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL
from ndcg_ui.hosts.server.assets import FOREVER, serving
from ndcg_ui.hosts.server.security import frame_ancestors


@lru_cache(maxsize=1)
def frame_policy() -> str:
    """Return the policy of the frame: its own script, workers made of text, and no requests."""
    # The pages around the frame: ours, and those that may show ours.
    others = sorted(set(frame_ancestors(exhibit=True).split()) - {"'self'", "'none'"})
    around = " ".join(("frame-ancestors 'self'", *others))
    return f"sandbox allow-scripts; {frame_rules()}; {around}"


async def _frame(request: Request) -> Response:
    headers = {"Content-Security-Policy": frame_policy(), "Cache-Control": FOREVER}
    return HTMLResponse(frame(), headers=headers)


def routes() -> list[Route]:
    """Return the lab's routes: the frame and the engine."""
    engine_served = serving(lambda: engine().encode(), "text/javascript")
    return [Route(FRAME_URL, _frame), Route(ENGINE_URL, engine_served)]
