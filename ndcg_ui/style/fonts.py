"""The fonts for pages that Streamlit does not draw, served from Streamlit's own files."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

FONTS = {
    "Source Sans": "SourceSansVF-Upright",
    "Source Serif": "SourceSerifVariable-Roman",
    "Source Code Pro": "SourceCodeVF-Upright",
}
"""The fonts by the beginnings of their file names. A hash follows, so browsers cache them for
good."""


@cache
def find_font_file(family: str) -> Path | None:
    """Return the path of a font's file among Streamlit's files, or None if it is missing."""
    spec = find_spec("streamlit")
    media = Path(spec.origin).parent / "static/static/media" if spec and spec.origin else Path()
    return next(iter(sorted(media.glob(f"{FONTS[family]}*.woff2"))), None)


@cache
def build_font_faces(top: str) -> str:
    """Return an `@font-face` rule in CSS for each font whose file exists.

    top: the relative link to the app's root.

    A browser loads a font only when text uses it. If a file is missing, the browser uses the next
    family.
    """
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: 200 900; font-display: swap; '
        f'src: url("{top}static/media/{file.name}") format("woff2"); }}'
        for family in FONTS
        if (file := find_font_file(family))
    )
