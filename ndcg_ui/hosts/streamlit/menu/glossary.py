"""Draw the page "glossary" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("glossary")
