"""Draw the page "examples" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("examples")
