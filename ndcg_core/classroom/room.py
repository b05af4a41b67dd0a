"""A room: a plan's questions with their phases, the teacher's commands, and accepted answers.

    waiting   not asked yet
    open      answers are accepted, and can be changed; only their count is shown
    closed    no answers are accepted
    discuss   talk about it and vote again: a second vote, beside which the first is kept
    settled   the second vote is closed
    revealed  the solution is shown, and everybody learns what became of their own answer

The way forward is waiting, open, closed, revealed; by a second vote it is closed, discuss, settled,
revealed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from ndcg_core.metric.numbers import short_repr

Phase = Literal["waiting", "open", "closed", "discuss", "settled", "revealed"]
PHASES: tuple[Phase, ...] = get_args(Phase)
VOTE: Mapping[Phase, int] = {"open": 1, "discuss": 2}
"""The phases in which answers are taken, and for which vote."""


@dataclass(frozen=True)
class Round:
    """One question of a room.

    question  its reference (`references.find`)
    id        by which its ballots know it, wherever it stands
    votes     how many votes were opened on it: 0, 1 or 2
    results   "hidden", or "shown" where the teacher has put the distribution on the wall
    after     the id of the question of which this is one more of the same kind, alone
    step      where the replay of the solution stands, from 1; 0 where the whole is shown
    opened    when its latest vote was opened, by the clock of whoever gives the commands
    ends      when the countdown of that vote ends, by the same clock; 0 without a countdown
    chosen    the groups of open texts that the teacher has put on the wall
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

    @property
    def vote(self) -> int:
        """Return the number of the open vote, or 0 if no answers are accepted."""
        return VOTE.get(self.phase, 0)


LONGEST = 60
"""How many questions a room has at most, the further ones of the same kind included."""
MOST_STEPS = 200
MOST_CHOSEN = 30
"""The greatest number of open texts on the wall at once."""


class Refused(ValueError):
    """A command or an answer that changes nothing, with the sentence that says why."""


@dataclass(frozen=True)
class Room:
    """The state of a class.

    rounds    the questions in their order
    at        the place of the one on the wall; -1 before the first
    revision  how many commands have changed it: a command says which one it was given on
    """

    rounds: tuple[Round, ...]
    at: int = -1
    revision: int = 0

    @staticmethod
    def of(questions: Sequence[str]) -> "Room":
        if not 1 <= (count := len(questions)) <= LONGEST:
            raise ValueError(f"A plan has 1 to {LONGEST} questions, but this one has {count}.")
        return Room(tuple(Round(question, id) for id, question in enumerate(questions)))

    @property
    def now(self) -> Round | None:
        """Return the question on the wall, or None before the first."""
        return self.rounds[self.at] if self.at >= 0 else None

    def obey(self, command: str, revision: int, argument: str = "", now: float = 0.0) -> "Room":
        """Return the room after a command on a revision. Raise `Refused` if nothing changes.

        Of two teachers who steer at once, the second one's command is on an older revision.
        now: when the command is given, in seconds of any clock.

        >>> Room((Round("drag/1"),)).obey("forward", 0).now.phase
        'open'
        """
        if revision != self.revision:
            raise Refused(
                "The room has moved on in the meantime. Check where it is, and choose again."
            )
        if command not in COMMANDS:
            raise Refused(
                f"There is no command {short_repr(command)}. The commands are "
                f"{', '.join(COMMANDS)}."
            )
        room = COMMANDS[command](self, argument)
        if room._open_vote and room._open_vote != self._open_vote:
            room = room._with(opened=now, ends=0.0)
        return replace(room, revision=revision + 1)

    @property
    def _open_vote(self) -> tuple[int, int] | None:
        """Return the question and the number of the open vote, or None."""
        return (self.now.id, self.now.vote) if self.now and self.now.vote else None

    def _to(self, phase: Phase) -> "Room":
        """Move the question on the wall to a phase. A new vote hides the results."""
        now = self._current()
        votes = max(now.votes, VOTE.get(phase, 0))
        results = now.results
        if phase in VOTE:
            results = "hidden"
        elif phase == "revealed":
            results = "shown"
        return self._with(phase=phase, votes=votes, results=results, step=0)

    def _with(self, **changes: Any) -> "Room":
        now = replace(self._current(), **changes)
        return replace(self, rounds=(*self.rounds[: self.at], now, *self.rounds[self.at + 1 :]))

    def _current(self) -> Round:
        if self.now is None:
            raise Refused("No question is on the wall yet. Go to the first one.")
        return self.now

    # --- Commands ----------------------------------------------------------------------------

    def forward(self, argument: str = "") -> "Room":
        """Go to the next phase, or from a solution to the next question."""
        if self.now is None or self.now.phase == "revealed":
            if self.at + 1 >= len(self.rounds):
                raise Refused("That was the last question.")
            return self.go(str(self.at + 2))
        return self._to(FORWARD[self.now.phase])

    def back(self, argument: str = "") -> "Room":
        """Go to the previous phase, or from the first one to the previous question."""
        now = self._current()
        if now.phase == "revealed":
            return self._to("settled" if now.votes == 2 else "closed")
        if now.phase in BACK:
            return self._to(BACK[now.phase])
        return replace(self, at=self.at - 1)

    def discuss(self, argument: str = "") -> "Room":
        """Open the second vote and keep the first answers."""
        if self._current().phase not in ("closed", "settled"):
            raise Refused("Close the vote first. Then the class can discuss and vote again.")
        return self._to("discuss")

    def show(self, argument: str = "") -> "Room":
        """Put the distribution on the wall."""
        if self._current().vote:
            raise Refused(
                "Close the vote first, because visible results influence the remaining voters."
            )
        return self._with(results="shown")

    def hide(self, argument: str = "") -> "Room":
        """Take the distribution off the wall."""
        if self._current().phase == "revealed":
            raise Refused("The solution is shown. Go back before you hide the answers.")
        return self._with(results="hidden")

    def choose(self, argument: str) -> "Room":
        """Show a group of open texts on the wall, or hide it."""
        now = self._current()
        if now.vote:
            raise Refused(
                "Close the vote first, because visible answers influence the remaining voters."
            )
        if len(argument) != 16 or not set(argument) <= set("0123456789abcdef"):
            raise Refused(f"There is no answer {short_repr(argument)}.")
        kept = tuple(group for group in now.chosen if group != argument)
        chosen = kept if argument in now.chosen else (*kept, argument)
        if len(chosen) > MOST_CHOSEN:
            raise Refused(
                f"{MOST_CHOSEN} answers are on the wall, which is the limit. Take one off first."
            )
        results = now.results if now.phase == "revealed" else "shown" if chosen else "hidden"
        return self._with(chosen=chosen, results=results)

    def go(self, argument: str) -> "Room":
        """Go to a question by its number, from 1. A new one is opened."""
        places = {str(n): n - 1 for n in range(1, len(self.rounds) + 1)}
        if argument not in places:
            raise Refused(
                f"There is no question {short_repr(argument)}. There are {len(places)} questions."
            )
        there = replace(self, at=places[argument])
        return there._to("open") if there._current().phase == "waiting" else there

    def step(self, argument: str) -> "Room":
        """Go to a step of the solution's replay, from 1. 0 shows the whole."""
        if self._current().phase != "revealed":
            raise Refused("Show the solution first. Then you can go through it step by step.")
        if argument not in map(str, range(MOST_STEPS + 1)):
            raise Refused(f"There is no step {short_repr(argument)}.")
        return self._with(step=int(argument))

    def countdown(self, argument: str) -> "Room":
        """Set the end of the open vote by the clock of the commands. 0 cancels the countdown.

        Only the time is shown: the vote stays open until its teacher closes it.
        """
        if not self._current().vote:
            raise Refused("No vote is open. A countdown needs an open vote.")
        if not (argument.isascii() and argument.isdigit()) or len(argument) > len("9999999999"):
            raise Refused(f"A countdown cannot end at {short_repr(argument)}.")
        return self._with(ends=float(argument))

    def alone(self, argument: str) -> "Room":
        """Ask one more of the same kind, which its reference names: next, and by oneself."""
        if self._current().phase != "revealed":
            raise Refused(
                "Show the solution first. Then you can ask another question of this kind."
            )
        if not argument:
            raise Refused("There is no other question of this kind.")
        if len(self.rounds) >= LONGEST:
            raise Refused(f"A room has at most {LONGEST} questions.")
        more = Round(argument, id=len(self.rounds), after=self._current().id)
        rounds = (*self.rounds[: self.at + 1], more, *self.rounds[self.at + 1 :])
        return replace(self, rounds=rounds).go(str(self.at + 2))


FORWARD: Mapping[Phase, Phase] = {
    **{"waiting": "open", "open": "closed", "closed": "revealed"},
    **{"discuss": "settled", "settled": "revealed"},
}
BACK: Mapping[Phase, Phase] = {"closed": "open", "discuss": "closed", "settled": "discuss"}
COMMANDS: Mapping[str, Callable[[Room, str], Room]] = {
    command.__name__: command
    for command in (
        Room.forward,
        Room.back,
        Room.discuss,
        Room.show,
        Room.hide,
        Room.go,
        Room.alone,
        Room.step,
        Room.countdown,
        Room.choose,
    )
}


Sure = Literal["", "sure", "not sure"]
SURE: tuple[Sure, ...] = get_args(Sure)
LARGEST_NUMBER = 2**53


@dataclass(frozen=True)
class Ballot:
    """An answer as it is kept.

    round   the id of the question; vote: 1, or 2 after the discussion
    answer  as `answer_text` writes it: one text for all answers that are the same
    number  the learner's own count of what they sent: a later one replaces an earlier one
    at      when it was stored, in seconds since 1970; 0 where that was not noted
    """

    round: int
    vote: int
    answer: str
    sure: Sure = ""
    number: int = 1
    at: float = field(default=0.0, compare=False)


def accept_ballot(room: Room, earlier: Ballot | None, ballot: Ballot) -> Ballot:
    """Return the ballot to store. Raise `Refused` if it changes nothing.

    earlier: the same learner's ballot on the same vote. One that comes twice is taken once.

    >>> room = Room.of(["drag/1"]).obey("forward", 0)
    >>> accept_ballot(room, None, Ballot(0, 1, "[1,0]")).answer
    '[1,0]'
    """
    if earlier and ballot.number == earlier.number:
        if ballot != earlier:
            raise Refused("Another answer has this number. The first answer counts.")
        return earlier
    if earlier and ballot.number < earlier.number:
        raise Refused("Your newer answer counts.")
    if room.now is None or (room.now.id, room.now.vote) != (ballot.round, ballot.vote):
        if earlier:
            raise Refused("This vote is closed. Your earlier answer counts.")
        raise Refused("This vote is closed. Your answer came too late.")
    return ballot
