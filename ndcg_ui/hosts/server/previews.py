"""The pictures of previews, drawn on request from a link."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import Page
from ndcg_ui.hosts import previews
from ndcg_ui.hosts.server.own_pages import find_own_streamlit_page
from ndcg_ui.hosts.server.refusals import make_not_found_response, refuse_when_busy
from ndcg_ui.limits.shares import read_client_key, work_queue
from ndcg_ui.pages.menu import PAGES

BUILT_IN: dict[str, Page] = {page.name: page for page in PAGES}
HEADERS = {"Cache-Control": "public, max-age=3600"}
"""A picture changes only with the app or its lessons."""


def list_routes() -> list[Route]:
    """Return a route for the previews of all pages, or [] without Pillow."""
    if not previews.has_pillow():
        return []
    return [Route(f"{previews.PREVIEW_FOLDER}{{name}}.png", _send_preview)]


@refuse_when_busy
async def _send_preview(request: Request) -> Response:
    name = request.path_params["name"]
    page = BUILT_IN.get(name) or find_own_streamlit_page(name)
    if page is None:
        return make_not_found_response(request.scope)
    work = partial(_render_preview, page, dict(request.query_params))
    content = await work_queue.run_work(read_client_key(request.scope), work)
    return Response(content, media_type="image/png", headers=HEADERS)


def _render_preview(page: Page, query: Query) -> bytes:
    return previews.render_preview(previews.build_preview(page, query))
