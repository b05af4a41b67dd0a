"""Charts under a drop: they move before the server has answered, and light what was dropped."""

import pytest

import ndcg_core as nc
from tests.browser.boards import BoardPage
from tests.browser.charts import ALL_DRAWN, SUMS, TERMS, at_rest, figure, highlighted, newly_drawn


def test_after_a_drop_the_chart_lights_the_document_that_was_dropped(same_page):
    board = BoardPage(at_rest(same_page))
    board.drag("D", onto="A")
    board.page.wait_for_function(ALL_DRAWN)
    assert board.shown.startswith("D0 ")
    # The 0 at rank 1 now, and at the end of the ideal order.
    assert sorted(highlighted(board.page, TERMS)) == [0, 4]


def actual(page, name):
    """The values by rank that a chart shows of the actual order."""
    return figure(page, name).evaluate(
        """root => root.querySelector(".js-plotly-plot").data
            .find(({ uid }) => uid === "actual").y"""
    )


def test_a_drop_moves_the_charts_before_the_server_has_answered(open_page):
    board = BoardPage(newly_drawn(open_page))
    board.page.evaluate("WebSocket.prototype.send = () => {}")
    board.lift("D", onto="A")
    board.page.mouse.up()
    dropped = nc.trace([0, 3, 2, 3, 1]).actual
    for name, values in (
        (TERMS, [row.value for row in dropped]),
        (SUMS, [row.cumulative for row in dropped]),
    ):
        board.page.wait_for_function(
            "name => document.querySelector(`[data-name='${name}']`).dataset.drawn === '2'",
            arg=name,
        )
        assert actual(board.page, name) == pytest.approx(values, abs=1e-9)
    assert board.revision == ""


@pytest.mark.thorough("the two tests above drop the same card")
def test_the_answer_to_a_drop_finds_the_chart_as_it_should_be(open_page):
    board = BoardPage(newly_drawn(open_page))
    board.drag("D", onto="B")
    board.page.wait_for_function(ALL_DRAWN)
    assert figure(board.page, TERMS).get_attribute("data-drawn") == "2"
    assert figure(board.page, SUMS).get_attribute("data-drawn") == "2"
