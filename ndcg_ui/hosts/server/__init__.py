"""The server's additions to Streamlit: pages, routes, middleware and friendly errors."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route
from streamlit import config

from ndcg_core.content import find_lessons_folder
from ndcg_ui.classroom import life
from ndcg_ui.classroom import pages as classroom_pages
from ndcg_ui.classroom.routes import ClassMiddleware
from ndcg_ui.classroom.store import settings
from ndcg_ui.exhibit.page import StreamlitPage
from ndcg_ui.exhibit.server import set_running
from ndcg_ui.hosts.server import (
    acts,
    assets,
    base_path,
    connections,
    documents,
    downloads,
    embed,
    hosts,
    metrics,
    own_address,
    own_pages,
    previews,
    sandbox,
    search,
    security,
    theme,
    uploads,
)
from ndcg_ui.hosts.server.base_path import BasePathMiddleware
from ndcg_ui.hosts.server.closed import RouteGuard
from ndcg_ui.hosts.server.logs import filter_repetitions, records
from ndcg_ui.hosts.server.startup import (
    import_modules_early,
    print_addresses,
    warn_of_low_contrast,
    warn_of_unusable_database,
)
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.menu import PAGES
from ndcg_ui.pages.own import check_own_pages, is_own_page_error


def list_routes() -> list[Route]:
    """Return our routes, such as those of pages, classes, actions, uploads and downloads."""
    pages = (Route(f"/{page.path}", documents.make_endpoint(page)) for page in PAGES)
    kept = partial(assets.make_file_endpoint, must_revalidate=True)
    of_classes = classroom_pages.list_routes(
        kept, security.build_content_policy, theme.build_settings_css
    )
    rooms = (acts, sandbox, search, uploads, downloads, embed, metrics, previews)
    others = (route for room in rooms for route in room.list_routes())
    return [*pages, *of_classes, *others, own_pages.make_route()]


def list_middleware() -> list[Middleware]:
    """Return our middleware, outermost first. Increase the process's limit of open files."""
    return [
        Middleware(security.SecurityHeaders),
        Middleware(BasePathMiddleware),
        Middleware(hosts.HostGuard),
        Middleware(acts.ActionMiddleware),
        Middleware(ClassMiddleware),
        Middleware(
            connections.ConnectionLimit,
            seats=connections.compute_seats(connections.increase_file_limit()),
            pages=[f"/{page.path}" for page in PAGES if isinstance(page, StreamlitPage)],
        ),
        Middleware(assets.CompressionMiddleware),
        Middleware(RouteGuard, our_routes=list_routes()),
    ]


def check_settings() -> None:
    """Exit with a sentence for a bad setting. Load secrets and set Streamlit's options first.

    Streamlit's secrets count too, because Streamlit turns them into environment variables.
    """
    st.secrets.load_if_toml_exists()
    set_streamlit_options()
    try:
        hosts.read_allowed_hosts_variable()
        security.read_frame_ancestors()
        settings.read_settings()
        folders.read_upload_limit()
        find_lessons_folder()
        base_path.read_base_path()
        own_address.read_address_setting()
        hosts.check_proxies()
        check_own_pages()
        theme.read_theme_settings()
    except (ValueError, FileNotFoundError) as wrong:
        raise SystemExit(f"The app does not start: {wrong}") from None


def set_streamlit_options() -> None:
    """Turn off Streamlit's usage statistics, and messages from sites that no setting names.

    These options of Streamlit must not depend on how the app is started.
    """
    config.set_option("browser.gatherUsageStats", False)
    if not config.is_manually_set("client.allowedOrigins"):
        config.set_option("client.allowedOrigins", [])


@asynccontextmanager
async def prepare_server(app: st.App) -> AsyncIterator[None]:
    """Prepare the server before it accepts requests, and clean up when it stops."""
    records.install()
    filter_repetitions()
    set_running(True)
    try:
        async with import_modules_early(app), life.tidy_classes(), uploads.tidy_folders():
            warn_of_low_contrast()
            warn_of_unusable_database()
            print_addresses()
            yield
    finally:
        set_running(False)


def show_friendly_error(error: Exception) -> bool:
    """Show sentences instead of a traceback, or Streamlit's error on a user's own page.

    Returns True, which tells Streamlit that the error is shown.
    """
    if is_own_page_error(error):
        st.exception(error)
        return True
    for sentence in documents.explain_error(error):
        st.error(sentence)
    return True
