"""What is pasted from a program: numbers in calls, and what one token is.

Nothing here searches with patterns: every function walks its text a fixed number of times.
"""

from __future__ import annotations

CALLS = (
    " array asarray tensor longtensor floattensor series list tuple int float double decimal "
    " int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
)
"""What may stand before a bracket without being a name: np.array, torch.tensor, np.int64, ..."""
OPTIONS = " dtype device index name copy grad_fn requires_grad "
WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")
DIGITS = frozenset("0123456789")


def is_number(text: str) -> bool:
    """Whether a text is written as a number.

    >>> is_number("2.5"), is_number("−1"), is_number("two")
    (True, True, False)
    """
    try:
        float(text.replace("−", "-"))
    except ValueError:
        return False
    return True


def has_comma_inside(token: str) -> bool:
    """Whether it is one number with a decimal comma, or two with nothing else between them.

    >>> has_comma_inside("0,5"), has_comma_inside("0,"), has_comma_inside("3,2,3")
    (True, False, False)
    """
    whole, _, decimals = token.lstrip("+-−").partition(",")
    return all_digits(whole) and all_digits(decimals)


def all_digits(text: str) -> bool:
    """Whether a text is one or more of the digits 0 to 9."""
    return bool(text) and DIGITS.issuperset(text)


def unwrapped(text: str) -> str:
    """The text without calls around its numbers, and without a name that it is assigned to.

    >>> unwrapped("r = np.array([3, 2], dtype=int32)"), unwrapped("[np.int64(3), np.int64(2)]")
    (' ([3, 2])', '[(3), (2)]')
    """
    first, *others = text.split("(")
    kept = [first]
    for piece in others:
        name = _last_word(kept[-1])
        if f" {name.rpartition('.')[2].lower()} " in CALLS:
            kept[-1] = kept[-1][: len(kept[-1]) - len(name)]
            piece = _without_options(piece)
        kept.append(piece)
    plain = "(".join(kept)
    name, assigned, value = plain.partition("=")
    wrapped = assigned and name.strip().isidentifier() and value.lstrip()[:1] in ("[", "(", "{")
    return value if wrapped else plain


def _last_word(text: str) -> str:
    start = len(text)
    while start and text[start - 1] in WORD:
        start -= 1
    return text[start:]


def _without_options(inside: str) -> str:
    """A call's arguments without ", dtype=..." and the like, up to its closing bracket."""
    pieces = inside.split("=")
    for place, piece in enumerate(pieces[:-1]):
        head = piece.rstrip()
        name = _last_word(head)
        before = head[: len(head) - len(name)].rstrip()
        if f" {name} " in OPTIONS and before.endswith(","):
            _, closed, rest = "=".join(pieces[place + 1 :]).partition(")")
            return "=".join([*pieces[:place], before[:-1]]) + closed + rest
    return inside
