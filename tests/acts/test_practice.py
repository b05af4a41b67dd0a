"""Actions on the practice page: on sheets, drag tasks and predictions."""

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from ndcg_core.exercises.fading import fade_sheet, solve_sheet
from ndcg_core.exercises.variants import read_variant_link
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.pages.practice.sheets import RECENT_LISTS
from tests.acts.shown import Shown

QUESTIONS = load_practice()["predict"].blocks
LIST = {"skill": "ndcg", "r": "3,2,3,0,1", "level": "2"}


def practice(record: object = None, **link: str) -> Shown:
    return Shown("practice", record, **link)


# --- Sheets -----------------------------------------------------------------------------------


def check(shown: Shown, texts: dict[str, str] | None = None) -> None:
    if texts is None:
        blanks = shown.data("sheet")["texts"]
        given = solve_sheet(
            fade_sheet(read_variant_link(shown.link), int(shown.link["level"]) - 1)
        ).given
        texts = {cell: given[cell] for cell in blanks}
    shown.write("sheet", "check", texts)


def wrong(shown: Shown) -> dict[str, str]:
    return dict.fromkeys(shown.data("sheet")["texts"], "77")


def standing(shown: Shown) -> str:
    return shown.words("standing").text


def test_a_sheet_is_counted_once_right_or_missed_and_added_to_what_was_kept():
    shown = practice(**LIST)
    check(shown)
    assert "Everything is right on the first try." in shown.words("said").text
    assert shown.record["ndcg"]["right"] == 1
    check(shown)
    assert shown.record["ndcg"]["right"] == 1
    assert "1 right, 0 missed" in standing(shown)
    shown = practice({"ndcg": {"right": 57}}, **LIST)
    check(shown, wrong(shown))
    check(shown)
    assert "Everything is right now." in shown.words("said").text
    assert "57 right, 1 missed" in standing(shown)


def test_the_solution_counts_as_a_miss_closes_the_sheet_and_divides_nothing_where_cg_is_asked():
    shown = practice(**LIST)
    shown.act("onward", act="show")
    assert shown.data("sheet")["state"] == "closed"
    assert shown.record["ndcg"]["missed"] == 1
    check(shown, wrong(shown))
    assert shown.data("sheet")["state"] == "closed"
    assert shown.record["ndcg"]["missed"] == 1
    shown = practice(skill="cg", r="3,2,3,0,1", k="4")
    shown.act("onward", act="show")
    for at, formula in enumerate(("3=3", "3+2=5", "3+2+3=8", "3+2+3+0=8", "3+2+3+0=8")):
        shown.act("player", at=at)
        assert re.search(rf"(?<![\d+]){re.escape(formula)}", shown.text)
    assert "DCG" not in shown.words("worked").text


def test_a_list_earns_nothing_once_its_solution_was_shown_or_it_is_tried_again():
    shown = practice(**LIST)
    shown.act("onward", act="show")
    after_the_solution = shown.record["ndcg"]
    shown.act("onward", act="again")
    check(shown)
    assert shown.record["ndcg"] == after_the_solution
    assert "it does not count" in shown.words("said").text
    elsewhere = practice(shown.record, **LIST)  # the same list, from its link
    check(elsewhere)
    assert elsewhere.record["ndcg"] == after_the_solution
    shown = practice(**LIST)
    check(shown)
    shown.act("onward", act="again")
    check(shown)
    assert shown.record["ndcg"]["right"] == 1


def test_another_list_is_one_that_was_not_seen_lately_and_the_same_for_the_same_seed():
    shown, seen = practice(skill="dcg"), []
    for seed in range(3 * RECENT_LISTS):
        seen = [*seen, shown.link["r"]][-RECENT_LISTS:]
        act = {"part": "onward", "act": "another", "seed": seed}
        assert shown.asked(act) == shown.asked(act)
        shown.act(**act)
        assert shown.link["skill"] == "dcg"
        assert shown.link["r"] not in seen


def test_what_is_written_stays_with_its_list_and_a_link_without_one_says_why():
    shown = practice(**LIST)
    check(shown, wrong(shown))
    state, link = shown.state, shown.link
    there = practice(**{**link, "r": "1,2,3"})
    there.state = state
    there.act()
    assert there.data("sheet")["marks"] == {}
    there.link = link
    there.state = state
    there.act()
    assert set(there.data("sheet")["texts"].values()) == {"77"}
    shown = practice(skill="ndcg", r="x")
    assert shown.words("problem").problems[0].startswith("The link's exercise cannot be shown: ")
    assert read_variant_link(shown.link)


# --- Tasks by drag and predictions ------------------------------------------------------------


def asked(shown: Shown, place: int) -> str:
    return shown.words(f"drag-task-{place}.ask").html


def order(shown: Shown, place: int) -> str:
    return "".join(d["label"] for d in shown.data(f"drag-task-{place}.board")["documents"])


def test_start_again_takes_back_what_was_moved_done_and_shown():
    shown = practice(part="drag", task="1")
    shown.act("drag-task-1.ask", act="hint")
    assert "Only three ranks count." in asked(shown, 1)
    shown.act("drag-task-1.ask", act="show")
    assert order(shown, 1) == "DEBAC"
    assert 'data-state="done"' in asked(shown, 1)
    shown.act("onward", act="again")
    assert order(shown, 1) == "ABCDE"
    assert 'data-state="not yet"' in asked(shown, 1)
    assert "Only three ranks count." not in asked(shown, 1)


@pytest.mark.parametrize("place", range(1, len(QUESTIONS) + 1))
def test_a_prediction_is_committed_once_and_both_numbers_are_said(place):
    shown, name = practice(part="predict", question=str(place)), f"predict-{place}.prediction"
    assert "You said" not in shown.words(name).text
    for number in ("0.25", "0.75"):
        shown.submit(name, "commit", values={"number": number})
    question = QUESTIONS[place - 1]
    answer = f"{question.value:.3f}".removesuffix(".000")
    assert f"You said 0.25. The answer is {answer}" in shown.words(name).text
    assert question.why.fill_in() in shown.words(name).html


def test_the_link_goes_on_with_what_is_put():
    shown = practice(part="predict", question=str(len(QUESTIONS)))
    shown.act("onward", act="another")
    assert shown.link == {"part": "predict", "question": "1"}


def test_a_link_that_asked_where_a_number_is_from_leads_to_who_is_asked_now():
    shown = practice(part="source", r="3, 0, 2", number="0.5", judged="3")
    where = shown.words("moved").html.partition('href="')[2].partition('"')[0]
    asked = dict(parse_qsl(urlsplit(unescape(where)).query))
    assert asked == {"r": "3, 0, 2", "got": "0.5", "judged": "3, 0, 2, 3"}
    assert "0.5" in Shown("conventions", **asked).text
    assert (shown.link.get("part"), shown.problems) == (None, [])
