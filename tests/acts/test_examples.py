"""What an act on the examples does: another one, a step of a replay, numbers that are named."""

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest

from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import steps
from ndcg_core.marking.marks import mark
from ndcg_ui.parts.board.link import state_of
from tests.acts.shown import Shown

EXAMPLES = {example.slug: example for example in load_examples()}
MANY_SHEETS = next(slug for slug, example in EXAMPLES.items() if len(example.sheets) > 1)
WRONG = {
    slug: {m.cell for m in mark(example.sheet) if m.verdict == "wrong"}
    for slug, example in EXAMPLES.items()
}


def goto(shown: Shown, at: object) -> None:
    shown.act("player", at=at, replayed=shown.data("player")["replayed"])


@pytest.mark.parametrize("slug", EXAMPLES)
def test_every_step_of_an_example_is_shown_and_is_its_link(slug):
    shown = Shown("examples", example=slug)
    assert EXAMPLES[slug].title in shown.words("heading").text
    assert shown.problems == []
    named = [step.id for step in steps(EXAMPLES[slug].sheet)]
    for at, step in enumerate(named):
        goto(shown, at)
        assert shown.data("player")["at"] == at
        assert shown.link.get("step", named[0]) == step
    there = Shown("examples", **shown.link)
    assert (there.html, there.link) == (shown.html, shown.link)


def test_another_example_and_another_sheet_begin_at_their_first_step():
    shown = Shown("examples")
    goto(shown, 2)
    shown.act("choice", do="set", name="example", value=MANY_SHEETS)
    assert shown.link == {"example": MANY_SHEETS}
    goto(shown, 2)
    shown.act("choice", do="set", name="sheet", value="1")
    assert shown.link == {"example": MANY_SHEETS, "sheet": "2"}
    for name, value in (("example", "none"), ("sheet", "99"), ("sheet", "x"), ("size", "1")):
        shown.act("choice", do="set", name=name, value=value)
        assert shown.link == {"example": MANY_SHEETS, "sheet": "2"}
    shown = Shown("examples")
    shown.act("player", at=2, replayed="another")
    assert shown.data("player")["at"] == 0
    goto(shown, 10**9)
    assert shown.data("player")["at"] == len(shown.data("player")["titles"]) - 1
    goto(shown, -1)
    assert shown.data("player")["at"] == 0


@pytest.mark.parametrize("slug", EXAMPLES)
def test_an_example_leads_to_the_playground_with_its_ranking(slug):
    shown, example = Shown("examples", example=slug), EXAMPLES[slug]
    (address,) = re.findall(r'href="\./playground\?([^"]*)"', shown.words("onward").html)
    there = state_of(dict(parse_qsl(unescape(address))))
    assert there.board.grades == list(example.grades)
    assert there.trace.ndcg == example.sheet.trace.ndcg
    assert ("Chunk" in address) == (slug == "003-five-chunks")


@pytest.mark.parametrize("slug", EXAMPLES)
def test_who_is_asked_first_names_the_wrong_numbers_and_is_told_which_they_are(slug):
    shown = Shown("examples", example=slug)
    shown.act("choice", do="set", name="ask", value="on")
    assert "ask" in shown.link
    assert "player" not in shown.parts
    assert "named" not in shown.words("asked").text
    assert "What to know" not in shown.words("about").text
    boxes = {cell for cell in WRONG[slug] if f'name="{cell}"' in shown.words("asked").html}
    shown.submit("asked", "compare", values=dict.fromkeys(boxes, "on"))
    said = shown.words("asked").text
    if boxes:
        assert f"{len(boxes)} of the {len(boxes)} wrong numbers named." in said
    else:
        assert "Not one of these numbers is wrong" in said
    assert ("ranking 2: 1.263" in said) == ("rank 2 of the ranking" in said.partition("alone:")[2])
    assert ("What to know" in shown.words("about").text) == bool(EXAMPLES[slug].notes)
    assert "Named, but not wrong" not in said
    shown.act("choice", do="set", name="ask", value="")
    assert "player" in shown.parts


def test_what_was_named_in_one_example_is_not_said_of_another():
    shown = Shown("examples", ask="first")
    shown.submit("asked", "compare", values={})
    assert "Switch the question off" in shown.text
    link = shown.link
    shown.link = {"example": MANY_SHEETS, "ask": "first"}  # by Back or Forward
    shown.act()
    assert "Switch the question off" not in shown.text
    shown.link = link
    shown.submit("asked", "compare", values={})
    shown.act("choice", do="set", name="example", value=MANY_SHEETS)
    assert "Switch the question off" not in shown.text
