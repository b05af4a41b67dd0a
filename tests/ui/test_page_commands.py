"""What a browser's board says to its page, and a ranking's way through other pages."""

import re

import pytest

EMPTY = "Write its grade, 0 if the document is not relevant, or take out the separator."


# --- The board's commands ------------------------------------------------------------------------


def command(page, seq, **said):
    """What the browser sends when a person did something on the board."""
    page.command(seq=seq, **said)
    page.run()


def test_a_move_is_obeyed_once_and_answered(visit):
    page = visit("playground", r="1,2,3")
    command(page, "s1", do="arrange", order=[2, 1, 0])
    assert page.ranking == "C3 B2 A1"
    assert page.data(".board")["acknowledged"] == "s1"
    assert page.field == "C:3, B:2, A:1"
    page.run()
    assert page.ranking == "C3 B2 A1"


def test_a_command_about_another_revision_is_answered_and_dropped(visit):
    page = visit("playground", r="1,2,3")
    command(page, "s1", do="arrange", order=[2, 1, 0], revision="stale")
    assert page.ranking == "A1 B2 C3"
    assert page.data(".board")["acknowledged"] == "s1"


@pytest.mark.parametrize("said", [{"do": "explode"}, {"do": "grade", "at": 99, "grade": 1}, {}])
def test_nonsense_from_the_browser_is_a_sentence_and_changes_nothing(visit, said):
    page = visit("playground", r="1,2,3")
    command(page, "s1", **said)
    assert page.ranking == "A1 B2 C3"
    assert len(page.problems) == 1


def test_undo_takes_back_what_was_typed_too(visit):
    page = visit("playground", r="1,2,3")
    command(page, "s1", do="type", text="3")
    assert page.field == "3"
    command(page, "s2", do="undo")
    assert page.ranking == "A1 B2 C3"
    assert page.field == "1, 2, 3"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3, two, 1", "Item 2"),
        ("", "no grade here yet"),
        ("3 " * 15_000, "more than 20000 characters"),  # none of it is cut off unsaid
        ("3 " * 201, "the board holds 200"),
    ],
)
def test_a_text_that_is_no_ranking_is_refused_and_what_was_there_stays(visit, text, sentence):
    page = visit("playground", r="1,2")
    command(page, "s1", do="type", text=text)
    assert sentence in page.problems[0]
    assert page.data(".board")["acknowledged"] == "s1"
    assert (page.ranking, page.field) == ("A1 B2", "1, 2")
    assert page.data(".board", "field")["refused"]
    page.run()
    assert page.problems == []
    assert not page.data(".board", "field")["refused"]


def test_documents_that_are_typed_again_by_name_are_still_the_same(visit):
    page = visit("playground", r="A:1,B:2,C:3")
    before = {d["label"]: d["id"] for d in page.data(".board")["documents"]}
    command(page, "s1", do="type", text="C:3, X:2, A:0, A:1")
    after = [(d["label"], d["id"]) for d in page.data(".board")["documents"]]
    assert [label for label, _ in after] == ["C", "X", "A", "A"]
    assert (after[0][1], after[2][1]) == (before["C"], before["A"])
    assert len({id for _, id in after}) == 4
    assert not {after[1][1], after[3][1]} & set(before.values())


# --- Coming and going ----------------------------------------------------------------------------


def test_the_playground_is_as_it_was_after_a_visit_to_another_page(visit):
    page = visit("playground", r="1,2,3", k="2")
    page.app.segmented_control(key="playground.gain").set_value("exponential")
    page.run()
    value = page.value("ndcg")
    page.go("examples")
    page.go("playground")
    assert page.ranking == "A1 B2 C3"
    assert page.value("ndcg") == value
    assert page.app.query_params == {"r": "1,2,3", "k": "2", "gain": "exponential"}


def test_an_example_leads_to_the_playground_with_its_ranking(visit):
    page = visit("examples", example="003-five-chunks")
    (link,) = page.app.get("page_link")
    query = dict(part.split("=") for part in link.proto.query_string.split("&"))
    assert set(query) <= {"r", "judged", "k", "gain", "discount", "base", "ideal"}
    assert "Chunk" in query["r"]


def test_the_solution_of_a_cg_sheet_divides_nothing(visit):
    page = visit("practice", skill="cg", r="3,2,3,0,1", k="4")
    page.app.button(key="practice.show").click()
    page.run()
    replayed = page.data("practice.player")["replayed"]
    for at, formula in enumerate(("3=3", "3+2=5", "3+2+3=8", "3+2+3+0=8", "3+2+3+0=8")):
        event = {"seq": f"s{at}", "replayed": replayed, "at": at}
        page.app.session_state["practice.player"] = {"event": event}
        page.run()
        assert re.search(rf"(?<![\d+]){re.escape(formula)}", page.text)
    assert "DCG" not in page.text


def test_what_cannot_be_read_leaves_the_last_ranking_on_every_page_and_says_so(visit):
    kept = "The last ranking that could be read is still shown."
    page = visit("playground", r="3,0,2")
    page.go("playground", {"r": "3,,2"})
    assert page.ranking == "A3 B0 C2"
    assert page.problems == [f"Item 2 is empty. {EMPTY} {kept}"]
    page = visit("conventions", r="3,0,2")
    page.app.text_input(key="conventions.r").set_value("3,,2")
    page.run()
    assert "0.943" in page.text or "0.9386" in page.text
    assert page.problems == [f"Item 2 is empty. {EMPTY} {kept}"]
    page = visit("code", r="3,0,2")
    before = page.data("code.lab")["board"]
    page.app.text_input(key="r").set_value("3,,2")
    page.run()
    assert page.data("code.lab")["board"] == before
    assert page.problems == [f"Item 2 is empty. {EMPTY} {kept}"]
