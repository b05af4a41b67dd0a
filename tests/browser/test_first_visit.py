"""What a first visit fetches: little before a board can be moved, and 3.5 MB at most in all."""

from __future__ import annotations

import pytest

from benchmarks.start import CARD, CHART, arrive

BEFORE_THE_BOARD = 150_000
MOST = 3_500_000
WAYS_IN = {"": CHART, "playground": CHART, "code": "[data-engine=ready]"}


@pytest.mark.every_time
@pytest.mark.parametrize("path", ["", "playground"])
def test_a_board_can_be_moved_after_150_kb(chromium, server, path):
    with chromium.new_context() as context:
        context.route("**/static/**", lambda route: route.abort())  # Streamlit's, which come later
        page, sizes = context.new_page(), []
        page.on(
            "requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"])
        )
        page.goto(f"{server.url}/{path}")
        page.wait_for_selector(CARD)
        assert 30_000 < sum(sizes) <= BEFORE_THE_BOARD


@pytest.mark.parametrize("path", WAYS_IN)
def test_a_first_visit_is_3_and_a_half_mb_at_most(chromium, server, path):
    for width in (1280, 390):
        with chromium.new_context(viewport={"width": width, "height": 1000}) as context:
            loaded = arrive(context, f"{server.url}/{path}", WAYS_IN[path])["loaded"] * 1e6
        assert MOST / 3 < loaded <= MOST, width
