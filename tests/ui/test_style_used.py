"""The style of each page has rules only for what the page shows in one of its states."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course, Record, pack_course
from ndcg_ui.components.templates import render_exhibit
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.pages.worksheet.link import PAPERS
from tests.acts.shown import Shown
from tests.acts.test_ending import AFTER, BEFORE, FIVE, open_ending, write_text
from tests.acts.test_missed_questions import give_answer, miss_until_asked_again
from tests.ui.selectors import Elements, list_selectors

UI = Path(__file__).parents[2] / "ndcg_ui"
PAGES = UI / "pages"
PRINTING = re.compile(r'\[data-printing="[\w-]+"\] ')
"""A page that is being printed, which a script marks."""
LESSONS = load_lessons()
SEEN = (
    *("discount", "gain", "dcg", "exponential-gain", "find-the-error", "real-difference"),
    *("many-queries", "two-libraries"),
)
"""Lessons that together have each kind of table, program, sketch and note."""
NOON = 1_795_608_000_000


def draw(shown: Shown) -> str:
    """Return the HTML of a page, in a document."""
    rows = [[[Part(**part) for part in column] for column in row] for row in shown.rows]
    exhibit = render_exhibit({"look": shown.answer.get("look", "")}, rows)
    return f'<body><div class="page"><main>{exhibit}</main></div></body>'


def visit_course() -> Iterator[Shown]:
    """Yield the course page before and after the browser has sent the record."""
    record = pack_course(Course({lesson.slug: Record(state="done") for lesson in LESSONS[:2]}))
    course = Shown("learn", record)
    course.act_on("board", do="arrange", order=[5, 0, 1, 2, 3, 4])
    yield course
    course.record = None
    course.act()
    yield course


def visit_lessons() -> Iterator[Shown]:
    """Yield lessons with tables, programs and sketches, and with answered and missed questions."""
    shown = Shown("learn", None, lesson="grades-not-flags", step="30", unlock="all")
    shown.submit("number-1.question", "answer", values={"number": "77"})
    shown.submit("number-1.question", "hint")
    for option in "20":  # a wrong one, then the right one
        shown.submit("hook.question", "answer", option=option)
        yield shown
    for slug in ("dcg", "grades-not-flags"):  # a sheet, and a number
        shown, _ = miss_until_asked_again(slug)
        give_answer(shown)
        yield shown
    for slug in SEEN:
        yield Shown("learn", None, lesson=slug, step="30", unlock="all")
    done = pack_course(Course({"dcg": Record(state="done")}))
    yield Shown("learn", done, lesson="dcg", step="30")


def visit_other_pages() -> Iterator[Shown]:
    """Yield the last list with a clock and a friend's link, and two pages with the same style."""
    clock = Shown("learn", None, page="last-list")
    clock.act("choice", act="start", seconds="30", now=NOON)
    yield clock
    yield Shown("learn", None, page="last-list", beat="1,2,3,4,5,6,7,8", seconds="30")
    yield Shown("conventions", got="0.957")
    shown = Shown("practice", None, part="predict", question="1")
    shown.submit("predict-1.prediction", "commit", values={"number": "0.25"})
    yield shown


def visit_ending() -> Iterator[Shown]:
    """Yield the end of the course, finished with its last task, and not yet finished."""
    shown = open_ending(before=BEFORE, after=AFTER)
    write_text(shown, FIVE, "sample")
    yield shown
    yield open_ending([])


VISITS: dict[str, Callable[[], Iterable[Shown]]] = {
    "conventions": lambda: [
        Shown("conventions", got="0.957", r="3,2,3,0,1"),
        Shown("conventions", r="3,-1,2", got="0.1"),
    ],
    "glossary": lambda: [Shown("glossary")],
    "learn": lambda: chain(visit_course(), visit_lessons(), visit_other_pages(), visit_ending()),
    "measures": lambda: [Shown("measures", r="-1,3,2")],
    "one_page": lambda: [Shown("one_page")],
    "worksheet": lambda: [
        Shown("worksheet", skills="dcg,cg,mean-empty", number="3", paper=paper) for paper in PAPERS
    ],
}
BY_SCRIPT = re.compile(r"\.card\b.* \.acts|\.whose")
"""Parts of a board that its script adds."""


@pytest.mark.parametrize("folder", VISITS)
def test_a_page_shows_each_thing_that_its_style_is_for(folder):
    elements = Elements("".join(map(draw, VISITS[folder]())))
    for path in sorted((PAGES / folder).glob("*.css")):
        selectors = [PRINTING.sub("", one) for one in list_selectors(path.read_text("utf-8"))]
        lost = [one for one in selectors if not elements.have(one) and not BY_SCRIPT.search(one)]
        assert not lost, path.name
