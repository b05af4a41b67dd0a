"""Draw the page "evaluate" of the menu with Streamlit's own fields."""

from ndcg_ui.pages import evaluate

evaluate.import_view().draw_evaluation_page()
