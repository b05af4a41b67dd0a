"""The page `/measures`: one ranking under every measure, and where two disagree."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.measures.measures import answer_measures

SENTENCE = "One ranking under every measure, and the smallest case in which two measures disagree."
PAGE = ExhibitPage(
    name="measures",
    title="Measures",
    about=lambda query: ("NDCG and other measures", SENTENCE),
    act=lambda link, record, state, act: answer_measures(link, act),
)
