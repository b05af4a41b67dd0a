"""The kind of server in this process: our own, or plain Streamlit."""

_is_running = False


def is_running() -> bool:
    """Return True if our own server runs in this process, not only Streamlit's."""
    return _is_running


def set_running(is_now_running: bool) -> None:
    """Record that our own server has started (True) or stopped (False)."""
    global _is_running
    _is_running = is_now_running
