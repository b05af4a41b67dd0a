"""The page `/conventions`: the library that prints a number, and the choices between two."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.conventions.rows import answer_conventions

SENTENCE = "The numbers that libraries print for one ranking, and the choices that separate them."
PAGE = ExhibitPage(
    name="conventions",
    title="Conventions",
    about=lambda query: ("Which library prints this number?", SENTENCE),
    act=lambda link, record, state, act: answer_conventions(link, act),
)
