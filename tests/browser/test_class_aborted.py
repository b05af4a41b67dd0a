"""Every request of a learner's page fails once, one after the other, and nobody is lost."""

from itertools import count
from urllib.parse import urlsplit

from tests.browser.classes import PHONE, go_on, start, write
from tests.browser.visits import GONE

FAILED = (*GONE, "Failed to fetch", "net::ERR_FAILED")
VISITS = count(1)
LEAST = 3
"""Requests that a visit makes at least: to join, to follow and to answer."""


def requests_of(page, visit):
    """What a visit asks for after the page itself, each by its path."""
    seen = []

    def note(request):
        if not request.is_navigation_request() and request.url.startswith("http"):
            seen.append(urlsplit(request.url).path)

    page.on("request", note)
    visit()
    page.remove_listener("request", note)
    paths = list(dict.fromkeys(seen))
    assert len(paths) >= LEAST
    return paths


def abort_each(page, visit):
    """Make a visit once for each request of it, which is aborted once then."""
    page.route("**/nothing", lambda route: route.continue_())  # from here on nothing is cached
    for path in requests_of(page, visit):
        page.route(f"**{path}*", lambda route: route.abort(), times=1)
        try:
            with page.expect_event("requestfailed", lambda request, at=path: at in request.url):
                visit()
        except Exception as error:
            raise AssertionError(f"lost without {path}") from error


def come(page, at, hash):
    """Come as a person who was never here; another hash alone would be no visit."""
    page.evaluate("localStorage.clear()")
    page.goto(f"{at}?visit={next(VISITS)}#{hash}")


def test_a_learner_joins_and_answers_whatever_fails(open_page, server):
    desk, _, code = start(open_page, server, "1, 3, 2", asked="dcg")
    go_on(desk, "open")
    phone = open_page("/join", at=server, wait="#enter", tolerate=FAILED, **PHONE)

    def visit():
        come(phone, f"{server.url}/join", code)
        write(phone, "4.0")
        phone.get_by_text("Your answer is kept.").wait_for()

    abort_each(phone, visit)
