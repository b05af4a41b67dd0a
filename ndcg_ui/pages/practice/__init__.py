"""The page `/practice`: sheets, sorting tasks and predictions."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.practice.acts import answer_practice_action

SENTENCE = "Sheets to fill in, marked cell by cell, with the cause of each wrong number."
PAGE = ExhibitPage(
    name="practice",
    title="Practice",
    group="Learn",
    purpose="Fresh numbers, marked step by step",
    topics=(
        "Fill in a calculation of DCG, IDCG or NDCG",
        "Put a ranking in its ideal order",
        "Predict a value before you see it",
        "Hints, and the mistake that gives your number",
    ),
    describe=lambda query: ("Practise NDCG", SENTENCE),
    answer_action=answer_practice_action,
    record_key="practice",
)
