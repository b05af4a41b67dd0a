"""A room's phases and ballots, walked through at random beside a model written otherwise."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ndcg_core.classroom.advice import Thresholds, advise
from ndcg_core.classroom.ballots import SURE, Ballot, taken
from ndcg_core.classroom.room import COMMANDS, LONGEST, PHASES, Refused, Room

TAKING = {"open": 1, "discuss": 2}


class Class(RuleBasedStateMachine):
    """Two teachers and three learners, of whom some act on what they saw long ago.

    The model keeps what may be: the phase of each question by its id, the id on the wall, and
    each learner's last ballot of each vote. It knows no revision but counts what was obeyed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.room = Room.of(["drag/1", "drag/2", "predict/1"])
        self.seen = [self.room]  # every state that somebody may still have on the screen
        self.kept: dict[tuple[int, int, int], Ballot] = {}
        self.numbers = 0

    def phases(self, room):
        return {asked.id: asked.phase for asked in room.rounds}

    # --- What happens --------------------------------------------------------------------------

    @rule(command=st.sampled_from([*COMMANDS, "explode"]), argument=st.sampled_from("0129"))
    def a_teacher_commands(self, command, argument):
        with suppress(Refused):
            self.room = self.room.obey(command, self.room.revision, argument)
            self.seen.append(self.room)

    @rule(command=st.sampled_from([*COMMANDS]), back=st.integers(1, 5))
    def a_second_teacher_commands_on_an_older_screen(self, command, back):
        older = self.seen[max(0, len(self.seen) - 1 - back)]
        if older.revision != self.room.revision:
            with pytest.raises(Refused, match="moved on"):
                self.room.obey(command, older.revision, "1")

    @rule(learner=st.integers(0, 2), answer=st.sampled_from("abc"), back=st.integers(0, 5))
    def a_learner_answers_what_is_on_their_screen(self, learner, answer, back):
        screen = self.seen[max(0, len(self.seen) - 1 - back)]
        if screen.now is None:
            return
        self.numbers += 1
        vote = TAKING.get(screen.now.phase, 1)
        sent = Ballot(screen.now.id, vote, answer, "sure", self.numbers)
        self.send(learner, sent)

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def an_answer_comes_again(self, data):
        (round, vote, learner) = data.draw(st.sampled_from(sorted(self.kept)))
        kept = self.kept[round, vote, learner]
        self.send(learner, kept)
        assert self.kept[round, vote, learner] == kept

    @precondition(lambda self: self.kept)
    @rule(data=st.data(), less=st.integers(0, 3))
    def somebody_forges_one_under_a_number_that_was_used(self, data, less):
        at = data.draw(st.sampled_from(sorted(self.kept)))
        forged = replace(self.kept[at], answer="forged", number=self.kept[at].number - less)
        with pytest.raises(Refused):
            taken(self.room, self.kept[at], forged)

    def send(self, learner, sent):
        at = sent.round, sent.vote, learner
        now = self.room.rounds[self.room.at] if self.room.at >= 0 else None
        allowed = now is not None and now.id == sent.round and TAKING.get(now.phase) == sent.vote
        known = self.kept.get(at)
        if sent == known or (allowed and (not known or sent.number > known.number)):
            self.kept[at] = taken(self.room, known, sent)
            assert self.kept[at] == sent
        else:
            with pytest.raises(Refused, match=r"\.$"):
                taken(self.room, known, sent)

    # --- What always holds ---------------------------------------------------------------------

    @invariant()
    def the_number_of_commands_obeyed_is_the_revision(self):
        assert self.room.revision == len(self.seen) - 1

    @invariant()
    def every_question_keeps_its_id_and_there_are_never_fewer(self):
        before = self.phases(self.seen[-2]) if len(self.seen) > 1 else {}
        now = self.phases(self.room)
        assert sorted(now) == list(range(len(self.room.rounds)))
        assert set(before) <= set(now)
        assert len(now) - len(before) <= 1 or not before

    @invariant()
    def a_command_changes_the_phase_of_one_question_at_most(self):
        if len(self.seen) > 1:
            before, now = self.phases(self.seen[-2]), self.phases(self.room)
            changed = {id for id in now if before.get(id, "waiting") != now[id]}
            on_the_wall = {r.now.id for r in (self.seen[-2], self.room) if r.now}
            assert len(changed) <= 1
            assert changed <= on_the_wall

    @invariant()
    def results_are_never_shown_while_answers_are_taken(self):
        for asked in self.room.rounds:
            assert asked.phase in PHASES
            assert not (asked.phase in TAKING and asked.results == "shown")
            assert asked.phase != "revealed" or asked.results == "shown"

    @invariant()
    def a_second_vote_leaves_the_first_one_alone(self):
        for (round, vote, _), ballot in self.kept.items():
            assert (ballot.round, ballot.vote) == (round, vote)


TestAClassOfTwoTeachersAndThreeLearners = Class.TestCase


def after(*commands, questions=("drag/1", "drag/2")):
    room = Room.of(questions)
    for command in commands:
        name, _, argument = command.partition(" ")
        room = room.obey(name, room.revision, argument)
    return room


def test_one_key_goes_from_the_first_question_to_the_last_solution():
    room, seen = Room.of(["drag/1", "drag/2"]), []
    for _ in range(6):
        room = room.obey("forward", room.revision)
        seen.append((room.at, room.now.phase))
    with pytest.raises(Refused, match="last question"):
        room.obey("forward", room.revision)
    steps = ["open", "closed", "revealed"]
    assert seen == [(at, phase) for at in (0, 1) for phase in steps]


@pytest.mark.parametrize(
    ("way", "phase"),
    [
        ("forward back", None),
        ("forward forward back", "open"),
        ("forward forward forward back", "closed"),
        ("forward forward discuss back", "closed"),
        ("forward forward discuss forward", "settled"),
        ("forward forward discuss forward forward", "revealed"),
        ("forward forward discuss forward forward back", "settled"),
        ("forward forward forward forward back", "revealed"),
    ],
)
def test_the_way_back_is_the_way_that_was_come(way, phase):
    now = after(*way.split()).now
    assert (now and now.phase) == phase


def test_one_more_of_the_same_kind_comes_next_and_keeps_the_ids_of_those_after():
    room = after("forward", "forward", "forward", "alone drag/4")
    assert [(r.question, r.id) for r in room.rounds] == [
        ("drag/1", 0),
        ("drag/4", 2),
        ("drag/2", 1),
    ]
    assert (room.now.after, room.now.phase) == (0, "open")


@pytest.mark.parametrize(
    ("way", "command", "said"),
    [
        ((), "back", "No question is on the wall"),
        (("forward",), "discuss", "Close the vote first"),
        (("forward",), "show", "Close the vote first"),
        (("forward",), "alone drag/4", "Show the solution first"),
        (("forward", "forward", "forward"), "alone", "no other question"),
        (("forward", "forward", "forward"), "hide", "The solution is shown"),
        ((), "go 3", "There is no question '3'"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(way, command, said):
    room = after(*way)
    name, _, argument = command.partition(" ")
    with pytest.raises(Refused, match=said):
        room.obey(name, room.revision, argument)


def test_a_room_has_questions_and_not_too_many():
    for count in (0, LONGEST + 1):
        with pytest.raises(ValueError, match=f"1 to {LONGEST} questions"):
            Room.of(["drag/1"] * count)


def test_after_the_second_vote_opens_the_first_takes_nothing_more():
    room = after("forward", "forward", "discuss")
    with pytest.raises(Refused, match="closed"):
        taken(room, None, Ballot(0, 1, "[1,0]"))
    assert taken(room, None, Ballot(0, 2, "[1,0]")).vote == 2


@pytest.mark.parametrize("right", range(41))
def test_the_advice_turns_at_the_thresholds_and_nowhere_else(right):
    share = right / 40
    expected = "explain" if share < 0.3 else "discuss" if share <= 0.7 else "go on"
    assert advise(right, 40).do == expected
    everything_discussed = advise(right, 40, Thresholds(0, 100)).do
    assert everything_discussed == "discuss"


def test_too_few_answers_give_no_advice():
    assert [advise(0, 0).do, advise(4, 4).do, advise(5, 5).do] == ["", "", "go on"]


@pytest.mark.parametrize("pair", [(70, 30), (-1, 50), (0, 101), (0.3, 0.7), ("30", 70)])
def test_thresholds_that_make_no_sense_are_refused(pair):
    with pytest.raises(ValueError, match="percentages"):
        Thresholds(*pair)


def test_whether_one_is_sure_is_said_in_two_words_or_not_at_all():
    assert SURE == ("", "sure", "not sure")
