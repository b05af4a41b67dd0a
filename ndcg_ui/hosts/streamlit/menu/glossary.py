"""Draw the page "glossary" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw_menu_page

draw_menu_page("glossary")
