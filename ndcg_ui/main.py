"""Declares the pages, nothing else."""

import streamlit as st

from ndcg_ui.components.reconnect import reconnect
from ndcg_ui.page import shell, unfit_values
from ndcg_ui.views import (
    code,
    conventions,
    evaluate,
    examples,
    learn,
    playground,
    practice,
    worksheet,
)
from ndcg_ui.web.turns import turn

unfit_values.leave_out()
views = (learn, playground, examples, practice, code, conventions, evaluate, worksheet)
page = st.navigation([view.page() for view in views], position="top")
shell.set_title(page.title)
try:
    with turn():
        page.run()
finally:
    reconnect()  # last: it tells the browser that the page has been run
