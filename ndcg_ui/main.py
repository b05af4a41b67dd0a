"""Declares the pages, nothing else."""

from ndcg_ui.page import shell
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
shell.navigation({path: view.render for path, view in VIEWS.items()}).run()
