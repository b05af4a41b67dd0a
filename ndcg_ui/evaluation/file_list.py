"""The files that a visitor has brought, as a list."""

from __future__ import annotations

from ndcg_ui.evaluation import sizes
from ndcg_ui.evaluation.files import Shelf
from ndcg_ui.evaluation.stored import Stored, Wanted
from ndcg_ui.html.builder import Html, button, html, li, p, span, ul

PRIVATE = (
    "Nothing leaves the machine that serves this page. The files lie there on disk, and are "
    "deleted when you close the page."
)


def listed_files(files: Shelf) -> Html:
    """Each file with a way to take it off, and what is still missing."""
    again = _asked_again(files.missing)
    if not files.stored:
        needed = "" if again else "Judgments and a run are needed. "
        return html(again, p(f"{needed}{PRIVATE}", css="say"))
    missing = again
    if not files.ready and not again:
        missing = p("The judgments are missing." if files.runs else "A run is missing.", css="say")
    return html(
        ul(*map(_line, files.stored), css="files", data_testid="files"),
        missing,
        p(PRIVATE, css="say"),
    )


def _asked_again(missing: tuple[Wanted, ...]) -> Html | None:
    """The files that a saved evaluation names and does not hold."""
    if not missing:
        return None
    names = (f"{file.name} ({_what(file)}, {sizes.megabytes(file.size)})" for file in missing)
    return p(f"Drop again what the saved evaluation names: {', '.join(names)}.", css="say")


def _what(file: Stored | Wanted) -> str:
    return "judgments" if file.kind == "qrels" else "run"


def _line(file: Stored) -> Html:
    size = span(f"{_what(file)}, {sizes.megabytes(file.size)}", css="say")
    off = button("Take off", data_act="remove", data_file=file.path.name, aria_label=_off(file))
    return li(file.name, " ", size, " ", off)


def _off(file: Stored) -> str:
    return f"Take off {file.name}"
