"""The page `/code`: write dcg and ndcg_at_k."""

from ndcg_ui.parts.markup.builder import html, span, tag, title

HEADING = title(
    "Write it yourself",
    html(
        "Order the lines, fill the blanks, then write ",
        tag("code", "dcg"),
        " and ",
        tag("code", "ndcg_at_k"),
        " in Python. Your program runs in this browser and goes nowhere else. ",
        span("What you type stays here when you reload.", css="keeps-here"),
        span("What you type is forgotten when you reload.", css="forgets-here"),
    ),
)
