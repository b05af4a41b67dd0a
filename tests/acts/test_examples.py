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
    (address,) = re.findall(r'href="\./playground\?([^"]*)"', shown.words("onward").html)
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
    assert "named" not in shown.words("asked").text
    assert "Notes" not in shown.words("about").text
    boxes = {cell for cell in WRONG[slug] if f'name="{cell}"' in shown.words("asked").html}
    shown.submit("asked", "compare", values=dict.fromkeys(boxes, "on"))
    said = shown.words("asked").text
    if boxes:
        assert f"You found {len(boxes)} of the {len(boxes)} wrong numbers." in said
    else:
        assert "None of these numbers is wrong" in said
    assert ("ranking 2: 1.263" in said) == (
        "rank 2 of the ranking" in said.partition("differs:")[2]
    )
    assert ("Notes" in shown.words("about").text) == bool(EXAMPLES[slug].notes)
    assert "Selected, but not wrong" not in said
    shown.act("choice", do="set", name="ask", value="")
    assert "player" in shown.parts
