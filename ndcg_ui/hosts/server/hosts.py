"""Host names that the app answers to, and the origins that may send requests.

Another site can let its own name point at this machine ("DNS rebinding") and then read everything
here as if it were its own. The browser still sends that name, which is not one of ours. An IP
address cannot be misused in this way.
"""

import os
import re
import socket
from collections.abc import Sequence
from ipaddress import ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from ndcg_ui.hosts.server.base_path import HEALTH_PATH
from ndcg_ui.hosts.server.refusals import refuse_request
from ndcg_ui.limits.shares import parse_ip

HOST_PATTERN = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?", re.IGNORECASE)
ALLOWED_HOSTS = "NDCG_ALLOWED_HOSTS"
PROXIES_VARIABLE = "FORWARDED_ALLOW_IPS"
NAME_PATTERN = re.compile(r"\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")
OPERATOR_PATHS = (HEALTH_PATH, "/version", "/metrics")
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
ANY_HOST = "*"
BY_A_GIVEN_NAME = f"Open the app by one of its own names, which {ALLOWED_HOSTS} lists."
BY_ADDRESS = f"Open the app by its address, or start the app with this name in {ALLOWED_HOSTS}."


def list_allowed_names() -> tuple[str, ...]:
    """Return the host names that the settings allow, or () if the settings name none.

    Raises ValueError for a bad name in NDCG_ALLOWED_HOSTS.

    Streamlit's setting `server.allowedHosts` applies only without NDCG_ALLOWED_HOSTS.
    """
    listed: Sequence[str] = config.get_option("server.allowedHosts")
    return read_allowed_hosts_variable() or tuple(
        name.strip().lower().rstrip(".") for name in listed
    )


def read_allowed_hosts_variable() -> tuple[str, ...]:
    """Return the host names in NDCG_ALLOWED_HOSTS, or (). Raise ValueError for a bad name."""
    text = os.environ.get(ALLOWED_HOSTS, "").lower()
    names = tuple(name for name in re.split(r"[\s,]+", text) if name)
    wrong = next(
        (name for name in names if not (NAME_PATTERN.fullmatch(name) or parse_ip(name))), None
    )
    if wrong is not None:
        raise ValueError(
            f"{ALLOWED_HOSTS} holds {wrong[:80]!r}. Write only names, without https:// and "
            "without a port, separated by commas or spaces: ndcg.example.edu, *.example.org"
        )
    return tuple(name.rstrip(".") for name in names)


def check_proxies() -> None:
    """Raise ValueError if FORWARDED_ALLOW_IPS has anything but IP addresses and networks."""
    proxies = os.environ.get(PROXIES_VARIABLE, "127.0.0.1").split(",")
    try:
        for proxy in proxies:
            ip_network(proxy.strip())
    except ValueError as error:
        raise ValueError(f"{PROXIES_VARIABLE}: {error}. Separate addresses with commas.") from None


def read_host_name(host: str) -> str:
    """Return the lowercase name or address in a Host header, or a bad header unchanged.

    >>> [read_host_name(host) for host in ("App.Example:8501", "[::1]:8501", "a b", "")]
    ['app.example', '::1', 'a b', '']
    """
    found = HOST_PATTERN.fullmatch(host)
    return (found[1] or found[2]).lower().rstrip(".") if found else host


def matches_host_list(name: str, names: Sequence[str]) -> bool:
    """Return True if a list allows a host: "*" is every host, "*.x" every host below x.

    >>> [matches_host_list(name, ["*.x"]) for name in ("a.x", "x")], matches_host_list("a.y", ["*"])
    ([True, False], True)
    """
    if ANY_HOST in names or name in names:
        return True
    return any(own.startswith("*.") and name.endswith(own[1:]) for own in names)


def is_allowed_host(name: str, names: Sequence[str]) -> bool:
    """Return True if the app answers requests for the host `name`.

    A request without a name is safe, because every browser sends a name.

    names: the host names that the settings allow; if there are none, this machine's own names
    """
    if names:
        return matches_host_list(name, names)
    if not name or name in LOCAL_HOSTS or parse_ip(name) is not None:
        return True
    own = socket.gethostname().lower()
    options = (config.get_option("server.address"), config.get_option("browser.serverAddress"))
    told = (str(option).lower() for option in options if option)
    return matches_host_list(name, [own, f"{own}.local", *told])


def is_allowed_origin(origin: str, host: str, names: Sequence[str] = ()) -> bool:
    """Return True if pages of an origin may send requests to the app.

    These are the app's own pages, and the origins that Streamlit's settings allow. A proxy may
    request another name than the browser does, such as localhost, so the origin may also have one
    of the configured names. "*" is not a name. Every origin is allowed if Streamlit's setting
    `server.enableCORS` is off.

    host: the Host header of the request
    names: the host names that the settings allow
    """
    if not config.get_option("server.enableCORS"):
        return True
    try:
        asking = urlsplit(origin)
    except ValueError:  # no address, such as http://[
        return False
    if asking.netloc and asking.netloc.lower() == host.lower():
        return True
    if asking.hostname and matches_host_list(
        asking.hostname, [name for name in names if name != ANY_HOST]
    ):
        return True
    if config.is_manually_set("browser.serverAddress"):
        own = str(config.get_option("browser.serverAddress")).lower()
        if asking.hostname == own:
            return True
    return origin in {page.strip() for page in config.get_option("server.corsAllowedOrigins")}


class HostGuard:
    """Middleware that refuses unknown host names and requests from other sites' pages.

    Streamlit would also check the origin of a connection, but it would ask the internet for this
    machine's public address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.names = list_allowed_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on requests to an allowed name that come from an allowed page or from no page.

        Another name gets status 421, except for health checks from this machine. Another site's
        page gets status 403.
        """
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        origin = headers.get("origin")
        name = read_host_name(host)
        client = (scope.get("client") or ("",))[0]
        # A health check on this machine, such as a container's, uses a local name.
        ip = parse_ip(client) if scope["path"] in OPERATOR_PATHS and name in LOCAL_HOSTS else None
        if not is_allowed_host(name, self.names) and not (ip and ip.is_loopback):
            to = BY_A_GIVEN_NAME if self.names else BY_ADDRESS
            sentence = f"This app does not answer to the name {name[:80]!r}. {to}"
            await refuse_request(scope, receive, send, 421, sentence)
        elif origin is None:
            await self.app(scope, receive, send)
        elif is_allowed_origin(origin, host, self.names):
            # Streamlit compares host and origin again, so it gets the origin's host.
            kept = [header for header in scope["headers"] if header[0] != b"host"]
            headers_under = [*kept, (b"host", urlsplit(origin).netloc.encode())]
            await self.app({**scope, "headers": headers_under}, receive, send)
        else:
            to = BY_A_GIVEN_NAME if self.names else BY_ADDRESS
            sentence = f"This app refuses requests from pages at {origin[:80]!r}. {to}"
            await refuse_request(scope, receive, send, 403, sentence)
