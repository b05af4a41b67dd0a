"""Draw the page "one_page" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw_menu_page

draw_menu_page("one_page")
