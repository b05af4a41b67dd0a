"""The pages of a class that are our own: small files, whose names change with their content."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import distribution
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ndcg_ui.addresses import up

HERE = Path(__file__).parent
UI = HERE.parent
SHARED = (
    *(UI / f"style/{name}.css" for name in ("1-tokens", "5-tables", "6-marking", "7-narrow")),
    *sorted(UI.glob("components/board/*.css")),
    UI / "components/sheet/sheet.css",
)
"""What the pages share with the app: the look of tables, verdicts, the board and the sheet."""
SCRIPTS = sorted(path.name for path in HERE.glob("*.js"))
PAGES = {"/join": "join", "/class": "class", "/class/wall": "wall"}
OWN = {
    "join": ("join.css", "replay.css"),
    "class": ("class.css",),
    "wall": ("wall.css", "replay.css", "desk.css"),
}
"""What each page adds to it, behind what all three have."""
FONTS = {
    "Source Sans": "SourceSansVF-Upright.",
    "Source Serif": "SourceSerifVariable-Roman.",
    "Source Code Pro": "SourceCodeVF-Upright.",
}
"""The app's fonts, and how the names of Streamlit's files for them begin."""


@lru_cache(maxsize=8)
def style(name: str) -> bytes:
    """A page's style sheet. A learner's page is small: its fonts are the phone's own."""
    own = ("shared.css", *OWN[name])
    files = (*SHARED, *(HERE / part for part in own))
    declared = () if name == "join" else _fonts()
    return b"\n".join((*declared, *(file.read_bytes() for file in files)))


def _fonts() -> Iterator[bytes]:
    """The app's fonts, as far as Streamlit has them; until one is loaded the machine's is shown."""
    media = Path(str(distribution("streamlit").locate_file("streamlit/static/static/media")))
    for family, begin in FONTS.items():
        for file in media.glob(f"{begin}*"):
            source = f'src: url("../static/media/{file.name}"); font-display: swap'
            face = f'@font-face {{ font-family: "{family}"; font-weight: 200 900; {source} }}'
            yield face.encode()


@lru_cache(maxsize=1)
def scripts() -> str:
    """The folder of the scripts; they import one another, so that one name stands for all."""
    together = b"".join((HERE / name).read_bytes() for name in SCRIPTS)
    return f"/assets/class-{hashlib.sha256(together).hexdigest()[:12]}"


def style_url(name: str) -> str:
    """Where a page's style sheet is."""
    return f"/assets/{name}-{hashlib.sha256(style(name)).hexdigest()[:12]}.css"


@lru_cache(maxsize=8)
def page(name: str) -> str:
    """A page's HTML."""
    html = (HERE / f"{name}.html").read_text("utf-8")
    (path,) = (path for path, of in PAGES.items() if of == name)
    top = up(path).removesuffix("/")
    html = html.replace("{{style}}", f"{top}{style_url(name)}")
    return html.replace("{{script}}", f"{top}{scripts()}/{name}.js")


def routes(
    serving: Callable[[Callable[[], bytes], str], Callable[[Request], Awaitable[Response]]],
) -> Sequence[Route]:
    """The pages and their files; serving: how the app serves a file whose name is its version."""
    found = [Route(path, _page(name)) for path, name in PAGES.items()]
    for name in PAGES.values():
        found.append(Route(style_url(name), serving(lambda name=name: style(name), "text/css")))  # type: ignore[misc]
    for script in SCRIPTS:
        content = (HERE / script).read_bytes
        found.append(Route(f"{scripts()}/{script}", serving(content, "text/javascript")))
    return found


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return HTMLResponse(page(name), headers={"Cache-Control": "no-cache"})

    return answer
