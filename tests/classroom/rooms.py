"""Helpers that make, steer and read rooms in a repository."""

from ndcg_core.classroom.room import Room
from ndcg_ui.classroom.store.repository import RoomRecord, VoteEntry

NOW = 1000.0
KEPT = RoomRecord(
    "BCDFG", "", Room.from_questions(["drag/1", "drag/2"]), 0, 0, 7, "steer", "show", NOW + 10
)


def make_room(*commands, questions=("drag/1", "drag/2")):
    """Return a room with these questions after some commands and their arguments."""
    room = Room.from_questions(questions)
    for command in commands:
        name, _, argument = command.partition(" ")
        room = room.apply_command(name, room.revision, argument)
    return room


def steer_room(books, name, revision, code="BCDFG"):
    """Steer a room."""
    return books.apply_command(code, "steer", (name, revision, ""), NOW)


def send_votes(books, *ballots, token="a"):
    """Return the outcome of each of one learner's ballots, sent together."""
    return books.store_entries([VoteEntry(token, ballot) for ballot in ballots], NOW)


def list_answers(books, code="BCDFG"):
    """Return the stored answers of a room with their numbers."""
    return {(b.answer, b.number) for b in books.read_ballots(code).values()}


def find_number(books, token):
    """Return the number of the learner with a token."""
    return books.find_learner(token, NOW)[1]
