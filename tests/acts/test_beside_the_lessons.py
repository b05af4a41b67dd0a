"""The last list of part one, the ten items before and after it, and what was done, to print."""

import re
from math import log2

import pytest

from ndcg_core.lessons import load_lessons, load_ten_items
from ndcg_core.lessons.blocks.questions import Choice
from ndcg_core.lessons.course.course import Course, Record, pack_course
from tests.acts.shown import Shown, Words

GRADES = [0, 1, 3, 0, 2, 1, 3, 0]
BEST, WORST = (3, 7, 5, 2, 6, 1, 4, 8), (1, 4, 8, 2, 6, 5, 3, 7)
PART_ONE = [lesson for lesson in load_lessons() if lesson.part == 1]
DONE = pack_course(Course({lesson.slug: Record(state="done") for lesson in PART_ONE}))
DAY = 86_400_000
NOON = 1_795_608_000_000  # 2026-11-25, 12:00 UTC


def calculate_dcg(grades) -> float:
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(grades, 1))


def calculate_ndcg(order) -> float:
    return calculate_dcg([GRADES[rank - 1] for rank in order]) / calculate_dcg(
        sorted(GRADES, reverse=True)
    )


# --- The last list ------------------------------------------------------------------------------


def order_list(order, seconds=30, record=None, link=()) -> Shown:
    """Return the page of a learner who has sorted the list within the time."""
    shown = Shown("learn", record, page="last-list", **dict(link))
    shown.act("choice", act="start", seconds=str(seconds), now=NOON)
    shown.act_on("last-list.board", do="arrange", order=[rank - 1 for rank in order])
    shown.act("bar", act="over", now=NOON + 1000 * seconds)
    return shown


@pytest.mark.parametrize("order", [BEST, WORST, (1, 2, 3, 4, 5, 6, 7, 8)])
def test_the_score_appears_when_time_is_up_and_the_link_has_the_score_to_beat(order):
    shown = order_list(order)
    assert shown.get_markup("result").read_value("ndcg") == pytest.approx(
        calculate_ndcg(order), abs=1e-12
    )
    assert f"You reached NDCG {calculate_ndcg(order):.3f} in 30 seconds." in shown.text
    link = dict(
        re.findall(r"[?&](\w+)=([^&]*)", shown.get_markup("choice").get_data_attribute("copy-link"))
    )
    assert link == {"page": "last-list", "beat": ",".join(map(str, order)), "seconds": "30"}
    friend = Shown("learn", None, **link)
    assert f"A friend reached NDCG {calculate_ndcg(order):.3f} in 30 seconds." in friend.text
    assert "choice" in friend.parts


def test_the_end_names_the_best_swap_of_two_documents_and_shows_the_grades():
    shown = order_list((3, 1, 5, 2, 6, 7, 4, 8))
    better = calculate_ndcg((3, 7, 5, 2, 6, 1, 4, 8))
    assert (
        "swapping “Buy a table fan” (grade 0, rank 2) and “Clean the vents in ten minutes” "
        f"(grade 3, rank 6) would raise NDCG most, to {better:.3f}." in shown.text
    )
    assert [card["shown"] for card in shown.board["documents"]] == list("30211300")
    assert "No swap of two documents would raise NDCG." in order_list(BEST).text


AHEAD, SAME, BEHIND = "That beats your friend.", "That is the same.", "still ahead"


@pytest.mark.parametrize(
    ("mine", "seconds", "outcome"),
    [
        (BEST, 120, AHEAD),
        (BEST, 0, AHEAD),
        (WORST, 30, AHEAD),
        (WORST, 60, SAME),
        (WORST, 120, BEHIND),
        (WORST, 0, BEHIND),
    ],
)
def test_a_higher_ndcg_or_the_same_in_less_time_beats_a_friend(mine, seconds, outcome):
    like_worst = "8,4,1,6,2,5,7,3"  # other documents of the same grades
    shown = order_list(mine, seconds, link={"beat": like_worst, "seconds": "60"})
    assert [text for text in (AHEAD, SAME, BEHIND) if text in shown.text] == [outcome]
    time = {0: "without a clock", 30: "in 30 seconds", 60: "in 1 minute", 120: "in 2 minutes"}
    assert f"You reached NDCG {calculate_ndcg(mine):.3f} {time[seconds]}." in shown.text


def test_the_order_is_restored_after_leaving_the_page_and_after_the_time():
    shown = Shown("learn", None, page="last-list")
    assert shown.get_markup("bar").lines == ["All lessons"]
    shown.act("choice", act="start", seconds="60", now=NOON)
    assert shown.get_markup("bar").lines[-1] == "Done"
    assert shown.get_markup("bar").get_data_attribute("ends") == str(NOON + 60_000)
    assert shown.get_markup("bar").get_data_attribute("seconds") == "60"
    assert shown.parts["bar"]["data"]["go"] == "last-list"
    assert shown.get_markup("head").lines[0] == "“My laptop fan is loud all the time”"
    shown.act_on("last-list.board", do="arrange", order=[rank - 1 for rank in BEST])
    again = Shown("learn", shown.record, page="last-list")
    assert again.get_markup("bar").get_data_attribute("ends") == str(NOON + 60_000)
    assert again.board["documents"][0]["label"] == "Find the program that heats a laptop"
    assert {(card["shown"], card["gain"]) for card in again.board["documents"]} == {("?", 0)}
    assert (again.board["ideal"], again.board["idcg"], again.board["empty"]) == ([], None, "")
    assert "three clicks" in again.board["documents"][0]["beside"]
    again.act("bar", act="over", now=NOON + 90_000)
    late = dict(again.record)
    again.act(
        "last-list.board", on=shown.get_data("last-list.board")["link"], do="arrange", order=[0]
    )
    assert again.record == late
    assert "You reached NDCG 1.000 in 1 minute." in again.text
    assert again.parts["bar"]["data"].get("go", "") == ""
    assert again.get_data("reached")["mode"] == "show"
    assert again.get_markup("choice").lines[:3] == [
        "Copy a link for a friend",
        "The link contains your result. Your friend gets the same list and tries to beat you.",
        "Try again with this time:",
    ]
    able = "You can now calculate the NDCG of any graded list by hand, and say how much its order"
    assert able in again.get_markup("choice").text
    again.act("choice", act="start", seconds="0", now=NOON)
    assert again.board["documents"][0]["label"] == "Buy a table fan", "it begins anew"
    assert "data-ends" not in again.html


# --- Ten items ----------------------------------------------------------------------------------


def answer_items(shown: Shown, form: int, right, now: int = NOON) -> list:
    """Answer the items of a form, those named `right` correctly, and return the items."""
    shown.act("start", act="begin", now=now)
    items = [(one, *one.others)[form] for _, one in load_ten_items()]
    for number, item in enumerate(items):
        texts, sheet = item.solution, item.kind == "sheet"
        if number not in right:
            texts = {**texts, item.sheet.blanks[-1]: "99"} if sheet else "99"
            texts = (item.solution + 1) % len(item.options) if isinstance(item, Choice) else texts
        if sheet:
            shown.act("item.sheet", why="left", texts={**texts, item.sheet.blanks[-1]: ""}, now=now)
            assert (shown.get_data("item.sheet")["marks"], shown.problems) == ({}, [])
        assert "data-verdict" not in shown.html, "not before the end"
        how = {"why": "check", "texts": texts} if sheet else {"act": "answer"}
        how |= {"option": str(texts)} if item.kind == "choice" else {"values": {"number": texts}}
        name = "item.sheet" if sheet else "item.question"
        told = (
            shown.get_data(name)["form"]
            if sheet
            else shown.get_markup(name).get_data_attribute("form")
        )
        shown.act(name, form=told, now=now, **how)
    return items


def test_all_forms_end_with_the_number_of_right_answers_and_reasons_for_wrong_ones():
    shown = Shown("learn", None, page="ten")
    answer_items(shown, 0, {0, 4, 6})
    assert "You got 3 of 10 items right before part one." in shown.get_markup("head").lines
    assert "start" in shown.parts
    assert "Start the ten items" not in shown.get_markup("start").text
    assert "Now take part one. The second ten items are at its end." in shown.text
    too_late = Shown("learn", DONE, page="ten").get_markup("start").text
    assert "Answer the first ten items before part one." in too_late
    record = {**shown.record, "lessons": DONE["lessons"]}

    shown = Shown("learn", record, page="ten")
    items = answer_items(shown, 1, {*range(10)} - {1, 8})
    luck = "With ten items, a difference of up to four can be luck."
    assert f"You got 3 of 10 items right before part one, 8 after it. {luck}" in shown.text
    told = shown.get_markup("results").html.split("What to review")[1]
    assert re.findall(r'<li value="(\d+)"', told) == ["2", "9"]
    assert "Your answer: " + items[1].options[(items[1].solution + 1) % 3].say.fill_in() in told
    assert items[1].worked_solution in told
    (mark,) = (m for m in items[8].judge({**items[8].solution, "ndcg": "99"}).marks if m.message)
    assert f"you wrote 99. {mark.message}" in told
    assert items[8].solution["ndcg"] in told
    assert 'data-lesson="ndcg-at-k"' in told
    shown.act("start", act="begin", now=NOON + 6 * DAY)
    assert shown.problems == ["It is too early. Come back on 2 December or later."]
    answer_items(shown, 0, {0, 1}, NOON + 7 * DAY)
    counts = "3 of 10 items right before part one, 8 after it, 2 a week later"
    assert f"You got {counts}. With ten" in shown.text
    assert shown.get_markup("start").lines == ["Done. Each item names the lesson that explains it."]
    columns = re.findall(r"<tr><th.*?</tr>", shown.get_markup("results").html)
    verdicts = [re.findall(r'data-verdict="(\w+)"', row) for row in columns if "verdict" in row]
    want = [{0, 4, 6}, {*range(10)} - {1, 8}, {0, 1}]
    assert verdicts == [["right" if n in one else "wrong" for one in want] for n in range(10)]


def test_the_last_list_links_to_the_second_ten_items_after_part_one():
    shown = Shown("learn", None, page="ten")
    answer_items(shown, 0, {0})
    before = order_list(BEST, record=shown.record)
    done = order_list(BEST, record={**shown.record, "lessons": DONE["lessons"]})
    links = ['data-page="ten"' in one.get_markup("choice").html for one in (before, done)]
    assert links == [False, True]
    ten = ("Answer ten items again, and see what you learned", "?page=ten")
    assert ten in done.get_markup("choice").links
    assert 'data-page="ten"' not in order_list(BEST, record=DONE).html, (
        "the first ten were not taken"
    )


def ask_for_decimals(text) -> str:
    return f"Write at least two decimals. “{text}” has only one. If it is exact, add a zero."


def test_a_whole_number_ends_an_item_whether_it_is_nearly_right_or_not():
    for dcg in ("4", "9"):  # 4.39
        shown = Shown("learn", None, page="ten")
        shown.act("start", act="begin", now=NOON)
        for at in range(8):
            shown.act("item.question", act="unknown", why="unknown", form=f"before/{at}", now=NOON)
        texts = {**load_ten_items()[8][1].solution, "dcg": dcg}
        shown.act("item.sheet", why="check", texts=texts, form="before/8", now=NOON)
        assert shown.get_markup("item").lines == ["10 of 10"]


def test_an_item_needs_a_markable_answer_or_i_do_not_know():
    shown = Shown("learn", None, page="ten")
    shown.act("start", act="begin", now=NOON)
    for number in ("", " ", "two"):
        values = {"number": number}
        shown.act("item.question", act="answer", form="before/0", values=values, now=NOON)
        assert shown.get_markup("item.question").get_data_attribute("form") == "before/0"
        assert 'data-verdict="invalid"' in shown.html
    for number in ("0.3", "0.7", "0.5"):  # right as far as it goes, or not
        values = {"number": number}
        shown.act("item.question", act="answer", form="before/0", values=values, now=NOON)
        assert f"not marked {ask_for_decimals(number)}" in shown.get_markup("item.question").text
    for form in ("before/0", "before/0", "after/1"):  # a repeated action counts once
        shown.act("item.question", act="unknown", form=form, now=NOON)
    assert shown.get_markup("item.question").get_data_attribute("form") == "before/1"
    assert shown.get_markup("item").lines == ["2 of 10"]
    buttons = re.findall(r"<button.*?>([^<]+)</button>", shown.get_markup("item.question").html)
    assert buttons[-1] == "I don’t know"
    labels = set()
    for at in range(1, 10):
        if "item.sheet" in shown.parts:
            labels.add(tuple(shown.get_data("item.sheet")["acts"].values()))
        for share in ("0.7", "0.5", "0.2") if at == 8 else ():
            texts = {"dcg": "99", "idcg": "6.32", "ndcg": share}
            shown.act("item.sheet", why="check", texts=texts, form="before/8", now=NOON)
            marks = shown.get_data("item.sheet")["marks"]
            said = {cell: (mark["verdict"], mark["message"]) for cell, mark in marks.items()}
            assert said == {"ndcg": ("invalid", ask_for_decimals(share))}
            assert f"NDCG: {ask_for_decimals(share)}" in shown.get_markup("item.question").text
        shown.act("item.question", act="unknown", why="unknown", form=f"before/{at}", now=NOON)
    assert labels == {("Submit my answer", "I don’t know")}  # no “Check”, because there is no reply
    table = shown.get_markup("results").html
    assert shown.get_markup("results").table[:3] == [
        ["item", "before part one"],
        ["1. Lesson 1, Why grades, not flags", "not known"],
        ["2. Lesson 2, Gain: what a reader takes away", "not known"],
    ]
    assert table.count('data-verdict="invalid"') == 10
    assert "What to review" not in table  # the answers come after the second form


def open_ten_items(now: object = NOON, **outcomes) -> Shown:
    """Open the ten items of a learner with part one done and these outcomes."""
    stored = {form: {"outcomes": each, "now": now} for form, each in outcomes.items()}
    return Shown("learn", {**DONE, "pages": {"ten": stored}}, page="ten")


@pytest.mark.parametrize(
    ("taken", "offer"),
    [
        ((), ""),
        (("before",), "Take ten items like those before part one, to see what you learned."),
        (("before", "after"), "Take ten items a week later, to see what you remember."),
        (("before", "after", "later"), ""),
    ],
)
def test_the_course_page_offers_the_next_ten_items(taken, offer):
    shown = open_ten_items(**dict.fromkeys(taken, ["right"] * 10))
    if taken == ("before",):
        start = "Part one is done. Now take ten items like those before it."
        assert shown.get_markup("start").lines[0] == start
    shown.act("bar", act="home")
    offers = [text for text, address in shown.get_markup("path").links if address == "?page=ten"]
    assert offers == ([offer] if offer else [])


def test_an_item_that_was_not_known_is_explained_without_an_answer_of_the_learner():
    shown = open_ten_items(before=["right"] * 10, after=["not known"] * 10)
    told = shown.get_markup("results").html.split("What to review")[1]
    rows = [Words(row).text for row in re.split(r'<li value="\d+">', told)[1:]]
    assert len(rows) == 10
    for row, (_, item) in zip(rows, load_ten_items(), strict=True):
        (form,) = item.others
        assert Words(form.ask.fill_in()).text in row
        assert "Your answer" not in row
        assert "you wrote" not in row
        texts = form.solution.values() if form.kind == "sheet" else [form.worked_solution]
        assert all(f"{Words(text).text}" in row for text in texts)
    counts = "You got 10 of 10 items right before part one, 0 after it."
    assert shown.get_markup("head").lines[-1].startswith(counts)


@pytest.mark.parametrize(
    ("now", "day"),
    [(NOON, "2 December"), (NOON + 10 * DAY, "12 December"), ("x", "8 January"), (0, "8 January")],
)
def test_the_last_ten_items_begin_a_week_after_the_second_ten(now, day):
    shown = open_ten_items(now, before=["right"] * 10, after=["right"] * 10)
    assert shown.get_markup("start").lines == [
        f"Come back in a week, on {day} or later, to see what you remember.",
        "Start the ten items",
    ]
    shown.act("start", act="begin")  # without a clock
    assert "item" not in shown.parts
    shown.act("start", act="begin", now=NOON + 17 * DAY)
    assert shown.get_markup("item").lines == ["1 of 10"]
    assert shown.parts["item"]["data"]["go"] == "later/0"
    assert shown.get_markup("bar").links == [("All lessons", "?")]


def test_outcomes_that_a_record_cannot_have_count_as_none():
    shown = open_ten_items(before="right", after=[1] * 30)
    assert "results" in shown.parts
    assert shown.get_markup("results").table[0] == ["item", "after it"]
    assert "Start the ten items" not in shown.get_markup("start").lines


def test_both_forms_have_similar_items_in_the_same_order_about_every_lesson():
    assert len(load_ten_items()) == 10
    assert [slug for slug, _ in load_ten_items()[-2:]] == ["ndcg-at-k"] * 2
    assert {slug for slug, _ in load_ten_items()} == {lesson.slug for lesson in PART_ONE}
    for _, item in load_ten_items():
        (other,) = item.others
        sizes = [len(one.sheet.grades) for one in (item, other) if item.kind == "sheet"]
        assert len(set(sizes)) < 2
        assert item.ask != other.ask or item.sheet != other.sheet
