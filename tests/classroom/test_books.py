"""The database keeps each acknowledged answer once, and all readers see the same order."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from signal import SIGKILL
from threading import Barrier, Event, Semaphore

import pytest

from ndcg_core.classroom.room import Ballot, RefusedError
from ndcg_ui.classroom.store.database import DatabaseUnavailableError, open_database
from ndcg_ui.classroom.store.repository import MOST_LEARNERS, JoinEntry, Repository, VoteEntry
from tests.classroom.rooms import KEPT, NOW, find_number, list_answers, send_votes, steer_room
from tests.clock import PATIENCE


@pytest.fixture
def room(books):
    """Return a room with an open first question and two learners, a and b."""
    assert books.store_room(KEPT, NOW)
    steer_room(books, "forward", 0)
    books.store_entries([JoinEntry("BCDFG", "a"), JoinEntry("BCDFG", "b")], NOW)
    return books


def test_a_room_is_restored_as_it_was_made(books):
    assert books.store_room(KEPT, NOW)
    assert books.read_room("BCDFG", NOW) == KEPT
    assert not books.store_room(replace(KEPT, salt=8), NOW)
    assert books.read_room("BCDFG", NOW).salt == 7


def test_learners_are_numbered_in_order_even_within_one_commit(books):
    books.store_room(KEPT, NOW)
    numbers = books.store_entries([JoinEntry("BCDFG", f"t{n}") for n in range(3)], NOW)
    numbers += books.store_entries([JoinEntry("BCDFG", "t3")], NOW)
    assert numbers == [1, 2, 3, 4]
    assert find_number(books, "t3") == 4


def test_a_repeated_answer_is_stored_once(room):
    first = Ballot(0, 1, "[1,0]", "sure", 1)
    second = Ballot(0, 1, "[0,1]", "", 2)
    assert send_votes(room, first, first, second, second) == [first, first, second, second]
    late = send_votes(room, first)[0]
    assert isinstance(late, RefusedError)
    assert "older" in str(late)
    assert list_answers(room) == {("[0,1]", 2)}


def test_a_repeated_answer_keeps_its_first_time_and_confidence(room):
    sent = ((1, "x", ""), (1, "x", ""), (2, "x", "sure"), (3, "y", "sure"))
    for second, (number, answer, sure) in enumerate(sent):
        room.store_entries([VoteEntry("a", Ballot(0, 1, answer, sure, number))], NOW + second)
        (ballot,) = room.read_ballots("BCDFG").values()
        assert (ballot.sure, ballot.at) == (sure, NOW + (3 if answer == "y" else 0))


def test_an_answer_after_the_vote_closed_changes_nothing(room):
    send_votes(room, Ballot(0, 1, "x"))
    steer_room(room, "forward", 1)
    version = room.read_room("BCDFG", NOW).version
    refused = send_votes(room, Ballot(0, 1, "y", number=2), Ballot(1, 1, "y", number=3))
    assert [isinstance(r, RefusedError) for r in refused] == [True, True]
    assert list_answers(room) == {("x", 1)}
    assert room.read_room("BCDFG", NOW).version == version


def test_a_refused_entry_does_not_affect_the_others(room):
    good = Ballot(0, 1, "x")
    stray = Ballot(5, 1, "x")
    outcomes = room.store_entries(
        [VoteEntry("nobody", good), VoteEntry("a", stray), VoteEntry("b", good)], NOW
    )
    assert [isinstance(o, RefusedError) for o in outcomes] == [True, True, False]
    assert list_answers(room) == {("x", 1)}


def test_only_a_rooms_own_teacher_secret_steers_locks_and_removes(room):
    room.store_room(replace(KEPT, code="ZZZZZ", steering="other"), NOW)
    for secret in ("show", "other", "", "steer "):
        with pytest.raises(RefusedError):
            room.apply_command("BCDFG", secret, ("forward", 1, ""), NOW)
        with pytest.raises(RefusedError):
            room.set_joining("BCDFG", secret, "locked", NOW)
        with pytest.raises(RefusedError):
            room.delete_learners_since("BCDFG", secret, 1.0, NOW)
    left = room.read_room("BCDFG", NOW)
    assert (left.room.revision, left.joining, left.learner_count) == (1, "open", 2)


def test_an_expired_room_is_deleted_with_its_contents(room):
    send_votes(room, Ballot(0, 1, "x"))
    room.store_room(replace(KEPT, code="ZZZZZ", expires=NOW + 99), NOW)
    later = NOW + 11
    assert room.read_room("BCDFG", later) is None
    assert room.find_learner("a", later) is None
    assert isinstance(
        room.store_entries([VoteEntry("a", Ballot(0, 1, "x"))], later)[0], RefusedError
    )
    assert room.delete_expired_rooms(later) == ["BCDFG"]
    assert room.read_ballots("BCDFG") == {}
    assert room.find_learner("a", NOW) is None
    assert room.read_versions().keys() == {"ZZZZZ"}


def test_unused_rooms_are_deleted_from_the_oldest_and_others_stay(books):
    for n, code in enumerate(("BBBBB", "CCCCC", "DDDDD", "FFFFF", "GGGGG")):
        books.store_room(replace(KEPT, code=code, expires=NOW + 10 * n), NOW + n)
    steer_room(books, "forward", 0, "CCCCC")
    books.store_entries([JoinEntry("DDDDD", "a")], NOW)
    assert [books.count_rooms(NOW + late) for late in (-1, 0, 10, 40)] == [5, 4, 3, 0]
    assert books.delete_unused_rooms(NOW + 3, 1) == ["BBBBB"]
    assert books.delete_unused_rooms(NOW + 3, 9) == ["FFFFF"]
    assert books.delete_unused_rooms(NOW + 3, 9) == []
    assert books.read_versions() == {"CCCCC": 1, "DDDDD": 1, "GGGGG": 0}
    assert books.delete_expired_rooms(NOW + 10) == ["CCCCC"]
    books.delete_room("DDDDD")
    books.delete_room("DDDDD")
    assert books.read_versions().keys() == {"GGGGG"}
    assert books.find_learner("a", NOW) is None


def test_votes_are_read_by_question_learner_and_vote_with_their_times(room):
    votes = {}
    for second, (ballot, tokens, commands) in enumerate(
        (
            (Ballot(0, 1, "x", "sure", 1), "ab", ("forward", "discuss")),
            (Ballot(0, 2, "y", "", 2), "a", ("go 2",)),
            (Ballot(1, 1, "z", "", 3), "ab", ()),
        )
    ):
        for token in tokens:
            assert room.store_entries([VoteEntry(token, ballot)], NOW + second) == [ballot]
            votes[ballot.round, ballot.vote, "_ab".index(token)] = ballot
        for command in commands:
            name, _, argument = command.partition(" ")
            step = (name, room.read_room("BCDFG", NOW).room.revision, argument)
            room.apply_command("BCDFG", "steer", step, NOW + second)
    assert len(votes) == 5
    assert room.read_ballots("BCDFG") == votes
    assert room.read_ballots("ZZZZZ") == {}
    for round, learner in ((0, None), (None, 2), (1, 2), (0, 1), (7, None)):
        kept = {
            key: ballot
            for key, ballot in votes.items()
            if round in (None, key[0]) and learner in (None, key[2])
        }
        assert room.read_ballots("BCDFG", round, learner) == kept
    assert room.read_answer_times("BCDFG", 0, 1) == {1: NOW, 2: NOW}
    assert room.read_answer_times("BCDFG", 0, 2) == {1: NOW + 1}
    assert room.read_answer_times("BCDFG", 1, 1) == {1: NOW + 2, 2: NOW + 2}
    assert room.read_answer_times("BCDFG", 1, 2) == {}
    opened = [round.opened for round in room.read_room("BCDFG", NOW).room.rounds]
    assert opened == [NOW, NOW + 1]


def test_only_one_of_two_simultaneous_commands_is_applied(books):
    books.store_room(KEPT, NOW)
    for revision in range(4):
        both = Barrier(2)

        def steer(revision=revision, both=both):
            both.wait()
            try:
                return steer_room(books, "forward", revision).revision
            except RefusedError as refused:
                return str(refused)

        with ThreadPoolExecutor(2) as pool:
            found = [future.result() for future in [pool.submit(steer), pool.submit(steer)]]
        assert sorted(map(type, found), key=str) == [int, str]
        assert books.read_room("BCDFG", NOW).room.revision == revision + 1


def test_answers_are_stored_while_a_vote_closes_if_and_only_if_acknowledged(books):
    books.store_room(KEPT, NOW)
    steer_room(books, "forward", 0)
    books.store_entries([JoinEntry("BCDFG", f"t{n}") for n in range(60)], NOW)
    start = Barrier(4)

    def answer(some):
        start.wait()
        return [
            (n, *books.store_entries([VoteEntry(f"t{n}", Ballot(0, 1, str(n)))], NOW)) for n in some
        ]

    def close():
        start.wait()
        steer_room(books, "forward", 1)
        return []

    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(answer, range(n, 60, 3)) for n in range(3)] + [pool.submit(close)]
        outcomes = [found for job in jobs for found in job.result()]
    acknowledged = {str(n) for n, outcome in outcomes if isinstance(outcome, Ballot)}
    assert len(outcomes) == 60
    assert {answer for answer, _ in list_answers(books)} == acknowledged


# --- Locking a room, and removing learners --------------------------------------------------------


def test_two_processes_share_one_database(database_address):
    one, other = (Repository(open_database(database_address)) for _ in range(2))
    one.store_room(KEPT, NOW)
    steer_room(other, "forward", 0)
    (number,) = other.store_entries([JoinEntry("BCDFG", "a")], NOW)
    send_votes(one, Ballot(0, 1, "x"))
    assert number == 1
    assert list_answers(other) == {("x", 1)}
    assert one.read_versions() == other.read_versions() == {"BCDFG": 3}


def test_a_locked_room_admits_nobody_new_and_keeps_its_learners(room):
    room.set_joining("BCDFG", "steer", "locked", NOW)
    (refused,) = room.store_entries([JoinEntry("BCDFG", "c")], NOW)
    assert "locked" in str(refused)
    assert find_number(room, "a") == 1
    assert send_votes(room, Ballot(0, 1, "x")) == [Ballot(0, 1, "x")]
    room.set_joining("BCDFG", "steer", "open", NOW)
    assert room.store_entries([JoinEntry("BCDFG", "c")], NOW) == [3]


def test_learners_who_joined_after_a_time_are_removed_with_their_votes(room):
    room.store_entries([JoinEntry("BCDFG", "late"), JoinEntry("BCDFG", "later")], NOW + 2)
    everybody = [VoteEntry(token, Ballot(0, 1, token)) for token in ("a", "b", "late", "later")]
    room.store_entries(everybody, NOW + 3)
    assert len(list_answers(room)) == 4
    assert room.delete_learners_since("BCDFG", "steer", NOW + 1, NOW + 3) == 2
    assert {answer for answer, _ in list_answers(room)} == {"a", "b"}
    assert room.read_room("BCDFG", NOW).learner_count == 2
    assert room.find_learner("late", NOW) is None
    (refused,) = send_votes(room, Ballot(0, 1, "again", number=2), token="late")
    assert isinstance(refused, RefusedError)
    assert room.read_learners("BCDFG") == {1: NOW, 2: NOW}
    room.store_entries([JoinEntry("BCDFG", "latest")], NOW + 4)
    assert room.delete_learners_since("BCDFG", "steer", NOW + 4, NOW + 4) == 1
    assert room.read_room("BCDFG", NOW).learner_count == 2


def test_a_full_room_says_so_and_has_space_after_removals(books):
    books.store_room(KEPT, NOW)
    *_, last, refused = books.store_entries(
        [JoinEntry("BCDFG", f"t{n}") for n in range(MOST_LEARNERS + 1)], NOW
    )
    assert last == MOST_LEARNERS
    assert "full" in str(refused)
    assert books.delete_learners_since("BCDFG", "steer", NOW, NOW) == MOST_LEARNERS
    assert books.store_entries([JoinEntry("BCDFG", "one more")], NOW) == [MOST_LEARNERS + 1]


def test_a_vote_during_its_authors_removal_is_not_kept(room):
    room.store_entries([JoinEntry("BCDFG", f"t{n}") for n in range(40)], NOW + 2)
    start = Barrier(3)

    def answer(some):
        start.wait()
        return [room.store_entries([VoteEntry(f"t{n}", Ballot(0, 1, str(n)))], NOW) for n in some]

    def remove():
        start.wait()
        return room.delete_learners_since("BCDFG", "steer", NOW + 1, NOW + 3)

    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(answer, range(n, 40, 2)) for n in range(2)] + [pool.submit(remove)]
        assert [job.result() for job in jobs][-1] == 40
    assert list_answers(room) == set()


KILLS = 3
VOTERS = 4
OTHERS = "SELECT pid FROM pg_stat_activity WHERE backend_type = %s AND pid <> %s"


@pytest.mark.thorough("a database server is started for it")
def test_no_acknowledged_vote_is_lost_when_processes_of_postgresql_are_killed(postgresql_address):
    from psycopg import connect

    books = Repository(open_database(postgresql_address))
    books.store_room(KEPT, NOW)
    steer_room(books, "forward", 0)
    tokens = [f"t{n}" for n in range(MOST_LEARNERS)]
    books.store_entries([JoinEntry("BCDFG", token) for token in tokens], NOW)
    acknowledged = set[str]()
    ended = Event()
    came = Semaphore(0)

    def vote(own):
        while own and not ended.is_set():
            try:
                books.store_entries([VoteEntry(own[-1], Ballot(0, 1, own[-1]))], NOW)
            except DatabaseUnavailableError:
                continue
            acknowledged.add(own.pop())
            came.release()

    def wait_for_votes():
        for _ in range(5 * VOTERS):
            assert came.acquire(timeout=PATIENCE)

    with ThreadPoolExecutor(VOTERS) as pool:
        voters = [pool.submit(vote, tokens[n::VOTERS]) for n in range(VOTERS)]
        try:
            for _ in range(KILLS):
                wait_for_votes()
                with connect(postgresql_address) as connection:
                    me = connection.info.backend_pid
                    (pid,), *_ = connection.execute(OTHERS, ["client backend", me])
                os.kill(pid, SIGKILL)  # PostgreSQL then ends all others, and recovers
                while came.acquire(blocking=False):
                    pass
            wait_for_votes()
        finally:
            ended.set()
        for voter in voters:
            voter.result()
    assert len(acknowledged) >= KILLS * 5 * VOTERS
    assert {answer for answer, _ in list_answers(books)} >= acknowledged
