"""The elements of `ndcg_ui.notebook`: their answers, traits, refusals and static HTML."""

import json
import re
import subprocess
import sys
from html import escape
from types import ModuleType
from typing import Any

import pytest

import ndcg_core as nc
import ndcg_ui.notebook as ndcg
from ndcg_core.content import load_toml
from ndcg_core.evaluation import evaluate
from ndcg_ui.components.lab.lab import ENGINE_URL, FRAME_URL
from ndcg_ui.exhibit.parts import Part
from ndcg_ui.hosts.notebook import exhibits, scripts
from ndcg_ui.hosts.notebook.static import render_static
from tests import streamlit
from tests.notebook.test_shown import HOSTILE, RESULTS

CASES = load_toml(streamlit.__file__, "elements.toml")
"""Cases that also hold for the elements of Streamlit."""
CALLS = [(f"ndcg.{call}", says) for call, says in CASES["refused"] if "key=" not in call]
REFUSED = [
    *((call, says) for call, says in CALLS if call[5:].partition("(")[0] in ndcg.__all__),
    ("board.k = 0", "The cutoff k is 0"),
    ("board.k = '3'", "The cutoff k is '3'"),
    ("board.convention = 'nope'", "There is no convention “nope”"),
    ("board.link = {'r': 'x'}", "“x”, is not a number"),
    ("board.link = {'k': '3'}", "The link has no ranking"),
    ("board.link = {'r': 3}", "The link has 'r': 3"),
    ("board.link = {'r': '3', 'judged': 'x'}", "Judged documents"),
    ("ndcg.playground([])", "There are no grades"),
    ("ndcg.playground(link=3)", 'The link is 3. It must be a dictionary: {"r": "3,2,3,0,1", "k": '),
    ("ndcg.compare([3, 2])", "The results are [3, 2]"),
    ("ndcg.compare(results, k=7)", "7"),
    ("ndcg.compare(results, first='nobody')", "nobody"),
    ("ndcg.compare(evaluate({'q': {'a': 1}}, {'A': {'q': ['a']}}))", "only one system"),
]
GRADES = [3, 2, 3, 0, 1]


def send_message(exhibit: ndcg.Exhibit, monkeypatch, **message: Any) -> dict[str, Any]:
    """Send a message as a browser does, and return the answer."""
    sent: list[Any] = []
    monkeypatch.setattr(exhibit, "send", sent.append)
    exhibit._handle_custom_msg({"id": "a 1", **message}, [])
    (answer,) = sent
    assert answer["id"] == "a 1"
    read: dict[str, Any] = json.loads(answer["text"])
    return read


def act_on_board(board: ndcg.Board, monkeypatch, command: dict[str, Any]) -> dict[str, Any]:
    """Send a command on a board as a browser does, and store the answer's link."""
    message = {"page": "board", "link": board.link, "state": {}, "act": command}
    answer = send_message(board, monkeypatch, **message)
    if "refused" not in answer:
        board.set_state({"link": answer["link"]})
    return answer


# --- The board -----------------------------------------------------------------------------------


def test_the_public_modules_need_no_streamlit():
    code = "import sys, ndcg_ui.notebook as n; n.playground(); n.lesson('gain'); "
    code += "print({'streamlit', 'starlette', 'plotly', 'polars'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(("command", "labels", "grades", "refusal"), CASES["actions"])
def test_an_action_changes_the_ranking_or_is_refused(monkeypatch, command, labels, grades, refusal):
    board = ndcg.board(GRADES)
    answer = act_on_board(board, monkeypatch, command)
    assert ("".join(board.ranking.labels), board.ranking.grades) == (labels, grades)
    assert refusal in answer.get("refused", "")
    assert bool(refusal) == ("refused" in answer)


def test_a_board_has_the_trace_of_its_arguments_and_of_its_traits(monkeypatch):
    pool = [3, 3, 3, 2, 1, 0]
    mine = nc.Convention("mine", gain="exponential", discount="i")
    for convention in ("scikit-learn", "exponential", mine):
        board = ndcg.board(GRADES, k=3, convention=convention, judged=pool)
        assert board.ranking.trace.ndcg == nc.ndcg(GRADES, 3, convention, pool)
    act_on_board(board, monkeypatch, {"do": "arrange", "order": [4, 0, 1, 2, 3]})
    pushed: list[str] = []
    monkeypatch.setattr(board, "send_state", pushed.append)
    board.k = 2
    board.convention = "exponential"
    assert pushed == ["_start", "_start"]
    assert board.ranking.trace.ndcg == nc.ndcg([1, 3, 2, 3, 0], 2, "exponential", pool)


def test_a_link_that_is_set_is_shown_and_observed(monkeypatch):
    board, heard = ndcg.board(GRADES), []
    board.observe(lambda change: heard.append(change["new"]), "link")
    board.link = {"r": "P: 0, Q: 3"}
    assert board.link == {"r": "P:0,Q:3"}
    assert heard == [board.link]
    act_on_board(board, monkeypatch, {"do": "arrange", "order": [1, 0]})
    assert heard[1:] == [{"r": "Q:3,P:0"}]
    assert json.loads(board.get_state("_start")["_start"])["link"] == board.link


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
def test_bad_arguments_and_values_are_refused_with_a_sentence(call, sentence):
    board = ndcg.board(GRADES)
    names = {"ndcg": ndcg, "nc": nc, "board": board, "results": RESULTS, "evaluate": evaluate}
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the sentence is looked for below)
        exec(call, names)
    assert sentence in str(refused.value)
    assert board.ranking.grades == GRADES


def test_a_board_shows_its_fraction_and_names_itself(monkeypatch):
    board = ndcg.board([0, 3])
    assert repr(board) == "<Board: NDCG@2 = 0.631>"
    answer = act_on_board(board, monkeypatch, {"do": "arrange", "order": [1, 0]})
    assert repr(board) == "<Board: NDCG@2 = 1.000>"
    fraction, *others = (part for row in answer["rows"] for column in row for part in column)
    assert (fraction["name"], fraction["kind"]) == ("fraction", "markup")
    words = " ".join(re.sub("<[^>]*>", " ", fraction["data"]["html"]).split())
    assert words.startswith("1.000 = DCG@2 3.000 IDCG@2 3.000")
    assert [part["kind"] for part in others] == ["board"]


def test_data_that_are_no_message_get_no_answer(monkeypatch):
    board, sent = ndcg.board(GRADES), []
    monkeypatch.setattr(board, "send", sent.append)
    for nonsense in ("x", None, [1], 3):
        board._handle_custom_msg(nonsense, [])
    assert sent == []


# --- Pages ---------------------------------------------------------------------------------------


def make_elements() -> dict[str, ndcg.Exhibit]:
    """Return one of each element, by name."""
    return {
        "board": ndcg.board(GRADES, k=3, labels=["a < b", "b", "c", "d", "e"]),
        "playground": ndcg.playground(GRADES),
        "replay": ndcg.replay("002"),
        "lesson": ndcg.lesson("discount"),
        "practice": ndcg.practice("dcg"),
        "conventions": ndcg.page("conventions"),
        "compare": ndcg.compare(RESULTS),
    }


ELEMENTS = make_elements()


@pytest.mark.parametrize("name", ELEMENTS)
def test_an_element_has_static_html_next_to_the_widget(name):
    (data, _), element = ELEMENTS[name]._repr_mimebundle_(), ELEMENTS[name]
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == element.model_id
    shown = data["text/html"]
    assert not re.search(r"<(script|style|button|input|svg)|\bclass=|\bon\w+=|href=", shown)
    assert len(re.sub("<[^>]*>", "", shown)) > 100
    assert HOSTILE not in shown
    assert repr(element).startswith("<")
    assert data["text/plain"] == repr(element)


def test_static_html_has_the_numbers_and_escapes_names():
    shown = ELEMENTS["board"]._repr_mimebundle_()[0]["text/html"]
    trace = ELEMENTS["board"].ranking.trace
    assert nc.number(trace.ndcg) in shown
    assert "a &lt; b" in shown
    assert shown.count("not counted") == 2
    assert re.findall(r"height: .8em; width: (\d+)px", shown) == ["120", "50", "60"]
    assert "<strong>NDCG = DCG / IDCG = 5.762 / 5.893 = 0.978</strong>" in shown
    assert "Ideal order: a &lt; b, c, b, e, d." in shown
    headings = ELEMENTS["lesson"]._repr_mimebundle_()[0]["text/html"]
    assert '<h1 style="margin: .4em 0; font-size: 1.4em;">Discount' in headings


def test_an_element_without_visible_text_has_no_static_html():
    empty = Part("markup", "words", {"html": "<p> \n</p><button>Save</button>"})
    assert render_static([[[empty]]]) == '<div style="line-height: 1.45;"></div>'


STATIC = [
    ("markup", '<ol start="3"><li>a<b hidden>x</b></li></ol>', '<ol start="3"><li>a</li></ol>'),
    (
        "markup",
        '<p>A <button class="term">gain</button> to <button>flip</button></p>',
        "<p>A gain to </p>",
    ),
    ("markup", '<p>1 &lt; 2<span class="formula">F<b>G</b></span>, z</p>', "<p>1 &lt; 2, z</p>"),
    ("sheet", "<p>a sheet</p>", "<p>a sheet</p>"),
    ("ask", "<p>a question</p>", "<p>a question</p>"),
    ("controls", "<p>a setting</p>", ""),
]


@pytest.mark.parametrize(("kind", "markup", "static"), STATIC)
def test_static_html_has_the_words_of_a_part_without_its_controls(kind, markup, static):
    shown = render_static([[[Part(kind, "part", {"html": markup})]]])
    assert shown == f'<div style="line-height: 1.45;">{static}</div>'


def test_static_html_says_what_a_chart_and_an_empty_ranking_show():
    figure = Part("figure", "chart", {"name": "Two systems", "text": "North leads."})
    assert "<p><strong>Two systems. </strong>North leads.</p>" in render_static([[[figure]]])
    table = render_static([[[Part("markup", "t", {"html": '<table><td colspan="2">1</table>'})]]])
    assert ' colspan="2">1' in table
    nothing = ndcg.board([0, 0])._repr_mimebundle_()[0]["text/html"]
    assert "<strong>NDCG = DCG / IDCG = 0.000 / 0.000 = 0</strong>" in nothing
    assert "width:" not in nothing


def test_a_page_answers_the_requests_of_its_script(monkeypatch):
    play = ndcg.playground()
    page = {"page": "playground", "link": {"r": "A:3 B:2"}, "state": {}}
    moved = send_message(play, monkeypatch, **page, act={"do": "arrange", "order": [1, 0]})
    assert moved["link"]["r"].startswith("B:2")
    assert send_message(play, monkeypatch, go="examples", link={})["begin"]["page"] == "examples"
    assert "has no page" in send_message(play, monkeypatch, go="class", link={})["refused"]
    for address in (ENGINE_URL, FRAME_URL):
        assert send_message(play, monkeypatch, file=address.strip("/"))["text"]
    assert send_message(play, monkeypatch, made="ndcg-steps.csv", query="r=3,2")["base64"]
    frame = send_message(play, monkeypatch, file=FRAME_URL.strip("/"))["text"]
    assert 'http-equiv="Content-Security-Policy"' in frame
    deep = json.loads("[" * 500 + "]" * 500)
    assert send_message(play, monkeypatch, **page | {"state": {"x": deep}}, act={})["refused"]
    for nonsense in ({"page": "os"}, {"sing": 1}, {"module": "os"}):
        assert send_message(play, monkeypatch, **nonsense)["refused"]
    for unknown in ({"file": "etc/passwd"}, {"made": "etc/passwd", "query": ""}):
        assert "There is no" in send_message(play, monkeypatch, **unknown)["refused"]


def test_an_internal_error_is_reported(monkeypatch):
    play = ndcg.playground()
    monkeypatch.setattr(exhibits, "answer_message", lambda *_: 1 / 0)
    assert send_message(play, monkeypatch, page="playground")["refused"] == exhibits.FAULT


def test_exhibits_share_one_script_and_load_plotly_on_request(monkeypatch):
    one, two = ndcg.board(GRADES), ndcg.playground()
    assert one._code is two._code
    assert len(one._esm) < 1_000
    assert "export default function" in one._code._esm
    assert len(one._code._esm) < 400_000
    asked = [send_message(play, monkeypatch, module="plotly") for play in (one, two)]
    assert asked[0] == asked[1]
    plotly = scripts.get_script("plotly", {})
    assert asked[0]["widget"] == f"anywidget:{plotly.model_id}"
    assert len(plotly._esm) > 1_000_000
    hidden = "(function (define, module, exports) {"  # names of module loaders
    assert plotly._esm.startswith(hidden)
    assert "}).call(globalThis);\nexport default {" in plotly._esm[-200:]
    assert "export default" in one._esm
    code = f"{one._code._esm}{scripts.get_script('lab', {})._esm}"
    assert not re.search(r"\beval\(|new Function\(|createObjectURL\(new Blob\(\[.*javascript", code)


def test_a_notebook_of_marimo_is_recognized(monkeypatch):
    monkeypatch.delitem(sys.modules, "marimo", raising=False)
    assert not scripts.is_in_marimo()
    marimo = ModuleType("marimo")
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    for runs in (True, False):
        marimo.running_in_notebook = lambda runs=runs: runs
        assert scripts.is_in_marimo() is runs


def test_each_exhibit_in_marimo_contains_its_script(monkeypatch):
    for module in (exhibits, scripts):
        monkeypatch.setattr(module, "is_in_marimo", lambda: True)
    one, two = ndcg.board(GRADES), ndcg.board(GRADES)
    assert one._code is None
    assert one._esm == two._esm
    assert all(f"const {name} = " in one._esm for name in ("STYLE", "TEMPLATES"))
    assert one._scripts == {}
    pages = ndcg.playground(), ndcg.playground()
    made = [dict(page._scripts) for page in pages]
    assert [[*scripts] for scripts in made] == [["lab", "plotly"]] * 2
    asked = [send_message(page, monkeypatch, module="plotly") for page in pages]
    assert asked[0] != asked[1]
    assert [page._scripts for page in pages] == made


# --- Two systems ---------------------------------------------------------------------------------


def test_a_comparison_opens_queries_and_other_pairs(monkeypatch):
    exhibit = ndcg.compare(RESULTS, first="good", second=HOSTILE)
    assert {exhibit.link["first"], exhibit.link["second"]} == {"good", HOSTILE}
    message = {"page": "compare", "link": exhibit.link, "state": {}}
    opened = send_message(exhibit, monkeypatch, **message, act={"act": "open", "query": "r"})
    assert opened["link"] == exhibit.link | {"query": "r"}
    drawn = json.dumps(opened["rows"])
    assert "Why: r" in drawn
    assert '"text": "NDCG@3"' in drawn, "above the waterfall"
    html = "".join(
        part["data"].get("html", "") for row in opened["rows"] for column in row for part in column
    )
    words = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", html))
    assert re.search(r"Every query .* Where the difference comes from .* Why: r ", words)
    heading = words.partition("Why: r")[2]
    named = f" NDCG@3: {escape(HOSTILE)} 1.000 , good 0.631 ; difference −0.369 ."
    assert heading.startswith(named)
    for act in ({"act": "open", "query": "nothing"}, {"do": "set", "name": "pair", "value": "99"}):
        assert send_message(exhibit, monkeypatch, **message, act=act)["link"] == exhibit.link


def test_a_comparison_by_another_measure_shows_its_parts():
    from ndcg_core.evaluation import evaluate_measure

    shown = ndcg.compare(evaluate_measure(RESULTS, "RR"))._repr_mimebundle_()[0]["text/html"]
    assert "RR" in shown


def read_parts(answer):
    """Return the words of each part of an answer, by name."""
    parts = [part for row in answer["rows"] for column in row for part in column]
    return {
        part["name"]: " ".join(re.sub("<[^>]*>", " ", part["data"].get("html", "")).split())
        for part in parts
    }


def test_the_query_with_the_largest_difference_comes_first_and_is_open(monkeypatch):
    grades = {"a": 3, "b": 2, "c": 1}
    runs = {
        "a": {"q": ["a", "x"], "r": ["c", "a"], "s": ["a"]},
        "b": {"q": ["b", "x"], "r": ["a"], "s": ["a"]},
        "c": {"q": ["c", "x"], "r": ["b"], "s": ["x"]},
    }
    exhibit = ndcg.compare(evaluate({"q": grades, "r": grades, "s": {"a": 1}}, runs, 2))
    assert exhibit.link == {"first": "a", "second": "b", "query": "q"}
    assert repr(exhibit) == "<“a” leads “b” by 0.070 in mean NDCG@2 (0.794 to 0.724).>"
    message = {"page": "compare", "link": exhibit.link, "state": {}}
    parts = read_parts(send_message(exhibit, monkeypatch, **message, act={}))
    assert parts["pair"] == "Systems a and b a and c b and c"
    rows = " q 0.704 0.469 −0.235 1 of 2 r 0.679 0.704 +0.025 0 of 1 s 1.000 1.000 0.000 0 of 1 "
    assert f"Every query query a b b minus a unjudged in b{rows}" in parts["queries"]
    assert parts["heading"] == "Why: q NDCG@2: a 0.704 , b 0.469 ; difference −0.235 ."
    assert "By grade documents adds to the mean grade 3 2 " in parts["totals"]
    assert "Range of the difference" in parts
    message["link"] |= {"query": "r"}
    for place, pair, query in (
        ("2", ("b", "c"), "s"),
        ("3", ("a", "b"), "r"),
        ("0", ("a", "b"), "q"),
    ):
        act = {"do": "set", "name": "pair", "value": place}
        answer = send_message(exhibit, monkeypatch, **message, act=act)
        assert tuple(answer["link"].values()) == (*pair, query)
        assert f"{' and '.join(pair)}" in read_parts(answer)["pair"]
    for names in ({"first": "c"}, {"second": "c"}, {"first": "c", "second": "a"}):
        link = ndcg.compare(evaluate({"q": grades}, runs), **names).link
        assert (link["first"], link["second"]) == ("a", "c")


def test_three_systems_have_a_choice_of_pairs(monkeypatch):
    runs = {name: {"q": [name, "x"]} for name in "abc"}
    exhibit = ndcg.compare(evaluate({"q": {"a": 3, "b": 2, "c": 1}}, runs))
    message = {"page": "compare", "link": exhibit.link, "state": {}}
    act = {"do": "set", "name": "pair", "value": "2"}
    assert send_message(exhibit, monkeypatch, **message, act=act)["link"]["first"] == "b"
