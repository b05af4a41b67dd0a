"""What the session holds of a visitor's own files, and what is saved of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, cast

import streamlit as st

from ndcg_ui.components.events import Inbox
from ndcg_ui.evaluation import sizes
from ndcg_ui.evaluation.asked import Asked, read_asked, write_asked
from ndcg_ui.evaluation.files import Files
from ndcg_ui.evaluation.job import Job
from ndcg_ui.evaluation.saved import holds, pack
from ndcg_ui.evaluation.state import PAGE, show
from ndcg_ui.page.keys import key

if TYPE_CHECKING:
    from ndcg_ui.evaluation.working import Worked

DESK = key(PAGE, "desk")
SAVED_WHOLE = "“Save this evaluation” gives one file with your files ({size}) and all choices."
SAVED_NAMES = (
    "“Save this evaluation” gives one file with all choices. Your files ({size}) are too large for "
    "it: it names them with their SHA-256, and asks for them again."
)


@dataclass(frozen=True)
class Desk:
    """What the session holds of somebody's own files.

    job   the evaluation that runs, or ran last, and `wanted` what it is of
    done  what came out of it
    opened  the saved evaluation whose choices are shown, or were
    """

    files: Files = field(default_factory=Files)
    inbox: Inbox = field(default_factory=Inbox)
    job: Job | None = None
    wanted: tuple[object, ...] = ()
    done: Worked | None = None
    opened: str = ""


def at_desk() -> Desk:
    """Return what the session holds."""
    if DESK not in st.session_state:  # a Desk that is not needed would make a folder
        st.session_state[DESK] = Desk()
    return cast(Desk, st.session_state[DESK])


def open_saved() -> None:
    """Take over the choices of a saved evaluation that was dropped; once."""
    desk = cast("Desk | None", st.session_state.get(DESK))
    opened = desk and desk.files.opened
    if desk and opened and opened.stamp != desk.opened:
        show(read_asked({**opened.asked, "data": "own"}))
        st.session_state[DESK] = replace(desk, opened=opened.stamp)


def saved_file(asked: Asked) -> tuple[Callable[[], bytes], str]:
    """What makes the file that holds this evaluation, and a sentence about it."""
    files = at_desk().files.stored
    size = sizes.megabytes(sum(file.size for file in files))
    said = SAVED_NAMES if holds(files) == "names" else SAVED_WHOLE
    return partial(pack, write_asked(asked), files), said.format(size=size)


def brought() -> list[str]:
    """Return the files' names, the judgments first."""
    return [file.name for file in at_desk().files.stored]
