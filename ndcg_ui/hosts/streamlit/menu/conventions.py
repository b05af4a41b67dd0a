"""Draw the page "conventions" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("conventions")
