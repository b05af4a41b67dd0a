"""The names under which a page keeps its widgets and values in the session."""


def key(page: str, name: str) -> str:
    """Return the session key of a widget or value of a page."""
    return f"{page}.{name}"
