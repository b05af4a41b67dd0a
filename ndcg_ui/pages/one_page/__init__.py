"""The page `/one-page`: NDCG on one page, to read in five minutes or to print on two sheets."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.one_page.rows import answer_one_page_action

SENTENCE = (
    "The formula of NDCG, an example to drag, for and against, when to use it, seven pitfalls and "
    "references."
)
PAGE = ExhibitPage(
    name="one_page",
    title="NDCG on one page",
    group="About",
    purpose="Formula, example, pitfalls: to read or print",
    topics=(
        "The formula of NDCG with an example to drag",
        "Arguments for and against NDCG, and when to use it",
        "Seven pitfalls in calculating NDCG",
        "References: where NDCG comes from",
    ),
    describe=lambda query: ("NDCG on one page", SENTENCE),
    answer_action=lambda link, record, state, action: answer_one_page_action(link, action),
)
