"""The ASGI application: the pages, our static routes and the security headers.

`streamlit run app.py` and `uvicorn app:app` both serve it.
"""

from pathlib import Path

import streamlit as st

from ndcg_ui import web

app = st.App(
    Path(__file__).parent / "ndcg_ui" / "main.py",
    routes=web.routes(),
    middleware=web.middleware(),
    lifespan=web.lifespan,
    on_script_error=web.kind_error,
)
