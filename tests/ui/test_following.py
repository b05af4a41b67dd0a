"""The numbers that a drag shows at once are those that Python answers, to the last digit.

The browser's arithmetic is run by Node and held against `ndcg_core`.
"""

import json
from random import Random

import pytest

import ndcg_core as nc
from ndcg_core.metric.pools import resolve_cutoff
from ndcg_core.metric.score import list_running_sums
from ndcg_ui.components.board.board import Board, Document, describe_cards
from tests.ui.scenes import make_scene_runner, needs_node, read_module

SCENE = """
import { formatExact, formatNumber } from "./markup/numerals.js";
import { computeRunningSums, scoreOrder } from "./board/sums.js";
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
ROUNDED_UP = [1.6700000000000002, 1.6700000000000002, 1.67]
"""Grades whose DCG is above IDCG, by rounding alone, if the last two documents change places."""
STEADY = [name for name, convention in nc.CONVENTIONS.items() if convention.has_fixed_idcg]
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    modules = {
        "board/sums.js": read_module("components/board/sums.js"),
        "markup/numerals.js": read_module("components/markup/numerals.js"),
    }
    return make_scene_runner(tmp_path, modules, SCENE)


def list_numbers() -> list[float]:
    """Return numbers of every size, and numbers halfway between two texts."""
    random = Random(7)
    halfway = [n / 16 for n in range(-40, 41)] + [2.0**-25, 1234567890123456.5, 5e15 + 0.5]
    sizes = [random.uniform(-1, 1) * 10 ** random.randint(-7, 18) for _ in range(1500)]
    some = [-0.0, -0.0001, 9.9996, 999.9995, 1e15, 1e-5, 0.1, 1 / 3, 1e22, 123456.0]
    return halfway + sizes + some


def test_javascript_formats_a_number_as_python_does(node):
    numbers = list_numbers()
    found = node(f"result = {json.dumps(numbers)}.map((v) => [formatNumber(v), formatExact(v)]);")
    wanted = [[nc.number(value), nc.exact(value)] for value in numbers]
    wrong = [trio for trio in zip(numbers, found, wanted, strict=True) if trio[1] != trio[2]]
    assert wrong == []
    assert node("result = [formatNumber(NaN), formatExact(NaN)];") == [
        nc.number(float("nan")),
        "nan",
    ]


def test_javascript_sums_have_pythons_bits(node):
    random = Random(11)
    lists = [
        [
            random.uniform(-1, 1) * 10 ** random.randint(-12, 12)
            for _ in range(random.randint(1, 30))
        ]
        for _ in range(200)
    ]
    lists += [[0.1] * 10, [1e16, 1.0, -1e16, 1e-16], [2.0**53, 1.0, 2.0**-60], []]
    assert node(f"result = {json.dumps(lists)}.map(computeRunningSums);") == list(
        map(list_running_sums, lists)
    )


def make_board(grades, order):
    return Board(tuple(Document(n, f"<{n}>", grades[n]) for n in order))


def score_in_javascript(node, cases: list[tuple[dict, list[int]]]) -> list[dict]:
    """Return the browser's values for boards, each with its documents in another order."""
    return node(f"""
        result = {json.dumps(cases)}.map(([data, order]) => {{
          const byId = new Map(data.documents.map((document) => [document.id, document]));
          const found = Object.entries(scoreOrder({{ order, byId, data }}));
          return Object.fromEntries(found.map(([name, value]) => [name, formatExact(value)]));
        }});
    """)


def test_javascript_scores_an_order_as_the_core_does(node):
    random, asked = Random(3), []
    for convention in map(nc.CONVENTIONS.__getitem__, STEADY):
        rankings = [*RANKINGS, *([BELOW_ZERO] if convention.negative == "as-is" else [])]
        for grades, k in zip(random.sample(rankings, 3), (None, 2, 4), strict=True):
            k = resolve_cutoff(k, convention)
            asked.append((grades, random.sample(range(len(grades)), len(grades)), k, convention))
    assert any(grades == BELOW_ZERO for grades, *_ in asked)
    asked.append(([-1, -2], [1, 0], None, nc.CONVENTIONS["torchmetrics"]))
    asked.append((ROUNDED_UP, [0, 2, 1], None, nc.STANDARD))
    sent = []
    for grades, order, k, convention in asked:
        board = make_board(grades, range(len(grades)))
        sent.append((describe_cards(board, board.trace_ranking(k, convention)), order))
    for case, found in zip(asked, score_in_javascript(node, sent), strict=True):
        grades, order, k, convention = case
        trace = make_board(grades, order).trace_ranking(k, convention)
        assert found == {name: nc.exact(getattr(trace, name)) for name in found}, case
        assert set(found) == {"cg", "dcg", "ndcg"}
    # In exact numbers: (2 + 1/log2(3)) / (1 + 2/log2(3)) = 1.163; and a quotient of 1 + 2e-16.
    above, rounded = (found["ndcg"] for found in score_in_javascript(node, sent[-2:]))
    assert (above[:5], rounded) == ("1.163", "1")
