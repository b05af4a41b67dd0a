"""Metrics for an operator: the versions in use and the server's load.

Only this machine and its network get an answer. Each process reports its own numbers. Rooms are
those of all processes.
"""

import asyncio
import platform
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from time import time

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ndcg_core.version import __version__
from ndcg_ui.classroom.life import get_service, has_database
from ndcg_ui.classroom.store.settings import find_client_address, is_local_address
from ndcg_ui.hosts.server.logs import records
from ndcg_ui.hosts.server.refusals import make_not_found_response
from ndcg_ui.limits.shares import work_queue
from ndcg_ui.pages.evaluate import jobs

GAUGES: dict[str, Callable[[], float]] = {}
"""Values that are counted elsewhere in this process, by name."""
METRICS = {
    "sessions": "gauge Pages that are open in browsers.",
    "runs_waiting": "gauge Actions, pages and evaluations that wait for others.",
    "rooms": "gauge Rooms of live classes.",
    "errors_total": "counter Errors that were written to the log.",
}
TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def list_routes() -> list[Route]:
    """Return the routes that show an operator the versions and the metrics."""
    return [
        Route("/version", _make_endpoint(_send_version)),
        Route("/metrics", _make_endpoint(_send_metrics)),
    ]


def _make_endpoint(
    answer: Callable[[], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    async def send_text(request: Request) -> Response:
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
        address = find_client_address(request.client.host if request.client else "", forwarded)
        return (
            await answer() if is_local_address(address) else make_not_found_response(request.scope)
        )

    return send_text


async def _send_version() -> Response:
    python = platform.python_version()
    streamlit = version("streamlit")
    return JSONResponse({"ndcg-tutor": __version__, "python": python, "streamlit": streamlit})


async def _send_metrics() -> Response:
    rooms = await asyncio.to_thread(_count_rooms)
    found = {name: count() for name, count in GAUGES.items()}
    found |= {"runs_waiting": count_waiting_work(), "rooms": rooms, "errors_total": records.errors}
    return PlainTextResponse(format_metrics(found), media_type=TEXT_TYPE)


def count_waiting_work() -> int:
    """Return the number of requests and evaluations that wait for their turn."""
    return work_queue.waiting_count + jobs.count_waiting_jobs()


def _count_rooms() -> float:
    """Return the number of unexpired rooms, 0 without a database, or NaN after an error."""
    try:
        return get_service().repository.count_rooms(time()) if has_database() else 0
    except Exception:  # each kind of database raises different errors
        return float("nan")


def format_metrics(values: dict[str, float]) -> str:
    """Return metrics in the text format of Prometheus. Names outside `METRICS` are ignored.

    >>> print(format_metrics({"rooms": 2}), end="")
    # HELP ndcg_rooms Rooms of live classes.
    # TYPE ndcg_rooms gauge
    ndcg_rooms 2
    """
    lines = []
    for name, about in METRICS.items():
        if name in values:
            kind, _, sentence = about.partition(" ")
            lines += [f"# HELP ndcg_{name} {sentence}", f"# TYPE ndcg_{name} {kind}"]
            lines += [f"ndcg_{name} {values[name]}"]
    return "\n".join(lines) + "\n"
