"""The page `/measures`: one ranking under every measure, and where two disagree."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.measures.measures import answer_measures_action

SENTENCE = "One ranking under every measure, and the smallest case in which two measures disagree."
PAGE = ExhibitPage(
    name="measures",
    title="Other measures",
    group="Tools",
    purpose="NDCG compared with precision, recall, AP and RR",
    topics=(
        "The smallest ranking on which two measures disagree",
        "P@k, recall, MAP, MRR, ERR, RBP, bpref, Q-measure and Kendall’s tau",
    ),
    describe=lambda query: ("Other measures", SENTENCE),
    answer_action=lambda link, record, state, action: answer_measures_action(link, action),
)
