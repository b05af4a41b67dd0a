"""Record the kind of server behind this process: our own, or plain Streamlit."""

_is_running = False


def is_running() -> bool:
    """Return True if our server answers actions and sends our files."""
    return _is_running


def record_running(running: bool) -> None:
    """Record that our server starts or stops. The server calls this itself."""
    global _is_running
    _is_running = running
