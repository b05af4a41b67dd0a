"""A worksheet on paper: its link, its exercises with blanks, their codes, and the key."""

from ndcg_ui.parts.markup.builder import title

HEADING = title(
    "A worksheet to print",
    "Choose what it trains: out come exercises with boxes to write in, each with a code that "
    "opens it in the app, and a key with every step. The same link gives the same sheet.",
)
