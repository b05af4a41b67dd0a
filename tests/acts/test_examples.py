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
