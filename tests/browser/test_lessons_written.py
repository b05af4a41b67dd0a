"""A lesson while it is written: a reloaded page shows the file and its errors."""

import shutil

from playwright.sync_api import expect

from tests.lessons.conftest import LESSONS, read_readme_example


def test_a_reloaded_page_shows_the_saved_lesson_or_its_fault(
    open_page, make_server, tmp_path, monkeypatch
):
    shutil.copytree(LESSONS, tmp_path, dirs_exist_ok=True)
    file, text = tmp_path / "99-one-more.md", read_readme_example()
    file.write_text(text, "utf-8")
    monkeypatch.setenv("NDCG_LESSONS", str(tmp_path))
    page = open_page("/?lesson=one-more", at=make_server(), context="own", tolerate=("500",))
    expect(page.locator("h1")).to_have_text("One more rank")
    for was, now, shown in (
        ("One more rank", "A rank more", "A rank more"),
        ("minutes = 5", "minutes = 50", "99-one-more.md:3: 50 minutes are too long"),
        ("", "", "One more rank"),
    ):
        file.write_text(text.replace(was, now), "utf-8")
        page.reload()
        page.get_by_text(shown).first.wait_for()
