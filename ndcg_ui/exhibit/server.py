"""Tell whether our own server or plain Streamlit is behind the pages of this process."""

_is_running = False


def is_running() -> bool:
    """Return True if our server answers actions and sends our files."""
    return _is_running


def note_running(running: bool) -> None:
    """Record that our server starts or stops. The server calls this itself."""
    global _is_running
    _is_running = running
