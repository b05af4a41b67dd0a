"""/evaluate inside a page of another site, as a learning management system shows it."""

OUTSIDE = "http://127.0.0.1:4000"
"""A site whose pages the browser is given by the test; the app is on localhost."""
FRAME = '<!doctype html><iframe src="{url}" width="1200" height="2000"></iframe>'


def test_a_framed_page_saves_a_table_or_says_what_to_do(chromium, make_server, monkeypatch):
    monkeypatch.setenv("NDCG_FRAME_ANCESTORS", OUTSIDE)
    body = FRAME.format(url=f"{make_server().url}/evaluate?embed=1")
    with chromium.new_context(permissions=["local-network-access"]) as context:
        page = context.new_page()
        page.route(f"{OUTSIDE}/", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto(f"{OUTSIDE}/")
        app = page.frame_locator("iframe")
        with page.expect_download() as taking:
            app.get_by_role("link", name="Download results by query (CSV)").click()
        assert "\nkeywords," in taking.value.path().read_text()
        app.get_by_text("If a download doesn’t start, the page around this one").wait_for()
