"""Room codes and learners' names, which the program makes, so nobody moderates names."""

from math import gcd
from random import Random

from ndcg_core.content import load_toml
from ndcg_core.metric.numbers import short_repr

CODE_LETTERS = "BCDFGHJKMNPRTWXZ"
"""The letters of codes: no vowels, so that no code is a word, and no letters that look alike."""
CODE_LENGTH = 5


def draw_code(rng: Random) -> str:
    """Return a random room code, one of about a million.

    rng: `SystemRandom()` if the code must be unpredictable.

    >>> draw_code(Random(1))
    'GDMFZ'
    """
    return "".join(rng.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: object) -> str:
    """Return a typed room code in capitals. Raise ValueError if it cannot be a code.

    Spaces, hyphens and dots are ignored.

    >>> read_code(" bcd-f.g ")
    'BCDFG'
    """
    if not isinstance(text, str) or len(text) > 4 * CODE_LENGTH:
        raise ValueError(f"A room code has {CODE_LENGTH} letters. The wall shows it.")
    code = "".join(letter for letter in text.upper() if letter not in " -.")
    odd = next((letter for letter in code if letter not in CODE_LETTERS), "")
    if odd:
        raise ValueError(
            f"A room code never contains {short_repr(odd)}. Check that letter on the wall."
        )
    if len(code) != CODE_LENGTH:
        raise ValueError(f"A room code has {CODE_LENGTH} letters. This one has {len(code)}.")
    return code


NAMES = load_toml(__file__, "names.toml")
FIRST_NAMES = NAMES["first"]
LAST_NAMES = NAMES["last"]
NAME_COUNT = len(FIRST_NAMES) * len(LAST_NAMES)


def name_learner(number: int, salt: int = 0) -> str:
    """Return the display name of the learner who joined as number 1, 2, 3, ...

    All names of a room are different. The step through the list of names has no common factor with
    the list's length, so every name is used once before names are repeated with a number.

    salt: a number that differs between rooms, so that their names differ.

    >>> name_learner(1), name_learner(2) == name_learner(2, salt=9)
    ('Coral Hedgehog', False)
    """
    step = next(n for n in range(NAME_COUNT * 5 // 8, NAME_COUNT) if gcd(n, NAME_COUNT) == 1)
    repetition, index = divmod(number - 1, NAME_COUNT)
    first, last = divmod((salt + index * step + 500) % NAME_COUNT, len(LAST_NAMES))
    name = f"{FIRST_NAMES[first]} {LAST_NAMES[last]}"
    return f"{name} {repetition + 1}" if repetition else name
