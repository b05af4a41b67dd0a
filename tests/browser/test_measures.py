"""The page of measures in a real Chromium: a card in the air, a task done by dragging."""

from playwright.sync_api import expect

import ndcg_core as nc
from ndcg_core.measures import AP, NDCG
from tests.browser.boards import BoardPage

RANKING = "/measures?r=A:0,B:3,C:1,D:0,E:1&two=NDCG,AP"


def test_every_measure_follows_a_card_in_the_air_and_stays_as_it_is_dropped(open_page):
    board = BoardPage(open_page(RANKING))
    value = {name: board.page.get_by_test_id(f"value-{name}") for name in ("NDCG", "AP")}
    expect(value["AP"]).to_have_attribute("data-value", nc.exact(AP([0, 3, 1, 0, 1])))
    revision = board.revision
    board.lift("B", onto="A")
    for name, measure in (("NDCG", NDCG), ("AP", AP)):
        expect(value[name]).to_have_attribute("data-value", nc.exact(measure([3, 0, 1, 0, 1])))
    board.page.mouse.up()
    board.wait_confirmed(revision)
    expect(value["AP"]).to_have_attribute("data-value", nc.exact(AP([3, 0, 1, 0, 1])))
