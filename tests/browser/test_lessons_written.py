"""A lesson while it is written: the page follows the file, and says what is wrong in it."""

import shutil

from playwright.sync_api import expect

from tests.lessons.conftest import LESSONS, readme_example


def test_a_page_follows_a_lesson_that_is_saved_and_says_what_breaks_it(
    open_page, make_server, tmp_path, monkeypatch
):
    shutil.copytree(LESSONS, tmp_path, dirs_exist_ok=True)
    file, text = tmp_path / "99-one-more.md", readme_example()
    file.write_text(text, "utf-8")
    monkeypatch.setenv("NDCG_LESSONS", str(tmp_path))
    page = open_page("/?lesson=one-more", at=make_server(), context="own", tolerate=("500",))
    expect(page.locator("h1")).to_have_text("One more rank")
    file.write_text(text.replace("One more rank", "A rank more"), "utf-8")
    expect(page.locator("h1")).to_have_text("A rank more")
    file.write_text(text.replace("minutes = 5", "minutes = 50"), "utf-8")
    page.get_by_text("99-one-more.md:3: 50 minutes are too long").wait_for()
    file.write_text(text, "utf-8")
    expect(page.locator("h1")).to_have_text("One more rank")
