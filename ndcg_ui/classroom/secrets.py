"""Secrets of a class: random, shown once to whom they belong, kept as digests."""

from __future__ import annotations

import hashlib
from secrets import token_urlsafe

LONGEST = 100


def drawn() -> str:
    """A new secret: 24 random bytes."""
    return token_urlsafe(24)


def digest(secret: str) -> str:
    """What is kept of a secret. It is random, so that no slow digest is needed.

    >>> digest("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
