"""The look of a class's pages, compared with the descriptions in class_looks.js."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.classes import PHONE, enter_phases
from tests.browser.visits import GONE
from tests.classroom.people import RIGHT, WRONG, Learner, Teacher

NOT_TRUE = Path(__file__).with_name("class_looks.js").read_text("utf-8")
"""A script that returns the descriptions of a state that are not true on the page."""
PLAN = 'questions = ["lesson/discount/swap", "own?ask=dcg&r=3,2,3,0,1"]'


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_page_matches_its_described_look(open_page, server, scheme):
    untrue = []

    def look(page, name):
        untrue.extend((name, sentence) for sentence in page.evaluate(NOT_TRUE, name))

    def vote(vote, *answers, round=0):
        for learner, answer in zip(class_, answers, strict=False):
            assert learner.answer(answer, round, vote).status_code == 200

    choosing = open_page("/class", at=server, wait="#choices .on", scheme=scheme, tolerate=GONE)
    choosing.frame_locator("#phone").locator("#asked:not(:empty)").wait_for()
    choosing.locator("#paper .chip").first.wait_for()
    look(choosing, "choosing")

    teacher = Teacher(server.url, PLAN)
    class_ = [Learner(server.url, teacher.code) for _ in range(5)]
    how = {"at": server, "scheme": scheme, "tolerate": GONE, "reduced_motion": "reduce"}
    link = f"/class/desk#{teacher.secret}.{teacher.showing.partition('.')[2]}"
    desk = open_page(link, wait="[data-testid=address]:not(:empty)", **how)
    wall = open_page(
        f"/class/wall#{teacher.showing}", wait="#qr svg", width=1920, height=1080, **how
    )
    look(wall, "joining")
    phone = open_page(f"/join#{teacher.code}", wait="body[data-connection=here]", **how, **PHONE)
    expect(desk.get_by_test_id("joined")).to_have_text("6 here")

    enter_phases(desk, "open")
    phone.locator(".option").first.wait_for()
    look(phone, "asked")
    vote(1, 0, 0, 1, 1)
    phone.locator(".option").first.click()
    phone.get_by_text("Your answer is kept.").wait_for()
    expect(wall.get_by_test_id("answered")).to_have_text("5 of 6 answered")
    look(wall, "open")
    look(phone, "answered")
    phone.context.set_offline(True)
    phone.locator(".away:not(:empty)").wait_for(timeout=2000)
    phone.locator(".option").nth(2).click()
    look(phone, "offline")
    phone.context.set_offline(False)
    phone.get_by_text("Your answer is kept.").wait_for()
    phone.locator(".option").first.click()
    phone.locator(".option[data-state='your answer']").first.wait_for()
    enter_phases(desk, "closed")
    desk.keyboard.press("s")
    wall.get_by_test_id("group").first.wait_for()
    desk.frame_locator("#wall").get_by_test_id("group").first.wait_for()
    look(wall, "reveal")
    look(desk, "desk")
    start_discussion(desk)
    vote(2, 1, 1, 1, 1)
    enter_phases(desk, "settled", "revealed")
    wall.locator(".flow").wait_for()
    look(wall, "flow")
    phone.get_by_test_id("home").wait_for()
    look(phone, "solution")

    enter_phases(desk, "open")
    vote(1, RIGHT, RIGHT, WRONG, WRONG, round=1)
    enter_phases(desk, "closed")
    start_discussion(desk)
    vote(2, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, round=1)
    enter_phases(desk, "settled", "revealed")
    wall.locator(".before").first.wait_for()
    look(wall, "result")
    assert untrue == []


def start_discussion(desk):
    """Start the discussion, and let some learners vote again."""
    desk.keyboard.press("d")
    desk.wait_for_selector("body[data-phase=discuss]")
