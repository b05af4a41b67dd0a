"""The end of the course: before and after, the last task and the certificate."""

import re

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course, Record, pack_course
from ndcg_core.lessons.ending import load_ending
from tests.acts.shown import Shown

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
    outcomes = re.findall(r'role="img" aria-label="(\w+)"', html)
    assert outcomes == [one for pair in zip(BEFORE, AFTER, strict=True) for one in pair]
    assert ">3</td><td>8<" in html
    assert "Review the two that are still wrong" in html
    assert "not taken the ten items" in open_ending().get_markup("items").text


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


def test_each_sentence_is_checked_and_the_text_is_restored():
    shown = open_ending()
    write_text(shown, "I ship South. Its mean NDCG@3 is 0.714. North wins for the strike.")
    checks = shown.get_markup("capstone").html.split('data-testid="checks"')[1]
    assert re.findall(r'data-verdict="(\w+)"', checks) == ["right", "wrong", "wrong"]
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
    assert "29 November 2026Nobody checked who answered." in text
    without = open_ending().get_markup("certificate").text
    assert "the 19 lessons of NDCG, step by step." in without


def test_an_unfinished_course_shows_the_next_lesson_and_no_certificate():
    shown = open_ending(LESSONS[:7])
    assert "certificate" in shown.parts
    assert "data-print" not in shown.get_markup("certificate").html
    assert f"lesson 8, {LESSONS[7].title}" in shown.get_markup("certificate").text
    assert "You can measure a ranking now" not in shown.text
    assert shown.get_markup("abilities").text.count("not done yet") == len(load_ending().goals)


def test_the_course_page_links_to_the_last_page():
    shown = Shown("learn", pack_course(Course()))
    assert '<a href="?page=ending"' in shown.get_markup("path").html
