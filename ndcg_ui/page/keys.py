"""The names under which a page keeps its widgets and values in the session."""

CAME = "came"
"""Whether this run is the first one since the visitor came to the page."""


def key(page: str, name: str) -> str:
    """Return the session key of a widget or value of a page."""
    return f"{page}.{name}"
