"""Figures: pure functions from a trace to a Plotly figure as a dict, with a text equivalent."""

from ndcg_ui.components.figure.base import Figure as Figure
from ndcg_ui.components.figure.comparisons import plot_pair_by_unjudged as plot_pair_by_unjudged
from ndcg_ui.components.figure.comparisons import plot_pair_ranges as plot_pair_ranges
from ndcg_ui.components.figure.comparisons import plot_query_waterfall as plot_query_waterfall
from ndcg_ui.components.figure.lessons import plot_discount_curves as plot_discount_curves
from ndcg_ui.components.figure.lessons import plot_sign_flips as plot_sign_flips
from ndcg_ui.components.figure.ranking import plot_cutoffs as plot_cutoffs
from ndcg_ui.components.figure.ranking import plot_running_sums as plot_running_sums
from ndcg_ui.components.figure.ranking import plot_swaps as plot_swaps
from ndcg_ui.components.figure.ranking import plot_terms as plot_terms
from ndcg_ui.components.figure.systems import plot_by_unjudged as plot_by_unjudged
from ndcg_ui.components.figure.systems import plot_differences as plot_differences
from ndcg_ui.components.figure.systems import plot_dumbbell as plot_dumbbell
from ndcg_ui.components.figure.systems import plot_ranges as plot_ranges
from ndcg_ui.components.figure.systems import plot_waterfall as plot_waterfall
