"""The parts of the conventions page: what is asked, who prints the number, every library's list."""

from ndcg_core.libraries import LIBRARIES
from ndcg_ui.parts.markup.builder import html, tag, title

HEADING = title(
    "Which library prints this number?",
    html(
        "One ranking, and what libraries, scripts and papers make of its NDCG in "
        f"{len(LIBRARIES)} settings. They differ in a handful of choices, and every choice has "
        "a place in the calculation. For MAP, MRR, recall and P@k see ",
        tag("a", "Measures", href="./measures"),
        ".",
    ),
)
