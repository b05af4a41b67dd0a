"""The page `/measures`: one ranking under every measure, and where two disagree."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.measures.measures import answer_measures

SENTENCE = (
    "One ranking, what each measure makes of it, and the smallest case in which two disagree."
)
PAGE = ExhibitPage(
    name="measures",
    title="Measures",
    about=lambda query: ("NDCG and every measure beside it", SENTENCE),
    act=lambda link, record, state, act: answer_measures(link, act),
)
