"""Figures are plain dicts that Plotly accepts, small, and say in words what they show."""

import json
from dataclasses import replace
from math import nan

import plotly.graph_objects as go
import pytest

from ndcg_core.content import load_toml
from ndcg_core.evaluation.comparing.sign_flips import run_exact_flip_test, run_random_flip_test
from ndcg_core.metric import STANDARD, Trace, delta_ndcg, trace
from ndcg_ui.components.figure import (
    Figure,
    plot_cutoffs,
    plot_discount_curves,
    plot_running_sums,
    plot_sign_flips,
    plot_swaps,
    plot_terms,
)

CASES = load_toml(__file__, "cases.toml")["figures"]

NBSP = "\N{NO-BREAK SPACE}"
RANKINGS = CASES["rankings"] | {"two hundred documents": [(7 * i) % 4 for i in range(200)]}


def find_trace(figure: Figure, uid: str) -> dict:
    return next(part for part in figure.spec["data"] if part["uid"] == uid)


CONVENTIONS = [STANDARD, replace(STANDARD, empty=nan), replace(STANDARD, gain="exponential")]


def draw_swaps(t: Trace) -> Figure:
    rows = t.actual + t.beyond
    changes = delta_ndcg([row.grade for row in rows], t.k, t.convention)
    return plot_swaps(changes, [row.label for row in rows])


def make_all_figures(t: Trace) -> dict[str, Figure]:
    return {
        "terms": plot_terms(t),
        "running": plot_running_sums(t),
        "cutoffs": plot_cutoffs(t),
        "swaps": draw_swaps(t),
    }


# --- Every figure ----------------------------------------------------------------------------


@pytest.mark.parametrize("convention", CONVENTIONS, ids=["standard", "nan", "exponential"])
@pytest.mark.parametrize("k", [None, 1, 2])
@pytest.mark.parametrize("grades", RANKINGS.values(), ids=RANKINGS)
def test_plotly_accepts_every_figure_of_every_ranking(grades, k, convention):
    for name, figure in make_all_figures(trace(grades, k, convention)).items():
        drawn = go.Figure(figure.spec)
        assert [part.uid for part in drawn.data] == [part["uid"] for part in figure.spec["data"]]
        json.dumps(figure.spec, allow_nan=False)
        assert figure.text.endswith("."), name
        assert "nan" not in figure.text, name
        assert "-" not in figure.text, name


def test_rows_and_columns_of_swaps_have_the_names_of_their_ranks():
    figure = draw_swaps(trace([3, 2, 0], labels=["A", "B", "C"]))
    layout, (cells,) = figure.spec["layout"], figure.spec["data"]
    assert (cells["y"], cells["x"]) == (
        ["rank 1 (A)", "rank 2 (B)"],
        ["rank 2 (B)", "rank 3 (C)"],
    )
    assert cells["meta"] == {"rows": [1, 2], "columns": [2, 3]}
    ticks = {axis: layout[axis]["ticktext"] for axis in ("yaxis", "xaxis")}
    assert ticks == {"yaxis": ["rank 1", "2"], "xaxis": ["with 2", "3"]}


# --- Terms ---------------------------------------------------------------------------------------


def test_a_label_is_never_markup():
    labels = ["<a href='https://elsewhere.example'>x</a>", "R&D"]
    t = trace([3, 2], labels=labels)
    spec = json.dumps([plot_terms(t).spec, plot_swaps(delta_ndcg([3, 2]), labels).spec])
    assert "<a" not in spec
    assert "R&amp;D" in spec


# --- Swaps -----------------------------------------------------------------------------------


# --- What they say ----------------------------------------------------------------------------


SAID = load_toml(__file__, "figures_say.toml")


@pytest.mark.parametrize(
    ("draw", "drawn", "sentence"), [(draw, *row) for draw, rows in SAID.items() for row in rows]
)
def test_a_figures_sentence_states_its_main_facts(draw, drawn, sentence):
    convention = replace(STANDARD, empty=drawn.get("empty", 0.0))
    shown = trace(drawn["grades"], drawn.get("k"), convention)
    assert make_all_figures(shown)[draw].text.replace(NBSP, " ") == sentence


# --- Curves and flips --------------------------------------------------------------------------


FLIPPED = {
    "five by hand": run_exact_flip_test([-0.08, 0.5, 0.04, -0.25, 0.07]),
    "one": run_exact_flip_test([0.3]),
    "no difference": run_exact_flip_test([0.0, 0.0]),
    "even on the whole": run_exact_flip_test([0.2, -0.2]),
    "many": run_random_flip_test([0.03 * (n % 7) - 0.06 for n in range(40)], 500),
}


@pytest.mark.parametrize("found", FLIPPED.values(), ids=FLIPPED)
def test_every_mean_is_in_a_bar_and_extreme_ones_are_highlighted(found):
    figure = plot_sign_flips(found)
    go.Figure(figure.spec)
    far, near = (find_trace(figure, f"means-{kind}") for kind in (0, 1))
    assert sum(far["y"]) == found.extreme
    assert sum(near["y"]) == len(found.means) - found.extreme
    assert figure.spec["layout"]["showlegend"]
    assert f"{found.extreme} have a mean as far from 0" in figure.text


def test_the_sentence_of_the_discount_curves_states_the_last_rank():
    figure = plot_discount_curves({"dividing by i": [1, 0.5]}, "patience 0.60", [1, 0.6])
    assert figure.text == (
        "At rank 2, the weight of a gain is 0.500 (dividing by i). "
        "The share of readers is 0.600 (patience 0.60)."
    )
