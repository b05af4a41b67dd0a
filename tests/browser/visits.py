"""Visits to the app: a page that is opened anew, and what must never happen on it."""

from contextlib import suppress
from typing import Any

from playwright.sync_api import Error

GONE = (
    *("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to load resource"),
    *("Cannot send rerun", "Client Error in reaching", "Is Streamlit still running?"),
)
"""Errors in the console while the server is away. After six tries Streamlit asks for its state."""
EMPTY = "/_stcore/health"
"""A text of the server's: a page on it runs no script, and the process that drew the last page
draws the next one, with all that it has compiled."""
NO_ICON = "/favicon.ico"
"""The icon that a Chromium with windows requests for a text. Our pages name their own icon."""
SETTLED = """() => {
    const app = document.querySelector("[data-testid=stApp]"); // of the page that Streamlit draws
    const inSight = (one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight;
    const figures = [...document.querySelectorAll("[data-testid=figure]")].filter(inSight);
    return (!app || app.dataset.testScriptState === "notRunning")
        && figures.every((figure) => figure.dataset.state === "drawn")
        && document.fonts.status === "loaded";
}"""
"""True if a page is complete: its visible charts are drawn and its fonts are loaded."""
DRAWN = "() => new Promise((is) => requestAnimationFrame(() => requestAnimationFrame(is)))"
"""Waits until what there is has been drawn."""
STORED = "() => { localStorage.clear(); sessionStorage.clear(); }"
THERE = """() => document.readyState === "complete"
    && document.documentElement.dataset.fonts !== "coming"
    && !document.querySelector("#cover, .exhibit:not([data-revision])")"""
"""True if a page can be used: its script has taken over the server's HTML, in its own fonts."""


def make_patient(page: Any) -> Any:
    """Return a page whose `goto` and `reload` return when it is usable."""

    def waiting(go: Any) -> Any:
        def gone(*given: Any, **how: Any) -> Any:
            answer = go(*given, **how)
            page.wait_for_function(THERE)
            return answer

        return gone

    page.goto, page.reload = waiting(page.goto), waiting(page.reload)
    return page


class WarmPage:
    """One page for test after test. What the browser has loaded and compiled is kept; all that a
    visitor leaves behind is not: a page in a context of its own costs four times as much.
    """

    def __init__(self, browser: Any) -> None:
        self.context = browser.new_context()
        self.page = make_patient(self.context.new_page())
        self.origin = ""

    def visitor(self, origin: str, size: dict[str, int], permissions=(), **media) -> Any:
        """Return the page as a new visitor sees it."""
        if self.page.url != origin + EMPTY:
            self.page.goto(origin + EMPTY)
        self.page.evaluate(STORED)
        self.origin = origin
        self.page.set_viewport_size(size)
        self.page.emulate_media(media="null", **media)  # it may have been on paper
        if permissions:
            self.context.grant_permissions(list(permissions), origin=origin)
        return self.page

    def leave(self) -> None:
        """Close connections and other pages, and remove cookies and routes."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.unroute_all(behavior="ignoreErrors")
        with suppress(Error):  # a test that failed may have left its server ended
            self.page.goto(self.origin + EMPTY)
        self.context.clear_cookies()
        self.context.clear_permissions()


class Watch:
    """The errors on a page, including requests to other hosts, which fail a test."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.listeners: list[tuple[Any, str, Any]] = []

    def over(self, page: Any, origin: str, tolerate: tuple[str, ...] = ()) -> None:
        """Watch a page, but ignore console errors that contain a tolerated text."""

        def said(message) -> None:
            if message.location["url"] in (origin + NO_ICON, origin + EMPTY):  # a folder has none
                return
            if message.type != "error":
                return
            if not any(text in message.text for text in tolerate):
                self.troubles.append(f"console: {message.text} {message.location['url']}")

        def asked(request) -> None:
            if not request.url.startswith((origin, "data:", "blob:")):
                self.troubles.append(f"request to another host: {request.url}")

        def failed(error) -> None:
            self.troubles.append(f"script error: {error}")

        for event, listener in (("console", said), ("request", asked), ("pageerror", failed)):
            page.on(event, listener)
            self.listeners.append((page, event, listener))

    def end(self) -> None:
        """Stop watching a page."""
        for page, event, listener in self.listeners:
            page.remove_listener(event, listener)
