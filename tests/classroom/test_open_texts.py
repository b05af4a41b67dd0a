"""Open texts: grouped, chosen by the teacher, and hidden until then."""

import json

import pytest

from ndcg_core.classroom.open_texts import MAX_ANSWER_LENGTH, OpenQuestion
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import MAX_CHOSEN_TEXTS, Ballot, RefusedError
from ndcg_core.classroom.tally import group_answers, make_judge
from ndcg_ui.classroom.shown import review
from ndcg_ui.classroom.shown.choosing import build_reference
from tests.classroom.people import Learner, Teacher
from tests.classroom.rooms import make_room

WHY = build_reference({"kind": "text", "ask": "Why?", "reasons": ["Readers stop early."]})
PLAN = """questions = ["question/1", "predict/1"]
[[question]]
kind = "text"
ask = "Why?"
"""
SAME = "Readers stop early"
OTHER = "  readers  STOP early "
RUDE = "<b>Rude</b>"


def find_group(text):
    return find_question(WHY).judge_answer(find_question(WHY).read_answer(text)).group


def test_texts_equal_except_for_spaces_and_case_form_a_group():
    assert find_group(SAME) == find_group(OTHER) != find_group(RUDE)
    assert find_group("Straße") == find_group("STRASSE")
    ballots = [
        Ballot(0, 1, json.dumps(find_question(WHY).read_answer(text)))
        for text in (SAME, SAME, OTHER, RUDE)
    ]
    groups = group_answers(find_question(WHY), ballots, make_judge(find_question(WHY)))
    shown = [(group.label, group.count, group.outcome) for group in groups]
    assert shown == [(SAME, 3, "open"), ("&lt;b&gt;Rude&lt;/b&gt;", 1, "open")]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Readers stop.\nRank 1 counts.", "Readers stop. Rank 1 counts."),
        ("Readers\tstop", "Readers stop"),
        ("Readers\r\n\r\n  stop ", "Readers stop"),
        ("Readers\u00a0\u2003stop", "Readers stop"),
        ("Readers \u200b", "Readers"),
        ("cafe\u0301", "caf\u00e9"),
        (f"{'x' * (MAX_ANSWER_LENGTH - 1)}\n\ny", None),
        ("x" * MAX_ANSWER_LENGTH + " \n", "x" * MAX_ANSWER_LENGTH),
    ],
)
def test_words_on_two_lines_stay_apart_and_only_kept_characters_count(typed, kept):
    question = OpenQuestion("Why?")
    if kept is None:
        with pytest.raises(ValueError, match=r"at most 200 characters\. Your answer has 201\.$"):
            question.read_answer(typed)
    else:
        assert question.read_answer(typed) == kept


def test_invisible_characters_are_removed_and_long_texts_refused():
    question = OpenQuestion("Why?")
    assert question.read_answer("a\u202eb\u200b\n c\x00") == "ab c"
    for text in ("", " \n ", "\u200b", None, 5, "x" * (MAX_ANSWER_LENGTH + 1)):
        with pytest.raises(ValueError, match=r"\.$"):
            question.read_answer(text)
    assert len(question.read_answer(" x" * 100)) == 199
    assert question.read_answer("x" * 200) == "x" * 200
    with pytest.raises(ValueError, match=r"^Write at most 200 characters\. Your answer has 201\.$"):
        question.read_answer("x" * 201)


def test_a_group_is_chosen_or_removed_only_between_votes():
    one = find_group(SAME)
    open_vote = make_room("forward", questions=[WHY])
    with pytest.raises(RefusedError, match="Close the vote first"):
        open_vote.apply_command("choose", open_vote.revision, one)
    room = make_room("forward", "forward", f"choose {one}", questions=[WHY])
    assert (room.current_round.chosen, room.current_round.results) == ((one,), "shown")
    room = room.apply_command("choose", room.revision, one)
    assert (room.current_round.chosen, room.current_round.results) == ((), "hidden")
    for text in ("", "x" * 16, one + "0"):
        with pytest.raises(RefusedError, match="There is no answer"):
            room.apply_command("choose", room.revision, text)
    for number in range(MAX_CHOSEN_TEXTS):
        room = room.apply_command("choose", room.revision, f"{number:016x}")
    with pytest.raises(RefusedError, match="Remove an answer first"):
        room.apply_command("choose", room.revision, one)


def test_the_wall_shows_only_chosen_texts_and_the_desk_shows_all(url):
    teacher = Teacher(url, PLAN)
    desk = teacher.follow_wall()
    wall = teacher.follow_wall(teacher.showing)
    teacher.command("forward")
    for text in (SAME, OTHER, RUDE):
        assert Learner(url, teacher.code).answer(text).status_code == 200
    teacher.command("forward")
    seen = desk.wait_for_event(
        lambda e: e["room"]["revision"] == 2 and len(e["desk"]["groups"]) == 2
    )
    keys = {group["count"]: group["key"] for group in seen["desk"]["groups"]}
    wall.wait_for_revision(2)
    assert RUDE not in "".join(wall.raw)
    assert "Rude" not in "".join(wall.raw)
    teacher.command("show")  # no answer is chosen yet
    assert wall.wait_for_revision(3)["results"]["votes"] == {"1": []}
    teacher.command("hide")
    teacher.command("choose", argument=keys[2])
    (group,) = wall.wait_for_revision(5)["results"]["votes"]["1"]
    assert (group["label"].casefold(), group["count"]) == (SAME.casefold(), 2)
    phone = Learner(url, teacher.code).follow()
    teacher.command("forward")
    assert (
        len(wall.wait_for_revision(6)["results"]["votes"]["1"]) == 1
    )  # the solution adds no answers
    phone.wait_for_revision(6)
    assert "Rude" not in "".join(wall.raw) + "".join(phone.raw)
    table = teacher.get("/class/answers").text
    assert "<b>Rude</b>" in table
    whole = teacher.get("/class/results").json()["questions"][0]["results"]
    assert len(whole["votes"]["1"]) == 2  # only the teacher sees the review
    homes = teacher.get("/class/take-home").json()["learners"]
    assert [home["about"] for home in homes] == [""] * 3


def test_a_take_home_page_never_counts_an_open_text_as_wrong(service):
    page = review.make_take_home_page(service, {"title": "x", "answers": [[WHY, SAME], ["drag/1"]]})
    assert page["about"] == "You had 0 of 1 right."
    own, missed = page["questions"]
    assert own["own"][0]["answer"] == SAME
    assert "exercise" not in own
    assert "Readers stop early." in own["solution"]
    assert "exercise" in missed
