"""Preparing a class: writing and ordering questions, and storing and sharing plans."""

from playwright.sync_api import expect

from tests.browser.axe import list_findings
from tests.browser.classes import enter_phases, join_class
from tests.browser.visits import DRAWN, GONE

WALL, PHONE = "#wall", "#phone"


def open_preparation(open_page, server, path="/class"):
    """Open the page for preparing a class in a new browser."""
    return open_page(path, at=server, wait="#choices li", tolerate=GONE, context="own")


def write_question(page, kind, ask, *answers, right=1, **fields):
    """Write a teacher's own question into the form.

    answers: the answers, each with its reason
    """
    page.locator("#own").get_by_label(kind, exact=True).check()
    page.get_by_role("textbox", name="Your question").fill(ask)
    for row, (answer, reason) in zip(page.locator("#answers > li").all(), answers, strict=False):
        row.locator("[name=answers]").fill(answer)
        row.locator("[name=reasons]").fill(reason)
    if kind in ("Choice", "Number"):
        page.locator("#answers").get_by_label("right").nth(right - 1).check()
    for name, text in fields.items():
        page.locator(f"#own [name={name}]").fill(text)
    before = page.get_by_test_id("planned").count()
    page.get_by_role("button", name="Add to the plan", exact=True).click()
    expect(page.get_by_test_id("planned")).to_have_count(before + 1)


def list_questions(page):
    """Return the questions of the plan in their order."""
    return [text.split("\n")[0].strip() for text in page.locator("#plan .pick").all_inner_texts()]


def test_a_new_teacher_prepares_ten_questions_and_holds_the_class(open_page, server):
    page = open_preparation(open_page, server)
    for group, count in (("Practice: DCG", 2), ("Lesson 3: Discount: position costs", 5)):
        page.get_by_label("Group", exact=True).select_option(label=group)
        for _ in range(count):
            page.get_by_role("button", name="Add question").first.click()
    expect(page.get_by_test_id("planned")).to_have_count(7)
    course = page.get_by_test_id("course-link").get_attribute("href")
    assert course.endswith("?path=practice-dcg,discount")
    write_question(
        page, "Choice", "Where is d(i) 1?", ("rank 2", "It is 1.585."), ("rank 1", ""), right=2
    )
    phone = page.frame_locator(PHONE)
    expect(phone.locator("#asked")).to_contain_text("Where is d(i) 1?")
    expect(phone.locator(".option").nth(1)).to_have_text("rank 1")
    expect(page.frame_locator(WALL).locator(".rows li")).to_have_count(2)
    expect(page.frame_locator(WALL).get_by_text("Question 8 of 8")).to_be_visible()
    write_question(
        page, "Number", "A 2 at rank 3: its term?", ("1", "2 / 2."), ("2", "Not divided.")
    )
    page.locator("#own").get_by_label("Prediction", exact=True).check()
    page.get_by_label("The number").fill("3")
    page.get_by_role("textbox", name="Your question").fill("NDCG of 0, 3?")
    page.get_by_role("button", name="Add to the plan", exact=True).click()
    page.get_by_text("is not between 0 and 1").wait_for()
    page.get_by_label("The number").fill("0.63")
    page.get_by_role("button", name="Add to the plan", exact=True).click()
    expect(page.get_by_test_id("planned")).to_have_count(10)
    for _ in range(9):
        page.get_by_role("button", name="Up: question").click()
    assert list_questions(page)[0] == "NDCG of 0, 3?"
    page.get_by_role("button", name="Move question 9").focus()
    for key in ("Space", *["ArrowUp"] * 7, "Space"):
        page.keyboard.press(key)
    assert list_questions(page)[1].startswith("Where is")
    page.get_by_role("button", name="Move question 3").hover()
    page.mouse.down()
    page.get_by_role("button", name="Move question 2").hover(position={"x": 9, "y": 1})
    page.mouse.up()
    assert list_questions(page)[2].startswith("Where is")
    page.get_by_role("button", name="Move question 3").press("Space")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert list_findings(page) == []

    page.get_by_role("button", name="Start the class").click()
    page.get_by_test_id("started").wait_for()
    code = page.get_by_test_id("code").inner_text()
    page.get_by_role("link", name="Your desk").click()
    page.wait_for_selector("body[data-phase=waiting]")
    phones = [join_class(open_page, server, code) for _ in range(2)]
    page.keyboard.press("ArrowRight")
    phones[0].get_by_role("button", name="Send answer").click()
    phones[0].get_by_text("There is no answer yet.").wait_for()
    for one in phones:
        one.locator("input[type=range]").press("ArrowRight")
        one.get_by_role("button", name="Send answer").click()
        one.get_by_text("Your answer is kept.").wait_for()
    page.get_by_test_id("answered").get_by_text("2 of 2").wait_for()
    enter_phases(page, "closed", "revealed", "open")
    for place, one in enumerate(phones):
        one.locator(".option").nth(place).click()
        one.get_by_text("Your answer is kept.").wait_for()
    page.get_by_test_id("answered").get_by_text("2 of 2").wait_for()
    enter_phases(page, "closed", "revealed")
    phones[0].get_by_text("It is 1.585.").wait_for()
    expect(phones[1].get_by_test_id("verdict")).to_have_text("right")
    page.locator("[data-testid=answer][data-outcome=right]").get_by_text("rank 1").wait_for()


def test_questions_are_moved_removed_and_restored_and_a_copy_is_a_separate_plan(open_page, server):
    page = open_preparation(open_page, server)
    plans = page.get_by_label("Open a plan")
    plans.select_option(label="NDCG in 15 minutes")
    planned = page.get_by_test_id("planned")
    expect(planned).to_have_count(4)
    first, second, third, fourth = list_questions(page)
    row, whole = planned.last.bounding_box(), page.locator("#plan").bounding_box()
    covers = row["y"] + row["height"] > whole["y"] + whole["height"] + 1
    assert not covers, "the last row covers what is below the plan"
    page.get_by_role("button", name="Move question 1").press("Space")
    page.keyboard.press("ArrowDown")
    said = page.locator("#chosen [role=status]")
    expect(said.first).to_have_text("Question 2 of 4.")
    page.keyboard.press("Space")
    assert list_questions(page) == [second, first, third, fourth]
    page.locator("#plan .pick").first.click()
    page.get_by_role("button", name="Remove: question 1").click()
    expect(planned).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(planned).to_have_count(4)
    assert list_questions(page) == [second, first, third, fourth]
    page.locator("[data-plan=copy]").click()
    expect(page.get_by_label("Title")).to_have_value("Copy of NDCG in 15 minutes")
    own = plans.locator("optgroup").first.locator("option")
    expect(own.filter(has_text="NDCG in 15 minutes")).to_have_text(
        ["NDCG in 15 minutes", "Copy of NDCG in 15 minutes"]
    )


def test_plans_are_stored_changed_copied_and_shared_by_link_and_file(open_page, server, tmp_path):
    page = open_preparation(open_page, server)
    write_question(
        page, "Choice", "Which?", ("this", "Because."), ("that", ""), ("both", ""), right=3
    )
    page.get_by_role("button", name="Change: question").click()
    page.locator("#answers").get_by_label("right").nth(0).check()
    page.get_by_role("button", name="Save the change").click()
    page.frame_locator(PHONE).get_by_text("Tick every right answer.").wait_for()
    expect(page.frame_locator(PHONE).locator(".option > .box")).to_have_count(3)
    page.get_by_label("Title").fill("Week 5")
    page.get_by_label("Title").blur()
    page.get_by_role("button", name="Duplicate: question").click()
    page.get_by_role("button", name="Change: question").click()
    page.get_by_role("textbox", name="Your question").fill("Which one?")
    page.get_by_role("button", name="Save the change").click()
    expect(page.locator("#plan .pick").nth(1)).to_contain_text("Which one?")
    assert list_questions(page) == ["Which?", "Which one?"]

    page.get_by_label("Open a plan").select_option(label="NDCG in 15 minutes")
    expect(page.get_by_test_id("planned")).to_have_count(4)
    page.locator("#plan .pick").first.click()
    removed, next_one = (page.locator("#plan .pick span").nth(n).text_content() for n in (0, 1))
    page.get_by_role("button", name="Remove: question").click()
    expect(page.frame_locator(WALL).locator("h2")).to_have_text(next_one)  # no stale preview
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#plan .pick span").first).to_have_text(removed)
    page.get_by_role("button", name="Remove: question").click()
    page.reload()
    expect(page.get_by_test_id("planned")).to_have_count(3)
    page.get_by_label("Open a plan").select_option(label="Week 5")
    expect(page.get_by_test_id("planned")).to_have_count(2)

    page.evaluate("navigator.clipboard.writeText = (text) => Promise.resolve(window.link = text)")
    page.get_by_role("button", name="Copy a link").click()
    page.get_by_text("The link with the plan is copied.").wait_for()
    link = page.evaluate("window.link").removeprefix(server.url)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "Week-5.toml"
    saved.value.save_as(tmp_path / "class.toml")
    assert (tmp_path / "class.toml").read_text("utf-8").count("[[question]]") == 2

    colleague = open_preparation(open_page, server, link)
    colleague.get_by_text("This is the plan from the link").wait_for()
    assert list_questions(colleague) == ["Which?", "Which one?"]
    assert "#" not in colleague.url
    colleague.on("dialog", lambda dialog: dialog.accept())
    colleague.get_by_role("button", name="Delete the plan").click()
    expect(colleague.get_by_text("There are no questions yet")).to_be_visible()
    colleague.get_by_label("Load a file").set_input_files(tmp_path / "class.toml")
    expect(colleague.get_by_label("Title")).to_have_value("Week 5")
    (tmp_path / "class.toml").write_text("nonsense")
    colleague.get_by_label("Load a file").set_input_files(tmp_path / "class.toml")
    colleague.get_by_text("This is not a plan: line 1").wait_for()
    assert list_questions(colleague) == ["Which?", "Which one?"]
    for row in ("Which?", "Which one?"):
        colleague.locator("#plan .pick").first.click()
        expect(colleague.frame_locator(WALL).locator("h2")).to_have_text(row)
        colleague.get_by_role("button", name="Remove: question").click()
    expect(colleague.get_by_text("There are no questions yet")).to_be_visible()
    expect(colleague.frame_locator(WALL).locator("h2")).not_to_have_text("Which one?")


def test_an_answer_during_a_press_does_not_move_the_pressed_button(open_page, server):
    page = open_preparation(open_page, server)
    ask = page.get_by_role("textbox", name="Your question")
    page.locator("#own").get_by_label("Prediction", exact=True).check()
    ask.click()
    page.keyboard.type("NDCG of 0, 3?")
    number = page.get_by_label("The number")
    number.click()
    page.keyboard.type("3")
    add = page.get_by_role("button", name="Add to the plan", exact=True)
    add.click()
    page.get_by_text("is not between 0 and 1").wait_for()  # above the button
    number.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("0.63")
    add.hover()
    with page.expect_response("**/class/question"):
        page.mouse.down()  # ends the edit
    page.evaluate(DRAWN)
    page.mouse.up()
    expect(page.get_by_test_id("planned")).to_have_count(1)


def test_a_change_is_saved_to_a_moved_question_and_undo_ends_with_its_plan(open_page, server):
    page = open_preparation(open_page, server)
    for ask in ("First?", "Second?"):
        write_question(page, "Text", ask)
    expect(page.get_by_test_id("paper")).to_have_text("Write a question to see it here.")
    page.locator("#plan .pick").first.click()
    page.get_by_role("button", name="Change: question 1").click()
    page.get_by_role("button", name="Down: question 1").click()
    with page.expect_download():
        page.get_by_role("button", name="Save as a file").click()
    page.get_by_role("textbox", name="Your question").fill("Changed?")
    page.get_by_role("button", name="Save the change").click()
    expect(page.locator("#plan .pick").nth(1)).to_contain_text("Changed?")
    assert list_questions(page) == ["Second?", "Changed?"]

    page.get_by_label("Find a word").fill("no question has this word")
    for row in ("Second?", "Changed?"):
        page.locator("#plan .pick").first.click()
        expect(page.frame_locator(WALL).locator("h2")).to_have_text(row)
        page.get_by_role("button", name="Remove: question").click()
    expect(page.frame_locator(WALL).locator("h2")).not_to_have_text("Changed?")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.get_by_label("Open a plan").select_option(label="NDCG in 15 minutes")
    expect(page.get_by_test_id("planned")).to_have_count(4)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_on_a_phone_each_part_is_a_tab_and_a_row_shows_its_question(open_page, server):
    page = open_page("/class", at=server, wait="#choices li", width=390, height=780)
    page.locator("#choices .pick").nth(1).click()
    row = page.locator("#choices li").nth(1)
    expect(row.get_by_test_id("preview")).to_be_visible()
    expect(page.frame_locator(WALL).locator("h2")).to_be_visible()
    row.get_by_role("button", name="Add question").click()
    page.get_by_role("button", name="Plan, 1").click()
    expect(page.get_by_test_id("planned")).to_have_count(1)
    for tab in ("Questions", "Your own", "Plan, 1"):
        page.get_by_role("button", name=tab, exact=True).click()
        assert list_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_single_question_starts_without_a_plan(open_page, server):
    page = open_preparation(open_page, server)
    expect(page.frame_locator(WALL).get_by_text("Question 1 of 1")).to_be_visible()
    expect(page.get_by_label("Key for starting")).to_be_hidden()
    page.get_by_label("Find a word").fill("swap two neighbours")
    page.route("**/class/question", lambda route: None)  # the answer never comes
    with page.expect_request("**/class/question"):
        page.locator("#choices .pick").first.click()
    page.get_by_role("button", name="Ask this now").click()  # before it is visible
    page.unroute("**/class/question")
    page.get_by_role("link", name="Your desk").click()
    expect(page.get_by_test_id("plan").locator("li")).to_have_count(1)
    expect(page.get_by_test_id("plan")).to_contain_text("swap two neighbours")
