"""Every public function, reader and component value, called with what nobody means.

python -m benchmarks.fuzz --calls 1000000 --seed 1

A call may return something, or raise ValueError with a sentence: it begins with a capital letter,
a quotation mark, a number or a function's name, ends with a full stop, has at most 300 characters
and can be written as UTF-8. Anything else is printed, each kind once with how often it happened and
where, and exits with 1. The same seed makes the same calls.
"""

from __future__ import annotations

import sys
import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks._calls import CALLS
from benchmarks._hostile import Hostile

LONGEST_SENTENCE = 300
FUNCTIONS = ("log", "log2", "log10", "log_2", "log_10", "lb", "ld", "lg", "ln", "sqrt")
"""What a sentence about a formula may begin with."""


@dataclass(frozen=True)
class Fault:
    """What a call did that no call may do: the function, what happened, and where."""

    name: str
    what: str
    where: str


def is_sentence(text: str) -> bool:
    """Whether a refusal is a short sentence that can be shown.

    >>> is_sentence("There is no grade here yet."), is_sentence("max() arg is an empty sequence")
    (True, False)
    """
    first = text.partition(" ")[0]
    begins = text[:1].isupper() or text[:1] in "“'0123456789" or first in FUNCTIONS
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return begins and text.endswith((".", ").")) and len(text) <= LONGEST_SENTENCE


def fault(name: str, call: Callable[[], object]) -> Fault | None:
    """What is wrong with what a call does, or None."""
    try:
        call()
    except ValueError as error:
        if is_sentence(str(error)):
            return None
        return Fault(name, f"{type(error).__name__}: {_shown(error)}", _where(error))
    except Exception as error:
        return Fault(name, f"{type(error).__name__}: {_shown(error)}", _where(error))
    return None


def _shown(error: Exception) -> str:
    try:
        return ascii(str(error))[:120]
    except Exception:
        return "its words cannot be written"


def _where(error: Exception) -> str:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "ndcg_" in f.filename]
    return f"{frames[-1].filename.rpartition('/ndcg_')[2]}:{frames[-1].lineno}" if frames else ""


def fuzz(calls: int, seed: int, names: Sequence[str] = ()) -> Iterator[tuple[str, Fault | None]]:
    """So many calls, one after another: the name of each, and what was wrong with it."""
    hostile = Hostile(seed)
    chosen = {name: CALLS[name] for name in names or CALLS}
    weights = [call.weight for call in chosen.values()]
    for name in hostile.random.choices(list(chosen), weights, k=calls):
        made = chosen[name].make(hostile)
        yield name, fault(name, made)


def main(arguments: Sequence[str]) -> int:
    """Call, count, and print what was found."""
    parser = ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=(), help="names of functions")
    asked = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    faults: Counter[Fault] = Counter()
    slowest = (0.0, "")
    for call in CALLS.values():  # what is read once, such as the lessons, is read now
        fault("", call.make(Hostile(asked.seed)))
    before = time.thread_time()
    for name, found in fuzz(asked.calls, asked.seed, asked.only):
        now = time.thread_time()
        slowest = max(slowest, (now - before, name))
        before = now
        counts[name] += 1
        if found is not None:
            faults[found] += 1
    for found, times in faults.most_common():
        print(f"{times:7}  {found.name:24} {found.where:36} {found.what}")
    print(
        f"{counts.total()} calls of {len(counts)} functions, {faults.total()} faults of "
        f"{len(faults)} kinds; the slowest took {slowest[0] * 1000:.0f} ms ({slowest[1]})."
    )
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
