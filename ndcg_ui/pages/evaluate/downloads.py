"""The downloads of /evaluate, made when their link is followed. Pure functions.

A download needs only the page's link. For a visitor's own files, the body of the request also has
the secret name of their folder and the evaluation in it, because no log contains bodies. So any
process can make the download.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from ndcg_ui.components.markup.builder import Html, tag
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.jobs import JOB_PREFIX, ResultTooLargeError, read_result
from ndcg_ui.pages.evaluate.link import Question, format_question_link, read_question
from ndcg_ui.pages.evaluate.worker import read_task

if TYPE_CHECKING:
    from ndcg_ui.pages.evaluate.working import EvaluationResults

URL = "/evaluate/taken/{name}"


class FileKind(NamedTuple):
    """A kind of download: its link's text and its media type."""

    label: str
    media_type: str


KINDS: Mapping[str, FileKind] = {
    "ndcg-queries.csv": FileKind("Download results by query (CSV)", "text/csv"),
    "ndcg-queries.parquet": FileKind(
        "Download results by query (Parquet)", "application/vnd.apache.parquet"
    ),
}


def render_download_link(name: str, question: Question, folder: Path | None) -> Html:
    """Return a download link, or a form with a button for a visitor's own files.

    name: the name of the file, in `KINDS`.
    folder: the folder of an evaluation of the visitor's own files, or None.
    """
    label = KINDS[name].label
    address = f".{URL.format(name=name)}"
    address += f"?{urlencode(format_question_link(question))}"
    if folder is None:
        return tag("a", label, href=address, css="plain-button")
    secrets = {"folder": folder.parent.name, "job": folder.name}
    hidden = (tag("input", type="hidden", name=key, value=text) for key, text in secrets.items())
    saved = tag("button", label, css="plain-button")
    return tag("form", *hidden, saved, method="post", action=address)


def build_download(name: str, parameters: Mapping[str, str]) -> bytes:
    """Return the content of a download, or b"" if it cannot be made.

    The data may be missing, unreadable, too large, or impossible to evaluate.

    name: the name of the file, in `KINDS`.
    parameters: those of the link, with "folder" and "job" for a visitor's own files.
    """
    from polars.exceptions import PolarsError

    try:
        from ndcg_ui.pages.evaluate.working import evaluate_example

        question = read_question(parameters)
        if question.data != "own":
            evaluation = evaluate_example(question.settings, question.data)
        else:
            folder = folders.find_visitor_folder(parameters.get("folder"))
            job = parameters.get("job", "")
            if (
                folder is None
                or not job.startswith(JOB_PREFIX)
                or not job.replace("-", "_").isidentifier()
            ):
                return b""
            evaluation = read_result(read_task(folder / job), folder / job)
        return build_file(name, evaluation)
    except (ValueError, KeyError, ResultTooLargeError, PolarsError, OSError):
        return b""


def build_file(name: str, evaluation: "EvaluationResults") -> bytes:
    """Return the results by query, as CSV for a name that ends in .csv, else as Parquet."""
    from ndcg_ui.pages.evaluate.exports import build_queries_csv, build_queries_parquet

    return (
        build_queries_csv(evaluation)
        if name.endswith(".csv")
        else build_queries_parquet(evaluation)
    )
