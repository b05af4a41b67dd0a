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
from ndcg_ui.hosts.server.refusals import nothing_here
from ndcg_ui.pages.own import own_page

ANY_ELEMENT = ""
"""The element that the shell waits for on a user's own page: any element of Streamlit's."""


class OwnPages(Route):
    """The route of all users' own pages that are in the folder now."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return a match if a request is for a page in the folder."""
        match, more = super().matches(scope)
        if match is Match.NONE or own_page(more["path_params"]["name"]) is None:
            return Match.NONE, {}
        return match, more


async def _serve(request: Request) -> Response:
    page = own_page(request.path_params["name"])
    if page is None:  # its file was removed just now
        return nothing_here(request.scope)
    return await documents.serving(_streamlit_page(page.name, page.title))(request)


@lru_cache(maxsize=64)
def _streamlit_page(name: str, title: str) -> StreamlitPage:
    """Describe a user's own page, which Streamlit draws from its script, for the frame."""
    return StreamlitPage(
        name=name,
        title=title,
        about=lambda query: (title, f"{title}: a page beside those of {PRODUCT}."),
        heading=h1(title),
        until=ANY_ELEMENT,
    )


def route() -> Route:
    """Return the route of all own pages."""
    return OwnPages("/{name}", _serve)
