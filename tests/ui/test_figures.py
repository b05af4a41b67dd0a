"""Figures are plain dicts that Plotly accepts, small, and say in words what they show."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from math import nan

import plotly.graph_objects as go
import pytest

from ndcg_core.metric import STANDARD, Trace, delta_ndcg, ndcg_curve, trace
from ndcg_ui.figures import Figure, cutoffs, running, swaps, terms
from tests.ui.drawn import NBSP, RANKINGS, piece

CONVENTIONS = [STANDARD, replace(STANDARD, empty=nan), replace(STANDARD, gain="exponential")]


def all_figures(t: Trace) -> dict[str, Figure]:
    rows = t.actual + t.beyond
    grades = [row.grade for row in rows]
    return {
        "terms": terms(t),
        "running": running(t),
        "cutoffs": cutoffs(t),
        "swaps": swaps(delta_ndcg(grades, t.k, t.convention), [row.label for row in rows]),
    }


def size(figure: Figure) -> int:
    text = json.dumps(figure.spec, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return len(text.encode())


# --- Every figure ----------------------------------------------------------------------------


@pytest.mark.parametrize("convention", CONVENTIONS, ids=["standard", "nan", "exponential"])
@pytest.mark.parametrize("k", [None, 1, 2])
@pytest.mark.parametrize("grades", RANKINGS.values(), ids=RANKINGS)
def test_plotly_accepts_every_figure_of_every_ranking(grades, k, convention):
    for name, figure in all_figures(trace(grades, k, convention)).items():
        drawn = go.Figure(figure.spec)
        assert [part.uid for part in drawn.data] == [part["uid"] for part in figure.spec["data"]]
        json.dumps(figure.spec, allow_nan=False)
        assert figure.text.endswith("."), name
        assert "nan" not in figure.text, name
        assert "-" not in figure.text, name


def test_a_figure_of_five_documents_stays_small():
    sizes = {name: size(figure) for name, figure in all_figures(trace([3, 2, 3, 0, 1])).items()}
    assert max(sizes.values()) < 2600, sizes


def test_a_figure_of_two_hundred_documents_stays_below_the_size_of_a_picture():
    figures = all_figures(trace(RANKINGS["two hundred documents"]))
    assert max(map(size, figures.values())) < 16_000


def test_colours_are_the_variables_of_the_house():
    for name, figure in all_figures(trace([3, 2, 3, 0, 1], 3)).items():
        assert "#" not in json.dumps(figure.spec), name
        assert "var(--" in json.dumps(figure.spec), name


def test_the_axes_stay_put_when_documents_change_places():
    # Plotly moves either the axes or the bars: in a move it has to be the bars.
    before, after = all_figures(trace([3, 2, 3, 0, 1])), all_figures(trace([0, 3, 2, 1, 3]))
    for name in ("terms", "running", "cutoffs"):
        for axis in ("xaxis", "yaxis"):
            assert before[name].spec["layout"][axis] == after[name].spec["layout"][axis]


def test_a_move_changes_nothing_but_what_plotly_can_animate():
    animated = {"y", "ids"}
    taken_out_by_the_component = {"customdata"}
    first = trace([3, 2, 3, 0, 1], labels=list("ABCDE"))
    moved = trace([3, 3, 2, 0, 1], labels=list("ACBDE"))
    for draw in (terms, running):
        for old, new in zip(draw(first).spec["data"], draw(moved).spec["data"], strict=True):
            changed = {key for key in new if old[key] != new[key]}
            assert changed <= animated | taken_out_by_the_component, draw.__name__


def test_figures_cost_no_import_of_plotly_or_streamlit():
    block = "import sys; sys.modules.update(plotly=None, streamlit=None)"
    subprocess.run([sys.executable, "-c", f"{block}; import ndcg_ui.figures"], check=True)


# --- Running sums ----------------------------------------------------------------------------


def test_the_lines_end_at_dcg_and_idcg():
    t = trace([0, 3, 2])
    figure = running(t)
    assert piece(figure, "actual")["y"][-1] == pytest.approx(t.dcg)
    assert piece(figure, "ideal")["y"][-1] == pytest.approx(t.idcg)


def test_the_sums_stand_still_below_the_cutoff():
    line = piece(running(trace([3, 2, 1], k=1)), "actual")
    assert line["y"] == [3, 3, 3]


@pytest.mark.parametrize(
    ("grades", "empty", "sentence"),
    [
        (
            [3, 2, 3, 0, 1],
            0.0,
            "At rank 5 DCG is 6.15, IDCG 6.32: NDCG is 0.972. "
            "DCG is furthest behind at rank 2, by 0.63.",
        ),
        ([3, 2], 0.0, "DCG keeps up with IDCG at every rank. At rank 2 DCG is 4.26, IDCG 4.26."),
        ([0], 0.0, "Both sums stay at 0: NDCG is 0.000 by convention."),
        ([0], nan, "Both sums stay at 0: NDCG is undefined by convention."),
    ],
)
def test_the_sentence_of_the_sums_says_where_the_gap_is_widest(grades, empty, sentence):
    assert running(trace(grades, None, replace(STANDARD, empty=empty))).text == sentence


@pytest.mark.parametrize(
    ("grades", "k", "sentence"),
    [
        ([3, 2, 3, 0, 1], 5, "At rank 5 DCG is 6.15. Rank 1 adds most to it, 3.00."),
        ([0, 1, 3], 2, "At rank 2 DCG is 0.63. Rank 2 adds most to it, 0.63."),
        ([0, 0, 3], 2, "The sum stays at 0 down to rank 2."),
    ],
)
def test_before_the_ideal_order_is_known_the_sum_stands_alone(grades, k, sentence):
    figure = running(trace(grades, k), "nothing")
    assert figure.text == sentence
    drawn = [part["uid"] for part in figure.spec["data"]]
    assert "actual" in drawn
    assert "ideal" not in drawn
    assert "ideal" not in str(figure.spec["layout"]["annotations"])


# --- Cutoffs ---------------------------------------------------------------------------------


def test_the_current_k_is_marked_on_the_curve():
    curve = ndcg_curve([3, 2, 3, 0, 1])
    point = piece(cutoffs(trace([3, 2, 3, 0, 1], 3)), "current")
    assert point["x"] == [3]
    assert point["y"] == pytest.approx([curve[2]])


@pytest.mark.parametrize(
    ("grades", "k", "sentence"),
    [
        (
            [3, 2, 3, 0, 1],
            3,
            "NDCG@3 is 0.978. Over all k it is lowest at k = 2 with 0.871 "
            "and highest at k = 1 with 1.000.",
        ),
        ([3, 2], 1, "NDCG@1 is 1.000, and the same at every other k."),
        ([3], 1, "NDCG@1 is 1.000; with one document there is no other k."),
    ],
)
def test_the_sentence_of_the_cutoffs_says_how_much_k_matters(grades, k, sentence):
    figure = cutoffs(trace(grades, k))
    assert figure.text.replace(NBSP, " ") == sentence


def test_an_undefined_ndcg_leaves_the_curve_empty_and_says_so():
    figure = cutoffs(trace([0, 0], convention=replace(STANDARD, empty=nan)))
    assert piece(figure, "curve")["y"] == [None, None]
    assert figure.text == "NDCG is undefined at every k: nothing is relevant."
