"""The files that a visitor has brought, as a list."""

from __future__ import annotations

from ndcg_ui.evaluation import limits
from ndcg_ui.evaluation.files import Files, Stored
from ndcg_ui.html.builder import Html, button, html, li, p, span, ul

PRIVATE = (
    "Nothing leaves the machine that serves this page. The files lie there on disk, and are "
    "deleted when you close the page."
)


def listed_files(files: Files) -> Html:
    """Each file with a way to take it off, and what is still missing."""
    if not files.stored:
        return p(f"Judgments and a run are needed. {PRIVATE}", css="say")
    missing = None
    if not files.ready:
        missing = p("The judgments are missing." if files.runs else "A run is missing.", css="say")
    return html(
        ul(*map(_line, files.stored), css="files", data_testid="files"),
        missing,
        p(PRIVATE, css="say"),
    )


def _line(file: Stored) -> Html:
    what = "judgments" if file.kind == "qrels" else "run"
    size = span(f"{what}, {limits.megabytes(file.size)}", css="say")
    off = button("Take off", data_act="remove", data_file=file.path.name, aria_label=_off(file))
    return li(file.name, " ", size, " ", off)


def _off(file: Stored) -> str:
    return f"Take off {file.name}"
