"""The figures of many queries: Plotly takes them, and their words say what they show."""

import json
import random

import plotly.graph_objects as go
import pytest

from ndcg_core.evaluation.scoring.intervals import Interval
from ndcg_ui.components.figure import (
    plot_by_unjudged,
    plot_differences,
    plot_ranges,
    plot_waterfall,
)

NAMES = ("one", "<b>two")
RNG = random.Random(5)
MANY = {f"q{n:05}": RNG.uniform(-1, 1) for n in range(10_000)}
SPANS = {"95 %:": Interval(0.1, 0.3), "unjudged:": Interval(-0.4, 0.25)}
DOTS = [("<i>", 0, -0.5), ("b", 3, 0.9), ("c", 3, 0.1)]
SAID = NAMES, NAMES[1], "On the queries with none unjudged one leads."
CASES = {
    "no query": plot_differences({}, NAMES),
    "one query, even": plot_differences({"q": 0.0}, NAMES),
    "three": plot_differences({"a": 0.5, "<i>": -0.25, "c": 0.0}, NAMES),
    "ten thousand": plot_differences(MANY, NAMES),
    "three dots": plot_by_unjudged(DOTS, *SAID),
    "ten thousand dots": plot_by_unjudged(
        [(q, n % 11, MANY[q]) for n, q in enumerate(MANY)], *SAID
    ),
    "both ranges": plot_ranges(0.2, SPANS, NAMES),
    "no move": plot_waterfall(0.5, [], 0.5, NAMES),
    "two moves": plot_waterfall(0.5, [("d1", 0.3), ("<i>", -0.1)], 0.7, NAMES),
    "below zero": plot_waterfall(-0.5, [("a document whose name is very long", 0.3)], -0.2, NAMES),
}


@pytest.mark.parametrize("figure", CASES.values(), ids=CASES)
def test_plotly_accepts_each_small_figure_which_has_a_sentence(figure):
    go.Figure(figure.spec)
    text = json.dumps(figure.spec, allow_nan=False)
    assert len(text) < 120_000
    assert "<b>" not in text
    assert "<i>" not in text
    assert "#" not in text
    assert figure.text.endswith(".")
    assert "-" not in figure.text


def test_a_figures_words_have_full_names_and_both_ends():
    name = "search engine of the garden shop, second half of the year.run"
    for figure in (
        plot_differences({"a": 0.5}, (name, name)),
        plot_by_unjudged([("a", 1, 0.9)], (name, name), name, f"{name} leads."),
    ):
        notes = [note["text"] for note in figure.spec["layout"]["annotations"]]
        assert len("".join(notes)) < 55
        assert name in figure.text
    figure = CASES["ten thousand"]
    top, bottom = max(MANY, key=MANY.__getitem__), min(MANY, key=MANY.__getitem__)
    assert top in figure.text
    assert bottom in figure.text
    assert len(figure.spec["data"][0]["y"]) <= 300
    assert "of the 10,000 queries are drawn" in figure.text


def test_chance_and_missing_judgments_are_two_ranges_on_one_axis():
    even, bars, dots = CASES["both ranges"].spec["data"]
    assert bars["base"] == [0.1, -0.4]
    assert bars["x"] == pytest.approx([0.3 - 0.1, 0.25 + 0.4])
    assert (even["x"], dots["x"]) == ([0, 0], [0.2, 0.2])
    assert (
        "minus one: 0.200; 95 %: 0.100 to 0.300; unjudged: −0.400 to 0.250."
        in CASES["both ranges"].text
    )


def test_waterfall_bars_connect_the_two_values():
    bars = CASES["two moves"].spec["data"][0]
    ends = [base + x for base, x in zip(bars["base"], bars["x"], strict=True)]
    assert ends == pytest.approx([0.5, 0.8, 0.7, 0.7])
    assert bars["base"] == pytest.approx([0.0, 0.5, 0.8, 0.0])
    assert (
        "The largest gain is 0.30, from d1. The largest loss is 0.10, from <i>."
        in CASES["two moves"].text
    )
