"""Own questions in the browser, from the form to the take-home pages."""

import base64
import io

from PIL import Image, ImageDraw
from playwright.sync_api import expect

from tests.browser.axe import list_findings
from tests.browser.classes import enter_phases, join_class, start_planned_class
from tests.browser.test_class_plans import PHONE, WALL, list_questions, open_preparation

LOADED = "image => image.complete && image.naturalWidth"
PASTE = """(data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([bytes], "clip.png", { type: "image/png" }));
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def draw_image(size, **how):
    """Return an image file with a line on a transparent background."""
    image = Image.new("RGBA", size)
    ImageDraw.Draw(image).line([(0, 0), size], fill="red", width=9)
    out = io.BytesIO()
    image.save(out, "png", **how)
    return out.getvalue()


def add_questions(page, count):
    page.get_by_role("button", name="Add to the plan", exact=True).click()
    expect(page.get_by_test_id("planned")).to_have_count(count)


def test_formulas_and_images_appear_everywhere_until_the_room_is_deleted(
    open_page, server, tmp_path
):
    page = open_preparation(open_page, server)
    own = page.locator("#own")
    own.get_by_label("Choice", exact=True).check()
    page.get_by_role("textbox", name="Your question").fill(r"Which is $\foo$?")
    for row, text in zip(page.locator("#answers > li").all(), ("$i^2$", "both"), strict=False):
        row.locator("[name=answers]").fill(text)
    page.locator("#answers").get_by_label("right").first.check()
    page.get_by_role("button", name="Add to the plan", exact=True).click()
    page.get_by_text(r"The formula $\foo$: the command \foo is not known.").wait_for()
    page.get_by_role("textbox", name="Your question").fill(r"Which is $\frac{1}{\log_2 3}$?")
    file = tmp_path / "large.png"
    file.write_bytes(draw_image((3000, 1500)))
    page.get_by_label("Image (optional)").set_input_files(file)
    expect(page.locator("#thumb")).to_be_visible()
    page.get_by_role("button", name="Add to the plan", exact=True).click()
    page.get_by_text("Describe the image for learners who cannot see it.").wait_for()
    page.get_by_label("Description of the image").fill("A red line that falls.")
    add_questions(page, 1)
    image = page.frame_locator(WALL).get_by_role("img", name="A red line that falls.")
    expect(image).to_have_attribute("width", "1600")
    assert image.evaluate(LOADED)
    expect(page.frame_locator(PHONE).locator("#asked mfrac")).to_be_visible()
    assert list_findings(page) == []

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    saved.value.save_as(tmp_path / "class.toml")
    colleague = open_preparation(open_page, server)
    colleague.get_by_label("Load a file").set_input_files(tmp_path / "class.toml")
    expect(colleague.get_by_test_id("planned")).to_have_count(1)
    colleague.locator("#plan .pick").click()
    shown = colleague.frame_locator(WALL).get_by_role("img", name="A red line that falls.")
    expect(shown).to_be_visible()
    assert shown.evaluate(LOADED)

    page.get_by_role("button", name="Start the class").click()
    page.get_by_test_id("started").wait_for()
    code = page.get_by_test_id("code").inner_text()
    page.get_by_role("link", name="Your desk").click()
    page.wait_for_selector("body[data-phase=waiting]")
    phone = join_class(open_page, server, code)
    enter_phases(page, "open")
    picture = phone.get_by_role("img", name="A red line that falls.")
    expect(picture).to_be_visible()
    assert picture.evaluate(LOADED)
    expect(phone.locator(".option msup")).to_be_visible()
    phone.locator(".option").first.click()
    phone.get_by_text("Your answer is kept.").wait_for()
    enter_phases(page, "closed", "revealed")
    phone.wait_for_selector("body[data-phase=revealed]")
    assert list_findings(phone) == []
    phone.get_by_test_id("home").click()
    phone.get_by_test_id("reviewed").wait_for()
    assert picture.evaluate(LOADED)
    with phone.expect_download() as saved:
        phone.get_by_role("button", name="Save this page as a file").click()
    saved.value.save_as(tmp_path / "home.html")
    assert "data:image/" in (tmp_path / "home.html").read_text("utf-8")
    source = picture.get_attribute("src")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="End the class").click()
    page.get_by_text("This class is over.").wait_for()
    assert phone.request.get(server.url + source).status == 404


def test_an_image_is_pasted_and_removed_and_other_files_are_refused(open_page, server, tmp_path):
    page = open_preparation(open_page, server)
    page.locator("#own").get_by_label("Text", exact=True).check()
    page.evaluate(PASTE, base64.b64encode(draw_image((40, 30))).decode())
    expect(page.locator("#thumb")).to_be_visible()
    page.get_by_role("button", name="Remove the image").click()
    expect(page.locator("#thumb")).to_be_hidden()
    for name, content in (("x.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"), ("x.png", b"?")):
        (tmp_path / name).write_bytes(content)
        page.get_by_label("Image (optional)").set_input_files(tmp_path / name)
        page.get_by_text("This file cannot be shown as an image.").wait_for()
        expect(page.locator("#thumb")).to_be_hidden()
        page.get_by_role("textbox", name="Your question").fill(f"Why not {name}?")
    page.get_by_role("textbox", name="Your question").blur()
    add_questions(page, 1)
    assert list_questions(page) == ["Why not x.png?"]


def test_a_take_home_page_is_saved_with_its_image_without_the_app(open_page, make_server, tmp_path):
    server = make_server()
    page = open_preparation(open_page, server)
    page.locator("#own").get_by_label("Text", exact=True).check()
    page.get_by_role("textbox", name="Your question").fill("What is this?")
    page.evaluate(PASTE, base64.b64encode(draw_image((40, 30))).decode())
    page.get_by_label("Description of the image").fill("A line.")
    add_questions(page, 1)
    page.get_by_label("Title").fill("Übung 5")
    page.get_by_label("Title").blur()
    _, code = start_planned_class(page)
    phone = join_class(open_page, server, code)
    enter_phases(page, "open", "closed", "revealed")
    phone.get_by_test_id("home").click()
    image = phone.get_by_role("img", name="A line.")
    expect(image).to_be_visible()
    phone.wait_for_load_state("networkidle")
    server.stop()
    with phone.expect_download() as saved:
        phone.get_by_role("button", name="Save this page as a file").click()
    assert saved.value.suggested_filename.startswith("Übung-5-")
    saved.value.save_as(tmp_path / "home.html")
    text = (tmp_path / "home.html").read_text("utf-8")
    assert "data:image/png" in text
    assert 'class="away"' not in text


def test_open_texts_appear_on_the_wall_only_after_the_desk_chooses_them(open_page, server):
    page = open_preparation(open_page, server)
    page.locator("#own").get_by_label("Text", exact=True).check()
    page.get_by_role("textbox", name="Your question").fill("Why a discount?")
    page.locator("#answers [name=reasons]").first.fill("Readers stop early.")
    add_questions(page, 1)
    projector, code = start_planned_class(page)
    page.wait_for_selector("body[data-phase=waiting]")
    wall = open_page(projector, at=server, wait="body[data-phase=waiting]", context="own")
    phones = [join_class(open_page, server, code) for _ in range(3)]
    enter_phases(page, "open")
    for phone, text in zip(phones, ("They stop", "they  STOP ", "<i>Rude</i>"), strict=True):
        phone.get_by_label("Your answer").fill(text)
        phone.get_by_role("button", name="Send answer").click()
        phone.get_by_text("Your answer is kept.").wait_for()
    page.get_by_test_id("answered").get_by_text("3 of 3").wait_for()
    enter_phases(page, "closed")
    expect(page.get_by_test_id("answer")).to_have_count(2)
    wall.wait_for_selector("body[data-phase=closed]")
    expect(wall.locator("#results li")).to_have_count(0)
    first = page.get_by_test_id("answer").first
    first.get_by_role("button", name="Show on the wall").press("Enter")
    expect(wall.locator("#results li")).to_have_count(1)
    expect(wall.locator("#results li")).to_contain_text("They stop")
    expect(first.get_by_role("button", name="On the wall")).to_have_attribute(
        "aria-pressed", "true"
    )
    for one in (page, wall, phones[0]):
        assert list_findings(one) == []
    enter_phases(page, "revealed")
    wall.get_by_text("Readers stop early.").wait_for()
    expect(wall.locator("#results li")).to_have_count(1)
    expect(phones[2].locator("#told")).to_contain_text("Readers stop early.")
    expect(phones[2].get_by_test_id("verdict")).to_have_count(0)
    first.get_by_role("button", name="On the wall").click()
    expect(wall.locator("#results li")).to_have_count(0)
