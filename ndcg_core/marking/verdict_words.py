"""The words that readers see for verdicts, on pages, in a class and in a notebook."""

VERDICT_WORDS = {
    "right": "right",
    "carried": "carried",
    "last-digit": "last digit",
    "wrong": "wrong",
    "invalid": "not marked",
}
"""The word for each verdict. Verdicts are ids and never change. Colours are in
style/6-marking.css."""
GROUP_WORDS = {
    "right": "right",
    "wrong": "not right",
    "incomplete": "incomplete",
    "invalid": "not marked",
    "open": "not marked",
}
"""The word for the outcome of a whole answer in a class. An open text has the outcome "open"."""


def find_verdict_word(verdict: str) -> str:
    """Return the word for a verdict, or another text unchanged.

    >>> find_verdict_word("last-digit"), find_verdict_word("not known")
    ('last digit', 'not known')
    """
    return VERDICT_WORDS.get(verdict, verdict)
