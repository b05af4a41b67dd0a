"""New visitors' first pages are run one after the other; who is there already does not wait."""

import threading
from types import SimpleNamespace

import pytest

from ndcg_ui.web import limits, turns

PATIENCE = 20


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
    assert turns._free._value == limits.FIRST_RUNS  # who had no turn gave none back


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
    assert turns._free._value == limits.FIRST_RUNS
