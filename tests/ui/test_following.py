"""What a drag shows before Python has answered is what Python answers, to the last digit.

The browser's arithmetic is run by Node and held against `ndcg_core`.
"""

from __future__ import annotations

import json
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.metric.sums import running_sums
from ndcg_ui import figures
from ndcg_ui.boards.board import Board, Document
from ndcg_ui.boards.cards import cards
from tests.ui.scenes import module, needs_node, scenes

SCENE = """
import { number, short, exact } from "./ndcg-tutor.markup/numerals.js";
import { runningSums } from "./board/sums.js";
import { rowsOf, worth } from "./board/worth.js";
import { swapped } from "./figure/swaps.js";
let result;
"""
RANKINGS = (
    [3],
    [0.125, 3, 0, 2.0625, 1e-5],
    [0.1, 0.2, 0.30000000000000004, 0.3, 0.1],
    [0, 0, 0],
    [rank * 7 % 20 / 4 for rank in range(30)],
    [rank * 11 % 7 for rank in range(37)],
)
BELOW_ZERO = [2, -1, 0, 0.5, -0.25]
STEADY = [name for name, convention in nc.CONVENTIONS.items() if convention.steady]
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    """Run a scene in JavaScript and return its `result`."""
    names = ("board/sums.js", "board/worth.js", "figure/swaps.js")
    modules = {name: module(name) for name in names}
    modules["ndcg-tutor.markup/numerals.js"] = module("markup/numerals.js")
    return scenes(tmp_path, modules, SCENE)


def some_numbers() -> list[float]:
    """Numbers of every size, and those that stand halfway between two texts."""
    random = Random(7)
    halfway = [n / 16 for n in range(-40, 41)] + [2.0**-25, 1234567890123456.5, 5e15 + 0.5]
    sizes = [random.uniform(-1, 1) * 10 ** random.randint(-7, 18) for _ in range(1500)]
    return [
        *halfway,
        *sizes,
        -0.0,
        -0.0001,
        9.9996,
        999.9995,
        1e15,
        1e-5,
        0.1,
        1 / 3,
        1e22,
        123456.0,
    ]


def test_a_number_has_the_text_that_python_gives_it(node):
    numbers = some_numbers()
    found = node(f"result = {json.dumps(numbers)}.map((v) => [number(v), short(v), exact(v)]);")
    wanted = [[nc.number(value), nc.short(value), nc.exact(value)] for value in numbers]
    wrong = [trio for trio in zip(numbers, found, wanted, strict=True) if trio[1] != trio[2]]
    assert wrong == []
    assert node("result = [number(NaN), exact(NaN)];") == [nc.number(float("nan")), "nan"]


def test_sums_have_the_bits_that_python_gives_them(node):
    random = Random(11)
    lists = [
        [
            random.uniform(-1, 1) * 10 ** random.randint(-12, 12)
            for _ in range(random.randint(1, 30))
        ]
        for _ in range(200)
    ]
    lists += [[0.1] * 10, [1e16, 1.0, -1e16, 1e-16], [2.0**53, 1.0, 2.0**-60], []]
    assert node(f"result = {json.dumps(lists)}.map(runningSums);") == list(map(running_sums, lists))


def in_javascript(node, cases: list[tuple[dict, list[int], dict]]) -> list[dict]:
    """What the browser makes of boards' data, each with its documents in another order."""
    return node(f"""
        result = {json.dumps(cases)}.map(([data, order, map]) => {{
          const byId = new Map(data.documents.map((document) => [document.id, document]));
          const [board, written] = [{{ order, byId, data }}, {{}}];
          for (const [name, value] of Object.entries(worth(board))) written[name] = exact(value);
          return {{ rows: rowsOf(board), worth: written, map: swapped(map, rowsOf(board)) }};
        }});
    """)


def drawn(grades, labels, k, convention, judged):
    """The heat map as Python draws it."""
    matrix = nc.delta_ndcg(grades, k, convention, judged, 40)
    return json.loads(json.dumps(figures.swaps(matrix, labels).spec["data"][0]))


def board_of(grades, order):
    """Documents with these grades, in an order; their ids are their places before."""
    return Board(tuple(Document(n, f"<{n}>", grades[n]) for n in order))


def moved(grades, order, k, convention):
    """What the browser has of a ranking before its documents go into another order."""
    board = board_of(grades, range(len(grades)))
    data = cards(board, board.trace(k, convention))
    return data, order, drawn(grades, board.labels, k, convention, None)


def test_the_worth_of_an_order_its_steps_and_its_swaps_are_those_of_the_core(node):
    random, asked = Random(3), []
    for convention in map(nc.CONVENTIONS.__getitem__, STEADY):
        rankings = [*RANKINGS, *([BELOW_ZERO] if convention.negative == "as-is" else [])]
        for grades, k in zip(random.sample(rankings, 3), (None, 2, 4), strict=True):
            asked.append((grades, random.sample(range(len(grades)), len(grades)), k, convention))
    assert any(grades == BELOW_ZERO for grades, *_ in asked)
    answers = in_javascript(node, [moved(*case) for case in asked])
    for (grades, order, k, convention), found in zip(asked, answers, strict=True):
        board = board_of(grades, order)
        trace = board.trace(k, convention)
        rows = (*trace.actual, *trace.beyond)
        for column, field in (("gains", "gain"), ("terms", "value"), ("sums", "cumulative")):
            assert found["rows"][column] == [getattr(row, field) for row in rows]
        assert found["rows"]["counted"] == len(trace.actual)
        sums = {name: nc.exact(getattr(trace, name)) for name in ("cg", "dcg", "ndcg")}
        assert found["worth"] == sums, (grades, order, k, convention.name)
        wanted = drawn(board.grades, board.labels, k, convention, None)
        assert found["map"] | {"meta": None} == wanted | {"meta": None}


def test_a_cell_of_the_map_is_the_ndcg_after_the_swap_minus_the_one_before(node):
    grades, order, k = [3, 0.5, 0, 2, 1], [4, 1, 0, 3, 2], 3
    [found] = in_javascript(node, [moved(grades, order, k, nc.STANDARD)])
    cells = found["map"]["z"]
    shown = [grades[n] for n in order]
    for i in range(4):
        for j in range(i + 1, 5):
            after = list(shown)
            after[i], after[j] = after[j], after[i]
            assert cells[i][j - 1] == pytest.approx(
                nc.ndcg(after, k) - nc.ndcg(shown, k), abs=1e-12
            )


def test_where_another_order_has_another_ideal_the_board_gives_no_preview():
    names = {name for name, convention in nc.CONVENTIONS.items() if not convention.steady}
    assert names
    board = Board(tuple(Document(n, str(n), grade) for n, grade in enumerate([0, 3, 2])))
    for name, convention in nc.CONVENTIONS.items():
        data = cards(board, board.trace(1, convention))
        assert data["previews"] == (name not in names)
