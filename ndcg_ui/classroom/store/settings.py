"""The settings of classes: their database, their duration, and who may make a room.

docs/reference/settings.md says what the variables NDCG_CLASS_... are for.
"""

import os
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryFile

from ndcg_ui.limits.shares import read_ip

REMOTE = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL begins; any other is a file of SQLite."""
MISSING = "postgresql:// needs psycopg. In a clone, run: pip install -e '.[postgresql]'"
NO_STORE = (
    "The server cannot hold classes, because {}. Everything else works. Set NDCG_CLASS_DATABASE to "
    "a file in another place."
)
DEFAULT_HOURS, LONGEST_HOURS = 24.0, 24.0 * 365
NEAR = [
    *map(ip_network, ("127.0.0.0/8", "::1/128")),  # this machine
    *map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")),  # private
    *map(ip_network, ("169.254.0.0/16", "fe80::/10")),  # of one cable or radio
]
"""Fewer than `is_private` takes, which is all that is not global: 240.0.0.1, 2001:db8::1 ..."""


@dataclass(frozen=True)
class ClassSettings:
    """The settings in the environment.

    trouble: a sentence for the log if nothing can be stored in the home directory
    """

    database: str
    hours: float = DEFAULT_HOURS
    key: str = ""
    trouble: str = ""


def is_near(address: str) -> bool:
    """Return True for an address of this machine or its local network.

    >>> is_near("127.0.0.1"), is_near("::ffff:192.168.1.7"), is_near("8.8.8.8"), is_near("")
    (True, True, False, False)
    """
    ip = read_ip(address)
    return ip is not None and any(ip in network for network in NEAR)


def farthest(address: str, forwarded: str) -> str:
    """Return the origin of a request: the first address on its way that is not near.

    forwarded: what proxies say of it, the header X-Forwarded-For. Whoever adds to it makes nothing
    nearer by it.

    >>> farthest("127.0.0.1", "8.8.8.8, 10.0.0.1"), farthest("8.8.8.8", "127.0.0.1")
    ('8.8.8.8', '8.8.8.8')
    """
    way = [address, *(part.strip() for part in forwarded.split(",") if part.strip())]
    return next((place for place in way if not is_near(place)), address)


def from_environment() -> ClassSettings:
    """Return the settings. Raise ValueError with a sentence for bad hours or a bad database.

    Only a database that somebody named has to be usable: without classes, the app stores nothing.
    """
    text = os.environ.get("NDCG_CLASS_HOURS", "")
    try:
        hours = float(text or DEFAULT_HOURS)
    except ValueError:
        hours = -1.0
    if not 0 < hours <= LONGEST_HOURS:
        raise ValueError(f"NDCG_CLASS_HOURS is {text!r}; It must be a number of hours, such as 24.")
    database, trouble = os.environ.get("NDCG_CLASS_DATABASE", ""), ""
    if not database:
        database, trouble = _default_database()
    elif database.startswith(REMOTE):
        if find_spec("psycopg") is None:
            raise ValueError(f"NDCG_CLASS_DATABASE: {MISSING}")
    elif wrong := _wrong_with(database):
        raise ValueError(
            f"NDCG_CLASS_DATABASE {wrong}. It must be the path of a SQLite file, or "
            "postgresql://user@host/name."
        )
    key = os.environ.get("NDCG_CLASS_KEY", "")
    if key and not key.strip():
        raise ValueError(
            "NDCG_CLASS_KEY has only spaces. Set a key that nobody can guess, or none."
        )
    return ClassSettings(database, hours, key, trouble)


def _default_database() -> tuple[str, str]:
    """Return the file in the home directory, and the sentence if it cannot be used, or ""."""
    database = str(Path.home() / ".ndcg-tutor" / "class.sqlite3")
    wrong = _wrong_with(database)
    return database, NO_STORE.format(f"its database {wrong}") if wrong else ""


def _wrong_with(database: str) -> str:
    """Return the reason why a text is no path for a SQLite file, or ""."""
    scheme, is_address, _ = database.partition("://")
    if is_address:
        return f"begins with {scheme[:40]}://"
    path = Path(database).absolute()
    try:
        with path.open("r+b") as file:
            return "" if file.read(16) in (b"", b"SQLite format 3\0") else "names another file"
    except FileNotFoundError:
        folder = next(folder for folder in path.parents if folder.exists())
        try:  # /proc and others let root in, and have no file made
            with TemporaryFile(dir=folder):
                return ""
        except OSError:
            return f"would be in {folder}, where the app cannot make files"
    except OSError as error:
        return f"cannot be opened: {error.strerror}"
