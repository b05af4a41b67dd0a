"""Figures: pure functions from a trace to a Plotly figure as a dict, with a text equivalent."""

from ndcg_ui.components.figure.base import Figure as Figure
from ndcg_ui.components.figure.comparisons import draw_by_unjudged as draw_by_unjudged
from ndcg_ui.components.figure.comparisons import draw_ranges as draw_ranges
from ndcg_ui.components.figure.comparisons import draw_waterfall as draw_waterfall
from ndcg_ui.components.figure.lessons import curves as curves
from ndcg_ui.components.figure.lessons import flips as flips
from ndcg_ui.components.figure.ranking import cutoffs as cutoffs
from ndcg_ui.components.figure.ranking import running as running
from ndcg_ui.components.figure.ranking import swaps as swaps
from ndcg_ui.components.figure.ranking import terms as terms
from ndcg_ui.components.figure.systems import by_unjudged as by_unjudged
from ndcg_ui.components.figure.systems import differences as differences
from ndcg_ui.components.figure.systems import dumbbell as dumbbell
from ndcg_ui.components.figure.systems import ranges as ranges
from ndcg_ui.components.figure.systems import waterfall as waterfall
