"""A server that goes away under a visitor: what the browser says then, and what may be lost."""

GONE = (
    *("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to load resource"),
    *("Cannot send rerun", "Client Error in reaching", "Is Streamlit still running?"),
)
"""What the console says of a server that is away; after six tries Streamlit asks after it."""


def fail_next_act(page) -> None:
    """Let the next request of an act fail, as where the network is away for a moment."""
    page.route("**/acts/*", lambda route: route.abort(), times=1)
