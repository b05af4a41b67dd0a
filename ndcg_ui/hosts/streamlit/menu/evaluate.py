"""Draw the page "evaluate" of the menu, by Streamlit's fields."""

from ndcg_ui.pages import evaluate

evaluate.import_view().draw()
