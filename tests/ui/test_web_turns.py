"""New visitors' first pages are run one after the other; who is there already does not wait."""

import threading
from types import SimpleNamespace

import pytest

from ndcg_ui import limits
from ndcg_ui.web import turns
from tests.clock import PATIENCE


@pytest.fixture
def arrive(monkeypatch):
    """Let somebody with a session of their own arrive; returns what happens there."""
    sessions = threading.local()
    monkeypatch.setattr(turns, "st", SimpleNamespace(session_state=Sessions(sessions)))
    threads = []

    def arrive(seen=False):
        visit = SimpleNamespace(
            waits=threading.Event(), inside=threading.Event(), leave=threading.Event()
        )

        def visiting():
            sessions.kept = {turns.SEEN: "seen"} if seen else {}
            visit.waits.set()
            with turns.turn():
                visit.inside.set()
                visit.leave.wait(PATIENCE)

        threads.append(threading.Thread(target=visiting, daemon=True))
        threads[-1].start()
        visit.waits.wait(PATIENCE)
        return visit

    yield arrive
    for thread in threads:
        thread.join(PATIENCE)
    assert not turns.turns.free.locked()


class Sessions:
    """Each thread's own session state, as Streamlit has it."""

    def __init__(self, local):
        self.local = local

    def __contains__(self, name):
        return name in self.local.kept

    def __setitem__(self, name, value):
        self.local.kept[name] = value


def test_a_new_visitor_waits_for_the_one_before(arrive):
    first = arrive()
    assert first.inside.wait(PATIENCE)
    second = arrive()
    there = arrive(seen=True)
    assert there.inside.wait(PATIENCE)  # has been there: the newcomer before has not come in yet
    assert not second.inside.is_set()
    for visit in (first, there):
        visit.leave.set()
    assert second.inside.wait(PATIENCE)
    second.leave.set()


def test_nobody_waits_for_good(arrive, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_FOR_A_TURN", 0.01)
    first = arrive()
    assert first.inside.wait(PATIENCE)
    second = arrive()
    assert second.inside.wait(PATIENCE)
    first.leave.set()
    second.leave.set()


def test_a_turn_ends_with_a_run_that_fails(monkeypatch):
    monkeypatch.setattr(turns, "st", SimpleNamespace(session_state={}))
    for _ in range(3):
        turns.st.session_state.clear()
        with pytest.raises(ZeroDivisionError), turns.turn():
            raise ZeroDivisionError
    assert not turns.turns.free.locked()


class Time:
    """A clock that goes on when somebody works or sleeps."""

    def __init__(self):
        self.now, self.worked, self.slept = 100.0, 0.0, []

    def run(self, seconds):
        self.now += seconds
        self.worked += seconds

    def sleep(self, seconds):
        self.now += seconds
        self.slept.append(seconds)


def test_newcomers_have_half_of_the_time():
    time = Time()
    queue = turns.Turns(lambda: time.now, lambda: time.worked, time.sleep, besides=0.25)
    for seconds in (1.0, 0.5, 0.5):
        with queue.one():
            time.run(seconds)
    assert time.slept == [0, 1.25, 0.75]
    time.now += 60
    with queue.one():
        assert time.slept[-1] == 0  # nobody came for a while: nobody waits


def test_a_newcomer_gives_way_to_whoever_runs():
    ahead, waited = turns.Precedence(), threading.Event()

    def wait():
        ahead.wait(PATIENCE)
        waited.set()

    with ahead.first():
        with ahead.first():  # a part of the same run
            pass
        newcomer = threading.Thread(target=wait, daemon=True)
        newcomer.start()
        assert not waited.wait(0.05)
        ahead.wait(0.01)  # nobody waits for good
    assert waited.wait(PATIENCE)
    newcomer.join(PATIENCE)


def test_who_is_there_waits_for_nobody(monkeypatch):
    monkeypatch.setattr(turns, "st", SimpleNamespace(session_state={turns.SEEN: "seen"}))
    waits = []
    monkeypatch.setattr(turns.precedence, "wait", waits.append)
    with turns.turn():
        turns.give_way()
        assert turns.precedence.running == 1
    assert (turns.precedence.running, waits) == (0, [])


def test_a_newcomer_waits_between_the_parts_of_its_run_and_not_for_ever(monkeypatch):
    monkeypatch.setattr(turns, "st", SimpleNamespace(session_state={}))
    monkeypatch.setattr(limits, "SECONDS_TO_GIVE_WAY", 3.0)
    clock = iter([0.0, 2.0, 10.0, 12.0])
    monkeypatch.setattr(turns, "monotonic", lambda: next(clock))
    waits = []
    monkeypatch.setattr(turns.precedence, "wait", waits.append)
    with turns.turn():
        with turns.turn():  # the page's fragment, in the newcomer's run
            assert list(turns.giving_way("abc")) == list("abc")
        assert turns.precedence.running == 0
    assert waits == [3.0, 1.0]
    turns.give_way()  # the run is over
    assert waits == [3.0, 1.0]
