"""The sandbox of a learner's Python: a frame without an origin, and its interpreter.

    the page    fetches the engine (Brython, its library and our harness, as one text) and opens
                the frame
    the frame   is served with a policy of its own that forbids every request, has no origin and so
                no cookies, no storage and no way into the page; it gets the engine as a message
    the worker  is made by the frame from that text, runs one program, and is ended

Nothing of a learner's program ever reaches the server.
"""

import json
from functools import lru_cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL, text_of
from ndcg_ui.exhibit.scripts import inline_source
from ndcg_ui.hosts.server.assets import FOREVER, serving
from ndcg_ui.hosts.server.security import frame_ancestors

BRYTHON = ("brython.js", "brython_stdlib.js")
NOWHERE = "https://lab.invalid/"  # Brython wants an address; nothing is ever asked of it


@lru_cache(maxsize=1)
def frame_policy() -> str:
    """Return the frame's policy: its own script, workers made of text, and no requests."""
    # The pages around the frame: ours, and those that may show ours.
    others = sorted(set(frame_ancestors().split()) - {"'self'", "'none'"})
    around = " ".join(("frame-ancestors 'self'", *others))
    return f"sandbox allow-scripts; {_own_policy()}; {around}"


def _own_policy() -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {inline_source(text_of('frame.js'))} 'unsafe-eval' blob:",
            "worker-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def frame(alone: bool = False) -> str:
    """Return the frame's HTML.

    alone: as a file, which has to bring its policy itself.
    """
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_own_policy()}">'
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Python</title>'
        f"{policy if alone else ''}<script>{text_of('frame.js')}</script>"
    )


async def _frame(request: Request) -> Response:
    headers = {"Content-Security-Policy": frame_policy(), "Cache-Control": FOREVER}
    return HTMLResponse(frame(), headers=headers)


def engine() -> str:
    """Return the worker's whole script: Brython, its library, the harness and our side of it."""
    data = files("brython") / "data"
    start = f"globalThis.__BRYTHON__ = {{ brython_path: {json.dumps(NOWHERE)} }};"
    harness = f"globalThis.__HARNESS__ = {json.dumps(text_of('harness.brython'))};"
    brython = ((data / name).read_text("utf-8") for name in BRYTHON)
    return "\n;\n".join((start, harness, *brython, text_of("worker.js")))


def routes() -> list[Route]:
    """Return the lab's routes: the frame and the engine."""
    engine_served = serving(lambda: engine().encode(), "text/javascript")
    return [Route(FRAME_URL, _frame), Route(ENGINE_URL, engine_served)]
