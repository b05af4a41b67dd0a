"""Random walks through a room's phases and ballots, compared with a simple model."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ndcg_core.classroom.room import COMMANDS, PHASES, Ballot, RefusedError, Room, accept_ballot

TAKING = {"open": 1, "discuss": 2}


class Class(RuleBasedStateMachine):
    """Two teachers and three learners, some of whom act on old screens.

    The model stores the phase of each question by id, the id of the current question, and each
    learner's last ballot in each vote. It has no revision, and counts the accepted commands.
    """

    def __init__(self) -> None:
        super().__init__()
        self.room = Room.from_questions(["drag/1", "drag/2", "predict/1"])
        self.seen = [self.room]  # all states that an old screen can show
        self.kept: dict[tuple[int, int, int], Ballot] = {}
        self.numbers = 0

    def phases(self, room):
        return {asked.id: asked.phase for asked in room.rounds}

    # --- Actions ---------------------------------------------------------------------------------

    @rule(command=st.sampled_from([*COMMANDS, "explode"]), argument=st.sampled_from("0129"))
    def a_teacher_commands(self, command, argument):
        with suppress(RefusedError):
            self.room = self.room.apply_command(command, self.room.revision, argument)
            self.seen.append(self.room)

    @rule(command=st.sampled_from([*COMMANDS]), back=st.integers(1, 5))
    def a_second_teacher_commands_on_an_older_screen(self, command, back):
        older = self.seen[max(0, len(self.seen) - 1 - back)]
        if older.revision != self.room.revision:
            with pytest.raises(RefusedError, match="has changed in the meantime"):
                self.room.apply_command(command, older.revision, "1")

    @rule(learner=st.integers(0, 2), answer=st.sampled_from("abc"), back=st.integers(0, 5))
    def a_learner_answers_what_is_on_their_screen(self, learner, answer, back):
        screen = self.seen[max(0, len(self.seen) - 1 - back)]
        if screen.current_round is None:
            return
        self.numbers += 1
        vote = TAKING.get(screen.current_round.phase, 1)
        sent = Ballot(screen.current_round.id, vote, answer, "sure", self.numbers)
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
        with pytest.raises(RefusedError):
            accept_ballot(self.room, self.kept[at], forged)

    def send(self, learner, sent):
        at = sent.round, sent.vote, learner
        now = self.room.rounds[self.room.at] if self.room.at >= 0 else None
        allowed = now is not None and now.id == sent.round and TAKING.get(now.phase) == sent.vote
        known = self.kept.get(at)
        if sent == known or (allowed and (not known or sent.number > known.number)):
            self.kept[at] = accept_ballot(self.room, known, sent)
            assert self.kept[at] == sent
        else:
            with pytest.raises(RefusedError, match=r"\.$"):
                accept_ballot(self.room, known, sent)

    # --- Invariants ------------------------------------------------------------------------------

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
            before = self.phases(self.seen[-2])
            now = self.phases(self.room)
            changed = {id for id in now if before.get(id, "waiting") != now[id]}
            on_the_wall = {
                r.current_round.id for r in (self.seen[-2], self.room) if r.current_round
            }
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
