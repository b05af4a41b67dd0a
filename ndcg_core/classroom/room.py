"""A room: questions with their phases, the teacher's commands, and accepted ballots.

    waiting   not asked yet
    open      answers are accepted, and can be changed; only their count is shown
    closed    no answers are accepted
    discuss   learners discuss and vote again; the first vote is kept
    settled   the second vote is closed
    revealed  the solution is shown, and all learners see the verdicts on their own answers

The usual order is waiting, open, closed, revealed. A second vote makes it waiting, open, closed,
discuss, settled, revealed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from ndcg_core.classroom.learning_gain import find_pretest
from ndcg_core.metric.numbers import short_repr

Phase = Literal["waiting", "open", "closed", "discuss", "settled", "revealed"]
PHASES: tuple[Phase, ...] = get_args(Phase)
VOTE_NUMBERS: Mapping[Phase, int] = {"open": 1, "discuss": 2}
"""The phases that accept answers, with the number of the vote."""


@dataclass(frozen=True)
class Round:
    """A question of a room, with its phase and its votes.

    question  the reference of the question (`references.find_question`)
    id        the number in the question's ballots, which does not change when the question moves
    votes     the number of votes that were opened: 0, 1 or 2
    results   "shown" if the teacher has put the distribution on the wall, else "hidden"
    after     for an extra question, the id of the question that it repeats; else None
    step      the current step of the solution's replay, from 1; 0 for the whole solution
    opened    the time when the latest vote was opened, by the clock of the commands
    ends      the time when the countdown ends, by the same clock; 0 without a countdown
    chosen    the groups of open texts that the teacher has put on the wall
    asked     the time when the first vote was first opened; 0 if it is unknown
    solved    True if the solution has been shown, even if it is hidden now
    """

    question: str
    id: int = 0
    phase: Phase = "waiting"
    votes: int = 0
    results: Literal["hidden", "shown"] = "hidden"
    after: int | None = None
    step: int = 0
    opened: float = 0.0
    ends: float = 0.0
    chosen: tuple[str, ...] = ()
    asked: float = 0.0
    solved: bool = False

    @property
    def vote(self) -> int:
        """The number of the open vote, or 0 if no answers are accepted."""
        return VOTE_NUMBERS.get(self.phase, 0)


MAX_QUESTIONS = 60
"""The greatest number of questions in a room, including extra questions."""
MAX_REPLAY_STEPS = 200
MAX_CHOSEN_TEXTS = 30
"""The greatest number of open texts on the wall at the same time."""


HELD_BACK_MESSAGE = (
    "The solution stays hidden until you ask the similar question after the class. Go to that "
    "question first."
)


class RefusedError(ValueError):
    """An error about a command or an answer that is not accepted, with a sentence."""


@dataclass(frozen=True)
class Room:
    """The state of a class: its questions, and the index of the question on the wall.

    A method for a command returns the room after the command, and raises `RefusedError` if the
    command is not accepted. Commands without an argument ignore `argument`.

    rounds    the questions in order
    at        the index of the question on the wall; -1 before the first question
    revision  the number of commands so far; each command names the revision that it changes
    """

    rounds: tuple[Round, ...]
    at: int = -1
    revision: int = 0

    @staticmethod
    def from_questions(questions: Sequence[str]) -> "Room":
        """Return a new room for the references of 1 to `MAX_QUESTIONS` questions.

        Raises ValueError for any other number of questions.
        """
        if not 1 <= (count := len(questions)) <= MAX_QUESTIONS:
            raise ValueError(
                f"A plan has 1 to {MAX_QUESTIONS} questions, but this one has {count}."
            )
        return Room(tuple(Round(question, id) for id, question in enumerate(questions)))

    @property
    def current_round(self) -> Round | None:
        """The round of the question on the wall, or None before the first question."""
        return self.rounds[self.at] if self.at >= 0 else None

    def apply_command(
        self, command: str, revision: int, argument: str = "", now: float = 0.0
    ) -> "Room":
        """Return the room after a command. Raise `RefusedError` if the command is not accepted.

        If two teachers give a command at the same time, the second command names an old revision
        and is refused.

        now: the time of the command, in seconds of any clock.

        >>> Room((Round("drag/1"),)).apply_command("forward", 0).current_round.phase
        'open'
        """
        if revision != self.revision:
            raise RefusedError(
                "The room has changed in the meantime. Check the current question, and try again."
            )
        if command not in COMMANDS:
            raise RefusedError(
                f"There is no command {short_repr(command)}. The commands are "
                f"{', '.join(COMMANDS)}."
            )
        room = COMMANDS[command](self, argument)
        if room._current_vote and room._current_vote != self._current_vote:
            asked = room._require_current_round().asked or now
            room = room._change_round(asked=asked, opened=now, ends=0.0)
        return replace(room, revision=revision + 1)

    @property
    def _current_vote(self) -> tuple[int, int] | None:
        """The id of the current question and the number of its open vote, or None."""
        return (
            (self.current_round.id, self.current_round.vote)
            if self.current_round and self.current_round.vote
            else None
        )

    def _enter_phase(self, phase: Phase) -> "Room":
        """Return the room in a phase. A vote hides the results, and the solution shows them.

        Raises `RefusedError` if no question is on the wall.
        """
        now = self._require_current_round()
        votes = max(now.votes, VOTE_NUMBERS.get(phase, 0))
        results = now.results
        if phase in VOTE_NUMBERS:
            results = "hidden"
        elif phase == "revealed":
            results = "shown"
        solved = now.solved or phase == "revealed"
        return self._change_round(phase=phase, votes=votes, results=results, step=0, solved=solved)

    def _change_round(self, **changes: Any) -> "Room":
        """Return the room with changed fields of the question on the wall.

        Raises `RefusedError` if no question is on the wall.
        """
        now = replace(self._require_current_round(), **changes)
        return replace(self, rounds=(*self.rounds[: self.at], now, *self.rounds[self.at + 1 :]))

    def _require_current_round(self) -> Round:
        """Return the round of the question on the wall. Raise `RefusedError` if there is none."""
        if self.current_round is None:
            raise RefusedError("No question is on the wall yet. Go to the first question.")
        return self.current_round

    @property
    def _is_closed(self) -> bool:
        """True if the vote on the wall's question is closed and its solution is not shown."""
        return self.current_round is not None and self.current_round.phase in ("closed", "settled")

    @property
    def _is_solution_held_back(self) -> bool:
        """True if the vote is closed and the solution must not be shown yet."""
        return self._is_closed and self.must_hide_solution

    @property
    def must_hide_solution(self) -> bool:
        """True if the wall shows a pre-test whose post-test is in the room but not asked yet."""
        if self.current_round is None:
            return False
        unasked = (round.question for round in self.rounds if not round.votes)
        return self.current_round.question in map(find_pretest, unasked)

    # --- Commands ----------------------------------------------------------------------------

    def go_forward(self, argument: str = "") -> "Room":
        """Return the room in the next phase, or at the next question after the last phase.

        The last phase shows the solution. It is left out for a pre-test whose post-test was not
        asked yet. Raises `RefusedError` after the last question.
        """
        if (
            self.current_round
            and self.current_round.phase != "revealed"
            and not self._is_solution_held_back
        ):
            return self._enter_phase(NEXT_PHASES[self.current_round.phase])
        if self.at + 1 >= len(self.rounds):
            raise RefusedError(
                HELD_BACK_MESSAGE if self._is_solution_held_back else "That was the last question."
            )
        return self.go_to_question(str(self.at + 2))

    def go_back(self, argument: str = "") -> "Room":
        """Return the room in the previous phase, or at the previous question.

        Once the solution of a question has been shown, this skips the question's votes, so that
        nobody changes an answer after having seen the solution.

        From the first phase of the first question, the room goes back to no question. Raises
        `RefusedError` if no question is on the wall.
        """
        now = self._require_current_round()
        if now.phase == "revealed":
            return self._enter_phase("settled" if now.votes == 2 else "closed")
        previous = PREVIOUS_PHASES.get(now.phase)
        if previous and not (now.solved and previous in VOTE_NUMBERS):
            return self._enter_phase(previous)
        return replace(self, at=self.at - 1)

    def open_discussion(self, argument: str = "") -> "Room":
        """Return the room with the second vote open. The first answers remain.

        Raises `RefusedError` if the question has no closed vote.
        """
        self._require_current_round()
        if not self._is_closed:
            first = "Close the vote first."
            if self._require_current_round().phase == "revealed":
                first = "Go back from the solution first."
            raise RefusedError(f"{first} Then the class can discuss and vote again.")
        return self._enter_phase("discuss")

    def show_results(self, argument: str = "") -> "Room":
        """Return the room with the distribution of the answers on the wall.

        Raises `RefusedError` during a vote.
        """
        if self._require_current_round().vote:
            raise RefusedError(
                "Close the vote first. Visible results would influence learners who have not voted "
                "yet."
            )
        return self._change_round(results="shown")

    def hide_results(self, argument: str = "") -> "Room":
        """Return the room without the distribution of the answers on the wall.

        Raises `RefusedError` while the solution is shown.
        """
        if self._require_current_round().phase == "revealed":
            raise RefusedError("The solution is shown. Go back before you hide the answers.")
        return self._change_round(results="hidden")

    def toggle_text(self, argument: str) -> "Room":
        """Return the room with a group of open texts shown on the wall, or hidden again.

        Unless the solution is shown, this also shows the results if a text is on the wall, and
        hides them otherwise.

        argument: the group, which is a digest (`open_texts`).

        Raises `RefusedError` during a vote, for a bad group, and for too many texts on the wall.
        """
        now = self._require_current_round()
        if now.vote:
            raise RefusedError(
                "Close the vote first. Visible answers would influence learners who have not voted "
                "yet."
            )
        if len(argument) != 16 or not set(argument) <= set("0123456789abcdef"):
            raise RefusedError(f"There is no answer {short_repr(argument)}.")
        kept = tuple(group for group in now.chosen if group != argument)
        chosen = kept if argument in now.chosen else (*kept, argument)
        if len(chosen) > MAX_CHOSEN_TEXTS:
            raise RefusedError(
                f"{MAX_CHOSEN_TEXTS} answers are on the wall, which is the limit. Remove an "
                "answer first."
            )
        results = now.results
        if now.phase != "revealed":
            results = "shown" if chosen else "hidden"
        return self._change_round(chosen=chosen, results=results)

    def go_to_question(self, argument: str) -> "Room":
        """Return the room at a question, given by its number from 1.

        A question that was not asked yet is opened. Raises `RefusedError` for any other number.
        """
        indices = {str(n): n - 1 for n in range(1, len(self.rounds) + 1)}
        if argument not in indices:
            raise RefusedError(
                f"There is no question {short_repr(argument)}. There are {len(indices)} questions."
            )
        room = replace(self, at=indices[argument])
        return (
            room._enter_phase("open") if room._require_current_round().phase == "waiting" else room
        )

    def go_to_step(self, argument: str) -> "Room":
        """Return the room at a step of the solution's replay. Step 0 is the whole solution.

        Raises `RefusedError` if the solution is not shown, or for a bad step.
        """
        if self._require_current_round().phase != "revealed":
            raise RefusedError("Show the solution before you show its steps.")
        if argument not in map(str, range(MAX_REPLAY_STEPS + 1)):
            raise RefusedError(f"There is no step {short_repr(argument)}.")
        return self._change_round(step=int(argument))

    def set_countdown(self, argument: str) -> "Room":
        """Return the room with an end time for the open vote. The time 0 cancels the countdown.

        argument: a whole number of seconds, by the clock of the commands.

        The countdown only shows the time. The vote stays open until the teacher closes it. Raises
        `RefusedError` if no vote is open, or for a bad time.
        """
        if not self._require_current_round().vote:
            raise RefusedError("No vote is open. Open a vote before you start a countdown.")
        if not (argument.isascii() and argument.isdigit()) or len(argument) > len("9999999999"):
            raise RefusedError(f"A countdown cannot end at {short_repr(argument)}.")
        return self._change_round(ends=float(argument))

    def ask_another(self, argument: str) -> "Room":
        """Return the room with an extra question, given by its reference, open on the wall.

        Raises `RefusedError` if the solution is not shown, if the reference is "", or if the room
        has too many questions.
        """
        if self._require_current_round().phase != "revealed":
            raise RefusedError("Show the solution before you ask another question of this kind.")
        if not argument:
            raise RefusedError(
                "No other question of this kind is left. Go to a question of another kind."
            )
        if len(self.rounds) >= MAX_QUESTIONS:
            raise RefusedError(f"A room has at most {MAX_QUESTIONS} questions.")
        more = Round(argument, id=len(self.rounds), after=self._require_current_round().id)
        rounds = (*self.rounds[: self.at + 1], more, *self.rounds[self.at + 1 :])
        return replace(self, rounds=rounds).go_to_question(str(self.at + 2))


NEXT_PHASES: Mapping[Phase, Phase] = {
    "waiting": "open",
    "open": "closed",
    "closed": "revealed",
    "discuss": "settled",
    "settled": "revealed",
}
PREVIOUS_PHASES: Mapping[Phase, Phase] = {
    "closed": "open",
    "discuss": "closed",
    "settled": "discuss",
}
COMMANDS: Mapping[str, Callable[[Room, str], Room]] = {
    "forward": Room.go_forward,
    "back": Room.go_back,
    "discuss": Room.open_discussion,
    "show": Room.show_results,
    "hide": Room.hide_results,
    "go": Room.go_to_question,
    "alone": Room.ask_another,
    "step": Room.go_to_step,
    "countdown": Room.set_countdown,
    "choose": Room.toggle_text,
}


Sure = Literal["", "sure", "not sure"]
SURE_CHOICES: tuple[Sure, ...] = get_args(Sure)
MAX_BALLOT_NUMBER = 2**53


@dataclass(frozen=True)
class Ballot:
    """A stored answer of a learner, with its vote and its time.

    round   the id of the question
    vote    1, or 2 after the discussion
    answer  the text that `format_answer` returns; equal answers have equal texts
    sure    the learner's confidence, or ""
    number  a number that grows with each answer of the learner; the highest number counts
    at      the time of storing, in seconds since 1970; 0 if the time is unknown
    """

    round: int
    vote: int
    answer: str
    sure: Sure = ""
    number: int = 1
    at: float = field(default=0.0, compare=False)


def accept_ballot(room: Room, earlier: Ballot | None, ballot: Ballot) -> Ballot:
    """Return the ballot to store. Raise `RefusedError` if the ballot is not accepted.

    earlier: the same learner's ballot in the same vote. A repeated message is accepted once.

    >>> room = Room.from_questions(["drag/1"]).apply_command("forward", 0)
    >>> accept_ballot(room, None, Ballot(0, 1, "[1,0]")).answer
    '[1,0]'
    """
    if earlier and ballot.number == earlier.number:
        if ballot != earlier:
            raise RefusedError("You already sent another answer, and the earlier answer counts.")
        return earlier
    if earlier and ballot.number < earlier.number:
        raise RefusedError("This answer is older than your last one. Your last answer counts.")
    if room.current_round is None or (room.current_round.id, room.current_round.vote) != (
        ballot.round,
        ballot.vote,
    ):
        if earlier:
            raise RefusedError("This vote is closed. Your earlier answer counts.")
        raise RefusedError("This vote is closed. Your answer came too late.")
    return ballot
