"""The page `/practice`: sheets, tasks by drag, predictions, where a number is from."""

from ndcg_ui.page import ExhibitPage
from ndcg_ui.practice.acts import practice

SENTENCE = "Sheets to fill in, marked cell by cell, with what gives a wrong number."
PAGE = ExhibitPage(
    name="practice",
    title="Practice",
    about=lambda query: ("Practise NDCG", SENTENCE),
    act=practice,
    keeps="practice",
)
