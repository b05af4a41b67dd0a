"""The files to take along, made when they are asked for; and the command that does the same."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ndcg_ui.components.markup import markup
from ndcg_ui.evaluation.asked import Asked
from ndcg_ui.evaluation.command import command
from ndcg_ui.evaluation.desk import brought, saved_file
from ndcg_ui.evaluation.report import as_csv, as_parquet, report
from ndcg_ui.evaluation.saved import NAME
from ndcg_ui.evaluation.state import PAGE
from ndcg_ui.evaluation.working import Worked
from ndcg_ui.html.builder import h2, html, p
from ndcg_ui.page.keys import key

LINK = "The address of this page holds all that is chosen here: it can be sent as it is."
OWN = "{saved} Drop it on this page to have everything back. The address holds the choices alone."


def take_along(worked: Worked, names: tuple[str, str] | None, asked: Asked) -> None:
    """Draw the buttons and the command."""
    said = _command(asked)
    files, words = {}, LINK
    if asked.data == "own":
        made, saved = saved_file(asked)
        files["Save this evaluation"] = (NAME, "application/zip", made)
        words = OWN.format(saved=saved)
    markup(html(h2("To take along"), p(words, css="say")), key=key(PAGE, "take along"))
    files |= {
        "Report (HTML)": ("ndcg-report.html", "text/html", partial(report, worked, names, said)),
        "Every query (CSV)": ("ndcg-queries.csv", "text/csv", partial(as_csv, worked)),
        "Every query (Parquet)": (
            "ndcg-queries.parquet",
            "application/octet-stream",
            partial(as_parquet, worked),
        ),
    }
    with st.container(horizontal=True, key="take-along-evaluate"):
        for label, (name, kind, making) in files.items():
            st.download_button(
                label, making, name, kind, key=key(PAGE, f"take {name}"), on_click="ignore"
            )
    if said:
        st.code(said, language="bash", wrap_lines=True)


def _command(asked: Asked) -> str:
    """The lesson's queries lie in no file: there is no command for them."""
    if asked.data == "lesson":
        return ""
    return command(asked.settings, brought() if asked.data == "own" else ())
