"""Figures: pure functions from a trace to a Plotly figure as a plain dict, and what it shows."""

from ndcg_ui.figures.against import against
from ndcg_ui.figures.base import Figure
from ndcg_ui.figures.curves import curves
from ndcg_ui.figures.cutoffs import cutoffs
from ndcg_ui.figures.differences import differences
from ndcg_ui.figures.dumbbell import dumbbell
from ndcg_ui.figures.flips import flips
from ndcg_ui.figures.running import running
from ndcg_ui.figures.swaps import swaps
from ndcg_ui.figures.terms import terms
from ndcg_ui.figures.waterfall import waterfall

__all__ = [
    "Figure",
    "against",
    "curves",
    "cutoffs",
    "differences",
    "dumbbell",
    "flips",
    "running",
    "swaps",
    "terms",
    "waterfall",
]
