"""/evaluate in a real browser: a query opened by keyboard, files dropped, tables taken."""

from pathlib import Path
from shutil import rmtree

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from ndcg_ui.pages.evaluate import folders
from tests.browser.axe import WANTED
from tests.ui.evaluations import QRELS, RUN

QUERIES = "[data-testid=query]"


def test_the_keyboard_opens_a_query_and_scrolls_to_it(open_page):
    page = open_page("/evaluate", wait=QUERIES, reduced_motion="reduce")
    buttons = page.locator("[data-testid=query] button")
    name = buttons.nth(2).inner_text()
    page.locator("[data-testid=query] button[tabindex='0']").focus()  # one Tab stop, or an error
    for key in ("End", "Home", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    heading = page.get_by_role("heading", name=f"Why: {name}")
    expect(heading).to_be_in_viewport()
    expect(page.get_by_test_id("board")).to_have_count(2)
    unnamed = "ts => ts.filter(t => t.checkVisibility() && !t.ariaLabel && !t.caption).length"
    assert page.eval_on_selector_all("table", unnamed) == 0
    assert page.locator("h2[aria-level='3']").all_text_contents()[-2:] == ["meanings", "both"]
    seen = []
    for media in ("print", "screen"):
        page.emulate_media(media=media)
        seen.append(page.locator("[data-testid=by-grade]").evaluate("t => t.checkVisibility()"))
    assert seen == [True, False]  # closed parts are printed


def drag_files(page, kind, paths):
    """Drag files or folders from outside the browser onto an area, and drop them."""
    box = page.locator(f"[data-testid=drop][data-kind={kind}]").bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    session = page.context.new_cdp_session(page)
    for step in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": step, **at, "data": data})
        if step == "dragOver":
            page.locator(f"[data-testid=drop][data-over][data-kind={kind}]").wait_for()


def write_files(folder, **runs):
    """Write files of judgments and of these runs, and return their paths."""
    files = {"qrels.txt": QRELS} | {f"{name}.run": run for name, run in runs.items()}
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


def download_file(page, act):
    """Return the name and content of the file that the browser downloads after an act."""
    with page.expect_download() as taking:
        act()
    return taking.value.suggested_filename, Path(taking.value.path()).read_bytes()


def test_dropped_files_survive_a_reload_and_other_items_are_refused(open_page, tmp_path):
    judged, *runs = write_files(tmp_path, **{str(n): RUN for n in range(30)})
    folder = tmp_path / "my runs"
    folder.mkdir()
    page = open_page("/evaluate?data=own", wait="[data-testid=drop]", tolerate=("404",))
    drag_files(page, "run", [folder])
    page.get_by_text("my runs is a folder. Open the folder and drop its files here.").wait_for()
    drag_files(page, "run", runs)
    page.get_by_text("These are 30 files. Drop at most 5 runs.").wait_for()
    drag_files(page, "qrels", [judged, runs[0]])
    page.get_by_text(
        "These are 2 files. Drop only one file, the file with the judgments."
    ).wait_for()
    assert page.get_by_text("Judgments and a run are needed.").count() == 1
    drag_files(page, "qrels", [judged])
    page.get_by_text("A run is missing.").wait_for()
    drag_files(page, "run", runs[:2])
    page.locator("[data-testid=systems] [data-system='1.run']").wait_for()
    expect(page.get_by_text("These are")).to_have_count(0)
    page.reload()
    page.locator("[data-testid=systems] [data-system='1.run']").wait_for()
    button = page.get_by_role("button", name="Download results by query (CSV)")
    _, table = download_file(page, button.click)
    assert b"1.run" in table
    rmtree(folders.ensure_common_folder() / page.locator("input[name=folder]").first.input_value())
    button.click()
    page.get_by_role("heading", name="File not found").wait_for()
    assert Axe().run(page, options=WANTED).response["violations"] == []
    page.get_by_role("link", name="Open “Compare systems”").click()
    page.locator(QUERIES).first.wait_for()
