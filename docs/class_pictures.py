"""Take the pictures of docs/teach/first-class.md again: a class of twelve learners.

    .venv/bin/python docs/class_pictures.py

It needs the extra `test` and Chromium.
"""

import io
import sys
from pathlib import Path
from urllib.parse import urljoin

from PIL import Image
from playwright.sync_api import Browser, Page, expect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from benchmarks._chromium import start_chromium  # noqa: E402
from benchmarks._server import run_server  # noqa: E402

PLAN = "NDCG in 15 minutes"
ANSWERS = "AACCACCBACC"  # the letters that the learners choose; one more learner has not answered
SCREEN = {"width": 1280, "height": 800}
WALL = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 720}
COLOURS = 128


def save_picture(page: Page, name: str) -> None:
    """Save what a page shows, with few colours, so that the file is small."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    file = HERE / "teach" / f"{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


def choose_answer(phone: Page, letter: str) -> None:
    """Choose an answer on a phone by its letter, and say that it is sure."""
    phone.wait_for_selector("#form label, #form button")
    phone.locator("#form label, #form button").nth("ABC".index(letter)).click()
    phone.get_by_role("button", name="Sure", exact=True).click()


def main() -> None:
    """Prepare a class, ask its first question, and show its answers."""
    with run_server() as server, start_chromium() as browser:
        take_pictures(browser, server.url)


def take_pictures(browser: Browser, url: str) -> None:
    """Take the three pictures on a running server."""
    teacher = browser.new_page(viewport=SCREEN)
    teacher.goto(f"{url}/class")
    teacher.wait_for_selector("#choices li")
    teacher.get_by_label("Open a plan").select_option(label=PLAN)
    expect(teacher.get_by_label("Title")).to_have_value(PLAN, timeout=60_000)
    teacher.wait_for_timeout(2_000)
    save_picture(teacher, "prepare")

    teacher.get_by_role("button", name="Start the class").first.click()
    teacher.get_by_test_id("started").wait_for()
    code = teacher.get_by_test_id("code").inner_text()
    projector = teacher.get_by_role("link", name="The wall").get_attribute("href")
    teacher.get_by_role("link", name="Your desk").click()
    teacher.wait_for_selector("[data-testid=address]:not(:empty)")
    wall = browser.new_page(viewport=WALL)
    wall.goto(urljoin(teacher.url, projector))

    phones = [browser.new_context(viewport=PHONE).new_page() for _ in range(len(ANSWERS) + 1)]
    for phone in phones:
        phone.goto(f"{url}/join#{code}")
        phone.wait_for_selector("body[data-connection=here]")
    teacher.keyboard.press("ArrowRight")
    teacher.wait_for_selector("body[data-phase=open]")
    for phone, letter in zip(phones, ANSWERS, strict=False):
        choose_answer(phone, letter)
    teacher.wait_for_timeout(1_500)
    save_picture(teacher, "desk")

    teacher.keyboard.press("ArrowRight")
    teacher.wait_for_selector("body[data-phase=closed]")
    teacher.keyboard.press("s")
    wall.wait_for_timeout(2_500)
    save_picture(wall, "wall")


if __name__ == "__main__":
    main()
