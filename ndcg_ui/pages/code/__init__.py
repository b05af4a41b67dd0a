"""The page `/code`: write dcg and ndcg_at_k, and run them in this browser."""

from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.code.acts import answer_code_action

SENTENCE = (
    "Order the lines of a function, fill in two blanks, and then write dcg and ndcg_at_k in Python."
)
PAGE = ExhibitPage(
    name="code",
    title="Code",
    group="Learn",
    purpose="Write DCG and NDCG in Python, in the browser",
    topics=(
        "Order the lines of a function, and fill in two blanks",
        "Tests that name the mistake in your program",
    ),
    describe=lambda query: ("Write NDCG yourself", SENTENCE),
    answer_action=lambda link, record, state, action: answer_code_action(link, action),
)
