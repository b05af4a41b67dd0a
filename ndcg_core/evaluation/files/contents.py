"""The contents of a file, unpacked within limits. Unreadable files raise ValueError."""

import re
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import IO, NoReturn, cast

from ndcg_core.evaluation.findings import Finding, make_finding
from ndcg_core.metric.numbers import clip_text


@dataclass(frozen=True)
class Limits:
    """The limits for files and tables that are read.

    Parameters
    ----------
    size : int
        Bytes of a file, and of the contents of a packed or Parquet file.
    line : int
        Bytes of a line of text.
    id : int
        Bytes of the name of a query or a document.
    queries : int
        Queries of a table.
    docs : int
        Documents of one query.
    columns : int
        Columns of a table.
    """

    size: int = 2_000_000_000
    line: int = 1_000_000
    id: int = 2_000
    queries: int = 500_000
    docs: int = 10_000_000
    columns: int = 1_000


PACKED_FORMATS = {
    "gzip": re.compile(rb"\x1f\x8b"),
    "bz2": re.compile(rb"BZh[1-9]1AY&SY"),
    "lzma": re.compile(rb"\xfd7zXZ\x00"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd"),
    "lz4": re.compile(rb"\x04\x22\x4d\x18"),
}
"""The first bytes of packed files, by format. pyarrow unpacks zstd and lz4."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
OTHER_FORMATS = {
    b"\xff\xfe": "UTF-16 text. Save it as UTF-8",
    b"\xfe\xff": "UTF-16 text. Save it as UTF-8",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
}
"""The names of unsupported kinds of files, by their first bytes."""
MAX_UNPACKED_FACTOR = 200
"""The largest ratio of unpacked to packed size.

A file that unpacks to at most `SMALL_FILE_BYTES` is read in any case.
"""
SMALL_FILE_BYTES = 20_000_000
CHUNK_BYTES = 1 << 20
"""The number of bytes that are unpacked at once."""


def refuse_file(
    file_name: str, sentence: str, line: int | None = None, unit: str = "line"
) -> NoReturn:
    """Raise ValueError with a file's name, the line if given, and a sentence about the fault."""
    location = file_name if line is None else f"{file_name}, {unit} {line:,}"
    raise ValueError(f"{location}: {sentence}")


def read_contents(source: str | PathLike[str] | bytes, file_name: str, limits: Limits) -> bytes:
    """Return the contents of a file, given by its path or its bytes, unpacked if necessary.

    Raises ValueError for a file that is unreadable, too large, empty, or of an unsupported kind.
    """
    data = source if isinstance(source, bytes) else _read_file(Path(source), file_name, limits)
    if len(data) > limits.size:
        refuse_file(
            file_name,
            f"it has {format_size(len(data))}. At most {format_size(limits.size)} are allowed.",
        )
    for compression, begins in PACKED_FORMATS.items():
        if begins.match(data):
            data = _unpack_file(data, compression, file_name, limits)
            break
    for start, what in OTHER_FORMATS.items():
        if data.startswith(start):
            refuse_file(file_name, f"this is {what}.")
    if data.isspace() or not data:
        refuse_file(file_name, "it is empty.")
    return data


def convert_to_utf8(data: bytes, file_name: str) -> tuple[bytes, list[Finding]]:
    """Return text as UTF-8, and a list with a finding if it was read as Latin-1, else []."""
    try:
        if not data.isascii():
            data.decode()
        return data, []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return data.decode("latin-1").encode(), [make_finding("encoding", file_name, line=line)]


def check_text(data: bytes, file_name: str, limits: Limits) -> None:
    """Raise ValueError if a text has a zero byte or a line that is too long."""
    zero = data.find(b"\0")
    if zero >= 0:
        line = data.count(b"\n", 0, zero) + 1
        refuse_file(file_name, "this is not text, because it has a zero byte.", line)
    start = 0
    while len(data) - start > limits.line:
        end = data.rfind(b"\n", start, start + limits.line + 1)
        if end < 0:
            line = data.count(b"\n", 0, start) + 1
            refuse_file(file_name, f"the line is longer than {format_size(limits.line)}.", line)
        start = end + 1


def _read_file(path: Path, file_name: str, limits: Limits) -> bytes:
    """Return the bytes of a file. Raise ValueError if the file is too large or unreadable."""
    try:
        size = path.stat().st_size
        if size > limits.size:
            refuse_file(
                file_name,
                f"it has {format_size(size)}. At most {format_size(limits.size)} are allowed.",
            )
        with path.open("rb") as file:  # a limit, because a file may grow
            return file.read(limits.size + 1)
    except (OSError, ValueError) as error:
        if not isinstance(error, (OSError, UnicodeError)) and "null" not in str(error):
            raise
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise ValueError(f"The file {clip_text(file_name, 255)} cannot be read: {why}.") from None


def calculate_unpacked_limit(packed_size: int, limits: Limits) -> int:
    """Return the largest number of bytes that a packed file may unpack to."""
    return min(limits.size, max(SMALL_FILE_BYTES, MAX_UNPACKED_FACTOR * packed_size))


def _open_packed_file(data: bytes, compression: str) -> IO[bytes]:
    """Open a packed file for reading. Raise ImportError if pyarrow is needed but missing."""
    if compression in ("gzip", "bz2", "lzma"):
        return cast(IO[bytes], import_module(compression).open(BytesIO(data), "rb"))
    arrow = import_module("pyarrow")
    return cast(IO[bytes], arrow.CompressedInputStream(arrow.BufferReader(data), compression))


def _unpack_file(data: bytes, compression: str, file_name: str, limits: Limits) -> bytes:
    """Return the contents of a packed file. Raise ValueError if it is broken or too large.

    Also raises ValueError if pyarrow is needed but missing.
    """
    most = calculate_unpacked_limit(len(data), limits)
    out = bytearray()
    try:
        with _open_packed_file(data, compression) as file:
            while piece := file.read(CHUNK_BYTES):
                out += piece
                if len(out) > most:
                    refuse_file(
                        file_name,
                        f"it unpacks to more than {format_size(most)}, so it was not read.",
                    )
    except ImportError:
        refuse_file(
            file_name,
            f"it is compressed with {compression}. Run: pip install pyarrow, or unpack it first.",
        )
    except EOFError:
        refuse_file(file_name, f"it is compressed with {compression} and ends too early.")
    except ValueError:
        raise
    except Exception as error:
        refuse_file(
            file_name, f"it cannot be unpacked with {compression}: {str(error).rstrip('.')}."
        )
    return bytes(out)


def format_size(n: int) -> str:
    """Format a number of bytes, such as "1.5 MB".

    >>> format_size(2_500_000), format_size(999)
    ('2.5 MB', '999 bytes')
    """
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if n >= unit:
            return f"{n / unit:.3g} {name}"
    return f"{n} bytes"
