"""/evaluate inside a page of another site, as a learning management system shows it."""

import pytest

OUTSIDE = "http://127.0.0.1:4000"
"""A site whose pages the browser is given by the test; the app is on localhost."""
SANDBOX = 'sandbox="allow-scripts allow-same-origin allow-forms"'
FRAME = '<!doctype html><iframe src="{url}" {attributes} width="1200" height="2000"></iframe>'


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


def test_a_table_is_taken_from_a_frame_on_another_site(page, url):
    app = framed(page, url=url, attributes="")
    with page.expect_download() as taking:
        app.get_by_role("link", name="Every query (CSV)").click()
    assert "\nkeywords," in taking.value.path().read_text()


def test_in_a_sandbox_that_allows_no_downloads_the_link_is_there_and_that_is_said(page, url):
    app = framed(page, url=url, attributes=SANDBOX)
    downloads = []
    page.on("download", lambda taken: downloads.append(taken))
    link = app.get_by_role("link", name="Every query (CSV)")
    link.click()
    app.get_by_text("If a file does not come, the page around this one allows no").wait_for()
    answer = page.request.get(link.evaluate("link => link.href"))
    assert answer.text().startswith("system,query,k,ndcg")
    assert downloads == []
