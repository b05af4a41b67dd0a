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

MAX_IMAGE_BYTES = 250_000
MAX_IMAGE_SIDE = 2_000
"""The greatest width and height of an image, in pixels."""
MAX_IMAGES = 10
"""The greatest number of images in a plan."""
IMAGE_NAME = re.compile(r"[0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})\.(png|jpeg|webp)", re.ASCII)
DATA_URL = re.compile(r"data:image/[\w.+-]{1,30};base64,([A-Za-z0-9+/]*={0,2})", re.ASCII)
REFUSED_DATA = "data:refused "
SVG_START = re.compile(rb"\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)", re.IGNORECASE)
FORMAT_ADVICE = "Save it as PNG, JPEG or WebP."


@dataclass(frozen=True)
class ImageName:
    """The name of an image, with the size and the format that the name contains."""

    name: str
    width: int
    height: int
    kind: str

    @property
    def media_type(self) -> str:
        """The media type, such as image/png."""
        return f"image/{self.kind}"


def read_image_name(name: str) -> ImageName:
    """Parse an image's name. Raise ValueError for any other text.

    >>> read_image_name(f"{'0' * 32}-640x480.png").width
    640
    """
    if not (match := IMAGE_NAME.fullmatch(name)):
        raise ValueError("This is not the name of an image. Choose the image again.")
    return ImageName(name, int(match[1]), int(match[2]), match[3])


def make_image_name(content: bytes) -> str:
    """Return the name of an image from its content. Raise ValueError for an unusable image."""
    if len(content) > MAX_IMAGE_BYTES:
        raise ValueError(
            f"This image has {len(content):,} bytes. The limit is {MAX_IMAGE_BYTES:,}. Make it "
            "smaller."
        )
    if SVG_START.match(content):
        raise ValueError(f"This image is an SVG, which can contain scripts. {FORMAT_ADVICE}")
    for kind, (begins, measure) in FORMATS.items():
        if begins.match(content):
            try:
                width, height = measure(content)
            except (IndexError, ValueError):
                raise ValueError(f"This image is incomplete or damaged. {FORMAT_ADVICE}") from None
            if not (1 <= width <= MAX_IMAGE_SIDE and 1 <= height <= MAX_IMAGE_SIDE):
                raise ValueError(
                    f"This image has {width} × {height} pixels. Each side must have 1 to "
                    f"{MAX_IMAGE_SIDE:,}."
                )
            return f"{hashlib.sha256(content).hexdigest()[:32]}-{width}x{height}.{kind}"
    raise ValueError(f"Browsers cannot show this file as an image. {FORMAT_ADVICE}")


def extract_images(text: str) -> tuple[str, Mapping[str, bytes]]:
    """Replace image data URLs in a text with names. Return the text, and the images by name.

    An unusable image is replaced by the reason, which `read_image_reference` raises.
    """
    images: dict[str, bytes] = {}

    def replace_image(match: re.Match[str]) -> str:
        """Store an image, and return its name or the reason for a refusal."""
        try:
            content = _decode_base64(match[1])
            name = make_image_name(content)
        except ValueError as error:
            return f"{REFUSED_DATA}{error}"
        images[name] = content
        return name

    return DATA_URL.sub(replace_image, text), images


def read_image_reference(text: str) -> ImageName:
    """Parse an image's name from `extract_images`. Raise ValueError for any other text."""
    if text.startswith(REFUSED_DATA):
        raise ValueError(text.removeprefix(REFUSED_DATA))
    if text.startswith("data:"):
        raise ValueError(f"Browsers cannot show this file as an image. {FORMAT_ADVICE}")
    return read_image_name(text)


def _decode_base64(text: str) -> bytes:
    """Decode the content of an image. Raise ValueError if it is too long or damaged."""
    if len(text) > 4 * MAX_IMAGE_BYTES:
        raise ValueError(f"This image has more than {MAX_IMAGE_BYTES:,} bytes. Make it smaller.")
    try:
        return b64decode(text, validate=True)
    except Error:
        raise ValueError(f"This image is incomplete or damaged. {FORMAT_ADVICE}") from None


def format_data_url(name: str, content: bytes) -> str:
    """Return an image as a data URL. Raise ValueError for a bad name."""
    return f"data:{read_image_name(name).media_type};base64,{b64encode(content).decode()}"


# --- Sizes ---------------------------------------------------------------------------------------


def _read_integer(content: bytes, start: int, size: int, byte_order: str = "big") -> int:
    """Read an integer of `size` bytes. Raise IndexError if the content is too short."""
    if len(content) < start + size:
        raise IndexError
    return int.from_bytes(content[start : start + size], "big" if byte_order == "big" else "little")


def _measure_png(content: bytes) -> tuple[int, int]:
    """Return the width and height in the header of a PNG file.

    Raises ValueError or IndexError for a damaged header.
    """
    if content[12:16] != b"IHDR":
        raise ValueError
    return _read_integer(content, 16, 4), _read_integer(content, 20, 4)


JPEG_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The JPEG segments that contain the size of an image."""


def _measure_jpeg(content: bytes) -> tuple[int, int]:
    """Return the width and height in the first frame of a JPEG file.

    Raises ValueError or IndexError if there is no such frame.
    """
    at = 2  # after the marker of the file's start
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
    """Return the width and height in the header of a WebP file.

    Raises ValueError or IndexError for a damaged header.
    """
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


MeasureImage = Callable[[bytes], tuple[int, int]]
FORMATS: Mapping[str, tuple[re.Pattern[bytes], MeasureImage]] = {
    "png": (re.compile(rb"\x89PNG\r\n\x1a\n"), _measure_png),
    "jpeg": (re.compile(rb"\xff\xd8\xff"), _measure_jpeg),
    "webp": (re.compile(rb"RIFF....WEBP", re.DOTALL), _measure_webp),
}
"""The first bytes of each format, and the function that reads an image's width and height."""
