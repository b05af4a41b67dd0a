"""Downloads of a calculation: CSV for a spreadsheet, JSON for a program, SVG. Pure functions."""

import csv
import io
import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.metric.numbers import escape_cell, replace_surrogates
from ndcg_ui import limits
from ndcg_ui.components.board.board import Board
from ndcg_ui.components.board.link import read_state
from ndcg_ui.components.markup.builder import Html, tag
from ndcg_ui.components.share.picture import render_picture

Query = Mapping[str, str]
_CONVENTION_FIELDS = ("gain", "discount", "base", "ideal_from")
_COLUMNS = ("order", "rank", "document", "grade", "gain", "discount", "term", "running sum")


def format_steps_csv(trace: nc.Trace) -> str:
    """Return the counted ranks of both orders, and the totals, as exact numbers in CSV.

    >>> lines = format_steps_csv(nc.trace([3])).splitlines()
    >>> lines[1], lines[-1]
    ('actual,1,D1,3,3,1,3,3', 'sum,,NDCG@1,,,,,1')
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for order, rows in (("actual", trace.actual), ("ideal", trace.ideal)):
        for row in rows:
            numbers = (row.grade, row.gain, row.discount, row.value, row.cumulative)
            writer.writerow([order, row.rank, escape_cell(row.label), *map(nc.exact, numbers)])
    sums = {"CG": trace.cg, "DCG": trace.dcg, "IDCG": trace.idcg, "NDCG": trace.ndcg}
    for name, total in sums.items():
        writer.writerow(["sum", "", trace.at(name), "", "", "", "", nc.exact(total)])
    return out.getvalue()


def format_ranking_json(board: Board, trace: nc.Trace) -> str:
    """Return a board's documents, cutoff, convention, sums and NDCG as JSON.

    An undefined NDCG becomes null.
    """
    ranking, others = (
        [{"label": document.label, "grade": document.grade} for document in side]
        for side in (board.ranking, board.unretrieved)
    )
    plain = {
        "ranking": ranking,
        "judged_not_retrieved": others,
        "k": trace.k,
        "convention": {name: getattr(trace.convention, name) for name in _CONVENTION_FIELDS},
        **{name: getattr(trace, name) for name in ("cg", "dcg", "idcg")},
        "ndcg": trace.ndcg if trace.ndcg == trace.ndcg else None,
    }
    return replace_surrogates(json.dumps(plain, ensure_ascii=False, indent=2))


@dataclass(frozen=True)
class DownloadKind:
    """A kind of download: its media type, and a function that builds its content."""

    media_type: str
    build_content: Callable[[Board, nc.Trace], str]


PICTURE_FILE = "ndcg.svg"
FILES = {
    "ndcg-steps.csv": DownloadKind("text/csv", lambda board, trace: format_steps_csv(trace)),
    "ranking.json": DownloadKind("application/json", format_ranking_json),
    PICTURE_FILE: DownloadKind("image/svg+xml", lambda board, trace: render_picture(trace)),
}


def build_file_content(name: str, query: Query) -> str:
    """Return the content of a file in FILES for the ranking in a link."""
    state = read_state(query)
    return replace_surrogates(FILES[name].build_content(state.board, state.trace))


def build_download_path(name: str) -> str:
    """Return the path of a file in FILES, to which callers add the page's query."""
    return f"/take-along/{name}"


def render_file_link(name: str, text: str, board: Board, trace: nc.Trace, link: Query) -> Html:
    """Return a link that downloads a file in FILES from the server, or contains the file.

    The link contains the file if the ranking is too long for an address.

    >>> print(render_file_link("ranking.json", "JSON", Board(()), nc.trace([3]), {"r": "3"}))
    <a class="plain-button" download="ranking.json" href="./take-along/ranking.json?r=3">JSON</a>
    """
    return render_download_link(name, build_file_href(name, board, trace, link), text)


def build_file_href(name: str, board: Board, trace: nc.Trace, link: Query) -> str:
    """Return the relative address of a file in FILES, or a data URL if the link is too long."""
    query = urlencode({key: replace_surrogates(value) for key, value in link.items()})
    if len(query) > limits.LONGEST_QUERY:
        return build_data_url(FILES[name].media_type, FILES[name].build_content(board, trace))
    return f".{build_download_path(name)}?{query}"


def build_data_url(media_type: str, content: str) -> str:
    """Return a data URL that contains a text of a media type."""
    coded = b64encode(replace_surrogates(content).encode()).decode()
    return f"data:{media_type};charset=utf-8;base64,{coded}"


def render_download_link(name: str, href: str, text: str) -> Html:
    """Return a link that saves the content at an address as the file `name`."""
    return tag("a", text, css="plain-button", download=name, href=href)
