"""Whether our own server is behind the pages of this process, or plain Streamlit alone."""

_is_running = False


def is_running() -> bool:
    """Return whether our server answers actions and sends our files."""
    return _is_running


def note_running(running: bool) -> None:
    """Note that our server begins, or ends. The server calls this itself."""
    global _is_running
    _is_running = running
