"""Draw the page "code" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("code")
