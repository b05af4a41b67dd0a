"""The settings of classes: the database, the duration, and the right to make a room.

docs/reference/settings.md describes the environment variables NDCG_CLASS_...
"""

import os
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryFile

from ndcg_ui.limits.shares import parse_ip

POSTGRESQL_SCHEMES = ("postgresql://", "postgres://")
"""The beginnings of a PostgreSQL address. Any other address is a SQLite file."""
MISSING_PSYCOPG = "postgresql:// needs psycopg. In a clone, run: pip install -e '.[postgresql]'"
CANNOT_STORE = (
    "The server cannot hold classes, because {}. Everything else works. Set NDCG_CLASS_DATABASE to "
    "a file in another place."
)
DEFAULT_HOURS = 24.0
MAX_HOURS = 24.0 * 365
LOCAL_NETWORKS = [
    ip_network("127.0.0.0/8"),  # this machine
    ip_network("::1/128"),
    ip_network("10.0.0.0/8"),  # private networks
    ip_network("172.16.0.0/12"),
    ip_network("192.168.0.0/16"),
    ip_network("fc00::/7"),
    ip_network("169.254.0.0/16"),  # the same cable or radio link
    ip_network("fe80::/10"),
]
"""The networks near this machine. `is_private` also accepts 240.0.0.1, 2001:db8::1 and others."""


@dataclass(frozen=True)
class ClassSettings:
    """The database of classes, their duration in hours, and the key for opening a room.

    key: "" if only the local network may open rooms
    trouble: a sentence for the log if the home directory cannot hold the database, else ""
    """

    database: str
    hours: float = DEFAULT_HOURS
    key: str = ""
    trouble: str = ""


def is_local_address(address: str) -> bool:
    """Return True if an address is this machine's or in a private or link-local network.

    >>> [is_local_address(ip) for ip in ("127.0.0.1", "::ffff:192.168.1.7", "8.8.8.8", "")]
    [True, True, False, False]
    """
    ip = parse_ip(address)
    return ip is not None and any(ip in network for network in LOCAL_NETWORKS)


def find_client_address(address: str, forwarded: str) -> str:
    """Return the client's address: the first address that is not local, else `address`.

    A client that adds addresses to the header does not become local.

    address: the sender of the request
    forwarded: the header X-Forwarded-For

    >>> find_client_address("127.0.0.1", "8.8.8.8, 10.0.0.1")
    '8.8.8.8'
    >>> find_client_address("8.8.8.8", "127.0.0.1")
    '8.8.8.8'
    """
    way = [address, *(part.strip() for part in forwarded.split(",") if part.strip())]
    return next((place for place in way if not is_local_address(place)), address)


def read_settings() -> ClassSettings:
    """Read the settings of classes from the environment. Raise ValueError for a bad one.

    The default database may be unusable, because the app works without classes.
    """
    text = os.environ.get("NDCG_CLASS_HOURS", "")
    try:
        hours = float(text or DEFAULT_HOURS)
    except ValueError:
        hours = -1.0
    if not 0 < hours <= MAX_HOURS:
        raise ValueError(f"NDCG_CLASS_HOURS is {text!r}. It must be a number of hours, such as 24.")
    database = os.environ.get("NDCG_CLASS_DATABASE", "")
    trouble = ""
    if not database:
        database, trouble = _find_default_database()
    elif database.startswith(POSTGRESQL_SCHEMES):
        if find_spec("psycopg") is None:
            raise ValueError(f"NDCG_CLASS_DATABASE: {MISSING_PSYCOPG}")
    elif wrong := _find_fault(database):
        raise ValueError(
            f"NDCG_CLASS_DATABASE {wrong}. It must be the path of a SQLite file, or "
            "postgresql://user@host/name."
        )
    key = os.environ.get("NDCG_CLASS_KEY", "")
    if key and not key.strip():
        raise ValueError(
            "NDCG_CLASS_KEY contains only whitespace. Set a key that nobody can guess, or unset "
            "the variable."
        )
    return ClassSettings(database, hours, key, trouble)


def _find_default_database() -> tuple[str, str]:
    """Return the path of the default database, and a sentence if it is unusable, else ""."""
    database = str(Path.home() / ".ndcg-tutor" / "class.sqlite3")
    wrong = _find_fault(database)
    return database, CANNOT_STORE.format(f"its database {wrong}") if wrong else ""


def _find_fault(database: str) -> str:
    """Return the fault of a SQLite path as a verb phrase, or "" if the path can be used.

    Nothing is created at the path.
    """
    scheme, is_address, _ = database.partition("://")
    if is_address:
        return f"begins with {scheme[:40]}://"
    path = Path(database).absolute()
    try:
        with path.open("r+b") as file:
            return "" if file.read(16) in (b"", b"SQLite format 3\0") else "names another file"
    except FileNotFoundError:
        folder = next(folder for folder in path.parents if folder.exists())
        try:  # in folders such as /proc, even root cannot make files
            with TemporaryFile(dir=folder):
                return ""
        except OSError:
            return f"would be in {folder}, where the app cannot make files"
    except OSError as error:
        return f"cannot be opened: {error.strerror}"
