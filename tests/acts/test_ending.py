"""The end of the course: before and after, the last task and the certificate."""

import re
from math import log2

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course, Record, pack_course
from ndcg_core.lessons.ending import load_ending
from tests.acts.shown import Shown, Words

LESSONS = load_lessons()
RIGHT, WRONG = "right", "wrong"
BEFORE = [RIGHT, *[WRONG] * 6, RIGHT, WRONG, RIGHT]
AFTER = [*[RIGHT] * 5, WRONG, *[RIGHT] * 3, WRONG]
DAY = 20_786
"""29 November 2026, counted from 1970."""


def open_ending(lessons=LESSONS, **forms) -> Shown:
    """Open the last page for these done lessons and these forms of the ten items."""
    taken = {when: {"outcomes": outcomes, "now": 1} for when, outcomes in forms.items()}
    done = {lesson.slug: Record(state="done") for lesson in lessons}
    record = pack_course(Course(done, pages={"ten": taken}))
    shown = Shown("learn", record, page="ending")
    shown.act(today=DAY)
    return shown


def test_the_last_page_lists_abilities_and_the_time_taken():
    minutes = sum(lesson.minutes for lesson in LESSONS)
    shown = open_ending()
    time = f"{minutes // 60} hours {minutes % 60} minute"
    assert f"{len(LESSONS)} of {len(LESSONS)} lessons, {time}" in shown.text
    assert "This is what you can do, and the lesson to return to." in shown.text
    for lesson, goal in load_ending().goals:
        assert goal in shown.get_markup("abilities").text
        assert f'data-lesson="{lesson.slug}"' in shown.get_markup("abilities").html


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (BEFORE, AFTER, "Six items got better and one got worse. Coin flips would do as well in 8 "
         "of 128 cases: a good sign, not proof."),
        ([WRONG] * 10, [RIGHT] * 10, "Ten items got better and none got worse. Coin flips "
         "would do as well in 1 of 1024 cases: chance alone hardly explains that."),
        ([RIGHT, WRONG] * 5, [WRONG, RIGHT] * 5, "Five items got better and five got worse. Coin "
         "flips would do as well in 638 of 1024 cases: chance alone explains that."),
        (AFTER, BEFORE, "One item got better and six got worse. Coin flips would do as well in 127 "
         "of 128 cases: chance alone explains that."),
        (AFTER, AFTER, "No item changed."),
        (BEFORE, None, "Only one of the two was taken"),
    ],
)  # fmt: skip
def test_the_change_is_compared_with_coin_flips(before, after, says):
    forms = {"before": before} | ({"after": after} if after else {})
    assert says in open_ending(**forms).get_markup("items").text


def test_each_item_shows_its_outcome_before_and_after():
    html = open_ending(before=BEFORE, after=AFTER).get_markup("items").html
    dots = re.findall(r'<i class="dot( right)?" role="img" aria-label="(\w+)" title="(\w+)"', html)
    outcomes = [one for pair in zip(BEFORE, AFTER, strict=True) for one in pair]
    assert dots == [(" right" if one == RIGHT else "", one, one) for one in outcomes]
    assert ">3</td><td>8<" in html


@pytest.mark.parametrize(
    ("forms", "done", "links"),
    [
        ({"before": BEFORE, "after": AFTER}, 19, ["Review the two that are still wrong"]),
        ({"before": BEFORE, "after": [*[RIGHT] * 9, WRONG]}, 19,
         ["Review the one that is still wrong"]),
        ({"before": BEFORE, "after": [RIGHT] * 10}, 19, []),
        ({"before": BEFORE}, 6, ["Answer the second ten items"]),
        ({"before": BEFORE}, 5, []),
        ({}, 5, ["See what you know"]),
        ({}, 6, []),
    ],
)  # fmt: skip
def test_the_ten_items_link_to_what_can_be_done_next(forms, done, links):
    items = open_ending(LESSONS[:done], **forms).get_markup("items")
    assert items.links == [(text, "?page=ten") for text in links]
    nothing = "You have not taken the ten items before and after part one, so there is nothing to "
    assert (f"{nothing}compare." in items.text) == (not forms)
    if forms:
        heads, *rows, _ = items.table
        assert heads == ["itemright wrong", "before", "after"]
        assert [row[0] for row in rows] == list(load_ending().items)
        assert {"".join(row[1:]) for row in rows} == {"" if "after" in forms else "–"}
        right = (forms[when].count(RIGHT) if when in forms else "–" for when in ("before", "after"))
        assert items.table[-1] == ["right, of ten", *map(str, right)]


# --- The last task ------------------------------------------------------------------------------

FOUR = "I ship South. It has NDCG@3. North wins at k = 1. It can be luck. "
FIVE = f"{FOUR}I would ask others."


def write_text(shown: Shown, text: str, act: str = "write") -> None:
    shown.act("capstone", act=act, form="ending", values={"text": text})


def test_the_sample_answer_opens_only_after_five_sentences():
    shown = open_ending()
    write_text(shown, FOUR, "sample")
    assert "4 of 5 sentences" in shown.get_markup("capstone").text
    assert 'aria-disabled="true"' in shown.get_markup("capstone").html
    assert "A sample answer" not in shown.text
    write_text(shown, FIVE)
    assert "A sample answer" not in shown.text
    assert "aria-disabled" not in shown.get_markup("capstone").html
    write_text(shown, FIVE, "sample")
    assert " ".join(load_ending().capstone.sample_answer) in shown.text
    write_text(shown, FOUR)
    assert "A sample answer" not in shown.text


def test_the_last_task_shows_both_systems_and_the_winner_of_each_query():
    shown = open_ending()
    assert shown.get_markup("task").lines[0] == "Last task: which system would you ship?"
    systems = shown.get_markup("systems")
    assert systems.table == [
        ["query", "North", "NDCG@3", "South", "NDCG@3"],
        ["Flight cancelled. Do I get my money back?", "300221", "0.570", "232100", "0.930"],
        ["Cancelled because of a strike", "302010", "0.840", "320100", "0.895"],
        ["Refund form of the airline", "310000", "1.000", "031000", "0.659"],
        ["Hotel after a cancelled flight", "201000", "0.950", "120000", "0.860"],
        ["Vouchers instead of money", "002310", "0.210", "230100", "0.817"],
        ["mean NDCG@3", "", "0.714", "", "0.832"],
        ["mean NDCG@1", "", "0.800", "", "0.567"],
    ]
    won = re.findall(r'<td class="won">(.*?)</td>', systems.html)
    winners = [Words(cell).text for cell in won]
    assert winners == ["0.930", "0.895", "1.000", "0.950", "0.817", "0.832", "0.800"]
    assert 'aria-label="grades 3, 0, 0, 2, 2, 1"' in systems.html
    chips = re.findall(r'class="chip" data-level="(\d)">(\d)<', systems.html)
    assert len(chips) == 2 * 5 * 6
    assert all(level == grade for level, grade in chips)


def test_each_sentence_is_checked_and_the_text_is_restored():
    shown = open_ending()
    write_text(shown, "I ship South. Its mean NDCG@3 is 0.714. North wins for the strike.")
    task = shown.get_markup("capstone")
    assert task.lines[-4:] == [
        "Compare with a sample answer",
        "right You choose South.",
        "not right 0.714 is North’s mean NDCG@3, and this sentence is about South.",
        "not right North is not ahead there. NDCG@3 for “Cancelled because of a strike”: North "
        "0.840, South 0.895.",
    ]
    assert re.findall(r'<li class="met">(.*?)</li>', task.html) == ["the system you choose"]
    checks = task.html.split('data-testid="checks"')[1]
    assert re.findall(r'data-verdict="(\w+)"', checks) == ["right", "wrong", "wrong"]
    shown.act("certificate", act="write", values={"text": "Another text."})
    again = Shown("learn", shown.record, page="ending")
    assert again.get_markup("capstone").html == shown.get_markup("capstone").html
    write_text(shown, "x" * 9_000)
    assert len(shown.record["pages"]["ending"]["text"]) == 2_000


@pytest.mark.parametrize("stored", [3, None, {"text": 4}, {"text": ["x"]}, "I ship South."])
def test_any_stored_record_is_read_without_an_error(stored):
    record = pack_course(Course(pages={"ending": stored}))
    assert "0 of 5 sentences" in Shown("learn", record, page="ending").text


# --- The certificate ----------------------------------------------------------------------------


def test_the_certificate_states_the_lessons_score_day_and_checker():
    text = open_ending(before=BEFORE, after=AFTER).get_markup("certificate").text
    assert "the 19 lessons of NDCG, step by step and answered 8 of 10 closing items" in text
    assert "29 November 2026The learner’s identity was not checked." in text
    without = open_ending().get_markup("certificate").text
    assert "the 19 lessons of NDCG, step by step." in without


def test_the_certificate_shows_a_name_and_two_bars_for_each_rank():
    certificate = open_ending().get_markup("certificate")
    button = certificate.find_tag("Print certificate")
    assert 'data-print="certificate"' in button
    assert "strong" in button
    name = re.search(r'<input [^>]*name="name"[^>]*>', certificate.html)[0]
    assert "data-echo" in name, "the certificate shows the name while it is typed"
    heard = '<p class="holder"><output aria-live="off" aria-label="Name">'
    assert heard in certificate.html, "a screen reader does not repeat each letter"
    assert certificate.lines[-1].startswith("Your name stays in this browser.")
    assert 'viewBox="0 0 65 34"' in certificate.html
    bar = r'<rect class="(\w+)" x="(\d+)" y="([\d.]+)" width="5" height="([\d.]+)"'
    bars = re.findall(bar, certificate.html)
    assert [(side, int(x)) for side, x, *_ in bars] == [
        *[("actual", 0), ("ideal", 6), ("actual", 13), ("ideal", 19), ("actual", 26)],
        *[("ideal", 32), ("actual", 39), ("ideal", 45), ("actual", 52), ("ideal", 58)],
    ]
    assert [float(y) + float(height) for *_, y, height in bars] == pytest.approx([34] * 10)
    terms = [3, 3, 2 / log2(3), 3 / log2(3), 1.5, 1, 0, 1 / log2(5), 1 / log2(6), 0]
    heights = [float(height) for *_, height in bars]
    assert heights == pytest.approx([term * 34 / 3 for term in terms], abs=0.01)


def test_the_end_links_to_other_pages_and_to_all_lessons():
    ways = open_ending().get_markup("ways")
    assert ways.links[:4] == [
        ("Open the Playground", "./playground"),
        ("Score your own data", "./evaluate"),
        ("Teach it", "./class"),
        ("All lessons", "?"),
    ]
    assert "All lessonsEvery lesson stays open." in ways.lines
    assert len(ways.links) == 4 + len(load_ending().to_read)


def test_an_unfinished_course_shows_the_next_lesson_and_no_certificate():
    shown = open_ending(LESSONS[:7])
    assert "certificate" in shown.parts
    assert "data-print" not in shown.get_markup("certificate").html
    assert f"lesson 8, {LESSONS[7].title}" in shown.get_markup("certificate").text
    assert shown.get_markup("abilities").lines[:2] == [
        "The end of the course",
        "7 of 19 lessons, 54 minutes. This is what you can do after all of them, and the lesson "
        "for each.",
    ]
    assert shown.get_markup("abilities").text.count("not done yet") == len(load_ending().goals)


def test_the_course_page_links_to_the_last_page():
    shown = Shown("learn", pack_course(Course()))
    assert '<a href="?page=ending"' in shown.get_markup("path").html
