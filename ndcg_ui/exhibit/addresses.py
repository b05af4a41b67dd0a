"""Links between the pages, and this server's address as a QR code."""

import re
import socket
from functools import lru_cache
from io import BytesIO
from urllib.parse import urlsplit

import segno

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"[\w.-]{1,253}(?::\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?")
_PATH = re.compile(r"(/[\w.~%+-]{1,50}){0,5}", re.ASCII)


def find_way_up(path: str) -> str:
    """Return the relative link from a path of the app to its top.

    >>> find_way_up("/playground"), find_way_up("/class/wall"), find_way_up("/a/b/")
    ('./', '../', '../../')
    """
    return "../" * (path.count("/") - 1) or "./"


def read_path(text: str) -> str:
    """Return the base path in the address of a page, or "" for none or a bad path.

    >>> read_path("/~/+/"), read_path("/"), read_path("//x.test/")
    ('/~/+', '', '')
    """
    path = text.removesuffix("/")
    return path if _PATH.fullmatch(path) else ""


def read_address(address: str) -> tuple[str, str, str]:
    """Return the scheme, host and base path of a page's address. A bad address gives this
    machine's.

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


def write_origin(scheme: str, host: str, path: str = "") -> str:
    """Return the beginning of the app's addresses, for another machine where possible.

    path: the app's base path, as `read_path` returns it.

    >>> write_origin("http", "192.168.1.7:8501", "/ndcg")
    'http://192.168.1.7:8501/ndcg'
    """
    return f"{scheme}://{find_network_host(host)}{path}"


def find_network_host(host: str) -> str:
    """Return a host that other machines can reach. A local name becomes an address.

    >>> find_network_host("ndcg.example.edu"), find_network_host("localhost:8501").endswith(":8501")
    ('ndcg.example.edu', True)
    """
    _, colon, port = host.rpartition(":") if host.count(":") == 1 else (host, "", "")
    return f"{find_own_address()}{colon}{port}" if is_local(host) else host


def is_local(host: str) -> bool:
    """Return True if a host is a machine's name for itself, such as localhost.

    >>> is_local("localhost:8501"), is_local("192.168.1.7:8501")
    (True, False)
    """
    name = host.rpartition(":")[0] if host.count(":") == 1 else host
    return (name or host) in LOCAL_HOSTS


def write_remark(host: str) -> str:
    """Return a remark about QR codes for a visitor at the server's own machine, or ""."""
    if not is_local(host):
        return ""
    return (
        "You opened the app on its own computer, so the QR codes contain that computer’s address "
        f"on the network, {find_network_host(host)}. Phones can reach it if you start the app with "
        "--server.address 0.0.0.0."
    )


def find_own_address() -> str:
    """Return this machine's address on its network, or "localhost" without a network.

    Nothing is sent. The system only chooses a route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


@lru_cache(maxsize=400)
def draw_qr_code(address: str, mask: int | None = None) -> str:
    """Return the address as a QR code in SVG.

    mask: one of the eight patterns of a code. None tries all of them for the best readability at a
    distance, and takes six times as long.

    >>> draw_qr_code("http://192.168.1.7:8501/join#BCDFG")[:4]
    '<svg'
    """
    out = BytesIO()
    picture = segno.make(address, error="m", boost_error=mask is None, mask=mask)
    picture.save(out, kind="svg", xmldecl=False, svgns=True, border=3, omitsize=True, dark="#000")
    return out.getvalue().decode()
