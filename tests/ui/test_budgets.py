"""One answer of a page has a budget, whatever a link asks of it: counted in calls, not in time.

On the machine where this was written a call takes about half a microsecond, so that 200,000 calls
are 100 ms and 600,000 are 300 ms. Each page is asked something that it was not asked before.
"""

from random import Random

import pytest

from tests.acts.shown import Shown
from tests.work import calls

RNG = Random(4)


def grades(count: int) -> str:
    """So many grades, others each time."""
    return ", ".join(str(RNG.randint(0, 3)) for _ in range(count))


def fractions(lowest: float, highest: float) -> str:
    """As many as a board holds, and hardly two are equal."""
    return ", ".join(f"{RNG.uniform(lowest, highest):.2f}" for _ in range(200))


def with_names(ranking: str) -> str:
    return ", ".join(f"a name {RNG.randint(0, 9)}:{grade}" for grade in ranking.split(", "))


def pooled() -> dict[str, str]:
    """A ranking of 100 in a pool of 200, cut in the middle."""
    ranking = grades(100)
    return {"r": ranking, "judged": f"{ranking}, {grades(100)}", "k": "50"}


SCORES = " ".join(str(RNG.randint(0, 9)) for _ in range(200))
GOT = {"got": "0.777", "scores": SCORES}
RAW = GOT | {"a": "recommenders-raw", "b": "catboost-exp-position"}
ASKED = [
    ("code", {}, grades(200)),
    ("conventions", GOT, grades(200)),
    ("conventions", pooled() | {"got": "0.777"}, grades(100)),
    ("conventions", RAW, fractions(-1014, 1014)),  # beyond 1000 the exponential gain may overflow
    ("conventions", RAW, with_names(fractions(0, 3))),
]


@pytest.mark.parametrize(("path", "query", "ranking"), ASKED)
def test_a_page_answers_200_documents_of_any_kind_within_its_budget(path, query, ranking):
    page = Shown(path, **query)
    made = calls(lambda: page.act(do="type", text=ranking))
    assert 600_000 / 40 < made < 600_000  # fewer would mean that nothing was counted
    assert not page.problems


@pytest.mark.parametrize(
    "query", [{"r": grades(200)}, pooled(), {"r": with_names(fractions(0, 3))}]
)
def test_an_act_on_200_documents_has_a_budget(query):
    shown = Shown(**query)
    order = list(range(shown.board["retrieved"]))[::-1]
    assert 5_000 < calls(lambda: shown.act(do="arrange", order=order)) < 200_000


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("learn", {}),
        ("learn", {"lesson": "ndcg-at-k", "unlock": "all", "step": "30"}),
        ("practice", {"skill": "ndcg", "r": "3,2,3,0,1"}),
        ("practice", {"part": "drag"}),
        ("practice", {"part": "source", "r": fractions(0, 3)[:80], "number": "0.777"}),
        ("examples", {}),
        ("examples", {"ask": "first"}),
    ],
    ids=str,
)
def test_a_page_answers_an_act_within_its_budget(page, link):
    shown = Shown(page, **link)
    assert 2_000 < calls(lambda: shown.act("nothing")) < 600_000


def test_where_a_number_is_from_is_not_looked_for_in_a_long_list():
    shown = Shown("practice", part="source", r=grades(200), number="0.777")
    assert "200 documents" in shown.problems[0]
    assert "among at most 20" in shown.problems[0]
