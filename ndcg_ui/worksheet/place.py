"""Where the app is, as the phones of a class reach it: the address that the visitor has used."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import streamlit as st

from ndcg_ui.web.addresses import on_the_network

_HOST = re.compile(r"[\w.-]{1,253}(?::\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?")


def visited() -> tuple[str, str]:
    """The scheme and the host by which the visitor has come."""
    return read_address(st.context.url or "", st.context.headers.get("Host") or "")


def read_address(address: str, header: str) -> tuple[str, str]:
    """The scheme and host of an address; of the request's header where the address has none.

    >>> read_address("https://ndcg.example.edu/worksheet", "127.0.0.1:8501")
    ('https', 'ndcg.example.edu')
    >>> read_address("javascript:1", "192.168.1.7:8501")
    ('http', '192.168.1.7:8501')
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # such as a bracket that is not closed
        parts = urlsplit("")
    if parts.scheme in ("http", "https") and _HOST.fullmatch(parts.netloc):
        return parts.scheme, parts.netloc
    return "http", header if _HOST.fullmatch(header) else "localhost"


def origin(scheme: str, host: str) -> str:
    """What the addresses on a sheet begin with.

    >>> origin("http", "192.168.1.7:8501")
    'http://192.168.1.7:8501'
    """
    return f"{scheme}://{on_the_network(host)}"
