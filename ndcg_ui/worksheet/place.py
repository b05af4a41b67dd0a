"""Where the app is, as the phones of a class reach it: the address that the visitor has used."""

import re
from urllib.parse import urlsplit

from ndcg_ui.addresses import read_path

_HOST = re.compile(r"[\w.-]{1,253}(?::\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?")


def read_address(address: str) -> tuple[str, str, str]:
    """Return the scheme, the host and the app's path of a page's address; none is this machine's.

    >>> read_address("https://example.edu/ndcg/worksheet")
    ('https', 'example.edu', '/ndcg')
    >>> read_address("javascript:1")
    ('http', 'localhost', '')
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # such as a bracket that is not closed
        parts = urlsplit("")
    if parts.scheme in ("http", "https") and _HOST.fullmatch(parts.netloc):
        return parts.scheme, parts.netloc, read_path(parts.path.rpartition("/")[0])
    return "http", "localhost", ""
