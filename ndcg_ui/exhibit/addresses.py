"""Links between pages, and the app's address as other machines see it, also as a QR code."""

import re
import socket
from functools import lru_cache
from io import BytesIO
from urllib.parse import urlsplit

import segno

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"[\w.-]{1,253}(?::\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](?::\d{1,5})?")
_PATH = re.compile(r"(/[\w.~%+-]{1,50}){0,5}", re.ASCII)


def build_link_to_root(path: str) -> str:
    """Return the relative link from a path of the app to the app's root.

    >>> [build_link_to_root(path) for path in ("/playground", "/class/wall", "/a/b/")]
    ['./', '../', '../../']
    """
    return "../" * (path.count("/") - 1) or "./"


def parse_base_path(text: str) -> str:
    """Return a path without a final slash, or "" if it is not a valid base path.

    >>> parse_base_path("/~/+/"), parse_base_path("/"), parse_base_path("//x.test/")
    ('/~/+', '', '')
    """
    path = text.removesuffix("/")
    return path if _PATH.fullmatch(path) else ""


def read_address(address: str) -> tuple[str, str, str]:
    """Return the scheme, the host with any port, and the base path of a page's address.

    An invalid address is treated as http://localhost.

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
        return parts.scheme, parts.netloc, parse_base_path(parts.path.rpartition("/")[0])
    return "http", "localhost", ""


def build_base_url(scheme: str, host: str, path: str = "") -> str:
    """Return the app's base URL. A local host becomes this machine's network address.

    path: the app's base path, as `parse_base_path` returns it.

    >>> build_base_url("http", "192.168.1.7:8501", "/ndcg")
    'http://192.168.1.7:8501/ndcg'
    """
    return f"{scheme}://{resolve_network_host(host)}{path}"


def resolve_network_host(host: str) -> str:
    """Replace a local host with this machine's network address. Return other hosts unchanged.

    >>> resolve_network_host("ndcg.example.edu")
    'ndcg.example.edu'
    >>> resolve_network_host("localhost:8501").endswith(":8501")
    True
    """
    _, port = _split_port(host)
    return f"{find_machine_address()}{port}" if is_local_host(host) else host


def is_local_host(host: str) -> bool:
    """Return True if a host, with or without a port, names the local machine.

    >>> is_local_host("localhost:8501"), is_local_host("[::1]:8501"), is_local_host("192.168.1.7")
    (True, True, False)
    """
    name, _ = _split_port(host)
    return name in LOCAL_HOSTS


def _split_port(host: str) -> tuple[str, str]:
    """Split a host into its name and either its port with the colon or "".

    >>> _split_port("[::1]:8501"), _split_port("localhost")
    (('[::1]', ':8501'), ('localhost', ''))
    """
    found = re.fullmatch(r"(\[.*\]|[^:]*)(:\d*)", host)
    return (found[1], found[2]) if found else (host, "")


def build_qr_code_remark(host: str) -> str:
    """Return a remark about the address in QR codes if the host is local, otherwise ""."""
    if not is_local_host(host):
        return ""
    return (
        "You opened the app on its own computer, so the QR codes contain that computer’s address "
        f"on the network, {resolve_network_host(host)}. Phones can reach it if you start the app "
        "with --server.address 0.0.0.0."
    )


def find_machine_address() -> str:
    """Return this machine's IP address on its network, or "localhost" without a network.

    No data are sent: connecting a UDP socket only makes the system choose a route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


@lru_cache(maxsize=400)
def render_qr_code(address: str, mask: int | None = None) -> str:
    """Render an address as a QR code in SVG. Raise ValueError if the address is too long.

    mask: the number of one of the eight mask patterns of QR codes. None tries all patterns for the
    best readability at a distance, which takes six times as long.

    >>> render_qr_code("http://192.168.1.7:8501/join#BCDFG")[:4]
    '<svg'
    """
    out = BytesIO()
    picture = segno.make(address, error="m", boost_error=mask is None, mask=mask)
    picture.save(out, kind="svg", xmldecl=False, svgns=True, border=3, omitsize=True, dark="#000")
    return out.getvalue().decode()
