"""The response headers that a web server should send with a site's files.

A policy in a page's `<meta>` does not apply to its worker, which is a separate script, and cannot
control framing. Both need a header. Any site may frame the pages, except those of classes and
files.
"""

from collections.abc import Mapping

CSP = "Content-Security-Policy"
WORKER_PATH = "/assets/worker.js"
NOT_EMBEDDED = ("class", "evaluate")
"""The pages that other sites may not frame."""
CODE_SOURCES = "'self' 'wasm-unsafe-eval'"
COMMON_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
NOT_EMBEDDED_HEADERS: Mapping[str, str] = {CSP: "frame-ancestors 'self'"}
WORKER_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    CSP: f"default-src 'self'; script-src {CODE_SOURCES}; connect-src 'self'",
}
"""The worker computes with files of its own site, and can send nothing elsewhere."""


def format_netlify_headers() -> str:
    """Return the text of the file `_headers`, which Netlify and Cloudflare Pages read.

    >>> format_netlify_headers().splitlines()[:2]
    ['/*', '  X-Content-Type-Options: nosniff']
    """
    closed = (_format_rule(f"/{page}/*", NOT_EMBEDDED_HEADERS) for page in NOT_EMBEDDED)
    return "".join(
        (
            _format_rule("/*", COMMON_HEADERS),
            *closed,
            _format_rule(WORKER_PATH, {CSP: WORKER_HEADERS[CSP]}),
        )
    )


def format_nginx_headers() -> str:
    """Return directives for the `server` block of nginx that add the headers.

    In nginx, a location with its own headers does not inherit others, so each location has all.
    """
    closed = "|".join(NOT_EMBEDDED)
    return (
        "".join(_format_nginx_lines(COMMON_HEADERS))
        + _format_location(f"{WORKER_PATH}$", WORKER_HEADERS)
        + _format_location(f"/({closed})/", NOT_EMBEDDED_HEADERS)
    )


def _format_location(path: str, headers: Mapping[str, str]) -> str:
    lines = "".join(f"  {line}" for line in _format_nginx_lines({**COMMON_HEADERS, **headers}))
    return f"location ~ {path} {{\n{lines}}}\n"


HEADER_FILES = {
    "netlify": ("_headers", format_netlify_headers),
    "nginx": ("nginx-headers.conf", format_nginx_headers),
}
"""For each kind of host: the name of a file in the site's folder, and its writer."""


def _format_rule(path: str, headers: Mapping[str, str]) -> str:
    return "".join([f"{path}\n", *(f"  {name}: {value}\n" for name, value in headers.items())])


def _format_nginx_lines(headers: Mapping[str, str]) -> list[str]:
    return [f'add_header {name} "{value}" always;\n' for name, value in headers.items()]
