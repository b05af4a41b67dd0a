"""Addresses: links between the pages, and this server's address as a code to scan."""

import re
import socket
from functools import lru_cache
from io import BytesIO
from urllib.parse import urlsplit

import segno

LOCAL = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"[\w.-]{1,253}(?::\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?")
_PATH = re.compile(r"(/[\w.~%+-]{1,50}){0,5}", re.ASCII)


def up(path: str) -> str:
    """Return the relative link from an address of the app's to its top.

    >>> up("/playground"), up("/class/wall"), up("/a/b/")
    ('./', '../', '../../')
    """
    return "../" * (path.count("/") - 1) or "./"


def read_path(text: str) -> str:
    """Return the path below which a page has found the app; "" for none, and for what is none.

    >>> read_path("/~/+/"), read_path("/"), read_path("//x.test/")
    ('/~/+', '', '')
    """
    path = text.removesuffix("/")
    return path if _PATH.fullmatch(path) else ""


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


def origin(scheme: str, host: str, path: str = "") -> str:
    """Return what the app's addresses begin with, as far as possible for another machine.

    path: the app's own, as `read_path` has it.

    >>> origin("http", "192.168.1.7:8501", "/ndcg")
    'http://192.168.1.7:8501/ndcg'
    """
    return f"{scheme}://{on_the_network(host)}{path}"


def on_the_network(host: str) -> str:
    """Return a host as another machine can reach it: this machine's address where it names only
    itself.

    >>> on_the_network("ndcg.example.edu"), on_the_network("localhost:8501").endswith(":8501")
    ('ndcg.example.edu', True)
    """
    _, colon, port = host.rpartition(":") if host.count(":") == 1 else (host, "", "")
    return f"{own_address()}{colon}{port}" if is_local(host) else host


def is_local(host: str) -> bool:
    """Whether a host is what a machine calls itself.

    >>> is_local("localhost:8501"), is_local("192.168.1.7:8501")
    (True, False)
    """
    name = host.rpartition(":")[0] if host.count(":") == 1 else host
    return (name or host) in LOCAL


def remark(host: str) -> str:
    """Return what there is to know of the codes where the visitor sits at the app's own machine."""
    if not is_local(host):
        return ""
    return (
        "You opened the app on its own machine, so the codes have that machine’s address on the "
        f"network, {on_the_network(host)}. Phones reach it once the app is started with "
        "--server.address 0.0.0.0."
    )


def own_address() -> str:
    """Return the address of this machine on its network; "localhost" where it is on none.

    Nothing is sent: the system is only asked which way it would send something.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


@lru_cache(maxsize=400)
def qr(address: str, mask: int | None = None) -> str:
    """Return the address as an SVG picture.

    mask: which of a code's eight patterns; None tries them all for the one that is read best from
    afar, and takes six times as long.

    >>> qr("http://192.168.1.7:8501/join#BCDFG")[:4]
    '<svg'
    """
    out = BytesIO()
    picture = segno.make(address, error="m", boost_error=mask is None, mask=mask)
    picture.save(out, kind="svg", xmldecl=False, svgns=True, border=3, omitsize=True, dark="#000")
    return out.getvalue().decode()
