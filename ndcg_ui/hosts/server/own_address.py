"""The address under which others find this app, for the pictures of previews.

Previews need absolute addresses. The setting names the app's own one. Without it, the address of
the request is used, which is right unless a proxy changes the host, the scheme or the path.
"""

import os

from starlette.requests import Request

from ndcg_ui.exhibit.addresses import read_address
from ndcg_ui.hosts.server.base_path import REMOVED_PATH_KEY

ADDRESS_VARIABLE = "NDCG_ADDRESS"


def read_address_setting() -> str:
    """Return the address in NDCG_ADDRESS without a slash at its end, or "" if it is unset.

    Raises ValueError with a sentence for a bad address.
    """
    text = os.environ.get(ADDRESS_VARIABLE, "").strip()
    try:
        return normalize_address(text) if text else ""
    except ValueError as error:
        raise ValueError(f"{ADDRESS_VARIABLE} is {text[:80]!r}. {error}") from None


def normalize_address(text: str) -> str:
    """Return an app's or a site's address without a slash at its end.

    Raises ValueError with a sentence if the text is no address.

    >>> normalize_address("https://ndcg.example.edu/ndcg/")
    'https://ndcg.example.edu/ndcg'
    """
    address = text.rstrip("/")
    scheme, host, path = read_address(f"{address}/")
    if f"{scheme}://{host}{path}" != address:
        raise ValueError("It must be an address such as https://ndcg.example.edu.")
    return address


def find_app_address(request: Request) -> str:
    """Return the app's address, without a final slash, from the settings or else the request.

    Raises ValueError for a bad setting.
    """
    if known := read_address_setting():
        return known
    scheme, host, _ = read_address(str(request.url))
    return f"{scheme}://{host}{request.scope.get(REMOVED_PATH_KEY, '')}"
