"""Images of own questions: the accepted files, and their deletion."""

import io
import re
from base64 import b64encode
from dataclasses import replace

import pytest
from PIL import Image

from ndcg_core.classroom.images import (
    FORMATS,
    MAX_IMAGE_BYTES,
    MAX_IMAGES,
    extract_images,
    format_data_url,
    make_image_name,
)
from ndcg_core.classroom.plans import read_plan
from ndcg_ui import limits
from ndcg_ui.classroom.shown.choosing import preview_question
from ndcg_ui.classroom.shown.screens import build_question_data
from ndcg_ui.limits.shares import BusyError
from tests.classroom.asked import call_or_explain
from tests.classroom.people import CLIENT, Person, Teacher
from tests.classroom.rooms import KEPT, NOW


def draw_image(kind="png", size=(64, 48), colour="red", **how):
    """Return an image file."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **how)
    return out.getvalue()


PNG = draw_image()
NAME = make_image_name(PNG)


JPEG_START = b"\xff\xd8\xff\xe0\x00\x02"
"""The beginning of a JPEG file, with an empty segment."""
JPEG_FRAME = b"\x00\x0b\x08\x00\x2d\x00\x7b" + bytes(20)
"""The rest of a segment after its marker, with a height of 45 and a width of 123."""


def make_plan(*images):
    """Return a plan's file with one question for each image."""
    tables = "".join(
        f"""[[question]]
kind = "text"
ask = "What do you see, {number}?"
image = "{image}"
alt = "A red field."
"""
        for number, image in enumerate(images)
    )
    return f'title = "Images"\n{tables}'


@pytest.mark.parametrize(
    ("kind", "how"),
    [
        ("png", {}),
        ("jpeg", {}),
        ("jpeg", {"progressive": True}),
        ("webp", {}),
        ("webp", {"lossless": True}),
        ("webp", {"exif": Image.Exif().tobytes()}),
        ("jpeg", {"exif": Image.Exif().tobytes(), "comment": b"\xff\xc0"}),
    ],
)
def test_the_name_of_an_image_has_its_size_and_kind(kind, how):
    for width, height in ((123, 45), (1, 2000), (2000, 300)):
        name = make_image_name(draw_image(kind, (width, height), **how))
        assert name.endswith(f"-{width}x{height}.{kind}")


def test_a_jpeg_can_have_several_bytes_before_a_marker():
    for filling in (b"\xff", b"\xff\xff\xff"):
        name = make_image_name(JPEG_START + filling + b"\xc0" + JPEG_FRAME)
        assert name.endswith("-123x45.jpeg")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG, which can contain scripts"),
        (b" <?xml version='1.0'?><svg/>", "SVG, which can contain scripts"),
        (draw_image("gif"), "cannot show this file"),
        (b"<html>", "cannot show this file"),
        (b"", "cannot show this file"),
        (draw_image(size=(2001, 2)), "2001 × 2 pixels"),
        (draw_image("webp", (2, 2001)), "2 × 2001 pixels. Each side must have 1 to 2,000"),
        (PNG + bytes(MAX_IMAGE_BYTES), "The limit is 250,000"),
        (PNG[:20], "incomplete or damaged"),
        (PNG.replace(b"IHDR", b"IDAT"), "incomplete or damaged"),
        (draw_image("jpeg")[:40], "incomplete or damaged"),
        (draw_image("webp")[:22], "incomplete or damaged"),
        (JPEG_START + b"\xc0" + JPEG_FRAME, "incomplete or damaged"),
        (b"\xff\xd8\xff" + b"\xff" * 1000, "incomplete or damaged"),
    ],
)
def test_another_file_is_refused_with_a_sentence(content, said):
    with pytest.raises(ValueError, match=said):
        make_image_name(content)


def test_a_truncated_image_never_raises_an_unexpected_error():
    for kind in FORMATS:
        whole = draw_image(kind)
        for length in range(len(whole)):
            name, refusal = call_or_explain(lambda part=whole[:length]: make_image_name(part))
            assert name or refusal.endswith(".")


def test_a_file_contains_the_image_and_the_plan_its_name():
    data = format_data_url(NAME, PNG)
    plan = read_plan(make_plan(data))
    assert plan.image_names == {1: NAME}
    assert plan.images == {NAME: PNG}
    assert f'image = "{NAME}"' in plan.text
    assert "base64" not in plan.text
    assert read_plan(plan.text) == plan
    with pytest.raises(ValueError, match="Question 1: the image is missing"):
        read_plan(plan.text).refuse_missing_images()


def test_a_bad_image_names_its_question():
    svg = "data:image/svg+xml;base64," + b64encode(b"<svg/>" * 9000).decode()
    with pytest.raises(ValueError, match=r"\[\[question\]\] 2: This image is an SVG"):
        read_plan(make_plan(format_data_url(NAME, PNG), svg))
    many = [draw_image(colour=(n, 0, 0)) for n in range(MAX_IMAGES + 1)]
    with pytest.raises(ValueError, match="at most 10 images"):
        read_plan(make_plan(*(format_data_url(make_image_name(one), one) for one in many)))


def test_the_form_accepts_an_image_and_returns_its_name():
    form = {
        "kind": "text",
        "ask": "What do you see?",
        "image": format_data_url(NAME, PNG),
        "alt": "Red.",
    }
    shown = preview_question(form)
    assert shown["form"]["image"] == NAME
    image = {"name": NAME, "alt": "Red.", "width": 64, "height": 48}
    assert build_question_data(shown["reference"])["image"] == image


def test_an_image_exists_until_its_room_is_deleted(url):
    teacher = Teacher(url, make_plan(format_data_url(NAME, PNG), NAME))
    address = f"/join/image?name={NAME}"
    answer = Person(url).get(address)
    assert (answer.status_code, answer.content) == (200, PNG)
    headers = answer.headers
    assert headers["content-type"] == "image/png"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    again = Teacher(url, make_plan(format_data_url(NAME, PNG)))
    assert teacher.post("/class/end", {}).status_code == 200
    assert Person(url).get(address).status_code == 200  # another room also has the image
    assert again.post("/class/end", {}).status_code == 200
    assert Person(url).get(address).status_code == 404
    assert Person(url).get("/join/image?name=../etc").status_code == 400


def test_a_room_without_its_image_is_not_made(url):
    message = {"plan": make_plan(format_data_url(NAME, PNG), "0" * 32 + "-9x9.png"), "key": ""}
    answer = CLIENT.post(f"{url}/class/rooms", json=message)
    assert (answer.status_code, answer.json()["say"]) == (
        400,
        "Question 2: the image is missing. Choose the image again.",
    )


def test_images_are_deleted_with_their_room(books):
    for code in ("BCDFG", "ZZZZZ"):
        books.store_room(replace(KEPT, code=code), NOW, {NAME: PNG, f"{code}.png": b"own"})
    assert books.count_image_bytes() == 2 * (len(PNG) + 3)
    assert books.read_image(NAME, NOW) == PNG
    assert books.read_image(NAME, NOW + 11) is None  # the rooms have expired
    assert not books.store_room(KEPT, NOW, {"other.png": b"x"})  # its code is in use
    assert books.read_image("other.png", NOW) is None
    books.delete_room("BCDFG")
    assert books.read_image("BCDFG.png", NOW) is None
    assert books.read_image(NAME, NOW) == PNG
    books.delete_expired_rooms(NOW + 11)
    assert books.count_image_bytes() == 0


def test_a_room_is_refused_if_there_are_too_many_images(service, monkeypatch):
    plan = read_plan(make_plan(format_data_url(NAME, PNG)))
    service.open_room(plan, "", "127.0.0.1")
    monkeypatch.setattr(limits, "MOST_IMAGE_BYTES", 10)
    with pytest.raises(BusyError, match="reached the server’s limit"):
        service.open_room(plan, "", "127.0.0.1")
    service.open_room(read_plan('questions = ["drag/1"]'), "", "127.0.0.1")


def test_the_longest_plan_is_accepted():
    content = draw_image("png", (2, 2)) + bytes(MAX_IMAGE_BYTES - len(draw_image("png", (2, 2))))
    data = format_data_url(make_image_name(content), content)
    assert len(data) * MAX_IMAGES + 2 * 64_000 < limits.LONGEST_PLAN
    assert len(data) + 20_000 < limits.LONGEST_QUESTION


def test_text_resembling_an_image_costs_time_proportional_to_its_length():
    text = "data:image/png;base64,!" * 20_000
    cut, images = extract_images(text)
    assert not images
    assert len(re.findall("data:refused", cut)) == 20_000
