"""A visitor's own files on the page: uploaded, listed and evaluated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, cast

import streamlit as st

from ndcg_core.evaluation.files.columns import (
    COLUMN_NAMES,
    UnknownTable,
    locate_columns,
    name_column,
)
from ndcg_core.evaluation.files.contents import format_size
from ndcg_core.evaluation.findings import count_noun
from ndcg_ui.components.drop.mount import mount_drop
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.mount import ask, markup, received_value
from ndcg_ui.exhibit import server
from ndcg_ui.pages.evaluate import folders, without_server
from ndcg_ui.pages.evaluate.fields import key, named_in
from ndcg_ui.pages.evaluate.files import MOST_RUNS, PASTED, Files, Kind, StoredFile
from ndcg_ui.pages.evaluate.jobs import Job
from ndcg_ui.pages.evaluate.link import WORDS, EvaluationSettings
from ndcg_ui.pages.evaluate.values import comparison_table
from ndcg_ui.pages.evaluate.worker import Task

if TYPE_CHECKING:
    from ndcg_ui.pages.evaluate.working import Worked

OWN, LISTED = key("own"), key("files")
POLL = 0.5  # seconds
_WORDS = WORDS["files"]
DROPS = (
    ("qrels", 1, "Drop the judgments here", _WORDS["formats"]),
    ("run", MOST_RUNS, f"Drop runs here, up to {MOST_RUNS}", "the same kinds of files"),
)
"""The drop areas: kind of file, number of files, label and explanation."""
LINES: Mapping[Kind, tuple[str, str]] = {
    "qrels": ("Judgments", "query 0 document grade"),
    "run": ("A run", "query Q0 document rank score tag"),
}
"""The text fields for pasted files: title, and the form of a line."""


@dataclass(eq=False)
class Own:
    """A session's state about a visitor's own files.

    job    the running evaluation, or the last one
    """

    folder: Path
    job: Job | None = None
    worked: "Worked | None" = None

    def __post_init__(self) -> None:
        folders.keep_young(self)

    @property
    def files(self) -> Files:
        """The files in the folder."""
        return Files(self.folder)


def own() -> Own:
    """Return the session's `Own`, which the first use creates."""
    if OWN not in st.session_state:  # an Own that is not needed would make a folder
        if not server.is_running():  # the server sweeps by itself
            folders.sweep()
        st.session_state[OWN] = Own(folders.new())
    return cast(Own, st.session_state[OWN])


def own_data(settings: EvaluationSettings) -> "tuple[Worked | None, str]":
    """Draw the files. Return their evaluation, or None with a reason."""
    _drops()
    _paste()
    files = own().files
    files.remove(named_in(received_value(LISTED, "act"), "remove", "file"))
    name = named_in(ask(_draw_file_list(files), key=LISTED), "remove", "file")
    if any(file.path.name == name for file in files.all_files):
        files.remove(name)  # a session that began anew hears of it only here
        st.rerun()
    if not files.ready:
        return None, ""
    mine = _update_job(own(), settings)
    if mine.job is None or mine.worked is not None or not mine.job.over:
        return mine.worked, ""
    unknown = mine.job.unknown if mine.job.refusal else None
    if unknown is None:
        return None, mine.job.refusal
    _columns(unknown, mine.job.refusal)
    return None, ""


def _update_job(mine: Own, settings: EvaluationSettings) -> Own:
    """Start an evaluation of new files or settings, or store the result of a finished one."""
    task = Task(mine.files.all_files, settings)
    if mine.job is None or mine.job.task != task:
        if mine.job is not None:
            mine.job.discard()
        mine.job, mine.worked = Job(task, mine.folder), None
    if mine.worked is None and mine.job and mine.job.over and not mine.job.refusal:
        mine.worked = mine.job.result()
    return mine


def wait() -> None:
    """Show a running evaluation's step, and run the page again after a while."""
    job = own().job
    if job is None or job.over:
        return
    runs = count_noun(len(job.task.files) - 1, "run")
    markup(h.p(f"Evaluating {runs}: {job.message} …", role="status"), key=key("progress"))
    st.button("Cancel", key=key("cancel"), on_click=job.cancel)
    sleep(POLL)
    st.rerun()


# --- How files are brought ---------------------------------------------------------------------


def _drops() -> None:
    if not server.is_running():
        without_server.draw_uploaders(own().files, DROPS)
        return
    most, told = folders.upload_bytes(), {}
    for column, (kind, files, what, how) in zip(st.columns(2, gap="large"), DROPS, strict=True):
        data = {"what": what, "how": f"{how}; up to {format_size(most)} a file", "kind": kind}
        data["many"] = _WORDS[f"many_{kind}"].format(most=MOST_RUNS)
        data["large"] = f"The file is larger than {format_size(most)}. Compress it with gzip."
        bounds = {"files": files, "most": most, "folder": own().files.token}
        with column:
            told[kind] = mount_drop(data | bounds, key=key(f"drop {kind}"))
    folder = folders.find_or_make(told["qrels"])
    if folder and folder != own().folder:  # the session began anew, after a reload or a restart
        st.session_state[OWN] = Own(folder)
        st.rerun()


def _paste() -> None:
    with st.expander("Or paste files"):
        columns = st.columns(2, gap="large")
        for column, (kind, (label, line)) in zip(columns, LINES.items(), strict=True):
            place = key(f"pasted {kind}")
            column.text_area(label, key=place, placeholder=line, height=150)
        with columns[1]:
            st.text_input("Name of the run", key=key("pasted name"), placeholder=PASTED["run"])
        st.button("Use pasted text", key=key("paste"), on_click=_take_pasted)
        markup(h.problem(st.session_state.get(key("not pasted"), "")), key=key("unpasted"))


def _take_pasted() -> None:
    """Turn both pasted texts into files. A refused text stays in its field with the reason."""
    files, refusals = own().files, []
    for kind in LINES:
        text = st.session_state[key(f"pasted {kind}")] or ""
        name = st.session_state[key("pasted name")] or "" if kind == "run" else ""
        if not text.strip():
            continue
        refusal = files.paste(kind, name, text)
        if refusal:
            refusals.append(refusal)
        else:
            st.session_state[key(f"pasted {kind}")] = ""
    st.session_state[key("not pasted")] = " ".join(refusals)


def _columns(unknown: UnknownTable, why: str) -> None:
    """Show why a table was not read, with some rows and fields to name its columns."""
    cells = (h.tr(h.join_pieces(map(h.td, row))) for row in unknown.rows)
    drawn = comparison_table("preview", "The first rows", map(h.col, unknown.names), cells)
    markup(h.html(h.problem(why), drawn), key=key("preview"))
    known = locate_columns(unknown.names, unknown.kind)
    fields = [name for name in COLUMN_NAMES[unknown.kind] if name != "rank"]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for field in fields:
            st.selectbox(
                f"Column of the {field}",
                range(len(unknown.names)),
                known.get(field),
                unknown.names.__getitem__,
                key=key(f"column {field}"),
                width=200,
            )
        st.button("Use these columns", key=key("tell"), on_click=_tell, args=(unknown, fields))


def _tell(unknown: UnknownTable, fields: Sequence[str]) -> None:
    """Add the chosen columns in front of the earlier ones."""
    chosen = {field: st.session_state.get(key(f"column {field}")) for field in fields}
    told = [
        f"{field}={name_column(unknown.names, place)}"
        for field, place in chosen.items()
        if place is not None
    ]
    before = st.session_state[key("columns")]
    st.session_state[key("columns")] = ",".join(filter(None, [*told, before]))


def _draw_file_list(files: Files) -> Html:
    """Return each file with a button to remove it, and the missing kinds."""
    if not files.all_files:
        return h.p(f"Judgments and a run are needed. {_WORDS['private']}", css="say")
    missing = None
    if not files.ready:
        missing = h.p(
            "The judgments are missing." if files.runs else "A run is missing.", css="say"
        )
    return h.html(
        h.ul(*map(_line, files.all_files), css="files", data_testid="files"),
        missing,
        h.p(_WORDS["private"], css="say"),
    )


def _line(file: StoredFile) -> Html:
    kind = "judgments" if file.kind == "qrels" else "run"
    about, label = h.span(f"{kind}, {format_size(file.size)}", css="say"), f"Remove {file.name}"
    off = h.button("Remove", data_act="remove", data_file=file.path.name, aria_label=label)
    return h.li(file.name, " ", about, " ", off)
