"""The charts of swaps, of flipped signs and of curves."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from ndcg_core.evaluation.sign_flips import flip_all, flip_at_random
from ndcg_core.metric import delta_ndcg
from ndcg_ui.figures import curves, flips, swaps
from tests.ui.drawn import RANKINGS, piece

# --- Swaps -----------------------------------------------------------------------------------


def test_each_pair_has_one_cell_with_the_change_of_its_swap():
    matrix = delta_ndcg([3, 2, 3, 0, 1])
    cells = piece(swaps(matrix, list("ABCDE")), "swaps")
    found = {
        (cells["meta"]["rows"][i], cells["meta"]["columns"][j]): value
        for i, row in enumerate(cells["z"])
        for j, value in enumerate(row)
        if value is not None
    }
    pairs = {(i, j): matrix[i - 1][j - 1] for i in range(1, 6) for j in range(i + 1, 6)}
    assert found == pytest.approx(pairs, abs=1e-12)


@pytest.mark.parametrize("grades", [[3, 2, 3, 0, 1], [0, 1], [3, 2], [0, 0]])
def test_no_change_has_the_neutral_colour(grades):
    cells = piece(swaps(delta_ndcg(grades), ["x"] * len(grades)), "swaps")
    (_, losing), (middle, neutral), (_, gaining) = cells["colorscale"]
    zero = -cells["zmin"] / (cells["zmax"] - cells["zmin"])
    assert (losing, neutral, gaining) == ("var(--bad)", "var(--line)", "var(--ok)")
    assert middle == pytest.approx(zero)


def test_a_change_of_any_size_keeps_within_its_colour():
    cells = piece(swaps(delta_ndcg([3, 2, 3, 0, 1]), list("ABCDE")), "swaps")
    numbers = [value for row in cells["z"] for value in row if value is not None]
    assert cells["zmin"] <= min(numbers) < 0 < max(numbers) <= cells["zmax"]


def test_only_the_first_thirty_ranks_are_drawn_and_the_sentence_says_so():
    grades = RANKINGS["two hundred documents"]
    figure = swaps(delta_ndcg(grades), ["x"] * 200)
    assert len(piece(figure, "swaps")["z"]) == 29
    assert figure.text.startswith("Among the first 30 of 200 ranks, swapping ranks ")


@pytest.mark.parametrize(
    ("grades", "sentence"),
    [
        ([3, 2, 3, 0, 1], "Swapping ranks 2 and 3 would add most to NDCG: 0.021."),
        (
            [3, 2],
            "No swap would raise NDCG; swapping ranks 1 and 2 would cost most: 0.087.",
        ),
        ([2, 2, 2], "No swap would change NDCG."),
        ([0, 0], "No swap would change NDCG."),
        ([3], "One document: there is nothing to swap."),
    ],
)
def test_the_sentence_of_the_swaps_names_the_best_one(grades, sentence):
    assert swaps(delta_ndcg(grades), ["x"] * len(grades)).text == sentence


# --- Curves and flips --------------------------------------------------------------------------


FLIPPED = {
    "five by hand": flip_all([-0.08, 0.5, 0.04, -0.25, 0.07]),
    "one": flip_all([0.3]),
    "no difference": flip_all([0.0, 0.0]),
    "even on the whole": flip_all([0.2, -0.2]),
    "many": flip_at_random([0.03 * (n % 7) - 0.06 for n in range(40)], 500),
}


@pytest.mark.parametrize("found", FLIPPED.values(), ids=FLIPPED)
def test_every_mean_stands_in_a_bar_and_the_far_ones_stand_out(found):
    figure = flips(found)
    go.Figure(figure.spec)
    bars = piece(figure, "means")
    assert sum(bars["y"]) == len(found.means)
    far = [n for n, c in zip(bars["y"], bars["marker"]["color"], strict=True) if "actual" in c]
    assert sum(far) == found.extreme
    assert f"{found.extreme} are as far from 0" in figure.text


def test_ten_thousand_ways_are_written_with_a_space():
    assert (
        "Of 10\N{NARROW NO-BREAK SPACE}000 ways" in flips(flip_at_random([0.1, 0.2], 10_000)).text
    )


def test_the_curves_are_what_a_rank_counts_for_and_who_is_still_reading():
    figure = curves({"dividing by i": [1, 1 / 2]}, "patience 0.80", [1, 0.8])
    go.Figure(figure.spec)
    assert [line["name"] for line in figure.spec["data"]] == ["dividing by i", "patience 0.80"]
    assert (
        figure.text == "Rank 2 counts for 0.500 under dividing by i, and 0.800 for patience 0.80."
    )
