"""A class's pages: axe finds nothing, in any phase."""

from tests.browser.axe import findings
from tests.browser.classes import join, start
from tests.browser.servers import GONE


def test_axe_finds_nothing_on_desk_and_phone_in_any_phase(open_page, server):
    desk, _, code = start(open_page, server, "3, 2, 3, 0, 1")
    phone = join(open_page, server, code)
    found = [*findings(desk), *findings(phone)]
    for key, phase in (
        *(("ArrowRight", "open"), ("ArrowRight", "closed"), ("d", "discuss")),
        *(("ArrowRight", "settled"), ("ArrowRight", "revealed"), ("ArrowDown", "revealed")),
    ):
        desk.keyboard.press(key)
        if phase in ("open", "discuss"):
            phone.wait_for_selector(f"body[data-phase={phase}]")
            phone.locator("input[data-cell=dcg]").fill("9.00")
            phone.get_by_role("button", name="Send answer").click()
            phone.get_by_text("Your answer is kept.").wait_for()
        step = "[data-step='1']" if key == "ArrowDown" else ":not([data-step])"
        for page in (desk, phone):
            page.wait_for_selector(f"body[data-phase={phase}]{step}")
            found += [f"{phase}: {finding}" for finding in findings(page)]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == []


def test_the_list_of_questions_says_that_it_is_looked_up(open_page, server):
    page = open_page("/join", at=server, wait="#enter", tolerate=GONE)
    held = []
    page.route("**/class/questions", lambda route: held.append(route))
    page.goto(f"{server.url}/class")
    page.get_by_text("Looking the questions up").wait_for()
    assert page.get_by_test_id("choices").get_attribute("aria-busy") == "true"
    assert page.get_by_label("From").is_disabled()
    held[0].abort()
    page.get_by_text("No connection just now").wait_for()
    page.unroute("**/class/questions")
    page.wait_for_selector("#choices li")
    assert page.get_by_text("No connection just now").count() == 0
    assert page.get_by_test_id("choices").get_attribute("aria-busy") == "false"


def test_the_course_page_leads_to_a_class_but_not_inside_another_site(open_page, server):
    page = open_page("/")
    page.get_by_role("link", name="Teach a class").click()
    page.wait_for_selector("#choices li")
    inside = open_page("/?embed=1")
    inside.get_by_text("Teach a class").wait_for(state="attached")
    assert inside.get_by_role("link", name="Teach a class").count() == 0
