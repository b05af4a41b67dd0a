"""A visitor's own files on the page: dropped or pasted, listed, and evaluated apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from ndcg_core.evaluation.findings import counted
from ndcg_ui.components.ask import ask
from ndcg_ui.components.drop import drop
from ndcg_ui.components.markup import markup
from ndcg_ui.evaluation import sizes
from ndcg_ui.evaluation.asked import Settings
from ndcg_ui.evaluation.desk import DESK, Desk, at_desk
from ndcg_ui.evaluation.file_list import listed_files
from ndcg_ui.evaluation.files import MOST_RUNS
from ndcg_ui.evaluation.job import Job
from ndcg_ui.evaluation.state import PAGE
from ndcg_ui.evaluation.stored import PASTED, Kind
from ndcg_ui.evaluation.worker import Task
from ndcg_ui.html.builder import p, problem
from ndcg_ui.page.keys import key

if TYPE_CHECKING:
    from ndcg_ui.evaluation.working import Worked

LISTED = key(PAGE, "files")
POLL = 0.7  # seconds
MANY: Mapping[Kind, str] = {
    "qrels": "Judgments are one file: drop that one alone.",
    "run": f"Up to {MOST_RUNS} runs are compared: drop those that you want to compare.",
}
TAKEN = "TREC, CSV or TSV with named columns, Parquet or JSON, each also gzipped"


def own_data(settings: Settings) -> tuple[Worked | None, str]:
    """Draw the files; return what came out, or None and why, or nothing."""
    _take()
    _drops()
    _paste()
    desk = at_desk()
    listed = listed_files(desk.files)
    ask(listed, key=LISTED, acknowledged=desk.inbox.acknowledged(LISTED))
    if not desk.files.ready:
        return None, ""
    desk = _started(desk, settings)
    if desk.job is None or desk.done is not None:
        return desk.done, ""
    if desk.job.over:
        return None, desk.job.refused
    _progress()
    return None, ""


def _take() -> None:
    """Take over what was dropped or taken off: each has its effect once."""
    for name in (_drop_key("qrels"), _drop_key("run"), LISTED):
        desk = at_desk()
        event = desk.inbox.take(name)
        if event.get("act") == "remove":
            desk.files.remove(str(event.get("file")))
        if event:
            st.session_state[DESK] = replace(desk, inbox=desk.inbox.acknowledging(name, event))


def _started(desk: Desk, settings: Settings) -> Desk:
    """The desk with its evaluation: begun, if it is of something new; taken over, if it is done."""
    wanted = (desk.files.revision, settings)
    if desk.wanted != wanted:
        if desk.job is not None:
            desk.job.cancel()
        job = Job(Task(desk.files.stored, settings), desk.files.folder)
        desk = replace(desk, job=job, wanted=wanted, done=None)
    elif desk.job is not None and desk.done is None and desk.job.over and not desk.job.refused:
        desk = replace(desk, done=desk.job.result())
    st.session_state[DESK] = desk
    return desk


# --- What is drawn -----------------------------------------------------------------------------


def _drops() -> None:
    left, right = st.columns(2, gap="large")
    with left:
        _drop("qrels", "Drop the judgments here, or a saved evaluation", TAKEN)
    with right:
        _drop("run", f"Drop runs here, up to {MOST_RUNS}", "the same kinds of files")


def _drop(kind: Kind, what: str, how: str) -> None:
    desk, most = at_desk(), sizes.upload_bytes()
    at_most = sizes.megabytes(most)
    drop(
        what,
        f"{how}; up to {at_most} a file",
        url=f"./evaluate/files/{desk.files.token}/{kind}",
        kind=kind,
        files=MOST_RUNS if kind == "run" else 1,
        many=MANY[kind],
        most=most,
        large=f"It is larger than {at_most}. Gzipped it may fit.",
        key=_drop_key(kind),
        acknowledged=desk.inbox.acknowledged(_drop_key(kind)),
    )


def _drop_key(kind: Kind) -> str:
    return key(PAGE, f"drop {kind}")


def _paste() -> None:
    with st.expander("Or paste them"):
        left, right = st.columns(2, gap="large")
        with left:
            st.text_area(
                "Judgments",
                key=key(PAGE, "pasted qrels"),
                placeholder="query 0 document grade",
                height=150,
            )
        with right:
            st.text_area(
                "A run",
                key=key(PAGE, "pasted run"),
                placeholder="query Q0 document rank score tag",
                height=150,
            )
            st.text_input("Its name", key=key(PAGE, "pasted name"), placeholder=PASTED["run"])
        st.button("Take what was pasted", key=key(PAGE, "paste"), on_click=_take_pasted)
        markup(
            problem(st.session_state.get(key(PAGE, "not pasted"), "")), key=key(PAGE, "unpasted")
        )


def _take_pasted() -> None:
    """Both texts become files; what is not taken stays in its field, with the reason."""
    files, wrong = at_desk().files, []
    kinds: tuple[Kind, ...] = ("qrels", "run")
    for kind in kinds:
        text = st.session_state[key(PAGE, f"pasted {kind}")] or ""
        name = st.session_state[key(PAGE, "pasted name")] or "" if kind == "run" else ""
        if not text.strip():
            continue
        why = files.paste(kind, name, text)
        if why:
            wrong.append(why)
        else:
            st.session_state[key(PAGE, f"pasted {kind}")] = ""
    st.session_state[key(PAGE, "not pasted")] = " ".join(wrong)


@st.fragment(run_every=POLL)
def _progress() -> None:
    """What the evaluation is doing; once it is over, the whole page is run again."""
    job = at_desk().job
    if job is None or job.over:
        st.rerun()
    runs = counted(len(job.task.files) - 1, "run")
    markup(p(f"Evaluating {runs}: {job.said} …", role="status"), key=key(PAGE, "progress"))
    st.button("Cancel", key=key(PAGE, "cancel"), on_click=job.cancel)
