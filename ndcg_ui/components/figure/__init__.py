"""Figures: pure functions from a trace to a Plotly figure as a dict, with a text equivalent."""

from ndcg_ui.components.figure.base import Figure as Figure
from ndcg_ui.components.figure.comparisons import draw_by_unjudged as draw_by_unjudged
from ndcg_ui.components.figure.comparisons import draw_ranges as draw_ranges
from ndcg_ui.components.figure.comparisons import draw_waterfall as draw_waterfall
from ndcg_ui.components.figure.lessons import draw_curves as draw_curves
from ndcg_ui.components.figure.lessons import draw_flips as draw_flips
from ndcg_ui.components.figure.ranking import draw_cutoffs as draw_cutoffs
from ndcg_ui.components.figure.ranking import draw_running_sums as draw_running_sums
from ndcg_ui.components.figure.ranking import draw_swaps as draw_swaps
from ndcg_ui.components.figure.ranking import draw_terms as draw_terms
from ndcg_ui.components.figure.systems import draw_differences as draw_differences
from ndcg_ui.components.figure.systems import draw_dumbbell as draw_dumbbell
from ndcg_ui.components.figure.systems import plot_by_unjudged as plot_by_unjudged
from ndcg_ui.components.figure.systems import plot_ranges as plot_ranges
from ndcg_ui.components.figure.systems import plot_waterfall as plot_waterfall
