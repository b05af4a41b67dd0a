"""Uploads and downloads by Streamlit's own fields, without our server.

Streamlit's fields keep a file in the memory of one process, which is enough for plain Streamlit.
Our server may have several processes and limits all visitors' files together, so files are uploaded
by requests of their own there.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

import streamlit as st

from ndcg_core.evaluation.files.contents import format_size
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.mount import mount_markup
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.downloads import KINDS, build_file
from ndcg_ui.pages.evaluate.fields import make_key
from ndcg_ui.pages.evaluate.files import Kind, VisitorFiles

if TYPE_CHECKING:
    from ndcg_ui.pages.evaluate.working import EvaluationResults

ROUND_KEY = make_key("upload round")
REFUSED_KEY = make_key("not uploaded")
DropArea = tuple[str, int, str, str]


def draw_uploaders(files: VisitorFiles, areas: Sequence[DropArea]) -> None:
    """Draw an upload field for each drop area, and move uploads to the visitor's folder.

    If there are uploads, the page runs again and shows why any were refused.

    areas: for each field the kind, the number of files, the label, and the formats.
    """
    most = folders.read_upload_limit()
    upload_round = st.session_state.setdefault(ROUND_KEY, 0)
    uploads = []
    for column, (kind, count, label, formats) in zip(
        st.columns(len(areas), gap="large"), areas, strict=True
    ):
        uploaded = column.file_uploader(
            label,
            accept_multiple_files=count > 1,
            key=make_key(f"upload {kind} {upload_round}"),
            help=f"{formats}; up to {format_size(most)} a file",
            max_upload_size=max(1, most // 1_000_000),
        )
        several = uploaded if isinstance(uploaded, list) else [uploaded]
        uploads += [(kind, upload) for upload in several if upload is not None]
    mount_markup(
        h.render_problem(st.session_state.get(REFUSED_KEY, "")), key=make_key("refused uploads")
    )
    if uploads:
        refusals = []
        for kind, upload in uploads:
            refusal = files.write_file(cast(Kind, kind), upload.name, upload.getvalue())
            if refusal:
                refusals.append(f"{upload.name}: {refusal}")
        st.session_state[REFUSED_KEY] = " ".join(refusals)
        # A field with another key is empty, and Streamlit forgets the files of the last one.
        st.session_state[ROUND_KEY] = upload_round + 1
        st.rerun()


def draw_downloads(evaluation: "EvaluationResults") -> None:
    """Draw a button for each download, whose file is made on request."""
    with st.container(horizontal=True):
        for name, kind in KINDS.items():
            st.download_button(
                kind.label,
                partial(build_file, name, evaluation),
                name,
                kind.media_type,
                key=make_key(f"download {name}"),
                on_click="ignore",
            )
