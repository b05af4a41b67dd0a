"""A server that goes away under a visitor: what the browser says then, and what may be lost."""

from __future__ import annotations

GONE = (
    *("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to load resource"),
    *("Cannot send rerun", "Client Error in reaching", "Is Streamlit still running?"),
)
"""What the console says of a server that is away; after six tries Streamlit asks after it."""


def lose_the_next_message(page) -> None:
    """Let what the page sends next be lost on its way to the server."""
    page.evaluate(
        """() => {
            const { send } = WebSocket.prototype;
            WebSocket.prototype.send = () => (WebSocket.prototype.send = send);
        }"""
    )


def fail_next_act(page) -> None:
    """Let the next request of an act on a board fail, as where the network is away for a moment."""
    page.route("**/acts/board", lambda route: route.abort(), times=1)
