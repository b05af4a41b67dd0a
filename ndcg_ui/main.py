"""Declares the pages, nothing else."""

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
VIEWS = {
    "": learn,
    "playground": playground,
    "examples": examples,
    "practice": practice,
    "code": code,
    "conventions": conventions,
    "evaluate": evaluate,
    "worksheet": worksheet,
}
page = shell.navigation({path: view.render for path, view in VIEWS.items()})
try:
    with turn():
        page.run()
finally:
    reconnect()  # last: it tells the browser that the page has been run
