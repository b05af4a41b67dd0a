"""The app as a multipage Streamlit app: the menu's pages and users' own pages.

`streamlit run ndcg_ui/hosts/streamlit/main.py` starts the whole app except live classes. Our server
(`app.py`) runs it too, and sends complete documents before it.
"""

import streamlit as st

from ndcg_ui import PRODUCT
from ndcg_ui.exhibit import server
from ndcg_ui.hosts.streamlit.menu import SCRIPTS
from ndcg_ui.pages.menu import GROUPS, OWN_PAGES, PAGES
from ndcg_ui.pages.own import describe_refused_files, is_own_page_error, list_own_pages

pages = {
    group: [
        st.Page(SCRIPTS[path], title=title, url_path=path or "learn", default=not path)
        for path, title, _ in entries
    ]
    for group, entries in GROUPS.items()
}
own = [st.Page(page.script, title=page.title, url_path=page.name) for page in list_own_pages()]
if own:
    pages[OWN_PAGES] = own
page = st.navigation(pages, position="hidden" if server.is_running() else "top")
about = next((listed.describe for listed in PAGES if listed.path == page.url_path), None)
title = about(st.query_params.to_dict())[0] if about else page.title
st.set_page_config(page_title=f"{title} · {PRODUCT}", layout="wide")
if not server.is_running():  # the server says it when it starts
    for sentence in describe_refused_files():
        st.warning(sentence)
try:
    page.run()
except Exception as error:
    if not is_own_page_error(error):
        raise
    st.exception(error)
