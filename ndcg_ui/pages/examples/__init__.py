"""The page `/examples`: published calculations, replayed and marked."""

from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.examples.acts import answer_examples_action
from ndcg_ui.pages.examples.link import read_link


def describe_link(query: Query) -> tuple[str, str]:
    """Return the title of a link's calculation, and a sentence with the source."""
    example = read_link(query).example
    return (
        example.title,
        f"{example.source}, replayed a step at a time and marked like an exam paper.",
    )


PAGE = ExhibitPage(
    name="examples",
    title="Examples",
    group="Learn",
    purpose="Published calculations, replayed line by line",
    topics=(
        "The printed numbers of textbooks, articles and papers, each marked",
        "Rounding, and an error that carries on",
    ),
    describe=describe_link,
    ranking=lambda query: read_link(query).sheet.trace,
    answer_action=answer_examples_action,
)
