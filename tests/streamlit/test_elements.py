"""The elements of `ndcg_ui.streamlit`: what they return, refuse and answer in a rerun.

A component is an unknown element to AppTest, so its data are read from its message, and what a
browser sends is put into the session's state, where Streamlit puts it.
"""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ndcg_core as nc
import ndcg_ui.streamlit as ndcg
from ndcg_core.content import load_toml
from ndcg_ui.components.figure.base import PLOTLY_URL
from ndcg_ui.exhibit import server
from tests.clock import PATIENCE

CASES = load_toml(__file__, "elements.toml")
GRADES = [3, 2, 3, 0, 1]

forgets_in_old_tests = pytest.mark.skipif(
    version("streamlit") < "1.66",
    reason="AppTest of Streamlit 1.65 forgets a component's state, which a browser keeps",
)


def show_elements() -> None:
    """Show a board and the elements in the session's state, as the script of the tests."""
    import streamlit as st

    import ndcg_ui.streamlit as ndcg

    state = st.session_state
    for name, first in state.get("shown", {}).items():
        getattr(ndcg, name)(first, key=name)
    if "options" in state:
        state.ranking = ndcg.board(key="b", **state.options)


class App:
    """A script run by AppTest."""

    def __init__(self, **state: Any) -> None:
        self.app = AppTest.from_function(show_elements, default_timeout=PATIENCE)
        self.run(**state)

    def run(self, **state: Any) -> None:
        """Run the script again after a change, and fail on an exception."""
        for name, value in state.items():
            self.app.session_state[name] = value
        self.app.run()
        assert not self.app.exception, self.app.exception[0].value

    def act(self, command: Mapping[str, Any], link: Mapping[str, str] | None = None) -> None:
        """Send an action on the board as a browser does."""
        base = self.get_data("b")["host"]["base"]
        message = {"base": base, "link": dict(link or self.link), "act": dict(command)}
        self.run(b={"state": {"id": 1, **message}})

    def send(self, key: str, message: Mapping[str, Any]) -> dict[str, Any]:
        """Send a message of a page, and return the answer."""
        self.run(**{key: {"message": {"id": 7, **message}}})
        answer = self.get_data(key)["answer"]
        assert answer["id"] == 7
        return answer

    def get_data(self, key: str) -> dict[str, Any]:
        """Return the data that was last sent to a component."""
        for element in self.app.get("bidi_component"):
            if element.proto.id.endswith(f"-{key}"):
                return json.loads(element.proto.json)
        raise AssertionError(f"no component has the key {key}")

    @property
    def link(self) -> dict[str, str]:
        return self.get_data("b")["now"]["link"]

    @property
    def ranking(self) -> ndcg.Ranking:
        return self.app.session_state["ranking"]


# --- The board -----------------------------------------------------------------------------------


def test_a_board_returns_the_trace_of_its_arguments():
    mine = nc.Convention("mine", gain="exponential", discount="i")
    ones = nc.Convention("ones", gain="exponential", ideal_from="ones")
    pool = [3, 3, 3, 2, 1, 0]
    app = App(options={"grades": GRADES})
    for convention in ("scikit-learn", "exponential", mine, ones):
        app.run(options={"grades": GRADES, "k": 3, "convention": convention, "judged": pool})
        assert app.ranking.trace.ndcg == nc.ndcg(GRADES, 3, convention, pool)
    assert (app.ranking.grades, app.ranking.labels) == (GRADES, list("ABCDE"))


@pytest.mark.parametrize(("command", "labels", "grades", "refusal"), CASES["actions"])
def test_an_action_changes_what_a_board_returns_or_is_refused(command, labels, grades, refusal):
    app = App(options={"grades": GRADES})
    app.act(command)
    assert ("".join(app.ranking.labels), app.ranking.grades) == (labels, grades)
    answer = app.get_data("b")["now"]
    assert answer["id"] == 1
    assert refusal in answer.get("refused", "")
    assert bool(refusal) == ("refused" in answer)


@forgets_in_old_tests
def test_a_new_cutoff_keeps_the_order_and_new_grades_reset_it():
    app = App(options={"grades": GRADES})
    app.act({"do": "arrange", "order": [4, 0, 1, 2, 3]})
    app.run(options={"grades": GRADES, "k": 2, "convention": "exponential"})
    assert app.ranking.trace.ndcg == nc.ndcg([1, 3, 2, 3, 0], 2, "exponential")
    app.run(options={"grades": [1, 2]})
    assert app.ranking.grades == [1, 2]


@forgets_in_old_tests
def test_a_grade_that_a_convention_cannot_score_is_unchanged():
    app = App(options={"grades": GRADES})
    app.act({"do": "grade", "at": 0, "grade": 2000})
    assert app.ranking.grades[0] == 2000
    app.run(options={"grades": GRADES, "convention": "exponential"})
    assert app.ranking.grades == GRADES
    app.run(options={"grades": GRADES})
    assert app.ranking.grades[0] == 2000


@pytest.mark.parametrize("link", [{"r": "no ranking"}, {"r": ""}, {"r": "3,2", "j": "x"}])
def test_a_foreign_link_shows_the_ranking_of_the_script(link):
    app = App(options={"grades": GRADES})
    app.act({}, link)
    assert len(app.ranking.grades) >= 1


def test_the_server_scores_a_board_only_under_a_convention_that_it_knows(monkeypatch):
    monkeypatch.setattr(server, "_is_running", True)
    changed = nc.Convention("exponential", gain="exponential", discount="i")
    app = App()
    for convention, may_score in (("exponential", True), (changed, False)):
        app.run(options={"grades": GRADES, "k": 2, "convention": convention})
        host = app.get_data("b")["host"]
        assert host["server"] is may_score
        assert host["shown"] == {"k": 2, "convention": "exponential"}


def show_elements_without_keys() -> None:
    """Show two of each element, as the script of a test."""
    import ndcg_core as nc
    import ndcg_ui.streamlit as ndcg

    for grades, name, skill in (([1, 2], "001", "dcg"), ([2, 1], "002", "term")):
        ndcg.board(grades)
        ndcg.steps(nc.trace(grades))
        ndcg.ideal(nc.trace([*grades, 3]))
        ndcg.replay(name)
        ndcg.practice(skill)
        ndcg.page("playground", link={"r": f"{grades[0]},3"})


def test_two_elements_with_different_arguments_need_no_keys():
    app = AppTest.from_function(show_elements_without_keys, default_timeout=PATIENCE).run()
    assert not app.exception, app.exception[0].value
    assert len(app.get("bidi_component")) == 12


# --- The others ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["steps", "ideal", "fraction", "formulas"])
def test_a_table_shows_its_trace(name):
    trace = nc.trace(GRADES)
    part = App(shown={name: trace}).get_data(name)["part"]
    number = {"steps": trace.dcg, "ideal": trace.idcg}.get(name, trace.ndcg)
    assert part["kind"] == "markup"
    assert f"{number:.3f}" in json.dumps(part["data"])


PAGES = {
    "replay": ("002", {"example": "002-five-documents"}),
    "lesson": ("discount", {"lesson": "discount", "unlock": "all"}),
    "practice": ("dcg", {"skill": "dcg"}),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_starts_with_its_arguments(name):
    first, found = PAGES[name]
    begun = App(shown={name: first}).get_data(name)
    assert begun["host"]["link"].items() >= found.items()
    assert begun["now"]["rows"]


def test_every_page_is_shown():
    app = App()
    for name in list_page_names():
        app.run(shown={"page": name})
        assert app.get_data("page")["now"]["rows"], name


def list_page_names() -> list[str]:
    """Return the names that the refusal of `page` lists."""
    with pytest.raises(ValueError, match="There are") as refused:
        ndcg.page("nothing of the kind")
    return str(refused.value).partition("There are ")[2].rstrip(".").split(", ")


def test_a_page_answers_the_requests_of_its_script():
    app = App(shown={"page": "playground"})
    page = {"page": "playground", "link": {"r": "A:3 B:2"}, "state": {}}
    moved = app.send("page", {**page, "act": {"do": "arrange", "order": [1, 0]}})
    assert moved["link"]["r"].startswith("B:2")
    assert "Plotly" in app.send("page", {"file": PLOTLY_URL.strip("/")})["text"]
    assert app.send("page", {"go": "examples", "link": {}})["begin"]["rows"]
    assert "the app’s own server" in app.send("page", {"go": "class", "link": {}})["refused"]
    for nonsense in ({"page": "os"}, {"file": "etc/passwd"}, {"sing": 1}, {"page": 3}):
        assert app.send("page", nonsense)["refused"]


@pytest.mark.parametrize(("call", "sentence"), CASES["refused"])
def test_bad_arguments_are_refused_with_a_sentence(call, sentence):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the sentence is looked for below)
        eval(f"ndcg.{call}", {"ndcg": ndcg, "nc": nc})
    assert sentence in str(refused.value)
