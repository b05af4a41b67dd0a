"""A class's pages: nothing covers anything, axe finds nothing, a phone has little to load."""

from tests.browser.axe import findings
from tests.browser.classes import go_on, join, start
from tests.classroom.people import Learner

OVERLAP = """() => {
  const { left } = document.querySelector("#solution").getBoundingClientRect();
  return [...document.querySelectorAll("#results :is(th, td, li, h3)")]
    .filter(e => e.getBoundingClientRect().right > left).map(e => e.textContent);
}"""


def test_the_solution_stands_beside_the_orders_and_covers_none(open_page, server):
    desk, _, code = start(open_page, server, "3, 2, 1, 0, 1", asked="order")
    learner = Learner(server.url, code)
    go_on(desk, "open")
    assert learner.answer([0, 1, 2, 3, 4]).status_code == 200
    go_on(desk, "closed", "revealed")
    desk.keyboard.press("s")
    desk.wait_for_selector("#results table td")
    for width, height in ((1920, 1080), (1366, 768), (1280, 720)):
        desk.set_viewport_size({"width": width, "height": height})
        assert desk.evaluate(OVERLAP) == []


def test_axe_finds_nothing_on_desk_and_phone_in_any_phase(open_page, server):
    desk, _, code = start(open_page, server, "3, 2, 3, 0, 1")
    phone = join(open_page, server, code)
    found = [*findings(desk), *findings(phone)]
    for key, phase in (
        *(("ArrowRight", "open"), ("ArrowRight", "closed"), ("d", "discuss")),
        *(("PageDown", "settled"), ("ArrowRight", "revealed"), ("ArrowDown", "revealed")),
        *(("ArrowUp", "revealed"), ("ArrowLeft", "settled")),
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
