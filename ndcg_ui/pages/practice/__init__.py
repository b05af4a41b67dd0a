"""The page `/practice`: sheets, sorting tasks and predictions."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.practice.acts import answer_practice

SENTENCE = "Sheets to fill in, marked cell by cell, with the cause of each wrong number."
PAGE = ExhibitPage(
    name="practice",
    title="Practice",
    about=lambda query: ("Practise NDCG", SENTENCE),
    act=answer_practice,
    keeps="practice",
)
