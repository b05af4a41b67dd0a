"""A class's pages: axe finds nothing, in any phase."""

from tests.browser.axe import findings
from tests.browser.classes import join, start


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
