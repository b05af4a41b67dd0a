"""Storage of a course: progress, typed texts and the order of boards."""

from playwright.sync_api import expect

from tests.browser.courses import CALM, make_course, open_lesson, store_course
from tests.browser.learner import LESSONS, Learner


def reset_lesson(page):
    reset = page.get_by_test_id("reset")
    reset.get_by_role("button", name="Start again").click()
    reset.get_by_role("button", name="Yes, delete my progress").click()


def test_progress_is_saved_to_a_file_and_restored_after_a_reset(open_page, tmp_path):
    page = open_page("/", context="own", **CALM)  # the script below would stay with a warm page
    store_course(page, make_course(*LESSONS[:2]))
    page.add_init_script(
        """window.seen = new Set();
        new MutationObserver(() => {
          for (const row of document.querySelectorAll("[data-testid=lesson]"))
            window.seen.add(`${row.dataset.slug} ${row.dataset.state}`);
        }).observe(document, { subtree: true, childList: true, attributes: true });"""
    )
    page.reload()
    learner = Learner(page)
    expect(learner.find_lesson_entry("discount")).to_have_attribute("data-state", "open")
    seen = page.evaluate("[...window.seen]")
    assert {"discount open", "gain done"} <= set(seen)
    assert not {"discount locked", "gain locked", "gain open"} & set(seen)
    with page.expect_download() as download:
        page.get_by_text("Save my progress to a file").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    reset_lesson(page)
    expect(learner.find_lesson_entry("gain")).to_have_attribute("data-state", "locked")
    page.locator("input[type=file]").set_input_files(file)
    expect(learner.find_lesson_entry("discount")).to_have_attribute("data-state", "open")
    page.reload()
    expect(learner.find_lesson_entry("discount")).to_have_attribute("data-state", "open")


def test_forgetting_everything_leaves_no_work_for_the_next_learner(open_page):
    page = open_page("/code", wait="[data-testid=lab]", context="own", **CALM)
    editor = page.get_by_test_id("editor")
    page.evaluate("""() => {
      const mine = JSON.stringify("def ndcg_at_k(): mine");
      localStorage.setItem("ndcg-tutor.code.task", '"ndcg"');
      localStorage.setItem("ndcg-tutor.code.draft.ndcg", mine);
      localStorage.setItem("ndcg-tutor.code.passed.ndcg", mine);
      localStorage.setItem("ndcg-tutor:practice", '{"ndcg": {}}');
      localStorage.setItem("ndcg-tutor:class-plans", '{"plans": {}}');
    }""")
    page.reload()
    expect(editor).to_have_value("def ndcg_at_k(): mine")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_test_id("editor")).to_have_value("def ndcg_at_k(): mine")
    page.goto(f"{page.url.removesuffix('code')}playground?r=1,2,3")
    page.get_by_test_id("board").first.wait_for()
    page.goto(page.url.partition("playground")[0])
    reset_lesson(page)
    page.get_by_text("Deleted.").wait_for()
    names = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()")
    ours = [name for name in names if "ndcg" in name or name == "places"]
    kept = ["class-plans", "forgotten", "learn", "progress"]  # the last two are empty
    assert ours == [f"ndcg-tutor:{name}" for name in kept]
    expect(other.get_by_test_id("editor")).to_have_count(0)
    page.evaluate("setTimeout(() => history.go(-2))")
    page.wait_for_url("**/code")
    expect(editor).to_have_count(0)  # the first step has no editor
    expect(page.locator("[data-testid=lab] [data-state=done]")).to_have_count(0)


def test_typed_text_survives_a_reload_until_the_lesson_is_reset(
    open_page,
):
    page = open_lesson(open_page, "dcg", 3)
    first, second = (page.locator("[data-testid=sheet] input").nth(nth) for nth in (0, 1))
    first.click()
    page.keyboard.type("0.5")
    second.click()
    page.locator("[data-testid=verdict]").first.wait_for()
    page.keyboard.type("12")
    lesson = page.url
    page.reload()
    expect(second).to_have_value("12")
    expect(first).to_have_value("0.5")
    second.click()
    page.keyboard.press("End")
    page.keyboard.type("3")
    page.get_by_role("link", name="All lessons").click()
    page.wait_for_selector("[data-testid=lesson][data-slug=dcg]")
    page.goto(lesson)
    expect(second).to_have_value("123")
    page.get_by_role("link", name="All lessons").click()
    reset_lesson(page)
    page.get_by_text("Deleted.").wait_for()
    page.goto(lesson)
    expect(second).to_have_value("")


def test_the_learners_text_replaces_a_late_automatic_value(open_page):
    page = open_page("/?lesson=dcg&unlock=all&step=4", wait="[data-testid=sheet]")
    fields = page.locator("[data-testid=sheet] input[data-cell]")
    waiting, answered = [], []
    page.route(
        "**/acts/learn", lambda route: route.continue_() if answered else waiting.append(route)
    )
    fields.nth(0).click()
    with page.expect_request("**/acts/learn"):
        page.keyboard.type("1.000\n1.893\n")
    expect(fields.nth(2)).to_be_focused()
    answered.append(True)
    for route in waiting:
        route.continue_()
    expect(fields.nth(2)).to_have_value("1.000")
    page.keyboard.type("1.1")
    expect(fields.nth(2)).to_have_value("1.1")


def test_the_bar_does_not_ask_for_an_answer_that_is_on_its_way(open_page):
    page = open_page(f"/?lesson={LESSONS[0].slug}", wait="[data-testid=bar]")
    sentence = page.locator("#left")
    expect(sentence).to_have_text("Answer the question in this step.")
    waiting = []
    page.route("**/acts/learn", lambda route: waiting.append(route))
    page.locator("[data-act=answer]").first.click()
    expect(sentence).to_have_css("font-size", "0px")
    drawn = sentence.evaluate("(one) => getComputedStyle(one, '::after').content")
    assert drawn == '"Your answer is on its way."'
    for route in waiting:
        route.continue_()
    expect(sentence).to_have_text("")
