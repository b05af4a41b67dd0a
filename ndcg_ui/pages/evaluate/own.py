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
from ndcg_core.evaluation.findings import format_count
from ndcg_ui.components.drop.mount import mount_drop
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.mount import mount_form, mount_markup, read_received_value
from ndcg_ui.exhibit import server
from ndcg_ui.pages.evaluate import folders, without_server
from ndcg_ui.pages.evaluate.fields import make_key, read_action_field
from ndcg_ui.pages.evaluate.files import MOST_RUNS, PASTED_NAMES, Kind, StoredFile, VisitorFiles
from ndcg_ui.pages.evaluate.jobs import Job
from ndcg_ui.pages.evaluate.link import WORDS, EvaluationSettings
from ndcg_ui.pages.evaluate.values import render_evaluation_table
from ndcg_ui.pages.evaluate.worker import Task

if TYPE_CHECKING:
    from ndcg_ui.pages.evaluate.working import EvaluationResults

OWN_KEY = make_key("own")
LISTED_KEY = make_key("files")
SECONDS_BETWEEN_POLLS = 0.5
_WORDS = WORDS["files"]
DROP_AREAS = (
    ("qrels", 1, "Drop the judgments here", _WORDS["formats"]),
    ("run", MOST_RUNS, f"Drop runs here, up to {MOST_RUNS}", "the same kinds of files"),
)
"""The drop areas: kind of file, number of files, label and explanation."""
PASTE_FIELDS: Mapping[Kind, tuple[str, str]] = {
    "qrels": ("Judgments", "query 0 document grade"),
    "run": ("A run", "query Q0 document rank score tag"),
}
"""The text fields for pasted files: title, and the form of a line."""


@dataclass(eq=False)
class OwnFiles:
    """The folder of a visitor's files in a session, and the evaluation of these files.

    job         the running or the last evaluation, or None
    evaluation  the result of `job`, or None before its end
    """

    folder: Path
    job: Job | None = None
    evaluation: "EvaluationResults | None" = None

    def __post_init__(self) -> None:
        folders.protect_folder(self)

    @property
    def files(self) -> VisitorFiles:
        """The files in the folder."""
        return VisitorFiles(self.folder)


def get_own_files() -> OwnFiles:
    """Return the `OwnFiles` of the session, created at the first call.

    Without our server, the first call also removes folders without recent use.
    """
    if OWN_KEY not in st.session_state:  # created late, because it makes a folder
        if not server.is_running():  # the server sweeps by itself
            folders.sweep_folders()
        st.session_state[OWN_KEY] = OwnFiles(folders.make_visitor_folder())
    return cast(OwnFiles, st.session_state[OWN_KEY])


def draw_own_files(settings: EvaluationSettings) -> "tuple[EvaluationResults | None, str]":
    """Draw and evaluate a visitor's files. Return the evaluation or None, and a problem.

    A file is removed on request. The evaluation is None if files are missing,
    while it runs, or if it was refused. The problem is the reason for a refusal, or "". The reason
    for unknown columns is not returned, but drawn above fields for the columns.
    """
    _draw_drop_areas()
    _draw_paste_fields()
    files = get_own_files().files
    files.remove_file(read_action_field(read_received_value(LISTED_KEY, "act"), "remove", "file"))
    name = read_action_field(mount_form(_render_file_list(files), key=LISTED_KEY), "remove", "file")
    if any(file.path.name == name for file in files.all_files):
        files.remove_file(name)  # a restarted session gets the action only here
        st.rerun()
    if not files.is_ready:
        return None, ""
    mine = _update_evaluation(get_own_files(), settings)
    if mine.job is None or mine.evaluation is not None or not mine.job.is_over:
        return mine.evaluation, ""
    unknown = mine.job.unknown_table if mine.job.refusal else None
    if unknown is None:
        return None, mine.job.refusal
    _draw_column_fields(unknown, mine.job.refusal)
    return None, ""


def _update_evaluation(own_files: OwnFiles, settings: EvaluationSettings) -> OwnFiles:
    """Start an evaluation after a change of files or settings, or store a finished result.

    Changes `own_files` and returns it. A new evaluation ends the last one and deletes its files.
    """
    task = Task(own_files.files.all_files, settings)
    if own_files.job is None or own_files.job.task != task:
        if own_files.job is not None:
            own_files.job.end_and_delete_files()
        own_files.job = Job(task, own_files.folder)
        own_files.evaluation = None
    if (
        own_files.evaluation is None
        and own_files.job
        and own_files.job.is_over
        and not own_files.job.refusal
    ):
        own_files.evaluation = own_files.job.load_result()
    return own_files


def draw_progress() -> None:
    """If an evaluation waits or runs, draw its step and “Cancel”, and rerun after a pause."""
    job = get_own_files().job
    if job is None or job.is_over:
        return
    runs = format_count(len(job.task.files) - 1, "run")
    mount_markup(
        h.p(f"Evaluating {runs}: {job.message} …", role="status"), key=make_key("progress")
    )
    st.button("Cancel", key=make_key("cancel"), on_click=job.end_process)
    sleep(SECONDS_BETWEEN_POLLS)
    st.rerun()


# --- How files are brought ---------------------------------------------------------------------


def _draw_drop_areas() -> None:
    """Draw drop areas for judgments and runs, or Streamlit's upload fields without our server.

    If the tab still has the folder of an earlier session, adopt that folder and run the page again.
    """
    if not server.is_running():
        without_server.draw_uploaders(get_own_files().files, DROP_AREAS)
        return
    most = folders.read_upload_limit()
    told = {}
    for column, (kind, files, what, how) in zip(
        st.columns(2, gap="large"), DROP_AREAS, strict=True
    ):
        data = {"what": what, "how": f"{how}; up to {format_size(most)} a file", "kind": kind}
        data["many"] = _WORDS[f"many_{kind}"].format(most=MOST_RUNS)
        data["large"] = f"The file is larger than {format_size(most)}. Compress it with gzip."
        bounds = {"files": files, "most": most, "folder": get_own_files().files.token}
        with column:
            told[kind] = mount_drop(data | bounds, key=make_key(f"drop {kind}"))
    folder = folders.ensure_visitor_folder(told["qrels"])
    if (
        folder and folder != get_own_files().folder
    ):  # the session began anew, after a reload or a restart
        st.session_state[OWN_KEY] = OwnFiles(folder)
        st.rerun()


def _draw_paste_fields() -> None:
    """Draw text fields for pasted judgments and a pasted run."""
    with st.expander("Or paste the text of your files"):
        columns = st.columns(2, gap="large")
        for column, (kind, (label, line)) in zip(columns, PASTE_FIELDS.items(), strict=True):
            key = make_key(f"pasted {kind}")
            column.text_area(label, key=key, placeholder=line, height=150)
        with columns[1]:
            st.text_input(
                "Name of the run", key=make_key("pasted name"), placeholder=PASTED_NAMES["run"]
            )
        st.button("Use the pasted text", key=make_key("paste"), on_click=_store_pasted_files)
        mount_markup(
            h.render_problem(st.session_state.get(make_key("not pasted"), "")),
            key=make_key("unpasted"),
        )


def _store_pasted_files() -> None:
    """Store the pasted texts as files. A refused text stays in its field, with the reason."""
    files = get_own_files().files
    refusals = []
    for kind in PASTE_FIELDS:
        text = st.session_state[make_key(f"pasted {kind}")] or ""
        name = st.session_state[make_key("pasted name")] or "" if kind == "run" else ""
        if not text.strip():
            continue
        refusal = files.add_text(kind, name, text)
        if refusal:
            refusals.append(refusal)
        else:
            st.session_state[make_key(f"pasted {kind}")] = ""
    st.session_state[make_key("not pasted")] = " ".join(refusals)


def _draw_column_fields(unknown: UnknownTable, reason: str) -> None:
    """Draw the reason why a table was not read, its first rows, and fields for its columns."""
    cells = (h.tr(h.join_pieces(map(h.td, row))) for row in unknown.rows)
    drawn = render_evaluation_table(
        "preview", "The first rows of the file", map(h.col, unknown.names), cells
    )
    mount_markup(h.html(h.render_problem(reason), drawn), key=make_key("preview"))
    known = locate_columns(unknown.names, unknown.kind)
    fields = [name for name in COLUMN_NAMES[unknown.kind] if name != "rank"]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for field in fields:
            st.selectbox(
                f"Column of the {field}",
                range(len(unknown.names)),
                known.get(field),
                unknown.names.__getitem__,
                key=make_key(f"column {field}"),
                width=200,
            )
        st.button(
            "Use these columns",
            key=make_key("tell"),
            on_click=_store_columns,
            args=(unknown, fields),
        )


def _store_columns(unknown: UnknownTable, fields: Sequence[str]) -> None:
    """Put a table's chosen columns at the front of the text in the field for columns."""
    chosen = {field: st.session_state.get(make_key(f"column {field}")) for field in fields}
    columns = [
        f"{field}={name_column(unknown.names, index)}"
        for field, index in chosen.items()
        if index is not None
    ]
    before = st.session_state[make_key("columns")].split(",")
    st.session_state[make_key("columns")] = ",".join(
        filter(None, dict.fromkeys([*columns, *before]))  # each setting once
    )


def _render_file_list(files: VisitorFiles) -> Html:
    """Return a list of files with buttons to remove them, and notes below the list.

    Without files, there are only the notes.
    """
    storage = _WORDS["private" if server.is_running() else "without_server"]
    if not files.all_files:
        return h.p(f"Judgments and a run are needed. {storage}", css="say")
    missing = None
    if not files.is_ready:
        missing = h.p(
            "The judgments are missing." if files.runs else "A run is missing.", css="say"
        )
    return h.html(
        h.ul(*map(_render_file_item, files.all_files), css="files", data_testid="files"),
        missing,
        h.p(storage, css="say"),
    )


def _render_file_item(file: StoredFile) -> Html:
    """Return a list item with a file's name, kind and size, and a button to remove the file."""
    kind = "judgments" if file.kind == "qrels" else "run"
    about = h.span(f"{kind}, {format_size(file.size)}", css="say")
    label = f"Remove {file.name}"
    off = h.button("Remove", data_act="remove", data_file=file.path.name, aria_label=label)
    return h.li(file.name, " ", about, " ", off)
