"""What somebody wrote, as a sentence about it quotes it."""

import reprlib

LONGEST_SHOWN = 40


def shown(value: object) -> str:
    """The value as Python writes it, but never longer than half a line.

    >>> shown("two"), shown(10**5000)
    ("'two'", 'an int')
    """
    try:
        return clipped(reprlib.repr(value))
    except Exception:  # an int of thousands of digits refuses to be written
        name = type(value).__name__
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def clipped(text: str, longest: int = LONGEST_SHOWN) -> str:
    """A text that somebody wrote, for a sentence about it: its beginning, with … for the rest.

    What no page or file can carry, half of a surrogate pair, becomes �.

    >>> clipped("3, two, 1"), clipped("a" * 1000, 5)
    ('3, two, 1', 'aaaa…')
    """
    short = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return writable(short)


def writable(text: str) -> str:
    r"""The text without halves of surrogate pairs, which UTF-8 cannot hold.

    >>> writable("A\ud800B")
    'A�B'
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
