"""Two systems of a few queries, as lessons compare them, and the dumbbell."""

import plotly.graph_objects as go

from ndcg_core.evaluation.comparing.comparison import compare
from ndcg_core.evaluation.scoring.queries import Query, evaluate
from ndcg_ui.components.figure import plot_dumbbell

FIRST = evaluate([Query("cake", (3, 2)), Query("<b>tap", (0, 1)), Query("bus", (1, 0))])
SECOND = evaluate([Query("cake", (2, 3)), Query("<b>tap", (1, 0)), Query("bus", (1, 0))])


def test_plotly_accepts_the_dumbbell_and_names_stay_text():
    drawn = plot_dumbbell(compare(FIRST, SECOND), ["A", "B"])
    assert go.Figure(drawn.spec)
    assert "&lt;b>tap" in drawn.spec["layout"]["yaxis"]["ticktext"]


def test_the_summary_states_the_winner_and_the_largest_difference():
    text = plot_dumbbell(compare(FIRST, SECOND), ["A", "B"]).text
    assert text.startswith("A wins 1 of 3 queries, B 1, and 1 are even.")
    assert "They differ most on “<b>tap”: B is ahead by 0.37." in text
    assert "differ most" not in plot_dumbbell(compare(FIRST, FIRST), ["A", "B"]).text
