"""A room's code: five letters that are not taken for one another, and never spell a word."""

from random import Random

from ndcg_core.metric.quoting import shown

LETTERS = "BCDFGHJKMNPRTWXZ"
"""No vowel, so that no word comes about; no I, L, O, Q, S, U, V or Y, which are read as others."""
LENGTH = 5


def draw_code(rng: Random) -> str:
    """A code, one of about a million; rng: `SystemRandom()` where nobody may foresee it.

    >>> draw_code(Random(1))
    'GDMFZ'
    """
    return "".join(rng.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: object) -> str:
    """The code that somebody typed; ValueError with a sentence where it cannot be one.

    >>> read_code(" bcd-fg ")
    'BCDFG'
    """
    if not isinstance(text, str) or len(text) > 4 * LENGTH:
        raise ValueError(f"A room's code has {LENGTH} letters, as on the wall.")
    code = "".join(letter for letter in text.upper() if letter not in " -.")
    odd = next((letter for letter in code if letter not in LETTERS), "")
    if odd:
        raise ValueError(f"No code has {shown(odd)} in it: look at that letter on the wall again.")
    if len(code) != LENGTH:
        raise ValueError(f"A room's code has {LENGTH} letters; this has {len(code)}.")
    return code
