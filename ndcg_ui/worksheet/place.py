"""Where the app is, as the phones of a class reach it: the address that the visitor has used."""

import re
from urllib.parse import urlsplit

from ndcg_ui.addresses import read_path

_HOST = re.compile(r"[\w.-]{1,253}(?::\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?")


def read_address(address: str, header: str) -> tuple[str, str, str]:
    """The scheme, the host and the app's path of a page's address; of the header where it has none.

    >>> read_address("https://example.edu/ndcg/worksheet", "127.0.0.1:8501")
    ('https', 'example.edu', '/ndcg')
    >>> read_address("javascript:1", "192.168.1.7:8501")
    ('http', '192.168.1.7:8501', '')
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # such as a bracket that is not closed
        parts = urlsplit("")
    if parts.scheme in ("http", "https") and _HOST.fullmatch(parts.netloc):
        return parts.scheme, parts.netloc, read_path(parts.path.rpartition("/")[0])
    return "http", header if _HOST.fullmatch(header) else "localhost", ""
