"""Draw the page "one_page" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("one_page")
