"""A live class with a desk, a wall and phones in real browsers."""

import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from tests.browser.axe import list_findings
from tests.browser.classes import PHONE, enter_phases, join_class, send_number, start_class
from tests.browser.visits import GONE
from tests.classroom.people import RIGHT, WRONG, Learner


@pytest.mark.every_time
def test_a_question_travels_from_the_desk_to_phones_and_to_the_wall(open_page, server):
    desk, projector, code = start_class(open_page, server, "3, 2, 3, 0, 1")
    wall = open_page(projector, at=server, wait="[data-testid=qr] svg", tolerate=GONE)
    phones = [join_class(open_page, server, code) for _ in range(2)]
    desk.keyboard.press("ArrowRight")
    for phone, number in zip(phones, ("6.149", "9.00"), strict=True):
        expect(phone.locator("#asked")).to_be_focused()
        send_number(phone, number)
        phone.get_by_text("Your answer is kept.").wait_for()
    wall.get_by_text("2 of 2 answered").wait_for()
    assert wall.get_by_test_id("group").count() == 0
    assert wall.get_by_role("button", name="Close the vote").is_hidden()
    phones[1].reload()
    phones[1].get_by_text("Your answer is kept.").wait_for()
    assert phones[1].locator("input[data-cell=dcg]").input_value() == "9.00"
    enter_phases(desk, "closed")
    assert phones[0].get_by_test_id("verdict").count() == 0
    desk.keyboard.press("s")
    for group in ("6.149", "9.00"):
        wall.locator(f"[data-testid=group][data-group='{group}'][data-count='1']").wait_for()
    assert wall.locator("[data-outcome=right], [data-outcome=wrong]").count() == 0
    marked = desk.get_by_test_id("answer")
    expect(marked).to_have_count(2)
    assert marked.first.get_attribute("data-outcome") == "right"
    desk.get_by_role("button", name="Hide answers").focus()
    desk.keyboard.press("ArrowRight")
    for group in ("right", "no-discount"):
        wall.locator(f"[data-testid=group][data-group={group}][data-count='1']").wait_for()
    for phone, outcome in zip(phones, ("right", "wrong"), strict=True):
        phone.locator(f"[data-testid=verdict][data-verdict={outcome}]").wait_for()
        expect(phone.locator("#asked")).to_be_focused()
    expect(wall.locator("[aria-live] h3")).to_have_text("The solution")


def test_the_recommended_button_is_highlighted(open_page, server):
    desk, _, code = start_class(open_page, server, "3, 2, 3, 0, 1")
    class_ = [Learner(server.url, code) for _ in range(5)]
    best = desk.locator("#best span")
    for vote, right, opens, closes, then in (
        (1, 3, "First question", "Close the vote", "Discuss and vote again"),
        (2, 4, "Discuss and vote again", "Close the second vote", "Show the solution"),
    ):
        desk.get_by_role("button", name=opens, exact=True).click()
        expect(best).to_have_text(closes)
        for place, learner in enumerate(class_):
            expect(desk.get_by_test_id("silent")).to_contain_text(learner.name)
            answer = learner.answer(RIGHT if place < right else WRONG, vote=vote)
            assert answer.status_code == 200, answer.text
        expect(desk.get_by_test_id("silent")).to_be_empty()
        desk.keyboard.press("Space" if vote == 1 else "PageDown")
        desk.get_by_test_id("advice").get_by_text(f"{right} of 5 are right").wait_for()
        if vote == 1:
            expect(best).to_have_text("Show the answers")
            best.click()
        expect(best).to_have_text(then)


def test_phones_and_wall_reconnect_after_the_server_is_killed(open_page, make_server):
    server = make_server()
    desk, _, code = start_class(open_page, server, "3, 0, 2", "0, 1, 2")
    phone = join_class(open_page, server, code)
    desk.keyboard.press("ArrowRight")
    send_number(phone, "4.0")
    phone.get_by_text("Your answer is kept.").wait_for()
    server.kill()
    phone.wait_for_selector("body[data-connection=away]")
    phone.get_by_text("No connection. Trying again…").wait_for()
    phone.locator("input[data-cell=dcg]").fill("")
    phone.locator("input[data-cell=dcg]").press_sequentially("3.5")
    phone.keyboard.press("Enter")
    phone.get_by_text("Your answer is on its way.").wait_for()
    server.start()
    phone.get_by_text("Your answer is kept.").wait_for()
    desk.get_by_test_id("answered").get_by_text("1 of 1").wait_for()
    desk.wait_for_selector("body[data-connection=here]")
    desk.keyboard.press("ArrowRight")
    phone.wait_for_selector("body[data-phase=closed]")
    assert phone.locator("input[data-cell=dcg]").input_value() == "3.5"


def test_a_solution_is_shown_step_by_step_and_axe_finds_nothing_in_any_phase(open_page, server):
    desk, projector, code = start_class(open_page, server, "3, 0, 2", "0, 1, 2")
    wall = open_page(projector, at=server, wait="[data-testid=qr] svg", tolerate=GONE)
    phone = join_class(open_page, server, code)
    found = [*list_findings(desk), *list_findings(phone)]
    for key, phase in (
        *(("ArrowRight", "open"), ("ArrowRight", "closed"), ("d", "discuss")),
        *(("PageDown", "settled"), ("ArrowRight", "revealed")),
        *(("ArrowLeft", "settled"), ("ArrowRight", "revealed")),
    ):
        desk.keyboard.press(key)
        if phase in ("open", "discuss"):
            phone.wait_for_selector(f"body[data-phase={phase}]")
            send_number(phone, "9.00")
            phone.get_by_text("Your answer is kept.").wait_for()
        for page in (desk, phone):
            page.wait_for_selector(f"body[data-phase={phase}]")
            found += [f"{phase}: {finding}" for finding in list_findings(page)]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    desk.get_by_role("button", name="Step by step").click()
    for step in (1, 2, 3, 4):
        for page in (desk, wall, phone):
            page.get_by_text(f"step {step} of 4").wait_for()
            found += list_findings(page) if step == 1 else []
        cards = [c.inner_text() for c in phone.get_by_test_id("replay-actual").locator("li").all()]
        assert [" = " in card for card in cards] == [n < step for n in range(3)]
        assert phone.locator("#form").is_hidden()
        desk.locator("h1").click()
        desk.keyboard.press("ArrowRight" if step < 4 else "ArrowUp")
    phone.get_by_text("step 3 of 4").wait_for()
    desk.get_by_text("step 3 of 4").wait_for()
    desk.keyboard.press("ArrowDown")
    phone.get_by_text("DCG is 4.").wait_for()
    wall.get_by_text("step 4 of 4").wait_for()
    desk.wait_for_selector("body[data-step='4']")
    assert found == []
    desk.keyboard.press("ArrowRight")
    phone.get_by_text("Question 2 of 2").wait_for()


def test_keys_lock_a_class_and_remove_intruders(open_page, server):
    desk, _, code = start_class(open_page, server, "3, 2, 3, 0, 1")
    phone = join_class(open_page, server, code)
    desk.get_by_text("1 here").wait_for()
    desk.get_by_test_id("minute").get_by_text("last minute: 1").wait_for()
    desk.keyboard.press("l")
    desk.get_by_text("Locked. Nobody else can join. Learners who are here stay.").wait_for()
    late = open_page(f"/join#{code}", at=server, wait="#enter", tolerate=GONE, **PHONE)
    late.get_by_text("This class is locked").wait_for()
    phone.reload()
    phone.wait_for_selector("body[data-connection=here]")
    desk.get_by_text("Remove learners", exact=True).click()
    remove, asked = desk.get_by_role("button", name="Remove these learners"), []
    desk.once("dialog", lambda dialog: [asked.append(dialog.message), dialog.dismiss()])
    remove.press("Enter")
    assert asked[0].startswith("Remove learners who joined since")
    assert desk.get_by_test_id("joined").inner_text() == "1 here"
    desk.once("dialog", lambda dialog: dialog.accept())
    remove.press("Enter")
    desk.get_by_text("0 here").wait_for()
    phone.get_by_text("Join again with the code on the wall").wait_for()
    desk.get_by_role("button", name="Unlock the class").press(
        "Space"
    )  # presses the button, and gives no command
    desk.get_by_test_id("locked").wait_for(state="hidden")
    assert desk.locator("body").get_attribute("data-phase") == "waiting"
    join_class(open_page, server, code)
    desk.get_by_text("1 here").wait_for()


def test_a_countdown_is_extended_and_the_desk_reports_missing_answers(open_page, server):
    desk, _, code = start_class(
        open_page, server, "3, 0, 2", context="own"
    )  # an installed clock stays in its context
    phone = join_class(open_page, server, code)
    desk.clock.install()
    desk.reload()
    desk.wait_for_selector("[data-testid=address]:not(:empty)")
    enter_phases(desk, "open")
    desk.clock.fast_forward(21_000)
    desk.get_by_text("Nobody has answered for 20 s. 1 of 1 have not answered yet.").wait_for()
    desk.keyboard.press("c")
    for page in (desk, phone):
        page.get_by_test_id("left").get_by_text(re.compile(r"^(1:00|0:\d\d)( left)?$")).wait_for()
    desk.get_by_role("button", name="Add 30 s").click()
    for page in (desk, phone):  # a desk's command names the state that the desk shows
        page.get_by_test_id("left").get_by_text(re.compile(r"^1:(?!00)\d\d( left)?$")).wait_for()
    phone.clock.install()
    phone.clock.fast_forward(100_000)
    phone.get_by_text("Time is up.").wait_for()
    send_number(phone, "4.0")
    phone.get_by_text("Your answer is kept.").wait_for()
    desk.get_by_role("button", name="Stop the countdown").click()
    phone.get_by_test_id("left").wait_for(state="hidden")


def test_a_class_ends_with_a_review_and_downloadable_answers(open_page, server, chromium, tmp_path):
    desk, _, code = start_class(open_page, server, "3, 2, 3, 0, 1")
    phone = join_class(open_page, server, code)
    enter_phases(desk, "open")  # the desk's next key depends on the events that it has received
    send_number(phone, "nine")
    phone.get_by_text("Write a number, such as 1.26").wait_for()
    assert phone.locator("input[data-cell=dcg]").input_value() == "nine"
    send_number(phone, "9.00")
    phone.get_by_text("Your answer is kept.").wait_for()
    enter_phases(desk, "closed", "revealed")
    desk.get_by_text("This room and its answers are deleted on").wait_for()
    address = desk.get_by_role("link", name="Mistakes so far").get_attribute("href")
    review = open_page(address, at=server, wait="[data-testid=misunderstood]", tolerate=GONE)
    review.locator("[data-group=no-discount][data-count='1']").wait_for()
    review.set_viewport_size({"width": 320, "height": 700})
    assert review.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert list_findings(review) == []
    phone.get_by_test_id("home").wait_for()
    with review.expect_download() as download:
        review.get_by_role("button", name="Download learners’ pages").click()
    with ZipFile(download.value.path()) as pages:
        assert pages.testzip() is None
        (name,) = pages.namelist()
        assert name.endswith(".html")
        of_teacher = pages.read(name).decode()
    assert "You counted every gain in full" in of_teacher
    desk.once("dialog", lambda dialog: dialog.accept())
    desk.get_by_role("button", name="End the class").click()
    for page in (desk, phone):
        page.get_by_text("This class is over.").wait_for()
        assert page.get_by_text("No connection. Trying again…").is_hidden()
    phone.get_by_test_id("home").click()
    phone.get_by_text("You had 0 of 1 right.").wait_for()
    phone.get_by_text("You counted every gain in full").wait_for()
    assert phone.get_by_role("link", name="One term").get_attribute("href") == (
        "/practice?skill=term"
    )
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert list_findings(phone) == []
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Save this page as a file").click()
    for text in (Path(download.value.path()).read_text("utf-8"), of_teacher):
        file = tmp_path / "home.html"
        file.write_text(text, "utf-8")
        alone = chromium.new_page()  # without the server
        alone.goto(file.as_uri())
        alone.get_by_text("You had 0 of 1 right.").wait_for()
        alone.get_by_text("Question 1").wait_for()
        link = alone.get_by_role("link", name="One term").get_attribute("href")
        assert link == f"{server.url}/practice?skill=term"
        assert alone.get_by_role("button", name="Save this page as a file").is_hidden()
        alone.close()
