"""/evaluate in a real browser: a query opened by keyboard, files dropped, a report taken."""

from pathlib import Path

from tests.browser.axe import findings, sideways

QUERIES = "[data-testid=query]"
QRELS = "q1 0 a 3\nq1 0 b 1\nq2 0 a 2\n"
RUN = "q1 Q0 b 1 2.0 x\nq1 Q0 a 2 1.0 x\nq2 Q0 a 1 1.0 x\n"


def test_a_query_is_opened_by_keyboard_and_comes_into_sight(open_page):
    page = open_page("/evaluate", wait=QUERIES, reduced_motion="reduce")
    query = page.locator("[data-testid=query] button").nth(2)
    name = query.inner_text()
    query.focus()
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name=f"Why: {name}")
    heading.wait_for()
    page.wait_for_function(
        "([text, high]) => [...document.querySelectorAll('h2')].some(h => h.textContent === text "
        "&& h.getBoundingClientRect().top >= 0 && h.getBoundingClientRect().top < high)",
        arg=[f"Why: {name}", 800],
    )
    assert page.locator("[data-testid=board]").count() == 2


def test_files_that_are_chosen_are_evaluated_and_nothing_is_found_by_axe(open_page, tmp_path):
    names = {"qrels.txt": QRELS, "mine.run": RUN, "other.run": RUN.replace("2.0", "0.5")}
    paths = {name: tmp_path / name for name in names}
    for name, path in paths.items():
        path.write_text(names[name])
    page = open_page("/evaluate?data=own", wait="[data-testid=drop]", reduced_motion="reduce")
    assert findings(page) == []
    judged, runs = (page.locator(f"[data-kind={kind}] input") for kind in ("qrels", "run"))
    judged.set_input_files(paths["qrels.txt"])
    page.get_by_text("A run is missing.").wait_for()
    runs.set_input_files([paths["mine.run"], paths["other.run"]])
    page.locator("[data-testid=systems] [data-system='other.run']").wait_for(timeout=60_000)
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator("[data-testid=files]").wait_for()
    assert not sideways(page)
    with page.expect_download() as taken:
        page.get_by_role("button", name="Report (HTML)").click()
    assert "mine.run" in Path(taken.value.path()).read_text("utf-8")
