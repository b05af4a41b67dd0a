"""What can be downloaded: made from its link when it is asked for, by any process."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from ndcg_core.metric.numbers import writable
from ndcg_core.quizzes.formats import FORMATS, quiz
from ndcg_core.quizzes.questions import blanks_of
from ndcg_ui.addresses import up
from ndcg_ui.evaluate import downloads as evaluation
from ndcg_ui.parts.board import downloads as ranking
from ndcg_ui.parts.board.link import state_of
from ndcg_ui.parts.markup.builder import p, tag
from ndcg_ui.server import one_at_a_time
from ndcg_ui.server.missing_page import small_page
from ndcg_ui.server.refusals import busy
from ndcg_ui.worksheet.link import read_link

GONE = (
    "This file is no longer here: files are kept for as long as the page that made them is open. "
    "Ask for it again there, or open the page anew."
)
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


def routes() -> list[Route]:
    """Return the routes of the files of a ranking, of a worksheet and of an evaluation."""
    of_ranking = (Route(ranking.address(name), _giving(name)) for name in ranking.FILES)
    quizzes = (Route(ranking.address(FORMATS[key]["name"]), _giving_quiz(key)) for key in FORMATS)
    return [*of_ranking, *quizzes, Route(evaluation.URL, _of_evaluation, methods=["GET"])]


def _giving(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def give(request: Request) -> Response:
        content = await one_at_a_time.run_exclusively(_of_ranking, name, dict(request.query_params))
        return _file(name, ranking.FILES[name].kind, content) if content else busy()

    return give


def _of_ranking(name: str, query: dict[str, str]) -> bytes:
    state = state_of(query)
    return writable(ranking.FILES[name].content(state.board, state.trace)).encode()


def _giving_quiz(format: str) -> Callable[[Request], Awaitable[Response]]:
    async def give(request: Request) -> Response:
        sheet = read_link(dict(request.query_params))[0].worksheet
        for one in sheet.exercises:  # each in a turn of its own: all of them take ten seconds
            if await one_at_a_time.run_exclusively(blanks_of, one) is None:
                return busy()
        title, names = f"NDCG worksheet {sheet.seed}", FORMATS[format]
        content = await one_at_a_time.run_exclusively(quiz, format, title, sheet.exercises)
        return _file(names["name"], names["media_type"], content) if content else busy()

    return give


async def _of_evaluation(request: Request) -> Response:
    name, token = request.path_params["name"], request.path_params["token"]
    if name not in evaluation.KINDS:
        return _gone(request)
    content = await one_at_a_time.run_exclusively(
        evaluation.content, name, token, dict(request.query_params)
    )
    if content is None:
        return busy()
    if not content:
        return _gone(request)
    return _file(name, evaluation.KINDS[name].media_type, content)


def _file(name: str, media_type: str, content: bytes) -> Response:
    headers = {**HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=media_type)


def _gone(request: Request) -> Response:
    """A page for who follows the link, and the sentence alone for a script that asks."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(GONE, 404, HEADERS)
    top = up(request.url.path)
    link = tag("a", "Open the page", href=f"{top}evaluate", css="plain-button")
    return HTMLResponse(small_page(top, "No file here", p(GONE), p(link)), 404, HEADERS)
