"""Files as one ZIP."""

import io
import zipfile
from collections.abc import Mapping


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP, which is the same for the same files.

    >>> pack({"b": b"1", "a": b""}) == pack({"a": b"", "b": b"1"})
    True
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as out:
        for name in sorted(files):
            info = zipfile.ZipInfo(name)
            out.writestr(info, files[name], zipfile.ZIP_DEFLATED, compresslevel=9)
    return packed.getvalue()
