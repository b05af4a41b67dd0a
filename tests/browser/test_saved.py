"""Every page with stored data reads the data that a browser stored in an earlier version."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.visits import GONE
from tests.classroom.people import serve
from tests.saved.test_saved import CLASS, HERE, LEARNER, copy_database, load_saved

PUT = "(kept) => Object.entries(kept).forEach(([name, text]) => localStorage.setItem(name, text))"


@pytest.mark.every_time
def test_a_returning_browser_keeps_course_practice_programs_and_plans(open_page, server):
    page = open_page("/code", at=server, wait="[data-testid=lab]", tolerate=GONE, context="own")
    kept = {
        name: json.dumps(value) for name, value in load_saved("browser.json")["teacher"].items()
    }
    kept["ndcg-tutor:progress"] = (HERE / "ndcg-progress.json").read_text("utf-8")
    kept["ndcg-tutor:practice"] = json.dumps(LEARNER["practice"]["record"])
    page.evaluate(PUT, kept)

    page.reload()
    lab = page.locator("[data-testid=lab][data-task=ndcg]")
    expect(lab.get_by_test_id("editor")).to_have_value(
        json.loads(kept["ndcg-tutor.code.draft.ndcg"])
    )

    page.goto(f"{server.url}/")
    expect(page.get_by_test_id("start")).to_have_text(LEARNER["learn"]["start"])
    expect(page.locator("[data-testid=lesson][data-slug=gain]")).to_have_attribute(
        "data-state", "done"
    )

    page.goto(f"{server.url}/practice?skill=dcg&r=3,1,0,2&level=1")
    expect(page.locator("main")).to_contain_text(LEARNER["practice"]["standing"])

    page.goto(f"{server.url}/class")
    expect(page.get_by_label("Title")).to_have_value("Week 4")
    expect(page.get_by_test_id("planned")).to_have_count(3)
    expect(page.locator("#plan .pick").nth(2)).to_contain_text("Where is d(i) 1?")
    desk = json.loads(kept["ndcg-tutor:class-desk"])
    secret = re.compile(rf"class/desk#{desk['code']}\.{desk['steering']}")
    expect(page.locator("#last a")).to_have_attribute("href", secret)


def test_a_phone_rejoins_its_class_and_saves_its_answers(open_page, tmp_path):
    school = serve(str(copy_database(tmp_path)), tmp_path / "log")
    try:
        page = open_page("/join", at=school, tolerate=GONE, context="own")
        kept = load_saved("browser.json")["phone"]
        page.evaluate(PUT, {name: json.dumps(value) for name, value in kept.items()})
        code = CLASS["secrets"]["code"]
        page.goto(f"{school.url}/join#{code}")
        page.reload()
        expect(page.get_by_test_id("name")).to_contain_text(
            kept[f"ndcg-tutor:class:{code}"]["name"]
        )
        expect(page.get_by_test_id("home")).to_have_attribute("href", re.compile("own%3Fask%3Ddcg"))
    finally:
        school.stop()
