"""The pages as Streamlit runs them."""

import pytest

EMPTY = "Write its grade, 0 if the document is not relevant, or take out the separator."


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


def test_a_field_that_was_changed_leads_though_the_browsers_link_is_older(visit):
    page = visit("conventions", r="3,0,2")
    page.app.text_input(key="conventions.k").set_value("2")
    page.run()
    page.app.text_input(key="conventions.got").set_value("0.957")
    page.app.query_params = {"r": "3,0,2"}  # sent before the last change had come
    page.run()
    wanted = {"r": "3,0,2", "k": "2", "got": "0.957"}
    assert {name: page.app.query_params[name] for name in wanted} == wanted
    page.app.query_params = {"r": "1,2"}  # by Back, Forward or a link
    page.run()
    assert page.app.text_input(key="conventions.r").value == "1,2"
    assert not page.app.text_input(key="conventions.k").value


@pytest.mark.parametrize(
    ("path", "query"), [("conventions", {"k": "2"}), ("worksheet", {"seed": "7"})]
)
def test_a_visit_to_another_page_loses_nothing(visit, path, query):
    page = visit(path, **query)
    before = page.html
    page.go("playground")
    page.go(path)
    assert page.html == before
    for name, value in query.items():
        assert page.app.query_params[name] == value
