"""The fonts for pages that Streamlit does not draw, served from its own files."""

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
def font_file(family: str) -> Path | None:
    """Return the file of a font, or None if Streamlit's files are missing."""
    spec = find_spec("streamlit")
    media = Path(spec.origin).parent / "static/static/media" if spec and spec.origin else Path()
    return next(iter(sorted(media.glob(f"{FONTS[family]}*.woff2"))), None)


@cache
def write_font_faces(top: str) -> str:
    """Return the CSS that names the fonts.

    top: the relative link to the app's top.

    A font is loaded only when text uses it. If a file is missing, the next family is used.
    """
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: 200 900; font-display: swap; '
        f'src: url("{top}static/media/{file.name}") format("woff2"); }}'
        for family in FONTS
        if (file := font_file(family))
    )
