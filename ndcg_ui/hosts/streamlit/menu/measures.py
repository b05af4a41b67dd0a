"""Draw the page "measures" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("measures")
