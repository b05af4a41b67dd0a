"""The page `/glossary`: every term of the course with its meaning."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.glossary.terms import make_glossary_answer

SENTENCE = "The terms behind NDCG in plain words, each with the lesson that explains it."
PAGE = ExhibitPage(
    name="glossary",
    title="Glossary",
    group="About",
    purpose="Every term of the course in a sentence or two",
    describe=lambda query: ("Glossary", SENTENCE),
    answer_action=lambda link, record, state, action: make_glossary_answer(),
)
