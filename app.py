"""The ASGI application: the pages, our static routes and the security headers.

`streamlit run app.py`, `uvicorn app:app` and `ndcg app` all serve it.
"""

from pathlib import Path

import streamlit as st

import ndcg_ui
from ndcg_ui.hosts import server

server.check_settings()
app = st.App(
    Path(ndcg_ui.__file__).parent / "hosts" / "streamlit" / "main.py",
    routes=server.list_routes(),
    middleware=server.list_middleware(),
    lifespan=server.prepare_server,
    on_script_error=server.show_friendly_error,
)
