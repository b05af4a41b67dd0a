"""Brotli at its slowest: up to a quarter smaller than gzip, and long work, done once."""

from __future__ import annotations

from ndcg_ui.packed import folder

QUALITY = 11


def key(content: bytes) -> str:
    """Return under what the packed `content` is kept."""
    return folder.key(content, f"brotli {QUALITY}")


def packed(content: bytes) -> bytes:
    """Return `content` in Brotli; it has been unpacked again and compared."""
    import brotli  # late: a server sends what is kept, and packs nothing

    small: bytes = brotli.compress(content, quality=QUALITY)
    if brotli.decompress(small) != content:
        raise ValueError("Brotli did not give back what it was given")
    return small
