"""Downloads, made from their link on request by any process."""

from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from ndcg_core.quizzes.formats import QUIZ_FORMATS, format_quiz
from ndcg_core.quizzes.questions import prepare_answers
from ndcg_ui import limits
from ndcg_ui.components.board import downloads as ranking
from ndcg_ui.components.markup.builder import p, tag
from ndcg_ui.exhibit.addresses import build_link_to_root
from ndcg_ui.exhibit.links import parse_positive_or_default
from ndcg_ui.hosts.server.refusals import Answering, refuse_when_busy, render_small_page
from ndcg_ui.limits.bodies import BodyTooLongError, read_body
from ndcg_ui.limits.shares import OutOfTimeError, collect_in_time, read_client_key, work_queue
from ndcg_ui.pages.evaluate import downloads as evaluation
from ndcg_ui.pages.worksheet.link import read_link

FILE_GONE = (
    "This file no longer exists. Files are kept as long as the page that made them is open. "
    "Request the file again on that page, or reload the page."
)
LONGEST_SECRET_FORM = 1_000
"""The largest form with the secret name of a folder, in bytes."""
REQUESTED_AGAIN = "This page requests it again automatically."
TURN_PARAMETER = "turn"
MOST_TURNS = 18
"""The number of redirects in a row. A quiz may need more time than a request has, and a redirect
continues it. Browsers follow at most twenty redirects, so a page then requests the file again."""
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


def list_routes() -> list[Route]:
    """Return the routes of downloads: files of rankings, worksheets and evaluations."""
    files = [
        (name, file.media_type, partial(_build_ranking_file, name))
        for name, file in ranking.FILES.items()
    ]
    files += [
        (quiz["name"], quiz["media_type"], partial(_build_quiz_file, key))
        for key, quiz in QUIZ_FORMATS.items()
    ]
    made = (Route(ranking.build_download_path(file[0]), _make_endpoint(*file)) for file in files)
    return [*made, Route(evaluation.URL, _send_evaluation, methods=["GET", "POST"])]


def _make_endpoint(
    name: str, media_type: str, build_content: Callable[[dict[str, str]], bytes]
) -> Answering:
    @refuse_when_busy
    async def send_file(request: Request) -> Response:
        query = dict(request.query_params)
        turn = parse_positive_or_default(query.pop(TURN_PARAMETER, ""))
        try:
            content = await work_queue.run_work(
                read_client_key(request.scope), build_content, query
            )
        except OutOfTimeError:
            further = f"./{name}?{urlencode(query | {TURN_PARAMETER: str(turn % MOST_TURNS + 1)})}"
            if turn < MOST_TURNS:
                return RedirectResponse(further, 303, HEADERS)
            again = {**HEADERS, "Retry-After": "1", "Refresh": f"0; url={further}"}
            return HTMLResponse(
                render_small_page("../", "Your quiz is not ready yet", p(REQUESTED_AGAIN)),
                503,
                again,
            )
        return _make_response(name, media_type, content)

    return send_file


def _build_ranking_file(name: str, query: dict[str, str]) -> bytes:
    return ranking.build_file_content(name, query).encode()


def _build_quiz_file(format: str, query: dict[str, str]) -> bytes:
    sheet = read_link(query)[0].worksheet
    blanks = ((exercise, cell) for exercise in sheet.exercises for cell in exercise.sheet.blanks)
    collect_in_time(part for exercise, cell in blanks for part in prepare_answers(exercise, cell))
    return format_quiz(format, f"NDCG worksheet {sheet.seed}", sheet.exercises)


@refuse_when_busy
async def _send_evaluation(request: Request) -> Response:
    name = request.path_params["name"]
    query = dict(request.query_params)
    if name not in evaluation.KINDS:
        return _make_dead_link_response(request)
    try:
        body = await read_body(request, LONGEST_SECRET_FORM, limits.SECONDS_FOR_ACT)
    except (BodyTooLongError, TimeoutError):
        return PlainTextResponse(FILE_GONE, 413, {"Connection": "close"})
    query |= {"folder": "", "job": "", **dict(parse_qsl(body.decode("latin-1")))}
    content = await work_queue.run_work(
        read_client_key(request.scope), evaluation.build_download, name, query
    )
    if not content:
        return _make_dead_link_response(request)
    return _make_response(name, evaluation.KINDS[name].media_type, content)


def _make_response(name: str, media_type: str, content: bytes) -> Response:
    headers = {**HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=media_type)


def _make_dead_link_response(request: Request) -> Response:
    """Return a 404 response: a page for a browser, or a sentence for other clients."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(FILE_GONE, 404, HEADERS)
    top = build_link_to_root(request.url.path)
    link = tag("a", "Open “Compare systems”", href=f"{top}evaluate", css="plain-button")
    return HTMLResponse(
        render_small_page(top, "File not found", p(FILE_GONE), p(link)), 404, HEADERS
    )
