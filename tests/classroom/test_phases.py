"""The phases of a room, refused commands, and the advice to the teacher."""

from dataclasses import replace
from random import Random
from time import time

import pytest

from ndcg_core.classroom.plans import AdviceThresholds, advise_teacher
from ndcg_core.classroom.room import (
    MAX_QUESTIONS,
    Ballot,
    RefusedError,
    Room,
    accept_ballot,
)
from ndcg_ui import limits
from ndcg_ui.classroom.service import resolve_argument
from ndcg_ui.classroom.shown.screens import describe_room
from tests.classroom.asked import CASES
from tests.classroom.rooms import make_room


@pytest.mark.parametrize(("way", "phase"), CASES["ways_back"])
def test_going_back_retraces_the_phases(way, phase):
    now = make_room(*way.split()).current_round
    assert (now.phase if now else "") == phase


def test_going_back_from_an_open_vote_leads_to_the_question_before():
    room = make_room("go 2", "back")
    assert (room.at, [round.phase for round in room.rounds]) == (0, ["waiting", "open"])


def test_going_back_after_the_solution_never_opens_a_vote():
    for way in (("forward",) * 3, (*("forward",) * 2, "discuss", "forward", "forward")):
        room = apply_commands(make_room("forward"), "forward", "forward", "forward", *way[1:])
        assert (room.at, room.current_round.phase) == (1, "revealed")
        while room.current_round:
            room = room.apply_command("back", room.revision)
            assert not (room.current_round and room.current_round.vote)
    again = apply_commands(make_room("forward", "forward", "forward"), "back", "discuss", "back")
    assert again.current_round.phase == "closed", "a vote that the teacher asked for"


def test_an_extra_question_comes_next_and_keeps_the_other_ids():
    room = make_room("forward", "forward", "forward", "alone drag/4")
    assert [(r.question, r.id) for r in room.rounds] == [
        ("drag/1", 0),
        ("drag/4", 2),
        ("drag/2", 1),
    ]
    assert (room.current_round.after, room.current_round.phase) == (0, "open")
    room = apply_commands(room, "go 3", "forward", "forward", "alone drag/5")
    assert [(r.question, r.after) for r in room.rounds] == [
        ("drag/1", None),
        ("drag/4", 0),
        ("drag/2", None),
        ("drag/5", 1),
    ]
    assert (room.at, room.current_round.id) == (3, 3)
    between = apply_commands(room, "go 2", "forward", "forward", "alone drag/6")
    assert [r.id for r in between.rounds] == [0, 2, 4, 1, 3]
    assert between.at == 2


def test_a_new_vote_hides_the_results():
    way = ("forward", "forward", "show", "discuss", "forward", "show", "forward", "back")
    rooms = [make_room(*way[:count]) for count in range(1, len(way) + 1)]
    assert [f"{room.current_round.phase} {room.current_round.results}" for room in rooms] == [
        "open hidden",
        "closed hidden",
        "closed shown",
        "discuss hidden",
        "settled hidden",
        "settled shown",
        "revealed shown",
        "settled shown",
    ]


@pytest.mark.parametrize(("way", "command", "said"), CASES["no_commands"])
def test_an_impossible_command_is_refused_with_a_sentence(way, command, said):
    room = make_room(*way.split())
    name, _, argument = command.partition(" ")
    with pytest.raises(RefusedError, match=said):
        room.apply_command(name, room.revision, argument)


def test_a_full_room_refuses_another_question():
    full = make_room("forward", "forward", "forward", questions=["drag/1"] * MAX_QUESTIONS)
    with pytest.raises(RefusedError, match=f"at most {MAX_QUESTIONS} questions"):
        full.apply_command("alone", full.revision, "drag/2")


@pytest.mark.parametrize(
    ("seconds", "end"),
    [("30", "1090"), ("0", "0"), ("999999999", str(1060 + limits.LONGEST_COUNTDOWN)), ("x", "x")],
)
def test_seconds_are_added_to_a_running_countdown_or_end_it(seconds, end):
    room = make_room("forward", "countdown 1060")
    message = {"command": "countdown", "argument": seconds}
    assert resolve_argument(message, room, Random(), 1000.0) == end
    if seconds == "30":
        assert resolve_argument(message, make_room("forward"), Random(), 1000.0) == "1030"


def test_an_open_vote_has_the_seconds_left_of_its_countdown():
    room = make_room("forward", f"countdown {round(time()) + 60}")
    assert 50 < describe_room(room)["left"] < 61
    assert "left" not in describe_room(make_room("forward"))
    assert "left" not in describe_room(room.apply_command("forward", room.revision))
    over = make_room("forward", f"countdown {round(time()) - 60}")
    assert describe_room(over)["left"] == 0


def test_each_new_vote_has_its_time_and_no_countdown():
    room = Room.from_questions(["drag/1", "drag/2"])
    expected = (
        ("forward", (100, 0)),
        ("countdown 170", (100, 170)),
        ("forward", (100, 170)),  # the vote is closed
        ("back", (130, 0)),
        ("countdown 199", (130, 199)),
        ("countdown 0", (130, 0)),
        ("forward", (130, 0)),
        ("discuss", (170, 0)),
        ("go 2", (180, 0)),
        ("forward", (180, 0)),
        ("show", (180, 0)),
        ("go 1", (210, 0)),  # its second vote is still open
    )
    assert room.rounds[0].asked == 0
    for n, (command, times) in enumerate(expected):
        name, _, argument = command.partition(" ")
        room = room.apply_command(name, n, argument, 100.0 + 10 * n)
        assert (room.current_round.opened, room.current_round.ends) == times, command
    assert [(round.opened, round.phase) for round in room.rounds] == [
        (210, "discuss"),
        (180, "closed"),
    ]
    assert [round.asked for round in room.rounds] == [100, 180], "the first time of each"


def test_the_replay_starts_again_with_the_whole_solution():
    at_step = make_room("forward", "forward", "forward", "step 200")
    assert at_step.current_round.step == 200
    for commands in (("step 0",), ("back",), ("back", "forward")):
        assert apply_commands(at_step, *commands).current_round.step == 0
    assert apply_commands(at_step, "go 2", "go 1").current_round.step == 200


def test_a_late_or_repeated_answer_is_refused_with_what_counts():
    room = make_room("forward")
    first = Ballot(0, 1, "[1,0]", "sure", 2)
    closed = apply_commands(room, "forward")
    for now, earlier, ballot, said in (
        (closed, None, first, "This vote is closed. Your answer came too late."),
        (Room.from_questions(["drag/1"]), None, first, "This vote is closed. Your answer"),
        (closed, first, replace(first, number=3), "This vote is closed. Your earlier answer"),
        (apply_commands(room, "go 2"), None, first, "This vote is closed. Your answer came"),
        (apply_commands(closed, "discuss"), None, first, "This vote is closed. Your answer came"),
        (room, first, replace(first, number=1), "older than your last one. Your last answer"),
        (room, first, replace(first, sure=""), "You already sent another answer, and the earlier"),
    ):
        with pytest.raises(RefusedError, match=said):
            accept_ballot(now, earlier, ballot)
    assert accept_ballot(closed, first, replace(first)) is first
    assert accept_ballot(room, first, replace(first, number=3)).number == 3


def test_a_room_has_1_to_60_questions():
    assert len(Room.from_questions(["drag/1"]).rounds) == 1
    for count in (0, MAX_QUESTIONS + 1):
        with pytest.raises(ValueError, match=f"1 to {MAX_QUESTIONS} questions"):
            Room.from_questions(["drag/1"] * count)


@pytest.mark.parametrize("right", range(41))
def test_the_advice_changes_exactly_at_the_thresholds(right):
    share = right / 40
    expected = "go on"
    if share < 0.3:
        expected = "explain"
    elif share <= 0.7:
        expected = "discuss"
    assert advise_teacher(right, 40).do == expected
    everything_discussed = advise_teacher(right, 40, AdviceThresholds(0, 100)).do
    assert everything_discussed == "discuss"


def test_too_few_answers_give_no_advice():
    assert [advise_teacher(0, 0).do, advise_teacher(4, 4).do, advise_teacher(5, 5).do] == [
        "",
        "",
        "go on",
    ]


def test_the_advice_says_how_many_are_right_and_what_to_do():
    assert [advise_teacher(right, count).text for right, count in ((0, 0), (1, 4), (1, 5))] == [
        "Nobody has answered.",
        "4 answered, which is too few to decide.",
        "1 of 5 are right, too few to convince the others. Explain the topic first.",
    ]
    assert advise_teacher(3, 5).text == (
        "3 of 5 are right. Let neighbours convince each other, then vote again."
    )
    assert advise_teacher(4, 5).text == "4 of 5 are right. Show the solution and go on."
    assert advise_teacher(0, 5, AdviceThresholds(0, 0)).do == "discuss"
    assert advise_teacher(4, 5, AdviceThresholds(100, 100)).do == "explain"


@pytest.mark.parametrize("pair", [(70, 30), (-1, 50), (0, 101), (0.3, 0.7), ("30", 70)])
def test_impossible_thresholds_are_refused(pair):
    with pytest.raises(ValueError, match="percentages"):
        AdviceThresholds(*pair)


def apply_commands(room, *commands):
    """Give commands such as "forward" and "go 3", each on the newest revision."""
    for command in commands:
        name, _, argument = command.partition(" ")
        room = room.apply_command(name, room.revision, argument)
    return room


def test_a_tests_solution_is_hidden_until_the_similar_test_was_asked():
    room = Room.from_questions(["test/dcg/1/before", "drag/1", "test/dcg/1/after"])
    closed = apply_commands(room, "forward", "forward")
    assert closed.must_hide_solution
    onward = apply_commands(closed, "forward")
    assert (onward.at, onward.current_round.phase, onward.rounds[0].phase) == (1, "open", "closed")
    assert not onward.must_hide_solution
    back = apply_commands(onward, "go 3", "go 1", "forward")
    assert (back.at, back.current_round.phase, back.must_hide_solution) == (0, "revealed", False)


def test_a_test_without_a_similar_test_shows_its_solution():
    alone = apply_commands(
        Room.from_questions(["test/dcg/1/before"]), "forward", "forward", "forward"
    )
    assert alone.current_round.phase == "revealed"
    last = apply_commands(
        Room.from_questions(["test/dcg/1/after", "test/dcg/1/before"]), "go 2", "forward"
    )
    with pytest.raises(RefusedError, match=r"stays hidden until .* Go to that question first\."):
        last.apply_command("forward", last.revision)
    over = apply_commands(last, "go 1", "forward", "forward", "go 2", "forward")
    assert [round.phase for round in over.rounds] == ["revealed", "revealed"]
    with pytest.raises(RefusedError, match=r"^That was the last question\.$"):
        over.apply_command("forward", over.revision)
