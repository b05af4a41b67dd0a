"""The parts of pages as visitors read them: lines, links and tables of `parts.toml`."""

import re
from html import escape

import pytest

from ndcg_core.content import load_toml
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course, Record, pack_course
from tests.acts.shown import Shown

ROWS = load_toml(__file__, "parts.toml")["part"]
LOOKS = load_toml(__file__, "looks.toml")["page"]
LESSONS = load_lessons()


def open_part(row: dict) -> Shown:
    """Open the page of a row with the record of a learner who has done the first lessons."""
    done = {lesson.slug: Record(state="done") for lesson in LESSONS[: row.get("done", 0)]}
    page = row.get("page", "learn")
    record = pack_course(Course(done)) if page == "learn" else None
    return Shown(page, record, **row.get("link", {}))


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row['page']} {row['name']} {row.get('link', '')}"
)
def test_a_part_has_these_lines_links_and_cells(row):
    words = open_part(row).get_markup(row["name"])
    found = iter(words.lines)
    for line in row.get("lines", []):
        assert line in found, f"“{line}” is not in its place in {words.lines}"
    assert not set(words.lines).intersection(row.get("without", []))
    for text, address in row.get("links", []):
        assert (text, address) in words.links
    assert all(text for text, _ in words.links), "a link has no words"
    if "table" in row:
        assert words.table[: len(row["table"])] == row["table"]


@pytest.mark.parametrize(
    "row", LOOKS, ids=lambda row: f"{row.get('link', '')}{row.get('done', '')}"
)
def test_texts_of_the_course_have_their_looks(row):
    html = open_part(row).html
    for look, texts in row["looks"].items():
        for text in texts:
            tags = re.findall(rf"((?:<[^<>]*>)+){re.escape(escape(text))}", html)
            looks = re.findall(r'class="([^"]*)"', " ".join(tags))
            assert any(look == one or look in one.split() for one in looks), (look, text, looks)


OPENED = [
    ("learn", {}),
    ("learn", {"lesson": "grades-not-flags"}),
    ("learn", {"unlock": "all", "lesson": "grades-not-flags", "step": "30"}),
    ("learn", {"page": "ten"}),
    ("learn", {"page": "last-list"}),
    ("learn", {"page": "ending"}),
    ("examples", {"ask": "first"}),
    ("practice", {"skill": "ndcg", "r": "3,2,3,0,1"}),
    ("practice", {"part": "drag"}),
    ("practice", {"part": "predict"}),
    ("one_page", {}),
    ("worksheet", {}),
]


@pytest.mark.parametrize(("page", "link"), OPENED, ids=str)
def test_each_button_acts_each_link_has_an_address_and_each_jump_has_a_place(page, link):
    shown = Shown(page, None, **link)
    shown.parts.pop("share", None)  # its script finds its buttons by their classes
    for button in re.findall(r"<button\b.*?</button>", shown.html, re.DOTALL):
        assert re.search(r">[^<]+<", button), f"this button has no words: {button}"
        assert re.search(r" data-(?!testid)| popovertarget=", button), (
            f"this button does nothing: {button}"
        )
    places = set(re.findall(r'data-place="([^"]+)"', shown.html))
    jumps = {part["data"]["go"] for part in shown.parts.values() if part["data"].get("go")}
    assert jumps <= places
    for tag in re.findall(r'<[^<>]* data-(?:place|testid="question")[^<>]*>', shown.html):
        assert 'tabindex="-1"' in tag, f"this place cannot get the focus: {tag}"
    assert bool(jumps) == bool(places)
    assert not re.findall(r"<a (?![^>]*href=)[^>]*>", shown.html)


ENDED = {lesson.slug: Record(state="done") for lesson in LESSONS}
WAYS = {"lesson": "open", "page": "open", "unlock": "unlock", "": "home"}
"""The action of a link of the course, by its parameter."""


@pytest.mark.parametrize(
    "link",
    [
        *({}, {"path": "gain"}, {"page": "ten"}, {"page": "last-list"}, {"page": "ending"}),
        {"lesson": "grades-not-flags", "unlock": "all", "step": "30"},
    ],
    ids=str,
)
@pytest.mark.parametrize("lessons", [{}, ENDED], ids=["begun", "done"])
def test_a_link_of_the_course_opens_its_page_without_a_page_load(link, lessons):
    shown = Shown("learn", pack_course(Course(lessons)), **link)
    forms = "".join(part["data"]["html"] for part in shown.parts.values() if part["kind"] == "ask")
    links = re.findall(r'<a ([^>]*href="\?(\w*)(?:=([\w-]*))?"[^>]*)>', forms)
    for attributes, name, value in links:
        assert f'data-act="{WAYS[name]}"' in attributes
        assert name not in ("lesson", "page") or f'data-{name}="{value}"' in attributes
    assert links


@pytest.mark.parametrize(
    ("page", "link", "text"),
    [
        ("learn", {}, "Start with lesson 1"),
        ("learn", {"path": "gain"}, "Continue with “Gain"),
        ("learn", {"lesson": "discount"}, "Continue"),
        ("learn", {"page": "ten"}, "Start the ten items"),
        ("learn", {"page": "last-list", "beat": "1,2,3,4,5,6,7,8"}, "30 seconds"),
    ],
)
def test_the_next_step_is_a_button_that_stands_out(page, link, text):
    shown = Shown(page, None, **link)
    is_strong = "plain-button strong" in shown.find_tag(text)
    assert is_strong == (text != "30 seconds"), "all times are equal"


@pytest.mark.parametrize("page", ["learn", "one_page", "playground", "measures", "examples"])
def test_all_parts_about_a_ranking_are_of_the_group_of_its_board(page):
    """A drag changes the numbers and highlights the rows of its group."""
    shown = Shown(page)
    groups = {
        name: part["data"]["group"]
        for name, part in shown.parts.items()
        if re.search("data-doc=|data-live=|data-share=", part["data"].get("html", ""))
        and "group" in part["data"]
    }
    assert groups
    assert set(groups.values()) == {shown.board["group"]}


@pytest.mark.parametrize("page", ["one_page", "playground", "measures"])
def test_a_board_acts_on_the_link_of_its_page(page):
    shown = Shown(page, None, r="3,0,2")
    assert shown.board["link"] == shown.link
    shown.act(do="arrange", order=[2, 0, 1])
    assert shown.board["link"] == shown.link == {"r": "C:2,A:3,B:0"}
