"""A browser may send anything as a record, a state or an act: a page has an answer to it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ndcg_core.plain_data import plain
from ndcg_ui.acts.pages import PAGES
from tests.acts.near import LINKS, Near
from tests.acts.shown import Shown

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
JSON = st.recursive(
    SCALARS,
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=9), inside, max_size=4)
    ),
    max_leaves=12,
)
NAMES = (
    *("part", "act", "form", "values", "option", "on", "do", "order", "at", "grade", "label", "to"),
    *("why", "cell", "texts", "name", "value", "replayed", "lesson", "row", "done", "seed", "text"),
)
KEPT = (
    *("due", "reset", "said", "board", "named", "block", "answers", "choice", "seen", "at"),
    *("wrong", "number", "texts", "judged", "asked", "result", "checked", "link", "lessons"),
)
HUGE = {
    "lists": [[1]] * 100,
    "names": {f"n{n}": "x" for n in range(200)},
    "texts": "9" * 3_000,
}


@pytest.mark.parametrize(("page", "link"), LINKS, ids=str)
@given(st.integers(0, 2**32))
def test_nothing_that_is_nearly_an_act_takes_a_page_down(page, link, seed):
    Near(seed).acted(page, link)


@pytest.mark.parametrize("page", PAGES)
@given(st.data())
def test_no_json_takes_a_page_down(page, data):
    _, link = data.draw(st.sampled_from([one for one in LINKS if one[0] == page]))
    parts = st.sampled_from(list(Shown(page, **link).parts)) | JSON
    act = data.draw(st.dictionaries(st.sampled_from(NAMES), JSON, max_size=8))
    record, state = data.draw(JSON), data.draw(st.dictionaries(st.text(max_size=9), JSON))
    asked = plain([link, record, state, {**act, "part": data.draw(parts)}])
    assert json.loads(json.dumps(PAGES[page].act(*asked).plain))["rows"]


@pytest.mark.parametrize("huge", HUGE)
@pytest.mark.parametrize(("page", "link"), LINKS[:9], ids=str)
def test_nothing_huge_takes_a_page_down(page, link, huge):
    kept = dict.fromkeys(KEPT, HUGE[huge])
    shown = Shown(page, kept, **link)
    shown.state = kept
    for name, part in shown.parts.items():
        html = part["data"].get("html", "")
        form = part["data"].get("form") or html.partition('data-form="')[2].partition('"')[0]
        act = {**dict.fromkeys(NAMES, HUGE[huge]), "form": form, "part": name}
        shown.asked({**act, "act": "import", "do": "arrange"})
        shown.asked({**act, "why": "check", "do": "set"})
