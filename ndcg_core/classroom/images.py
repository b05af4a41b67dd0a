"""Images in a teacher's own questions: PNG, JPEG and WebP files of limited size.

A question names its image by its content, so that the same image is stored once:

    1f3a...(32 digits)-640x480.png

A plan's file contains the image itself, as `data:image/png;base64,...` instead of the name.
"""

import hashlib
import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable, Mapping
from dataclasses import dataclass

MOST_BYTES = 250_000
MOST_PIXELS = 2_000
"""The greatest width and height of an image."""
MOST_IMAGES = 10
"""The greatest number of images in a plan."""
IMAGE_NAME = re.compile(r"[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})\.(png|jpeg|webp)", re.ASCII)
DATA_URL = re.compile(r"data:image/[\w.+-]{1,30};base64,([A-Za-z0-9+/]*={0,2})", re.ASCII)
REFUSED_DATA = "data:refused "
SVG = re.compile(rb"\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)", re.IGNORECASE)
USE_KNOWN_KIND = "Save it as PNG, JPEG or WebP."


@dataclass(frozen=True)
class ImageName:
    """The parts of an image's name."""

    name: str
    width: int
    height: int
    kind: str

    @property
    def media_type(self) -> str:
        return f"image/{self.kind}"


def read_image_name(name: str) -> ImageName:
    """Read an image's name. Raise ValueError if the text is not such a name.

    >>> read_image_name(f"{'0' * 32}-640x480.png").width
    640
    """
    if not (match := IMAGE_NAME.fullmatch(name)):
        raise ValueError("This is not the name of an image. Choose the image again.")
    return ImageName(name, int(match[1]), int(match[2]), match[3])


def name_image(content: bytes) -> str:
    """Return the name of an image. Raise ValueError if the file is not a usable image."""
    if len(content) > MOST_BYTES:
        raise ValueError(
            f"This image has {len(content):,} bytes. The limit is {MOST_BYTES:,}. Make it smaller."
        )
    if SVG.match(content):
        raise ValueError(f"This image is an SVG, which can contain scripts. {USE_KNOWN_KIND}")
    for kind, (begins, measure) in FORMATS.items():
        if begins.match(content):
            try:
                width, height = measure(content)
            except (IndexError, ValueError):
                raise ValueError(f"This image is incomplete or damaged. {USE_KNOWN_KIND}") from None
            if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
                raise ValueError(
                    f"This image has {width} × {height} pixels. Each side must have 1 to "
                    f"{MOST_PIXELS:,}."
                )
            return f"{hashlib.sha256(content).hexdigest()[:32]}-{width}x{height}.{kind}"
    raise ValueError(f"Browsers cannot show this file as an image. {USE_KNOWN_KIND}")


def cut_images(text: str) -> tuple[str, Mapping[str, bytes]]:
    """Replace the images in a text by their names. Return the text, and the images by name.

    A refused image is replaced by the reason, which `read_image` raises.
    """
    images: dict[str, bytes] = {}

    def cut_image(match: re.Match[str]) -> str:
        try:
            content = _decode_base64(match[1])
            name = name_image(content)
        except ValueError as error:
            return f"{REFUSED_DATA}{error}"
        images[name] = content
        return name

    return DATA_URL.sub(cut_image, text), images


def read_image(text: str) -> ImageName:
    """Read an image's name after `cut_images`. Raise ValueError if the image was refused."""
    if text.startswith(REFUSED_DATA):
        raise ValueError(text.removeprefix(REFUSED_DATA))
    if text.startswith("data:"):
        raise ValueError(f"Browsers cannot show this file as an image. {USE_KNOWN_KIND}")
    return read_image_name(text)


def _decode_base64(text: str) -> bytes:
    if len(text) > 4 * MOST_BYTES:
        raise ValueError(f"This image has more than {MOST_BYTES:,} bytes. Make it smaller.")
    try:
        return b64decode(text, validate=True)
    except Error:
        raise ValueError(f"This image is incomplete or damaged. {USE_KNOWN_KIND}") from None


def write_data_url(name: str, content: bytes) -> str:
    """Write an image as a data URL."""
    return f"data:{read_image_name(name).media_type};base64,{b64encode(content).decode()}"


# --- Sizes ---------------------------------------------------------------------------------------


def _read_integer(content: bytes, start: int, size: int, order: str = "big") -> int:
    if len(content) < start + size:
        raise IndexError
    return int.from_bytes(content[start : start + size], "big" if order == "big" else "little")


def _measure_png(content: bytes) -> tuple[int, int]:
    if content[12:16] != b"IHDR":
        raise ValueError
    return _read_integer(content, 16, 4), _read_integer(content, 20, 4)


JPEG_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The JPEG segments that contain the size of an image."""


def _measure_jpeg(content: bytes) -> tuple[int, int]:
    at = 2
    while True:
        if content[at] != 0xFF:
            raise ValueError
        while content[at] == 0xFF:  # a segment may begin with several of them
            at += 1
        segment = content[at]
        at += 1
        if segment in JPEG_FRAMES:
            return _read_integer(content, at + 5, 2), _read_integer(content, at + 3, 2)
        at += max(2, _read_integer(content, at, 2))


def _measure_webp(content: bytes) -> tuple[int, int]:
    kind = content[12:16]
    if kind == b"VP8X":
        return 1 + _read_integer(content, 24, 3, "little"), 1 + _read_integer(
            content, 27, 3, "little"
        )
    if kind == b"VP8 ":
        sizes = _read_integer(content, 26, 2, "little"), _read_integer(content, 28, 2, "little")
        return sizes[0] & 0x3FFF, sizes[1] & 0x3FFF
    if kind == b"VP8L":
        bits = _read_integer(content, 21, 4, "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    raise ValueError


Measure = Callable[[bytes], tuple[int, int]]
FORMATS: Mapping[str, tuple[re.Pattern[bytes], Measure]] = {
    "png": (re.compile(rb"\x89PNG\r\n\x1a\n"), _measure_png),
    "jpeg": (re.compile(rb"\xff\xd8\xff"), _measure_jpeg),
    "webp": (re.compile(rb"RIFF....WEBP", re.DOTALL), _measure_webp),
}
"""By the kind of an image: its first bytes, and a function that reads its width and height."""
