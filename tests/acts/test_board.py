"""Actions on a board: the link and the parts after each, from nothing but the link."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ndcg_core as nc
from ndcg_ui.components.board.alone import answer_board_action
from ndcg_ui.components.board.remarks import CHART_TITLE
from ndcg_ui.pages.playground.rows import CHARTS
from tests.acts.shown import Shown


@given(st.permutations(range(6)), st.integers(1, 7))
def test_an_order_has_the_numbers_of_the_core_and_its_link_restores_it(order, k):
    grades = [3, 0, 2, 1, 0, 3]
    shown = Shown(r=",".join(map(str, grades)), k=str(k))
    shown.act(do="arrange", order=list(order))
    arranged = [grades[place] for place in order]
    assert shown.read_value("ndcg") == nc.ndcg(arranged, k)
    again = Shown(**shown.link)
    assert (again.ranking, again.link) == (shown.ranking, shown.link)


def test_a_typed_ranking_is_shown_and_linked_and_judged_documents_enter_the_ideal():
    shown = Shown()
    shown.act(do="type", text="X:1 Y:3")
    assert shown.ranking == "X1 Y3"
    assert shown.read_value("dcg") == nc.dcg([1, 3])
    assert shown.link == {"r": "X:1,Y:3"}
    shown = Shown(r="1,2", judged="1,2,3")
    assert shown.ranking == "A1 B2"
    assert shown.read_value("idcg") == nc.idcg([1, 2], judged=[1, 2, 3])
    shown.act(do="set", name="ideal", value="grades")
    assert shown.read_value("idcg") == nc.idcg([1, 2])


def test_controls_change_the_calculation_and_the_link_and_the_base_appears_if_used():
    shown = Shown(r="0,3,2")
    changes = {"k": "2", "gain": "exponential", "discount": "logb(i)", "base": "3"}
    changes |= {"ideal": "grades"}
    for name, value in changes.items():
        shown.act(do="set", name=name, value=value)
        assert shown.find_data("controls")["values"][name] == value
    assert shown.read_value("dcg") == 7.0  # (2^0 - 1) + (2^3 - 1), nothing divided below rank 3
    assert shown.link == {"r": "0,3,2", **changes}
    shown.act(do="set", name="k", value="")
    assert "k" not in shown.link
    (field,) = re.findall(r'<input[^>]*name="k"[^>]*>', Shown(k="2").find_data("controls")["html"])
    assert 'type="number"' in field
    assert 'value="2"' in field
    assert 'name="base"' not in Shown().find_data("controls")["html"]
    assert 'name="base"' in Shown(discount="logb(i)").find_data("controls")["html"]


FULL = ",".join(["1"] * 200)


@pytest.mark.parametrize(
    ("link", "act", "sentence"),
    [
        ({"r": "1"}, {"do": "remove", "at": 0}, "you cannot remove its only document"),
        ({"r": FULL}, {"do": "add", "to": "ranking"}, "The board holds 200 documents"),
        (
            {"r": "1,2", "gain": "exponential"},
            {"do": "grade", "at": 0, "grade": 1100},
            "grades up to 1000 are safe. The last result is still shown.",
        ),
        ({"r": "1,2"}, {"do": "type", "text": "good"}, "The last valid ranking is still shown."),
    ],
)
def test_an_impossible_change_of_a_board_is_refused_with_a_sentence(link, act, sentence):
    shown = Shown(**link)
    before = shown.link, shown.ranking, shown.read_value("ndcg")
    shown.act(**act)
    assert (shown.link, shown.ranking, shown.read_value("ndcg")) == before
    assert len(shown.problems) == 1
    assert sentence in shown.problems[0]


@pytest.mark.parametrize(
    ("ranking", "judged", "unretrieved"),
    [
        ("A:3,B:0", "A:3,B:0,Y:2", ["Y2"]),
        ("A:3,B:0", "X:3,Y:2", ["Y2"]),  # X is A under another name, and B is not judged
        ("A:3,B:0", "Y:2,Z:1", ["Y2", "Z1"]),  # without A, so nothing of them was retrieved
        ("A:3,B:0", "A:2", ["C2"]),  # another document than A
    ],
)
def test_unretrieved_judged_documents_are_next_to_the_ranking(ranking, judged, unretrieved):
    shown = Shown(r=ranking, judged=judged)
    others = shown.board["documents"][shown.board["retrieved"] :]
    assert [document["label"] + document["shown"] for document in others] == unretrieved
    grades = [3, 0, *(int(name[1:]) for name in unretrieved)]
    assert shown.read_value("idcg") == nc.idcg([3, 0], judged=grades)
    crowd = Shown(r=",".join(["2"] * 150), judged=",".join(["3"] * 60))
    assert "The link has 210 judged documents" in crowd.problems[0]
    assert len(crowd.board["documents"]) == 200


def test_a_board_alone_uses_its_hosts_settings_and_ignores_bad_actions():
    link, settings = {"r": "3,0,2"}, {"k": 2, "convention": "exponential"}
    answer = answer_board_action(link, None, settings, {"do": "arrange", "order": [2, 0, 1]})
    assert answer.link == {"r": "C:2,A:3,B:0"}
    data = answer.rows[0][0][0].data
    assert [document["gain"] for document in data["documents"]] == [3, 7, 0]
    assert (data["k"], data["idcg"]) == (2, nc.idcg([2, 3, 0], 2, "exponential"))
    data = answer_board_action(link, None, {"k": None}, {}).rows[0][0][0].data
    assert (data["k"], data["idcg"]) == (3, nc.idcg([3, 0, 2]))
    for act in ({"do": "arrange", "order": [7]}, {"do": "dance"}):
        assert answer_board_action(link, None, settings, act).link == link


def test_an_unknown_section_in_a_link_is_reported_and_known_ones_are_hidden():
    shown = Shown(r="1,2", hide="titel,charts,downloads")
    assert shown.link["hide"] == "charts,downloads"
    assert [one.partition(". ")[0] for one in shown.problems] == ["The link hides “titel”"]
    assert not [row for row in shown.parts.values() if "spec" in row["data"]]
    assert "share" not in shown.parts
    assert "share" in Shown(r="1,2", hide="charts").parts


def test_off_screen_parts_are_left_out_and_the_rest_completes_the_page():
    page = Shown(r="3,2,3,0,1", judged="3,2,3,0,1,3")
    act = {"do": "arrange", "order": [1, 0, 2, 4, 3]}
    names, whole = list(page.parts), page.request_answer(act)
    page.state = {"unseen": names}
    answered = collect_data(page.request_answer(act))
    left = [name for name in names if answered[name] == {"later": True}]
    assert {"board", "problems"} < {*names} - {*left}
    assert {"fraction", "steps", CHART_TITLE} < {*left}
    page.link, page.state = whole["link"], {"unseen": [name for name in names if name not in left]}
    rest = collect_data(page.request_answer({}))
    assert answered | {name: rest[name] for name in left} == collect_data(whole)


@pytest.mark.parametrize("unseen", ["steps", 5, None, [["steps"], 5, {}], {"steps": 1}, ["step"]])
def test_a_bad_list_of_off_screen_parts_leaves_no_part_out(unseen):
    page = Shown(r="3,2,3")
    whole = page.request_answer({})
    page.state = {"unseen": unseen}
    assert page.request_answer({}) == whole


def collect_data(answer):
    columns = [column for row in answer["rows"] for column in row]
    parts = (part for column in columns for part in column)
    return {part["name"]: part["data"] for part in parts}


@pytest.mark.parametrize(("hidden", "mode"), [("", "edit"), ("tools", "move")])
def test_a_board_without_tools_is_only_for_moves(hidden, mode):
    assert Shown(r="3,0,2", hide=hidden).board["mode"] == mode


@pytest.mark.parametrize(
    ("hide", "missing"),
    [
        ("downloads", ["share"]),
        ("controls", ["controls"]),
        ("charts", [CHART_TITLE, *CHARTS[1:]]),
        ("formulas,steps,ideal", ["steps"]),
        ("title", []),
    ],
)
def test_a_link_hides_parts_of_the_playground(hide, missing):
    whole, less = Shown(r="3,0,2"), Shown(r="3,0,2", hide=hide)
    assert [name for name in whole.parts if name not in less.parts] == missing
    is_hidden = "for-screen-readers" in less.get_markup("title").html
    assert is_hidden == (hide == "title")


@pytest.mark.parametrize(
    ("hide", "headings"),
    [("", ["Every step", "The ideal order"]), ("steps", ["The ideal order"]),
     ("ideal", ["Every step"]), ("formulas", ["Every step", "The ideal order"])],
)  # fmt: skip
def test_a_link_hides_tables_of_the_playground(hide, headings):
    steps = Shown(r="3,0,2", hide=hide).get_markup("steps")
    assert [line for line in steps.lines if line in ("Every step", "The ideal order")] == headings
    assert ("NDCG@k=DCG@kIDCG@k" in steps.lines) == (hide != "formulas")


def test_remarks_on_the_ranking_can_be_hidden():
    remarks = Shown().board["remarks"]
    assert any("swapping ranks 2 and 3 (B and C), which adds 0.021." in text for text in remarks)
    assert Shown(hide="words").board["remarks"] == []


@pytest.mark.parametrize(
    ("link", "said", "unsaid"),
    [
        ({"r": "3", "judged": "3,0", "k": "5"}, "NDCG@5 equals NDCG@1.", "lowers NDCG"),
        ({"r": "3", "judged": "3,1", "k": "5"}, "too short lowers NDCG.", "equals NDCG@1"),
        ({"r": "2,2", "judged": "2,2,3"}, "All retrieved documents have the same", "is ideal"),
        ({"r": "3,2,0,1", "k": "2"}, "which is already 1.", "No single swap"),
        ({"r": "0,3" + ",0" * 38}, "No single swap adds more to NDCG", "within the first"),
        ({"r": "0,3" + ",0" * 39}, "No single swap within the first 40 ranks", "swap adds more"),
        ({"r": "0", "judged": "0,3", "ideal": "grades"}, "in the ideal order is relevant", "best"),
    ],
)
def test_remarks_hold_for_short_lists_pools_and_long_lists(link, said, unsaid):
    remarks = " ".join(Shown(**link).board["remarks"])
    assert said in remarks
    assert unsaid not in remarks
