"""Figures: pure functions from a trace to a Plotly figure as a plain dict, and what it shows."""

from ndcg_ui.figures.base import Figure
from ndcg_ui.figures.lessons import curves, flips
from ndcg_ui.figures.ranking import cutoffs, running, swaps, terms
from ndcg_ui.figures.systems import by_unjudged, differences, dumbbell, ranges, waterfall

__all__ = [
    "Figure",
    "by_unjudged",
    "curves",
    "cutoffs",
    "differences",
    "dumbbell",
    "flips",
    "ranges",
    "running",
    "swaps",
    "terms",
    "waterfall",
]
