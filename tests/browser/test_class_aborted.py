"""Each kind of request that a learner's page makes fails once, and nobody is lost."""

import pytest

from tests.browser.classes import PHONE, go_on, start, write
from tests.browser.visits import GONE

FAILED = (*GONE, "Failed to fetch", "net::ERR_FAILED")


@pytest.mark.parametrize("kind", ["enter", "events", "answer"])
def test_a_learner_joins_and_answers_whatever_fails(open_page, server, kind):
    desk, _, code = start(open_page, server, "1, 3, 2", asked="dcg")
    go_on(desk, "open")
    phone = open_page("/join", at=server, wait="#enter", tolerate=FAILED, **PHONE)
    phone.route(f"**/join/{kind}", lambda route: route.abort(), times=1)
    with phone.expect_event("requestfailed", lambda request: kind in request.url):
        phone.get_by_label("The code on the wall").fill(code)
        phone.get_by_role("button", name="Join").click()
        write(phone, "4.0")
        phone.get_by_text("Your answer is kept.").wait_for()
