"""What is written to the log: counted where it is an error, and never with a secret in it.

A session's id opens the session to whoever has it: Streamlit writes it where a page is open twice.
Its loggers are some two hundred, each for itself; what all share is the factory of their records.
"""

import logging
import re
from typing import Any

SECRET = re.compile(
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
    r"|(?<=/upload_file/)[^?]+"
)
HIDDEN = "(not shown)"
NO_ERROR = "ASGI callable returned without completing handshake."
"""What uvicorn writes of each connection that is refused with a sentence."""


class Records:
    """Makes the records of all loggers, as the factory before it does."""

    def __init__(self) -> None:
        """Begin with no errors, and in nobody's place."""
        self.errors, self.make = 0, logging.getLogRecordFactory()

    def begin(self) -> None:
        """Make all records from here on."""
        if logging.getLogRecordFactory() != self.record:
            self.make = logging.getLogRecordFactory()
            logging.setLogRecordFactory(self.record)

    def record(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        """Make a record without secrets, and count it where it is an error."""
        made = self.make(*args, **kwargs)
        self.errors += made.levelno >= logging.ERROR and made.msg != NO_ERROR
        made.msg = without_secrets(made.msg)
        if isinstance(made.args, tuple):
            made.args = tuple(map(without_secrets, made.args))
        return made


def without_secrets(value: Any) -> Any:
    """Return a text without what is nobody's business, and anything else as it is.

    >>> without_secrets("PUT /_stcore/upload_file/1a2b-c3D/4")
    'PUT /_stcore/upload_file/(not shown)'
    >>> without_secrets("Session with id 0f8fad5b-d9cb-469f-a165-70867728950e"), without_secrets(3)
    ('Session with id (not shown)', 3)
    """
    return SECRET.sub(HIDDEN, value) if isinstance(value, str) else value


def write_once() -> None:
    """Have uvicorn write each line once: Streamlit gives its loggers a second handler."""
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        del logging.getLogger(name).handlers[1:]


records = Records()
