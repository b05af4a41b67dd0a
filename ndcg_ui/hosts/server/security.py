"""The security headers: every page loads only from its own origin."""

import os
import re
from functools import lru_cache

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ndcg_ui.exhibit.scripts import VERSION_HEADER, compute_asset_version
from ndcg_ui.hosts.server.streamlit_page import hash_inline_scripts

FRAME_ANCESTORS = "NDCG_FRAME_ANCESTORS"
_SOURCE = re.compile(
    r"'self'|'none'|(?!(self|none)$)(https?://)?(\*\.)?[\w.-]+(:(\d+|\*))?", re.ASCII
)


@lru_cache(maxsize=2)
def read_frame_ancestors(is_exhibit: bool = False) -> str:
    """Return the frame-ancestors of a security policy: origins whose pages may frame ours.

    The environment variable NDCG_FRAME_ANCESTORS lists them, such as
    "'self' https://lms.example.edu". Raises ValueError for any other text.

    is_exhibit: True for an exhibit, which any site may frame by default, because an exhibit has no
        session and changes nothing on the server. By default only our own pages may frame other
        pages.
    """
    if FRAME_ANCESTORS not in os.environ:
        return "*" if is_exhibit else "'self'"
    sources = os.environ[FRAME_ANCESTORS].split()
    wrong = next((source for source in sources if not _SOURCE.fullmatch(source)), None)
    if wrong is not None or not sources:
        raise ValueError(
            f"{FRAME_ANCESTORS} holds {wrong or 'nothing'!r}. Write the addresses whose pages may "
            "show the app, separated by spaces: 'self' https://lms.example.edu"
        )
    return " ".join(sources)


@lru_cache(maxsize=2)
def build_content_policy(is_exhibit: bool = False) -> str:
    """Return the Content-Security-Policy of a page: nothing is loaded from other hosts.

    is_exhibit: True for an exhibit, which more sites may frame
    """
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' blob: {hash_inline_scripts()}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "frame-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            f"frame-ancestors {read_frame_ancestors(is_exhibit)}",
        )
    )


UNUSED_FEATURES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "publickey-credentials-get",
    "screen-wake-lock",
    "xr-spatial-tracking",
)
"""Browser features that no page uses. Copying, printing and downloads are used, so not listed."""
COMMON_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer, forms would have the origin "null"
)
DOCUMENT_HEADERS = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{name}=()" for name in UNUSED_FEATURES).encode()),
)


class SecurityHeaders:
    """Middleware that adds security headers and our version to every response.

    Responses in JSON get only a few headers, because most of the headers apply to documents, and
    would take a fifth of an action's bytes and a twentieth of its time.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, and add the security headers that its response lacks."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                brought = dict(message["headers"])
                ours = [
                    *COMMON_HEADERS,
                    (VERSION_HEADER.lower().encode(), compute_asset_version().encode()),
                ]
                if brought.get(b"content-type") != b"application/json":
                    policy = build_content_policy().encode()
                    ours += [(b"content-security-policy", policy), *DOCUMENT_HEADERS]
                missing = (header for header in ours if header[0] not in brought)
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self.app(scope, receive, send_with_headers)
