"""Log records: errors are counted, and secrets are redacted.

Anyone who knows a session's id can open the session, and Streamlit logs the id if a page is open
twice. Streamlit has about two hundred separate loggers, but all of them use the same record
factory.
"""

import logging
import re
from time import monotonic
from typing import Any

from ndcg_ui.limits.rates import Clock

SECRET_PATTERN = re.compile(
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
    r"|(?<=/upload_file/)[^?]+"
)
REDACTED = "(not shown)"
NO_ERROR = "ASGI callable returned without completing handshake."
"""uvicorn's messages about connections that are refused with a sentence."""
CONNECTION_MESSAGE = '%s - "WebSocket %s"'
"""The beginning of a line about a connection. A refusal ends with a status."""
MANY_REFUSED = "Connections are refused. For a minute, no further refusal is logged."
SECONDS_BETWEEN_REFUSALS = 60.0


class RecordFactory:
    """A log record factory that counts errors and redacts secrets."""

    def __init__(self) -> None:
        """Wrap the current factory, with no errors counted yet."""
        self.errors = 0
        self.make = logging.getLogRecordFactory()

    def install(self) -> None:
        """Use this factory for all log records from now on."""
        if logging.getLogRecordFactory() != self.make_record:
            self.make = logging.getLogRecordFactory()
            logging.setLogRecordFactory(self.make_record)

    def make_record(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        """Return a log record without secrets, and count the record if it is an error.

        A connection that is refused with a sentence is not counted.
        """
        made = self.make(*args, **kwargs)
        self.errors += made.levelno >= logging.ERROR and made.msg != NO_ERROR
        made.msg = redact_secrets(made.msg)
        if isinstance(made.args, tuple):
            made.args = tuple(map(redact_secrets, made.args))
        return made


def redact_secrets(value: Any) -> Any:
    """Redact secrets in a string, and return other values unchanged.

    >>> redact_secrets("PUT /_stcore/upload_file/1a2b-c3D/4")
    'PUT /_stcore/upload_file/(not shown)'
    >>> redact_secrets("Session with id 0f8fad5b-d9cb-469f-a165-70867728950e"), redact_secrets(3)
    ('Session with id (not shown)', 3)
    """
    return SECRET_PATTERN.sub(REDACTED, value) if isinstance(value, str) else value


class RefusalFilter(logging.Filter):
    """A log filter that limits the lines about refused connections to one a minute."""

    def __init__(self, clock: Clock = monotonic) -> None:
        """Make a filter that has not passed a refusal yet."""
        super().__init__()
        self.clock = clock
        self.quiet_until = float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for a refusal within a minute of the last logged refusal, else True.

        The record of a refusal that passes becomes a warning about many refusals.
        """
        line = str(record.msg)
        refused = line.startswith(CONNECTION_MESSAGE) and not line.endswith("[accepted]")
        if line != NO_ERROR and not refused:
            return True
        now = self.clock()
        if now < self.quiet_until:
            return False
        self.quiet_until = now + SECONDS_BETWEEN_REFUSALS
        record.msg = MANY_REFUSED
        record.args = ()
        record.levelno = logging.WARNING
        record.levelname = "WARNING"
        return True


def filter_repetitions() -> None:
    """Make uvicorn log each line only once, and refused connections at most once a minute.

    Streamlit gives uvicorn's loggers a second handler.
    """
    for name in ("uvicorn", "uvicorn.access", "uvicorn.error"):
        del logging.getLogger(name).handlers[1:]
    logging.getLogger("uvicorn.error").addFilter(refusals)


records = RecordFactory()
refusals = RefusalFilter()
