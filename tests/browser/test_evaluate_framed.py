"""/evaluate inside a page of another site, as a learning management system shows it."""

import pytest

OUTSIDE = "http://127.0.0.1:4000"
"""A site whose pages the browser is given by the test; the app is on localhost."""
FRAME = '<!doctype html><iframe src="{url}" width="1200" height="2000"></iframe>'


@pytest.fixture(scope="module")
def url(make_server):
    """The page of a server that may be shown there."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("NDCG_FRAME_ANCESTORS", OUTSIDE)
        return f"{make_server().url}/evaluate?embed=1"


@pytest.fixture
def page(chromium):
    """An empty page, which may show in a frame what is on this machine."""
    with chromium.new_context(permissions=["local-network-access"]) as context:
        yield context.new_page()


def framed(page, **how):
    """Open a page of the other site, and return the app in it."""
    body = FRAME.format(**how)
    page.route(f"{OUTSIDE}/", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(f"{OUTSIDE}/")
    return page.frame_locator("iframe")


def test_a_table_is_taken_from_a_frame_on_another_site_or_what_to_do_is_said(page, url):
    app = framed(page, url=url)
    with page.expect_download() as taking:
        app.get_by_role("link", name="Every query (CSV)").click()
    assert "\nkeywords," in taking.value.path().read_text()
    app.get_by_text("If a file does not come, the page around this one allows no").wait_for()
