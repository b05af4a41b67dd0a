"""What Streamlit says when a run of a part of a page begins is what it would have said itself."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from streamlit import config
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession, AppSessionState

from ndcg_ui.web.beginnings import MAKE, NAME_THE_RUN, Beginnings, make_once

PAGES = {"p1": {"page_name": "playground", "icon": ""}, "p2": {"page_name": "learn", "icon": ""}}
OWN = getattr(AppSession, MAKE)


class Session(SimpleNamespace):
    """What Streamlit's method asks a session for."""

    _populate_app_pages = AppSession._populate_app_pages
    _compute_skills_nudge_state = AppSession._compute_skills_nudge_state
    __hash__ = object.__hash__

    def __init__(self, name: str):
        super().__init__(
            id=name,
            _run_on_save=False,
            _state=AppSessionState.APP_IS_RUNNING,
            _script_data=SimpleNamespace(name="app", is_hello=False, main_script_path="/app.py"),
            _pages_manager=SimpleNamespace(
                main_script_path="/app.py", main_script_hash="p1", get_pages=lambda: PAGES
            ),
        )


def run(number: int, *fragments: str) -> SimpleNamespace:
    return SimpleNamespace(script_run_id=f"run {number}", fragment_ids=list(fragments))


@pytest.fixture
def made():
    """The sessions for which Streamlit made the message itself."""
    return []


@pytest.fixture
def beginnings(made):
    def make(session, *about):
        made.append(session.id)
        return OWN(session, *about)

    return Beginnings(make, getattr(app_session, NAME_THE_RUN))


def test_runs_of_a_part_begin_as_streamlit_would_begin_them(beginnings, made):
    ann, bob = Session("ann"), Session("bob")
    runs = [(ann, "p1"), (bob, "p2"), (ann, "p1"), (bob, "p2"), (ann, "p2"), (ann, "p2")]
    for number, (session, page) in enumerate(runs):
        about = page, run(number, "board", "store"), dict(PAGES)
        begun = beginnings(session, *about)
        assert begun == OWN(session, *about)
        assert begun.new_session.initialize.session_id == session.id
    assert made == ["ann", "bob", "ann"]  # the last one for another page


def test_a_whole_run_is_always_begun_by_streamlit_itself(beginnings, made):
    ann = Session("ann")
    for number in range(3):
        assert not beginnings(ann, "p1", run(number), PAGES).metadata.run.fragment_ids
    assert made == ["ann"] * 3


@pytest.mark.parametrize("change", ["pages", "settings"])
def test_what_has_changed_is_said_anew(beginnings, made, change):
    ann = Session("ann")
    beginnings(ann, "p1", run(1), PAGES)
    if change == "settings":
        config.get_config_options(force_reparse=True)
    pages = PAGES | {"p3": {"page_name": "class", "icon": ""}} if change == "pages" else PAGES
    begun = beginnings(ann, "p1", run(2, "board"), pages)
    assert len(begun.new_session.app_pages) == len(pages)
    assert made == ["ann", "ann"]


def test_a_message_is_nobody_elses(beginnings):
    ann = Session("ann")
    beginnings(ann, "p1", run(1), PAGES)
    beginnings(ann, "p1", run(2, "board"), PAGES).new_session.name = "changed"
    assert beginnings(ann, "p1", run(3, "board"), PAGES).new_session.name == "app"


def test_a_session_that_has_ended_is_forgotten(beginnings):
    beginnings(Session("ann"), "p1", run(1), PAGES)
    assert not beginnings.made


def test_streamlit_is_asked_through_it(monkeypatch):
    monkeypatch.setattr(AppSession, MAKE, OWN)  # which is back after the test
    make_once()
    assert getattr(AppSession, MAKE) is not OWN
    assert isinstance(getattr(AppSession, MAKE)(Session("ann"), "p1", run(1), PAGES), ForwardMsg)


@pytest.mark.parametrize(("owner", "name"), [(AppSession, MAKE), (app_session, NAME_THE_RUN)])
def test_a_streamlit_without_these_names_is_left_as_it_is(monkeypatch, owner, name):
    monkeypatch.setattr(AppSession, MAKE, OWN)
    monkeypatch.delattr(owner, name)
    make_once()
    assert getattr(AppSession, MAKE, OWN) is OWN
