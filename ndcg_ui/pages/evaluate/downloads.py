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
from ndcg_ui.pages.evaluate.jobs import JOB_PREFIX, TooMuch, read_result
from ndcg_ui.pages.evaluate.link import Question, read_question, write_question
from ndcg_ui.pages.evaluate.worker import read_task

if TYPE_CHECKING:
    from ndcg_ui.pages.evaluate.working import EvaluationResults

URL = "/evaluate/taken/{name}"


class FileKind(NamedTuple):
    """A kind of download: its link's text and its media type."""

    label: str
    media_type: str


KINDS: Mapping[str, FileKind] = {
    "ndcg-queries.csv": FileKind("Every query (CSV)", "text/csv"),
    "ndcg-queries.parquet": FileKind("Every query (Parquet)", "application/vnd.apache.parquet"),
}


def draw_link(name: str, question: Question, folder: Path | None) -> Html:
    """Return a download link.

    folder: the folder of a visitor's own files, or none.
    """
    label = KINDS[name].label
    address = f".{URL.format(name=name)}"
    address += f"?{urlencode(write_question(question))}"
    if folder is None:
        return tag("a", label, href=address, css="plain-button")
    secrets = {"folder": folder.parent.name, "job": folder.name}
    hidden = (tag("input", type="hidden", name=key, value=text) for key, text in secrets.items())
    saved = tag("button", label, css="plain-button")
    return tag("form", *hidden, saved, method="post", action=address)


def make_content(name: str, query: Mapping[str, str]) -> bytes:
    """Return the content of a download, or b"" if its data are gone."""
    from polars.exceptions import PolarsError

    try:
        from ndcg_ui.pages.evaluate.working import evaluate_example

        question = read_question(query)
        if question.data != "own":
            worked = evaluate_example(question.settings, question.data)
        else:
            folder = folders.find_folder(query.get("folder"))
            job = query.get("job", "")
            if (
                folder is None
                or not job.startswith(JOB_PREFIX)
                or not job.replace("-", "_").isidentifier()
            ):
                return b""
            worked = read_result(read_task(folder / job), folder / job)
        return write_file(name, worked)
    except (ValueError, KeyError, TooMuch, PolarsError, OSError):
        return b""


def write_file(name: str, worked: "EvaluationResults") -> bytes:
    """Return the content of the file with this name from an evaluation."""
    from ndcg_ui.pages.evaluate.exports import write_table_csv, write_table_parquet

    return write_table_csv(worked) if name.endswith(".csv") else write_table_parquet(worked)


def order_systems(worked: "EvaluationResults", question: Question) -> tuple[str, str] | None:
    """Return the two systems in the order of their comparison, which decides every sign."""
    two = question.choose_two(worked.systems)
    return two if two is None or two in worked.totals else (two[1], two[0])
