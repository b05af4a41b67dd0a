"""Visits to the app: a page that is opened anew, and what must never happen on it."""

from __future__ import annotations

from typing import Any

EMPTY = "about:blank"
STORED = "() => { localStorage.clear(); sessionStorage.clear(); }"


TAKEN_OVER = "() => document.readyState !== 'loading' && !document.getElementById('first-screen')"
"""Whether the app has taken over from the first screen that the server sent."""


def patient(page: Any) -> Any:
    """A page that, opened or loaded again, is there only once the app has taken over."""

    def waiting(go: Any) -> Any:
        def gone(*given: Any, **how: Any) -> Any:
            answer = go(*given, **how)
            page.wait_for_function(TAKEN_OVER)
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
        self.page = patient(self.context.new_page())
        self.visited: set[str] = set()

    def visitor(self, origin: str, size: dict[str, int], permissions=(), **media) -> Any:
        """The page as somebody finds it who was never here."""
        self.forget(origin)
        self.page.set_viewport_size(size)
        self.page.emulate_media(**media)
        self.page.set_default_timeout(60_000)
        if permissions:
            self.context.grant_permissions(list(permissions), origin=origin)
        return self.page

    def forget(self, origin: str) -> None:
        """Empty the storage of a place that was visited before, from a text that runs no script."""
        if origin in self.visited:
            self.page.goto(f"{origin}/_stcore/health")
            self.page.evaluate(STORED)
        self.visited.add(origin)

    def leave(self) -> None:
        """End the visit: its connection, its other pages, its cookies and what it intercepts."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.unroute_all()
        self.page.goto(EMPTY)
        self.context.clear_cookies()
        self.context.clear_permissions()


class Watch:
    """What must never happen on a page: an error, or a request to another host."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.heard: list[tuple[Any, str, Any]] = []

    def over(self, page: Any, origin: str, tolerate: tuple[str, ...] = ()) -> None:
        """Watch a page, but for console errors that contain one of the tolerated texts."""

        def said(message) -> None:
            if message.type == "error" and not any(text in message.text for text in tolerate):
                self.troubles.append(f"console: {message.text}")

        def asked(request) -> None:
            if not request.url.startswith((origin, "data:", "blob:", EMPTY)):
                self.troubles.append(f"request to another host: {request.url}")

        def failed(error) -> None:
            self.troubles.append(f"script error: {error}")

        for event, hear in (("console", said), ("request", asked), ("pageerror", failed)):
            page.on(event, hear)
            self.heard.append((page, event, hear))

    def end(self) -> None:
        """Watch no more."""
        for page, event, hear in self.heard:
            page.remove_listener(event, hear)
