"""A class in the browser: a teacher starts it, phones join and write."""

from tests.browser.visits import GONE

PHONE = {"width": 390, "height": 780, "context": "own"}


def start_class(open_page, server, *references, asked="dcg", **how):
    """Start a class with these questions on the page where a teacher chooses them."""
    page = open_page("/class", wait="#choices li", at=server, tolerate=GONE, **how)
    for grades in references:
        page.get_by_label("Grades, from rank 1 on").fill("")
        page.get_by_label("Grades, from rank 1 on").press_sequentially(grades)
        page.get_by_label("Ask for").select_option(asked)
        before = page.get_by_test_id("planned").count()
        page.get_by_role("button", name="Add to the plan", exact=True).click()
        page.get_by_test_id("planned").nth(before).wait_for()
    return page, *start_planned_class(page)


def start_planned_class(page):
    """Start the planned class, open its desk, and return the wall's address and the code."""
    page.get_by_role("button", name="Start the class").click()
    page.get_by_test_id("started").wait_for()
    code = page.get_by_test_id("code").inner_text()
    projector = page.get_by_role("link", name="The wall", exact=True).get_attribute("href")
    page.get_by_role("link", name="Your desk").click()
    page.wait_for_selector("[data-testid=address]:not(:empty)")
    return projector, code


def join_class(open_page, server, code):
    """Return a phone that has scanned the QR code."""
    return open_page(
        f"/join#{code}", at=server, wait="body[data-connection=here]", tolerate=GONE, **PHONE
    )


def enter_phases(desk, *phases):
    """Move to each of these phases by key."""
    for phase in phases:
        desk.keyboard.press("ArrowRight")
        desk.wait_for_selector(f"body[data-phase={phase}]")


def send_number(phone, number):
    """Replace the DCG on a phone, and send it."""
    phone.locator("input[data-cell=dcg]").click()
    phone.keyboard.press("Control+a")
    phone.keyboard.type(number)
    phone.keyboard.press("Enter")
