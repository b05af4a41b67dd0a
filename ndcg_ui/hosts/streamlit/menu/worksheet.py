"""Draw the page "worksheet" of the menu."""

from ndcg_ui.hosts.streamlit.menu import draw

draw("worksheet")
