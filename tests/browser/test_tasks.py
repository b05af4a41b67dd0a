"""The main task of each page, by keyboard only and by touch only, with axe at the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import list_findings
from tests.browser.classes import PHONE
from tests.browser.visits import GONE

TABS = 150
"""More than any page takes to the control that its task needs."""


class Keys:
    """A person who uses only the keyboard."""

    def __init__(self, page):
        self.page = page

    def reach(self, place):
        place.wait_for()
        for _ in range(TABS):
            if place.evaluate("e => e === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {place}.")

    def press(self, place):
        self.reach(place)
        self.page.keyboard.press("Enter")

    def write(self, place, text):
        self.reach(place)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text + "\n")


class Fingers(Keys):
    """A person with a phone, who taps and uses its keyboard."""

    def press(self, place):
        place.tap()

    reach = press


HANDS = [(Keys, {"context": "own"}), (Fingers, PHONE | {"has_touch": True})]


def answer_and_continue(person, page):
    person.press(page.get_by_role("button", name="Neither"))
    expect(page.locator("[data-testid=question]").first).to_have_attribute("data-state", "right")
    person.press(page.get_by_test_id("continue"))
    page.locator("[data-testid=bar][data-step='3']").wait_for()


def predict_number(person, page):
    person.reach(page.get_by_role("slider"))
    page.keyboard.press("ArrowRight")
    person.press(page.get_by_role("button", name="Submit my prediction"))
    expect(page.get_by_test_id("predict").first).to_have_attribute("data-state", "done")


def change_the_ranking(person, page):
    person.write(page.get_by_label("Grades, from rank 1 on"), "A:0,B:3")
    expect(page.get_by_test_id("card")).to_have_count(2)
    person.press(page.get_by_role("button", name="Reverse"))
    expect(page.get_by_test_id("value-ndcg").first).to_have_attribute("data-value", "1")


def fill_in_sheet(person, page):
    person.write(page.get_by_role("textbox", name="DCG", exact=True), "0.123")
    page.locator("[data-testid=verdict][data-verdict=wrong]").wait_for()
    person.press(page.get_by_role("button", name="Show the solution"))
    page.get_by_role("button", name="Next").wait_for()


def replay_example(person, page):
    person.press(page.get_by_role("button", name="Next"))
    page.wait_for_url(re.compile("step=actual.2"))


def order_the_lines(person, page):
    person.press(page.get_by_role("button", name="Up: total = 0.0"))
    person.press(page.get_by_role("button", name="Run", exact=True))
    page.get_by_test_id("run-result").first.wait_for()


def find_a_convention(person, page):
    person.press(page.get_by_role("link", name="Tied scores"))
    person.write(page.get_by_label("Cutoff k"), "2")
    page.wait_for_url(re.compile("k=2"))


def compare_two_measures(person, page):
    tick = page.get_by_role("checkbox", name="RR", exact=True)
    person.reach(tick)
    if not tick.is_checked():
        page.keyboard.press("Space")
    page.wait_for_url(re.compile("two=AP%2CRR"))
    page.get_by_role("heading", name="AP and RR never disagree").wait_for()
    person.write(page.get_by_label("Number to identify"), "0.442")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("whose")).to_contain_text("AP Tested against the program")


def open_a_query(person, page):
    button = page.locator("[data-testid=query] button[tabindex='0']")
    name = button.inner_text()
    person.press(button)
    page.get_by_role("heading", name=f"Why: {name}").wait_for()


def make_a_sheet(person, page):
    tick = page.get_by_role("checkbox", name="Cumulative gain")
    person.reach(tick)
    if not tick.is_checked():
        page.keyboard.press("Space")
    page.get_by_test_id("exercise").get_by_role("heading", name="1. Cumulative gain").wait_for()


TASKS = {
    "/?lesson=grades-not-flags&unlock=all&step=2": answer_and_continue,
    "/?lesson=gain&unlock=all&step=2": predict_number,
    "/playground": change_the_ranking,
    "/practice?skill=dcg&r=0,2,0,2,2&level=1": fill_in_sheet,
    "/examples": replay_example,
    "/code": order_the_lines,
    "/conventions": find_a_convention,
    "/measures": compare_two_measures,
    "/evaluate": open_a_query,
    "/worksheet": make_a_sheet,
}
"""Each page, and what one came for."""


@pytest.mark.parametrize(("hands", "context"), HANDS)
@pytest.mark.parametrize("path", TASKS)
def test_each_pages_task_works_by_keyboard_alone_and_by_touch_alone(
    open_page, path, hands, context
):
    page = open_page(path, **context)
    TASKS[path](hands(page), page)
    assert list_findings(page) == []
    assert list_findings(page, forced=True) == []


@pytest.mark.parametrize(("hands", "context"), HANDS)
def test_a_class_is_planned_started_and_joined(open_page, server, hands, context):
    page = open_page("/class", at=server, tolerate=GONE, **context)
    person = hands(page)
    person.press(page.get_by_role("button", name="Add question 2 of this group"))
    tab = page.get_by_role("button", name="Plan", exact=False).filter(has=page.locator("#count"))
    if tab.is_visible():  # on a phone each part of the page is a tab
        person.press(tab)
    page.get_by_test_id("planned").wait_for()
    person.press(page.get_by_role("button", name="Start the class"))
    page.get_by_test_id("started").wait_for()
    code = page.get_by_test_id("code").inner_text()
    person.press(page.get_by_role("link", name="Your desk"))
    with page.expect_popup() as opening:
        person.press(page.get_by_role("link", name="Open the wall"))
    opening.value.wait_for_selector("[data-testid=qr] svg")
    page.bring_to_front()
    phone = open_page("/join", at=server, wait="#enter", tolerate=GONE, **context)
    learner = hands(phone)
    phone.route("**/join/enter", lambda route: route.abort(), times=1)  # it is asked again
    learner.write(phone.get_by_role("textbox").first, code)
    phone.wait_for_selector("body[data-connection=here]")
    person.press(page.get_by_role("button", name="First question"))
    phone.wait_for_selector("body[data-phase=open]")
    learner.write(phone.get_by_role("textbox"), "0.50")
    phone.get_by_text("Your answer is kept.").wait_for()
    assert list_findings(page) == []
    page.once("dialog", lambda dialog: dialog.accept())
    person.press(page.get_by_role("button", name="End the class"))
    phone.get_by_text("This class is over.").wait_for()
