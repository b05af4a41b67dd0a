"""Actions on the examples: choosing one, replaying its steps, selecting wrong numbers."""

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest

from ndcg_core.examples.published import load_examples
from ndcg_core.marking.marks import mark
from ndcg_ui.components.board.link import read_state
from tests.acts.shown import Shown

EXAMPLES = {example.slug: example for example in load_examples()}


WRONG = {
    slug: {m.cell for m in mark(example.sheet) if m.verdict == "wrong"}
    for slug, example in EXAMPLES.items()
}


@pytest.mark.parametrize("slug", EXAMPLES)
def test_an_example_links_to_the_playground_with_its_ranking(slug):
    shown, example = Shown("examples", example=slug), EXAMPLES[slug]
    (address,) = re.findall(r'href="\./playground\?([^"]*)"', shown.get_markup("onward").html)
    there = read_state(dict(parse_qsl(unescape(address))))
    assert there.board.grades == list(example.grades)
    assert there.trace.ndcg == example.sheet.trace.ndcg
    assert ("Chunk" in address) == (slug == "003-five-chunks")
    about = shown.get_markup("about").lines
    assert ("The author’s claims" in about) == bool(example.claims)
    assert ("Notes" in about) == bool(example.notes)


@pytest.mark.parametrize("slug", EXAMPLES)
def test_a_reader_selects_wrong_numbers_and_then_sees_the_right_selection(slug):
    shown = Shown("examples", example=slug)
    shown.act("choice", do="set", name="ask", value="on")
    assert "ask" in shown.link
    assert "player" not in shown.parts
    assert "named" not in shown.get_markup("asked").text
    assert "Notes" not in shown.get_markup("about").text
    boxes = {cell for cell in WRONG[slug] if f'name="{cell}"' in shown.get_markup("asked").html}
    shown.submit("asked", "compare", values=dict.fromkeys(boxes, "on"))
    said = shown.get_markup("asked").text
    if boxes:
        assert f"You found {len(boxes)} of {len(boxes)} wrong number" in said
    else:
        assert "None of these numbers is wrong" in said
    assert ("ranking 2: 1.263" in said) == (
        "rank 2 of the ranking" in said.partition("differs:")[2]
    )
    assert ("Notes" in shown.get_markup("about").text) == bool(EXAMPLES[slug].notes)
    assert "Selected, but not wrong" not in said
    shown.act("choice", do="set", name="ask", value="")
    assert "player" in shown.parts


def test_another_example_or_sheet_starts_at_its_first_step():
    shown = Shown("examples")
    shown.act("player", at=3, replayed=shown.get_data("player")["replayed"])
    shown.act("choice", do="set", name="example", value="002-five-documents")
    assert shown.link == {"example": "002-five-documents"}
    assert EXAMPLES["002-five-documents"].title in shown.text
    assert shown.get_data("player")["at"] == 0
    shown.act("player", at=3, replayed=shown.get_data("player")["replayed"])
    shown.act("choice", do="set", name="sheet", value="1")
    assert shown.link == {"example": "002-five-documents", "sheet": "2"}
    assert shown.get_data("player")["at"] == 0
    for name, value in (("example", "nowhere"), ("sheet", "9")):
        shown.act("choice", do="set", name=name, value=value)
        assert shown.link == {"example": "002-five-documents", "sheet": "2"}


def test_selected_right_numbers_and_consequences_are_named():
    shown = Shown("examples", example="108-four-results")
    shown.act("choice", do="set", name="ask", value="on")
    shown.submit("asked", "compare", values={"dcg": "on", "ndcg": "on"})
    said = shown.get_markup("asked").text
    assert "You found 1 of 2 wrong numbers." in said
    assert "You missed: IDCG. Selected, but not wrong: NDCG." in said
    shown = Shown("examples", example="000-exponential-at-ten")
    shown.act("choice", do="set", name="ask", value="on")
    boxes = re.findall(r'name="((?:actual|ideal)[^"]*|n?i?dcg)"', shown.get_markup("asked").html)
    shown.submit("asked", "compare", values=dict.fromkeys(boxes, "on"))
    said = shown.get_markup("asked").text
    assert re.search("You also selected [^.]* the term at rank 8 of the ideal order. Numbers", said)
    assert "Selected, but not wrong: the term at rank 1 of the ideal order" in said


def test_a_selection_stays_until_another_example_is_chosen():
    shown = Shown("examples", example="108-four-results", ask="first")
    shown.submit("asked", "compare", values={"dcg": "on"})
    found = "You found 1 of 2 wrong numbers. You missed: IDCG. Turn off “Ask me first"
    shown.act()  # the page is opened again in the same tab
    assert found in shown.get_markup("asked").text
    assert re.findall(r'name="(\w+)"[^>]* checked', shown.get_markup("asked").html) == ["dcg"]
    for name, value in (("example", "nowhere"), ("sheet", "5")):
        shown.act("choice", do="set", name=name, value=value)
        assert shown.link == {"example": "108-four-results", "ask": "first"}
        assert found in shown.get_markup("asked").text
    shown.act("choice", do="set", name="example", value="109-one-point-five-eight")
    assert "Turn off “Ask me first" not in shown.get_markup("asked").text
    assert shown.link["ask"] == "first"


@pytest.mark.parametrize(
    ("step", "is_named"),
    [("actual.1", False), ("dcg", False), ("ideal.1", True), ("ideal.3", True), ("idcg", True)],
)
def test_a_wrong_ideal_order_is_named_at_the_steps_of_that_order(step, is_named):
    """The chat answer repeats two grades in its ideal order."""
    shown = Shown("examples", example="000-exponential-at-ten", step=step)
    fault = "The ideal order is not the ranking sorted by grade. The order has one 3 too many and "
    fault += "one 0 too few."
    assert shown.get_markup("summary").lines == ([fault] if is_named else [])


@pytest.mark.parametrize(
    ("link", "rows", "is_summed_up", "chart"),
    [
        ({"step": "actual.1"}, (5, 0), False, "ranks calculated so far: Ranking, rank 1 of 4."),
        ({"step": "ideal.1"}, (0, 5), False, "ranks calculated so far: Ideal, rank 1 of 4."),
        ({"step": "ndcg"}, (5, 5), True, "Rank 2 loses 0.63 compared with the ideal order."),
        ({"step": "ndcg", "ask": "first"}, (5, 5), False, ""),
    ],
)
def test_a_step_shows_the_table_of_its_order_and_the_last_step_all(link, rows, is_summed_up, chart):
    shown = Shown("examples", example="108-four-results", **link)
    first = {"step": "actual.1"}  # this step is not in the link
    assert shown.link == {"example": "108-four-results"} | ({} if link == first else link)
    assert tuple(len(shown.get_markup(name).table) for name in ("actual", "ideal")) == rows
    (*summary,) = shown.get_markup("summary").lines
    assert [line.startswith("DCG is wrong: one rank left out.") for line in summary] == (
        [True] * is_summed_up
    )
    charts = [part["data"]["text"] for part in shown.parts.values() if "spec" in part["data"]]
    assert [chart in text for text in charts] == [True] * bool(chart)


def test_the_question_has_a_checkbox_for_each_number_and_an_example_has_its_scale():
    shown = Shown("examples", example="108-four-results", ask="first")
    boxes = re.findall(r'<input type="checkbox" name="(\w+)"', shown.get_markup("asked").html)
    assert boxes == ["dcg", "idcg", "ndcg"]
    assert shown.get_markup("asked").lines == [
        "Select every number that its author got wrong.",
        *("DCG: 3.89", "IDCG: 4.39", "NDCG: 0.887", "Compare with the marking"),
    ]
    lines = Shown("examples", example="003-five-chunks").get_markup("about").lines
    assert lines[-1] == "Its grades: 0 irrelevant, 1 related, 2 good, 3 perfect."
    assert "Its grades" not in Shown("examples").get_markup("about").text
    links = [Shown("examples", example="002-five-documents", sheet=n).link for n in ("99", "0")]
    assert [link.get("sheet") for link in links] == ["3", None]


def test_the_last_step_sums_up_the_marks():
    shown = Shown("examples", example="000-exponential-at-ten")
    shown.act("player", at=99, replayed=shown.get_data("player")["replayed"])
    assert shown.get_markup("summary").get_data_attribute("testid") == "summary"


def test_the_playground_gets_the_cutoff_only_if_it_cuts():
    links = {slug: Shown("examples", example=slug).get_markup("onward").html for slug in EXAMPLES}
    cut = {slug for slug, html in links.items() if "&amp;k=" in html}
    assert cut == {"106-docstring-top-four"}
