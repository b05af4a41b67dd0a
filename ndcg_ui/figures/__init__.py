"""Figures: pure functions from a trace to a Plotly figure as a plain dict, and what it shows."""

from ndcg_ui.figures.base import Figure as Figure
from ndcg_ui.figures.lessons import curves as curves
from ndcg_ui.figures.lessons import flips as flips
from ndcg_ui.figures.ranking import cutoffs as cutoffs
from ndcg_ui.figures.ranking import running as running
from ndcg_ui.figures.ranking import swaps as swaps
from ndcg_ui.figures.ranking import terms as terms
from ndcg_ui.figures.systems import by_unjudged as by_unjudged
from ndcg_ui.figures.systems import differences as differences
from ndcg_ui.figures.systems import dumbbell as dumbbell
from ndcg_ui.figures.systems import ranges as ranges
from ndcg_ui.figures.systems import waterfall as waterfall
