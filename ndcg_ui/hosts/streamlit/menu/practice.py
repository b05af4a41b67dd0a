"""Draw the page "practice" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("practice")
