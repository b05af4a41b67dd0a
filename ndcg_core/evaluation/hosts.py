"""The names that options have in Python, on the command line, and on the page `/evaluate`."""

from collections.abc import Mapping
from typing import Literal

from ndcg_core.content import load_toml

OPTION_WORDS: Mapping[str, Mapping[str, str]] = load_toml(__file__, "hosts.toml")
"""The advice about each option by host. The file explains the format."""


def name_options(message: str, host: Literal["terminal", "page"]) -> str:
    """Return a message about files with the names that its options have in a host.

    >>> name_options("Name it with columns, as in score=points.", "terminal")
    'Name it with --columns, as in score=points.'
    """
    for words in OPTION_WORDS.values():
        message = message.replace(words["python"], words[host])
    return message
