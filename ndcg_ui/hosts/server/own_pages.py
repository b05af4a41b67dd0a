"""Pages of one's own as the server sends them: Streamlit's page, with our header in front."""

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
"""Of a page of one's own the shell waits for any element of Streamlit's."""


class OwnPages(Route):
    """The route of all own pages, which is there for those that are in the folder just now."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is for a page that is there."""
        match, more = super().matches(scope)
        if match is Match.NONE or own_page(more["path_params"]["name"]) is None:
            return Match.NONE, {}
        return match, more


async def _serve(request: Request) -> Response:
    page = own_page(request.path_params["name"])
    if page is None:  # its file was removed just now
        return nothing_here(request.scope)
    return await documents.serving(_framed(page.name, page.title))(request)


@lru_cache(maxsize=64)
def _framed(name: str, title: str) -> StreamlitPage:
    """Return what our frame has to know of a page; Streamlit draws it by its script."""
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
