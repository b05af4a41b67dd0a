"""The files to take along, made when they are asked for; and the command that does the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from ndcg_ui.components.markup import markup
from ndcg_ui.components.take import take as draw
from ndcg_ui.evaluation import taken
from ndcg_ui.evaluation.asked import Asked
from ndcg_ui.evaluation.command import command
from ndcg_ui.evaluation.desk import at_desk, brought, saved_file
from ndcg_ui.evaluation.report import as_csv, as_parquet, report
from ndcg_ui.evaluation.sizes import megabytes
from ndcg_ui.evaluation.state import PAGE, keep, state
from ndcg_ui.evaluation.taken import OFFERS, Taken, stamp
from ndcg_ui.evaluation.working import Worked
from ndcg_ui.html.builder import NOTHING, Html, button, every, h2, html, p, tag
from ndcg_ui.page.keys import key

TAKE = key(PAGE, "take")
LINK = "The address of this page holds all that is chosen here: it can be sent as it is."
OWN = (
    "{saved} Drop it on this page to have everything back. The address holds the choices alone. "
    "The command runs where these files lie; save there first, under its name, what you pasted."
)
Makings = Mapping[str, Callable[[], bytes]]
"""What makes each file, by its ending."""


def take_along(worked: Worked, names: tuple[str, str] | None, asked: Asked) -> None:
    """Draw the buttons and the command."""
    said, words, own = _command(asked), LINK, asked.data == "own"
    files: Makings = {
        "html": partial(report, worked, names, said),
        "csv": partial(as_csv, worked),
        "parquet": partial(as_parquet, worked),
    }
    if own:
        made, saved = saved_file(asked)
        files, words = {"zip": made, **files}, OWN.format(saved=saved)
    markup(html(h2("To take along"), p(words, css="say")), key=key(PAGE, "take along"))
    _files(files, stamp(asked, names, worked.folder, brought() if own else ()))
    if said:
        st.code(said, language="bash", wrap_lines=True)


def _command(asked: Asked) -> str:
    """The lesson's queries lie in no file: there is no command for them."""
    if asked.data == "lesson":
        return ""
    return command(asked.settings, brought() if asked.data == "own" else ())


def _files(files: Makings, of: str) -> None:
    """Draw a button for each file, and what came of the last one that was pressed."""
    _take(files, of)
    last = state().taken
    last = last if last.of == of else Taken()  # of what was on the screen before
    draw(
        every(map(_button, files)),
        ready=_ready(last),
        url=last.url,
        problem=last.why,
        key=TAKE,
        acknowledged=state().inbox.acknowledged(TAKE),
    )


def _take(files: Makings, of: str) -> None:
    """Make the file that was asked for; once."""
    now = state()
    event = now.inbox.take(TAKE)
    if not event:
        return
    ending, made = event.get("file"), Taken()
    if isinstance(ending, str) and ending in files:
        made = taken.take(at_desk().files.folder, of, ending, files[ending])
    keep(replace(now, inbox=now.inbox.acknowledging(TAKE, event), taken=made))


def _button(ending: str) -> Html:
    return button(OFFERS[ending].label, data_file=ending, data_name=OFFERS[ending].name)


def _ready(last: Taken) -> Html:
    if not last.url:
        return NOTHING
    link = tag("a", last.offer.name, css="link-button", href=last.url, download=last.offer.name)
    return html(link, f", {megabytes(last.size)}, is ready.")
