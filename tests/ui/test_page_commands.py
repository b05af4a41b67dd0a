"""A ranking's way through the pages."""

import re

EMPTY = "Write its grade, 0 if the document is not relevant, or take out the separator."


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
