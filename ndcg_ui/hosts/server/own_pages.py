"""Users' own pages as the server sends them: Streamlit's page behind our header."""

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from ndcg_ui import PRODUCT
from ndcg_ui.components.markup.builder import h1
from ndcg_ui.exhibit.page import StreamlitPage
from ndcg_ui.hosts.server import documents
from ndcg_ui.hosts.server.refusals import make_not_found_response
from ndcg_ui.pages.own import find_own_page

ANY_ELEMENT = ""
"""The element that the shell waits for on a user's own page: any element of Streamlit's."""


class OwnPagesRoute(Route):
    """The route of users' own pages. It matches a request only if the page has a file."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return the match of a request, or no match if no user's own page has its name."""
        match, more = super().matches(scope)
        if match is Match.NONE or find_own_page(more["path_params"]["name"]) is None:
            return Match.NONE, {}
        return match, more


async def _send_page(request: Request) -> Response:
    page = find_own_streamlit_page(request.path_params["name"])
    if page is None:  # its file was removed just now
        return make_not_found_response(request.scope)
    return await documents.make_endpoint(page)(request)


def find_own_streamlit_page(name: str) -> StreamlitPage | None:
    """Return the description of the user's own page called `name`, or None without a file."""
    page = find_own_page(name)
    return None if page is None else _make_page(page.name, page.title)


@lru_cache(maxsize=64)
def _make_page(name: str, title: str) -> StreamlitPage:
    """Return the description of a user's own page, which Streamlit draws from its script."""
    return StreamlitPage(
        name=name,
        title=title,
        describe=lambda query: (title, f"{title}: a page added to {PRODUCT}."),
        heading=h1(title),
        until=ANY_ELEMENT,
    )


def make_route() -> Route:
    """Return the route of all users' own pages."""
    return OwnPagesRoute("/{name}", _send_page)
