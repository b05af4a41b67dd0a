"""The page `/conventions`: the library that prints a number, and the choices between two."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.conventions.rows import answer_conventions_action

SENTENCE = "The numbers that libraries print for one ranking, and the choices that separate them."
PAGE = ExhibitPage(
    name="conventions",
    title="Which library?",
    group="Tools",
    purpose="Find out which setting printed your number",
    topics=(
        "Conventions of scikit-learn, trec_eval, ranx and other libraries",
        "Linear and exponential gain, and the ideal order over all judged documents",
        "The choices that separate the numbers of two libraries",
        "Wrong calls that print another number",
    ),
    describe=lambda query: ("Which library prints this number?", SENTENCE),
    answer_action=lambda link, record, state, action: answer_conventions_action(link, action),
)
