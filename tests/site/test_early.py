"""The first screen of a link on a static site before Python has loaded, made in Node."""

import json
from itertools import product
from urllib.parse import parse_qsl

import pytest

from ndcg_ui import limits
from ndcg_ui.components.board.board import describe_cards
from ndcg_ui.components.board.link import read_state
from ndcg_ui.hosts.site.tables import build_tables
from ndcg_ui.pages.menu import EXHIBITS
from tests.ui.scenes import make_scene_runner, needs_node, read_module

pytestmark = needs_node
NAMES = ("hosts/site/early.js", "hosts/site/prepared.js", "components/board/sums.js")
RANKINGS = (
    "r=3,0,2",
    "r=1,0,2",
    "r=0.5,0,2.75,10&k=2",
    "r=Fresh:3,Old one:1,New:0&k=9",
    "r=1,0,2&judged=1,0,2,3,3&k=4",
    "r=1,0,2&judged=1,0,2,3,3&ideal=grades",
    "r=" + ",".join("3210" * 7),
)
CONVENTIONS = ("", "&gain=exponential", "&discount=logb(i)&base=3", "&discount=none")


@pytest.fixture(scope="module")
def playground():
    """Return the message of the site's file of the playground."""
    return EXHIBITS["playground"].build_first_screen({})[0]


def show_early(folder, message, links, more="null"):
    """Return what each link shows, as the site's script makes it."""
    given = {"message": message, "links": [dict(parse_qsl(link)) for link in links]}
    before = f"""
        import {{ findEarly }} from "./hosts/site/early.js";
        const {{ message, links }} = {json.dumps(given)};
        const tables = {build_tables().decode()};
        let result;
    """
    return make_scene_runner(folder, {name: read_module(name) for name in NAMES}, before)(f"""
        result = [];
        for (const link of links) result.push(await findEarly(message, link, async () => {more}));
    """)


def iterate_parts(shown):
    """Yield each part of a page."""
    for row in shown["rows"]:
        for column in row:
            yield from column


def list_parts(shown):
    """Return the name and the data of each part of a page."""
    return [(part["name"], part["data"]) for part in iterate_parts(shown)]


def find_part(shown, kind):
    """Return the data of the first part of a kind."""
    return next(part["data"] for part in iterate_parts(shown) if part["kind"] == kind)


def test_the_early_numbers_and_cards_of_a_ranking_are_pythons(tmp_path, playground):
    links = [ranking + convention for ranking, convention in product(RANKINGS, CONVENTIONS)]
    for link, shown in zip(links, show_early(tmp_path, playground, links, "tables"), strict=True):
        assert shown, link
        state = read_state(dict(parse_qsl(link)))
        board = find_part(shown, "board")
        wanted = describe_cards(state.board, state.trace)
        count = wanted["retrieved"]
        assert board["documents"][:count] == wanted["documents"][:count], link
        for name in ("label", "grade", "shown", "level"):
            assert [one[name] for one in board["documents"]] == [
                one[name] for one in wanted["documents"]
            ], link
        same = ("retrieved", "ideal", "divisors", "works", "k", "idcg", "empty")
        assert {name: board[name] for name in same} == {name: wanted[name] for name in same}, link
        assert board["link"] == shown["link"] == dict(parse_qsl(link))
        sums = {name: getattr(state.trace, name) for name in ("cg", "dcg", "idcg", "ndcg")}
        assert shown["values"] == sums, link


def test_a_hidden_part_stays_hidden_and_the_others_wait_for_python(tmp_path, playground):
    links = [
        "r=3,0,2&k=2",
        "r=3,0,2&hide=title,controls,charts,tools,steps,formulas,ideal,downloads",
    ]
    whole, bare = show_early(tmp_path, playground, links, "tables")
    before = list_parts(playground)
    assert [name for name, _ in list_parts(whole)] == [name for name, _ in before]
    assert find_part(whole, "board")["mode"] == "edit"
    assert dict(list_parts(whole))["title"] == dict(before)["title"]
    fraction = dict(list_parts(whole))["fraction"]["html"]
    assert "@2" in fraction
    assert "@5" not in fraction
    assert dict(list_parts(whole))["steps"] == {"later": True}
    kinds = {part["kind"] for part in iterate_parts(bare)}
    assert {"figure", "controls"}.isdisjoint(kinds)
    assert "steps" not in dict(list_parts(bare))
    assert find_part(bare, "board")["mode"] == "move"
    assert "for-screen-readers" in dict(list_parts(bare))["title"]["html"]


UNKNOWN = (
    *("r=3 0 2", "r=3,x", "r=3,99", "r=0,0", "r=3,2&discount=x", "r=3,2&k=0", "r=3,2&base=7"),
    *(
        "r=3,2&gain=x",
        "r=3,2&ideal=x",
        "r=a:b:3,2",
        "r=3,2&k=x",
        "r=A:3,A:2",
        "r=3,2&judged=2,3",
        "r=3,,2",
    ),
    *("r=3,-1", f"r={'x' * 200}:3,2", "r=" + ",".join("3" * (limits.MOST_DOCUMENTS + 1))),
)


def test_a_link_that_only_python_can_read_is_not_shown_early(tmp_path, playground):
    links = [link.replace("&base=7", "&discount=logb(i)&base=7") for link in UNKNOWN]
    shown = show_early(tmp_path, playground, links, "tables")
    assert [link for link, early in zip(links, shown, strict=True) if early] == []
    assert show_early(tmp_path, playground, ["r=3,0,2"], "null") == [None]
    lesson = {**playground, "page": "learn", "query": {"lesson": "dcg"}}
    near, other, step = show_early(
        tmp_path, lesson, ["lesson=dcg&step=2", "lesson=ideal", "lesson=dcg&r=3"], "tables"
    )
    assert near == {"link": {"lesson": "dcg", "step": "2"}, "rows": playground["rows"]} | {
        "values": None
    }
    assert (other, step) == (None, None)
    examples = {**playground, "page": "examples"}
    assert show_early(tmp_path, examples, ["r=3,0,2"], "tables") == [None]
