"""The page `/playground`: one ranking and its whole calculation."""

import ndcg_core as nc
from ndcg_ui.components.board.link import read_state
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.exhibit.parts import read_unseen_parts
from ndcg_ui.pages.playground.rows import answer_playground_action

MOST_NAMED_GRADES = 12


def describe_link(query: Query) -> tuple[str, str]:
    """Return the NDCG of a link's ranking as a title, and a sentence with DCG and IDCG."""
    trace = read_state(query).trace
    division = f"DCG {nc.number(trace.dcg)} over IDCG {nc.number(trace.idcg)}."
    sentence = f"{division} Drag a document up and watch every term change."
    return format_ranking_title(trace), sentence


def format_ranking_title(trace: nc.Trace) -> str:
    """Return a line with the NDCG of a ranking and its first grades.

    >>> format_ranking_title(nc.trace([3, 2, 3, 0, 1]))
    'NDCG@5 = 0.972 for 3, 2, 3, 0, 1'
    """
    grades = [nc.short(row.grade) for row in (*trace.actual, *trace.beyond)]
    more = ", …" if len(grades) > MOST_NAMED_GRADES else ""
    named = ", ".join(grades[:MOST_NAMED_GRADES])
    return f"{trace.at('NDCG')} = {nc.number(trace.ndcg)} for {named}{more}"


PAGE = ExhibitPage(
    name="playground",
    title="Playground",
    group="Tools",
    purpose="Drag documents and watch every number follow",
    topics=(
        "NDCG at every cutoff, as a chart",
        "Every step of a calculation: gain, discount, term and sum",
        "The swap of two documents that helps most",
        "A link, an image or a file of your ranking",
        "Type or paste a ranking, also with unretrieved documents",
    ),
    describe=describe_link,
    ranking=lambda query: read_state(query).trace,
    answer_action=lambda link, record, shown, action: answer_playground_action(
        link, action, read_unseen_parts(shown)
    ),
)
