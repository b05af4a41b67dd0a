"""Firefox and WebKit, as Debian brings them, each in turn for all tests of this folder."""

import os

import pytest

from tests.browser.others.browser import Firefox, Missing, WebKit


@pytest.fixture(scope="session", params=[Firefox, WebKit], ids=lambda kind: kind.__name__)
def browser(request, tmp_path_factory):
    """Start each browser in turn, or skip with advice if it is missing."""
    pytest.importorskip(request.param.package, reason='it needs `pip install -e ".[browsers]"`')
    try:
        browser = request.param(tmp_path_factory.mktemp("browser"))
    except Missing as missing:
        if os.environ.get("NDCG_REQUIRE_BROWSER"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    yield browser
    browser.close()
